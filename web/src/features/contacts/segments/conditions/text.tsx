import { textFields } from '@escuta/contract/segment-conditions';
import { useTranslation } from 'react-i18next';
import type { ConditionEntry } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import { TestSentence, TextTestFields } from '#web/features/contacts/segments/conditions/value-tests.tsx';

/** Name, e-mail, phone, external id. */
export const text: ConditionEntry<'text'> = {
  subjects: (t) =>
    textFields.map((field) => ({
      key: `text:${field}`,
      label: t(`field.${field}`),
      group: 'contact',
      start: { kind: 'text', field, test: { op: 'contains', value: null } },
    })),
  subjectOf: ({ field }) => `text:${field}`,
  Fields: ({ condition, onChange }) => (
    <TextTestFields test={condition.test} onChange={(test) => onChange({ ...condition, test })} />
  ),
  Sentence({ condition: { field, test } }) {
    const { t } = useTranslation('segments');
    return <TestSentence name={t(`field.${field}`)} test={test} />;
  },
};
