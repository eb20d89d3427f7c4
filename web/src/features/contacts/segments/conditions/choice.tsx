import { contactSources } from '@escuta/contract/contact-particulars';
import { languages } from '@escuta/contract/primitives';
import { choiceFields } from '@escuta/contract/segment-conditions';
import type { ChoiceField } from '@escuta/contract/segment-conditions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  ConditionEntry,
  Draft,
  SegmentTexts,
} from '#web/features/contacts/segments/conditions/condition-entry.ts';
import {
  choiceOps,
  OpChoice,
  OptionInput,
  TestSentence,
} from '#web/features/contacts/segments/conditions/value-tests.tsx';
import { formatZoneChoice } from '#web/lib/format.ts';
import { knownZones } from '#web/lib/known-zones.ts';
import { languageNames } from '#web/lib/language.ts';

/** Language, time zone, and where the contact came from. */
export const choice: ConditionEntry<'choice'> = {
  subjects: (t) =>
    choiceFields.map((field) => ({
      key: `choice:${field}`,
      label: t(`field.${field}`),
      group: 'contact',
      start: { kind: 'choice', field, test: { op: 'is', value: null } },
    })),
  subjectOf: ({ field }) => `choice:${field}`,
  Fields({ condition: { field, test }, onChange }) {
    const { t } = useTranslation('segments');
    // The names of all zones: once for a field, and not with each letter that is typed elsewhere in the builder.
    const options = useMemo(
      () => valuesOf[field]().map((each) => ({ value: each, label: labelOf(t, field, each) })),
      [t, field],
    );
    const value = 'value' in test ? test.value : null;
    const take = (changed: Draft<'choice'>['test']) => onChange({ kind: 'choice', field, test: changed });
    return (
      <>
        <OpChoice
          op={test.op}
          // Of everybody it is known where they came from.
          ops={field === 'source' ? choiceOps.slice(0, 2) : choiceOps}
          onChange={(op) => take(op === 'known' || op === 'unknown' ? { op } : { op, value })}
        />
        {'value' in test && (
          <OptionInput value={value} options={options} onChange={(chosen) => take({ op: test.op, value: chosen })} />
        )}
      </>
    );
  },
  Sentence({ condition: { field, test } }) {
    const { t } = useTranslation('segments');
    const said = 'value' in test && test.value !== null ? { ...test, value: labelOf(t, field, test.value) } : test;
    return <TestSentence name={t(`field.${field}`)} test={said} />;
  },
};

const valuesOf: Readonly<Record<ChoiceField, () => readonly string[]>> = {
  language: () => languages,
  timezone: knownZones,
  source: () => contactSources,
};

/** How people call a value of a field; a value that is none of them is told as it is. */
function labelOf(t: SegmentTexts, field: ChoiceField, value: string): string {
  if (field === 'timezone') return formatZoneChoice(value);
  const language = languages.find((each) => each === value);
  const source = contactSources.find((each) => each === value);
  if (field === 'language' && language) return languageNames[language];
  return field === 'source' && source ? t(`source.${source}`) : value;
}
