import { isTimezone } from '@escuta/contract/company-settings';
import { contactSources } from '@escuta/contract/contact-particulars';
import { languages } from '@escuta/contract/primitives';
import type { ChoiceField } from '@escuta/contract/segment-conditions';
import { sql } from 'kysely';
import type { ConditionRules } from './condition.ts';
import { choiceTest } from './value-tests.ts';

const isAmong = (values: readonly string[]) => (value: string) => values.includes(value);
/** Whether a contact can have a value in a field. */
const isKnown: Readonly<Record<ChoiceField, (value: string) => boolean>> = {
  language: isAmong(languages),
  timezone: isTimezone,
  source: isAmong(contactSources),
};

/** Language, time zone, and where the contact came from. What is negated is also true of whoever has no value. */
export const choice: ConditionRules<'choice'> = {
  cost: 'column',
  isValid: ({ field, test }) => !('value' in test) || isKnown[field](test.value),
  where: ({ field, test }) => choiceTest(sql.ref(`contacts.${field}`), test),
};
