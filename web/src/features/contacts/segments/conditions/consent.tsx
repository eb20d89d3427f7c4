import { consentStates } from '@escuta/contract/segment-conditions';
import { sendChannels } from '@escuta/contract/sends';
import { useTranslation } from 'react-i18next';
import type { ConditionEntry } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import { Choice } from '#web/features/contacts/segments/conditions/inputs.tsx';

/** Whether a channel may be used, and what was said of it. */
export const consent: ConditionEntry<'consent'> = {
  subjects: (t) =>
    sendChannels.map((channel) => ({
      key: `consent:${channel}`,
      label: t(`field.consent.${channel}`),
      group: 'consent',
      start: { kind: 'consent', channel, is: 'open' },
    })),
  subjectOf: ({ channel }) => `consent:${channel}`,
  Fields({ condition, onChange }) {
    const { t } = useTranslation('segments');
    return (
      <Choice
        label={t('consent.label')}
        value={condition.is}
        options={consentStates.map((state) => ({ value: state, label: t(`consent.is.${state}`) }))}
        onChange={(is) => onChange({ ...condition, is })}
      />
    );
  },
  Sentence({ condition: { channel, is } }) {
    const { t } = useTranslation('segments');
    return t(`sentence.consent.${channel}.${is}`);
  },
};
