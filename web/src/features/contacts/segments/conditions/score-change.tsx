import { useTranslation } from 'react-i18next';
import type { ConditionEntry } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import { Choice } from '#web/features/contacts/segments/conditions/inputs.tsx';

const directions = ['any', 'up', 'down'] as const;

/** Whether the last two scores fall into different groups. */
export const scoreChange: ConditionEntry<'scoreChange'> = {
  subjects: (t) => [
    {
      key: 'scoreChange',
      label: t('field.scoreChange'),
      group: 'surveys',
      start: { kind: 'scoreChange', direction: 'down' },
    },
  ],
  subjectOf: () => 'scoreChange',
  Fields({ condition, onChange }) {
    const { t } = useTranslation('segments');
    return (
      <Choice
        label={t('scoreChange.label')}
        value={condition.direction}
        options={directions.map((each) => ({ value: each, label: t(`scoreChange.is.${each}`) }))}
        onChange={(direction) => onChange({ ...condition, direction })}
      />
    );
  },
  Sentence({ condition: { direction } }) {
    const { t } = useTranslation('segments');
    return t(`sentence.scoreChange.${direction}`);
  },
};
