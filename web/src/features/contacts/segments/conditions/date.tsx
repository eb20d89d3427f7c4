import { dateFields } from '@escuta/contract/segment-conditions';
import { useTranslation } from 'react-i18next';
import type { ConditionEntry } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import { DateTestFields, TestSentence } from '#web/features/contacts/segments/conditions/value-tests.tsx';

/** Birthday, and the dates that the product notes. */
export const date: ConditionEntry<'date'> = {
  subjects: (t) =>
    dateFields.map((field) => ({
      key: `date:${field}`,
      label: t(`field.${field}`),
      group: 'contact',
      start: { kind: 'date', field, test: { op: 'lastDays', days: null } },
    })),
  subjectOf: ({ field }) => `date:${field}`,
  Fields: ({ condition, onChange }) => (
    <DateTestFields test={condition.test} onChange={(test) => onChange({ ...condition, test })} />
  ),
  Sentence({ condition: { field, test } }) {
    const { t } = useTranslation('segments');
    return <TestSentence name={t(`field.${field}`)} test={test} />;
  },
};
