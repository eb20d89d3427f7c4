import type { CustomField } from '@escuta/contract/custom-fields';
import { useTranslation } from 'react-i18next';
import { useSources } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import type { ConditionEntry, Draft } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import {
  choiceOps,
  dateOps,
  DateTestFields,
  numberOps,
  NumberTestFields,
  presenceOps,
  PresenceTestFields,
  TestSentence,
  textOps,
  TextTestFields,
} from '#web/features/contacts/segments/conditions/value-tests.tsx';
import type { DateDraft, NumberDraft, TextDraft } from '#web/features/contacts/segments/conditions/value-tests.tsx';

type Test = Draft<'custom'>['test'];

/** What the test of a field begins with, by its type. Of a sensitive one nothing but whether it has a value can be asked. */
function startOf({ type, sensitive }: CustomField): Test {
  if (sensitive) return { op: 'known' };
  if (type === 'number') return { op: 'eq', value: null };
  if (type === 'date') return { op: 'lastDays', days: null };
  return { op: type === 'text' ? 'contains' : 'is', value: null };
}

/** What can be asked of a field, by its type. */
function opsOf({ type, sensitive }: CustomField): readonly Test['op'][] {
  if (sensitive) return presenceOps;
  if (type === 'number') return numberOps;
  if (type === 'date') return dateOps;
  return type === 'select' ? choiceOps : textOps;
}

/** The fields of the company's own. */
export const custom: ConditionEntry<'custom'> = {
  subjects: (_t, { customFields }) =>
    customFields.map((field) => ({
      key: `custom:${field.internal_name}`,
      label: field.label,
      group: 'custom',
      start: { kind: 'custom', field: field.internal_name, test: startOf(field) },
    })),
  subjectOf: ({ field }) => `custom:${field}`,
  // The type of a field may change while nobody has a value, and none of its new tests is the one that was saved.
  takenUp(condition, { customFields }) {
    const field = customFields.find(({ internal_name: name }) => name === condition.field);
    return !field || opsOf(field).includes(condition.test.op) ? condition : { ...condition, test: startOf(field) };
  },
  Fields({ condition, onChange }) {
    const { customFields } = useSources();
    const field = customFields.find(({ internal_name: name }) => name === condition.field);
    const change = (test: Test) => onChange({ ...condition, test });
    // What is asked of a field is of its type: a condition is begun, and taken up, by it.
    const { test } = condition;
    if (!field) return null;
    if (field.sensitive) return <PresenceTestFields test={test as { op: 'known' | 'unknown' }} onChange={change} />;
    if (field.type === 'number') return <NumberTestFields test={test as NumberDraft} onChange={change} />;
    if (field.type === 'date') return <DateTestFields test={test as DateDraft} onChange={change} />;
    return (
      <TextTestFields
        test={test as TextDraft}
        {...(field.type === 'select' ? { options: field.options } : {})}
        onChange={change}
      />
    );
  },
  Sentence({ condition: { field, test } }) {
    const { t } = useTranslation('segments');
    const { customFields } = useSources();
    const known = customFields.find(({ internal_name: name }) => name === field);
    return <TestSentence name={known?.label ?? t('field.gone', { field })} test={test} />;
  },
};
