import { isZoneOfPlace } from '@escuta/contract/company-settings';
import { contactSources } from '@escuta/contract/contact-particulars';
import { languages } from '@escuta/contract/primitives';
import { choiceFields } from '@escuta/contract/segment-conditions';
import type { ChoiceField } from '@escuta/contract/segment-conditions';
import { useTranslation } from 'react-i18next';
import type { ConditionEntry, Draft } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import {
  choiceOps,
  OpChoice,
  OptionInput,
  TestSentence,
} from '#web/features/contacts/segments/conditions/value-tests.tsx';
import { formatZoneChoice } from '#web/lib/format.ts';
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
    const labelOf = useLabels();
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
          <OptionInput
            value={value}
            options={valuesOf[field]().map((each) => ({ value: each, label: labelOf(field, each) }))}
            onChange={(chosen) => take({ op: test.op, value: chosen })}
          />
        )}
      </>
    );
  },
  Sentence({ condition: { field, test } }) {
    const { t } = useTranslation('segments');
    const labelOf = useLabels();
    const said = 'value' in test && test.value !== null ? { ...test, value: labelOf(field, test.value) } : test;
    return <TestSentence name={t(`field.${field}`)} test={said} />;
  },
};

const valuesOf: Readonly<Record<ChoiceField, () => readonly string[]>> = {
  language: () => languages,
  timezone: () => Intl.supportedValuesOf('timeZone').filter(isZoneOfPlace),
  source: () => contactSources,
};

/** How people call a value of a field; a value that is none of them is told as it is. */
function useLabels(): (field: ChoiceField, value: string) => string {
  const { t } = useTranslation('segments');
  return (field, value) => {
    if (field === 'timezone') return formatZoneChoice(value);
    const language = languages.find((each) => each === value);
    const source = contactSources.find((each) => each === value);
    if (field === 'language' && language) return languageNames[language];
    return field === 'source' && source ? t(`source.${source}`) : value;
  };
}
