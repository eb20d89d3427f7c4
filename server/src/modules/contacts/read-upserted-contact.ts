import { contactField, contactFieldNames, nameLengthMax } from '@escuta/contract/contact-fields';
import type { UpsertedContact, UpsertProblem } from '@escuta/contract/contact-upserts';
import { keptNotation } from '@escuta/contract/custom-field-values';
import type { CustomField } from '@escuta/contract/custom-fields';
import { isLonger, tidyName } from '@escuta/contract/name';
import { holdsNotText } from '#platform/tabular/cell-text.ts';
import { nothingSaid, readField } from './contact-fields.ts';
import { readCustomCell } from './custom-fields/read-custom-cell.ts';
import type { IncomingContact } from './upsert-decision.ts';

interface Problem {
  readonly field: string | null;
  readonly reason: UpsertProblem;
}

export interface UpsertRules {
  /** By internal name. */
  readonly customFields: ReadonlyMap<string, CustomField>;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

type Reading = string | { readonly problem: UpsertProblem };
type Fields = { -readonly [Field in keyof IncomingContact]: IncomingContact[Field] };

/** Reads a contact as another system sends it, or says all that is wrong with it. Systems write days one way: `YYYY-MM-DD`. */
export function readUpsertedContact(
  said: UpsertedContact,
  rules: UpsertRules,
): { readonly value: IncomingContact } | { readonly problems: readonly Problem[] } {
  const { language, timezone, tags } = said;
  const contact: Fields = {
    ...nothingSaid,
    company: null,
    ...(language ? { language } : {}),
    ...(timezone ? { timezone } : {}),
    ...(tags ? { tags } : {}),
  };
  const problems = [
    ...readOwnFields(said, contact, rules),
    ...Object.entries(said.custom_fields ?? {}).flatMap(([name, text]) => {
      const problem = sayCustom(contact, name, text, rules);
      return problem ? [{ field: `custom_fields.${name}`, reason: problem }] : [];
    }),
  ];
  if (problems.length > 0) return { problems };
  // Who has no address may be somebody whom the unit knows by their external id.
  const hasKey = contact.email !== null || contact.tel !== null || contact.external_id !== null;
  return hasKey ? { value: contact } : { problems: [{ field: null, reason: 'no_address' }] };
}

function readOwnFields(said: UpsertedContact, contact: Fields, { today }: UpsertRules): Problem[] {
  return ([...contactFieldNames, 'company'] as const).flatMap((field) => {
    const text = said[field];
    if (text === undefined) return [];
    const tidy = tidyName(text ?? '');
    if (tidy === '') {
      contact.cleared = [...(contact.cleared ?? []), field];
      return [];
    }
    const read = readOwn(field, tidy, today);
    if (typeof read !== 'string') return [{ field, reason: read.problem }];
    contact[field] = read;
    return [];
  });
}

function readOwn(field: (typeof contactFieldNames)[number] | 'company', text: string, today: string): Reading {
  if (holdsNotText(text)) return { problem: 'not_text' };
  if (field === 'company') return isLonger(text, nameLengthMax) ? { problem: 'name_too_long' } : text;
  if (contactField(field).type === 'date' && !isDay(text)) return { problem: 'date_invalid' };
  return readField(field, text, { today, dayOrder: 'day-month' });
}

function sayCustom(
  contact: Fields,
  name: string,
  text: string | null,
  { customFields, today }: UpsertRules,
): UpsertProblem | null {
  const field = customFields.get(name);
  if (!field) return 'custom_field_unknown';
  const tidy = (text ?? '').trim();
  const read = tidy === '' ? null : readCustom(field, tidy, today);
  if (read !== null && typeof read !== 'string') return read.problem;
  if (read === null && field.required) return 'custom_field_required';
  contact.custom = { ...contact.custom, [name]: read };
  return null;
}

function readCustom(field: CustomField, text: string, today: string): Reading {
  if (holdsNotText(text)) return { problem: 'not_text' };
  if (field.type === 'date' && !isDay(text)) return { problem: 'day_invalid' };
  return readCustomCell(field, text, { ...keptNotation, today });
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}
