import { contactField, contactFieldNames, nameLengthMax } from '@escuta/contract/contact-fields';
import { UpsertedContact, upsertProblemsMax } from '@escuta/contract/contact-upserts';
import type { UpsertProblem, UpsertResult } from '@escuta/contract/contact-upserts';
import { keptNotation } from '@escuta/contract/custom-field-values';
import type { CustomField } from '@escuta/contract/custom-fields';
import { isLonger, tidyName } from '@escuta/contract/name';
import { holdsNotText, keptCell } from '#platform/tabular/cell-text.ts';
import { nothingSaid, readField } from './contact-fields.ts';
import { readParticular, readTagWords } from './contacts-table.ts';
import { readCustomCell } from './custom-fields/read-custom-cell.ts';
import type { IncomingContact } from './upsert-decision.ts';

type Problem = UpsertResult['problems'][number];

export interface UpsertRules {
  /** By internal name. */
  readonly customFields: ReadonlyMap<string, CustomField>;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** A contact, without what its problems speak of; null of one that is rejected for them. */
export interface UpsertReading {
  readonly value: IncomingContact | null;
  readonly problems: readonly Problem[];
}

type Refused = { readonly problem: UpsertProblem };
type Reading = string | Refused;
type Fields = { -readonly [Field in keyof IncomingContact]: IncomingContact[Field] };

const ownNames = [...contactFieldNames, 'company'] as const;
const knownNames: ReadonlySet<string> = new Set(Object.keys(UpsertedContact.shape));
/** Of a name that nobody knows, in a problem. */
const toldNameLengthMax = 100;

/**
 * Reads a contact as another system sends it. What cannot be read is left out and told of, as a cell of a file is, as long as
 * something is left that the contact may be found by. Systems write days one way: `YYYY-MM-DD`.
 */
export function readUpsertedContact(said: UpsertedContact, rules: UpsertRules): UpsertReading {
  const contact: Fields = { ...nothingSaid, company: null };
  const problems = [
    ...readOwnFields(said, contact, rules),
    ...readParticulars(said, contact),
    ...readTags(said.tags, contact),
    ...readCustomFields(said.custom_fields, contact, rules),
    ...unknownNames(said),
  ];
  const told = problems.slice(0, upsertProblemsMax);
  // Who has no address may be somebody whom the unit knows by their external id.
  if (contact.email === null && contact.tel === null && contact.external_id === null) {
    const isTold = told.some(({ field }) => field === 'email' || field === 'tel');
    return { value: null, problems: isTold ? told : [{ field: null, reason: 'no_address' }, ...told] };
  }
  // Nobody knows what else such a contact has lost.
  const isBroken = problems.some(({ reason }) => reason === 'not_text');
  return { value: isBroken ? null : contact, problems: told };
}

function readOwnFields(said: UpsertedContact, contact: Fields, { today }: UpsertRules): Problem[] {
  return ownNames.flatMap((field) => {
    if (said[field] === undefined) return [];
    const text = textOf(said[field]);
    if (typeof text !== 'string') return [{ field, reason: text.problem }];
    if (isNotText(text)) return [{ field, reason: 'not_text' }];
    const tidy = tidyName(text);
    if (tidy === '') {
      clear(contact, field);
      return [];
    }
    const read = readOwn(field, tidy, today);
    if (typeof read !== 'string') return [{ field, reason: read.problem }];
    contact[field] = read;
    return [];
  });
}

function readOwn(field: (typeof ownNames)[number], text: string, today: string): Reading {
  if (field === 'company') return isLonger(text, nameLengthMax) ? { problem: 'name_too_long' } : text;
  if (contactField(field).type === 'date' && !isDay(text)) return { problem: 'date_invalid' };
  return readField(field, text, { today, dayOrder: 'day-month' });
}

function readParticulars(said: UpsertedContact, contact: Fields): Problem[] {
  return (['language', 'timezone'] as const).flatMap((field) => {
    if (said[field] === undefined) return [];
    const text = textOf(said[field]);
    if (typeof text !== 'string') return [{ field, reason: text.problem }];
    if (text.trim() === '') {
      clear(contact, field);
      return [];
    }
    const read = isNotText(text) ? ({ problem: 'not_text' } as const) : readParticular(field, text.trim());
    if ('problem' in read) return [{ field, reason: read.problem }];
    Object.assign(contact, read);
    return [];
  });
}

function clear(contact: Fields, field: NonNullable<IncomingContact['cleared']>[number]): void {
  contact.cleared = [...(contact.cleared ?? []), field];
}

/** Tags are added to those that are there, so that null adds none. */
function readTags(said: unknown, contact: Fields): Problem[] {
  if (said === undefined || said === null) return [];
  const read = Array.isArray(said) ? readTagList(said) : ({ problem: 'type_not_valid' } as const);
  if ('problem' in read) return [{ field: 'tags', reason: read.problem }];
  Object.assign(contact, read);
  return [];
}

function readTagList(said: readonly unknown[]): Refused | ReturnType<typeof readTagWords> {
  const words: string[] = [];
  for (const one of said) {
    const word = textOf(one);
    if (typeof word !== 'string') return word;
    words.push(tidyName(word));
  }
  if (words.some((word) => isNotText(word))) return { problem: 'not_text' };
  return readTagWords(words);
}

function readCustomFields(said: unknown, contact: Fields, rules: UpsertRules): Problem[] {
  if (said === undefined || said === null) return [];
  if (typeof said !== 'object' || Array.isArray(said)) return [{ field: 'custom_fields', reason: 'type_not_valid' }];
  return Object.entries(said).flatMap(([name, value]) => {
    const reason = sayCustom(contact, name, value, rules);
    return reason ? [{ field: `custom_fields.${toldName(name)}`, reason }] : [];
  });
}

function sayCustom(
  contact: Fields,
  name: string,
  value: unknown,
  { customFields, today }: UpsertRules,
): UpsertProblem | null {
  const field = customFields.get(name);
  if (!field) return 'custom_field_unknown';
  const text = textOf(typeof value === 'boolean' ? String(value) : value);
  if (typeof text !== 'string') return text.problem;
  const tidy = text.trim();
  const read = tidy === '' ? null : readCustom(field, tidy, today);
  if (read !== null && typeof read !== 'string') return read.problem;
  if (read === null && field.required) return 'custom_field_required';
  contact.custom = { ...contact.custom, [name]: read };
  return null;
}

function readCustom(field: CustomField, text: string, today: string): Reading {
  if (isNotText(text)) return { problem: 'not_text' };
  if (field.type === 'date' && !isDay(text)) return { problem: 'day_invalid' };
  return readCustomCell(field, text, { ...keptNotation, today });
}

function unknownNames(said: UpsertedContact): Problem[] {
  return Object.keys(said)
    .filter((name) => !knownNames.has(name))
    .map((name) => ({ field: toldName(name), reason: 'field_unknown' }));
}

/** A name as an answer may repeat it: short, and without what the database refuses. */
function toldName(name: string): string {
  return keptCell(name.toWellFormed(), toldNameLengthMax);
}

/** The text that a value of JSON is, empty for null; or why it is none. */
function textOf(value: unknown): Reading {
  if (value === null) return '';
  const text = typeof value === 'number' && isExact(value) ? String(value) : value;
  if (typeof text !== 'string') return { problem: 'type_not_valid' };
  return text;
}

/** Whether a text is none that we keep: the database refuses half a pair of surrogates, too. */
function isNotText(text: string): boolean {
  return holdsNotText(text) || !text.isWellFormed();
}

/** Whether a number of JSON still is the one that was sent, in plain digits: of 15 of them none is lost (IEEE 754). */
function isExact(value: number): boolean {
  return Number.isSafeInteger(value) || (/^-?\d+\.\d+$/.test(String(value)) && Number(value.toPrecision(15)) === value);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}
