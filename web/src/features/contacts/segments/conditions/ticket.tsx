import { useTranslation } from 'react-i18next';
import type { ConditionEntry } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import { Choice } from '#web/features/contacts/segments/conditions/inputs.tsx';

const states = ['open', 'none'] as const;

/** Whether the contact has an open ticket. */
export const ticket: ConditionEntry<'ticket'> = {
  subjects: (t) => [
    { key: 'ticket', label: t('field.ticket'), group: 'surveys', start: { kind: 'ticket', is: 'open' } },
  ],
  subjectOf: () => 'ticket',
  Fields({ condition, onChange }) {
    const { t } = useTranslation('segments');
    return (
      <Choice
        label={t('field.ticket')}
        value={condition.is}
        options={states.map((each) => ({ value: each, label: t(`ticket.is.${each}`) }))}
        onChange={(is) => onChange({ ...condition, is })}
      />
    );
  },
  Sentence({ condition: { is } }) {
    const { t } = useTranslation('segments');
    return t(`sentence.ticket.${is}`);
  },
};
