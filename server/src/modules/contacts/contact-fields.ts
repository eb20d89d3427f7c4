// cspell:locale en-US,pt-BR,pt,es
// cspell:ignore movil bcel nasc anivers codigo
import {
  contactField,
  contactFieldNames,
  externalIdLengthMax,
  isMaskedField,
  isPlausibleDay,
  nameLengthMax,
} from '@escuta/contract/contact-fields';
import { isLonger, isName, tidyName } from '@escuta/contract/name';
import type { ContactFieldName, FieldType } from '@escuta/contract/contact-fields';
import type { Contact } from '@escuta/contract/contacts';
import { readDay } from '@escuta/contract/day-text';
import type { DayOrder } from '@escuta/contract/day-text';
import { normalizeEmail } from '@escuta/contract/email-address';
import type { RowError } from '@escuta/contract/imports';
import { hiddenCustomValue } from '@escuta/contract/custom-field-values';
import { can } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import { textOf } from '#platform/tabular/table.ts';
import type { Cell } from '#platform/tabular/table.ts';
import { dateOfSerial } from '#platform/tabular/xlsx/serial-date.ts';
import { maskDay, maskEmail, maskName, maskPhone, normalizePhone } from './contact.ts';

/** What a contact holds, as it is kept; null where nothing is known or said. */
export type ContactValues = Readonly<Record<ContactFieldName, string | null>>;

/** A contact of whom nothing is said. */
export const nothingSaid = Object.fromEntries(contactFieldNames.map((field) => [field, null])) as ContactValues;

/**
 * What the header of each field's column says, in Portuguese, Spanish and English, lower case without accents. Where a header
 * speaks of two fields, the more particular type wins: see `guessMapping`.
 */
export const headerWords: Readonly<Record<ContactFieldName, RegExp>> = {
  name: /\b(nome|name|nombre|fullname|clientes?|contato|contacto|contact|customer|pessoa|persona)\b/,
  email: /mail|correio|correo/,
  tel: /\btel|fone|phone|celular|\bcel\b|\bcell|movil|mobile|whats/,
  // A code of the client may be that of the company where several people work: only what says so is taken for theirs.
  external_id: /\b(external|crm) ?(id|code)\b|\b(id|cod|codigo|code) (no |do |del )?(externo|crm)\b|^matricula$/,
  birthday: /\b(data|fecha|dt|date) (de )?(nasc|nac|of birth)|^(nasc|nac)|anivers|cumple|birth ?da(y|te)|\bdob\b/,
};

/** How the dates of a file are read. */
interface DayRules {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Of dates that are text. */
  readonly dayOrder: DayOrder;
}

interface TypeRules {
  /** The type of its column. */
  readonly sqlType: 'text' | 'date';
  /** As a file has it, in the form in which it is kept; null when it is none. */
  readonly read: (cell: Cell, field: ContactFieldName, days: DayRules) => string | null;
  /** What is wrong with a text that is none. */
  readonly problem: (text: string) => RowError;
  readonly mask: (value: string) => string;
}

const types: Readonly<Record<FieldType, TypeRules>> = {
  name: {
    sqlType: 'text',
    read: (cell) => readName(textOf(cell)),
    problem: (text) => (isLonger(text, nameLengthMax) ? 'name_too_long' : 'name_not_valid'),
    mask: maskName,
  },
  email: {
    sqlType: 'text',
    read: (cell) => normalizeEmail(textOf(cell)),
    problem: () => 'email_invalid',
    mask: maskEmail,
  },
  phone: {
    sqlType: 'text',
    read: (cell) => (hasLostDigits(cell) ? null : normalizePhone(withoutDecimals(textOf(cell)))),
    problem: () => 'phone_invalid',
    mask: maskPhone,
  },
  externalId: {
    sqlType: 'text',
    read: (cell) => readCode(textOf(cell)),
    problem: () => 'external_id_not_valid',
    mask: () => hiddenCustomValue,
  },
  date: { sqlType: 'date', read: readDate, problem: () => 'date_invalid', mask: maskDay },
};

function rulesOf(field: ContactFieldName): TypeRules {
  return types[contactField(field).type];
}

/** A phone that was a number once, written as 5.511E+12, and read again. No phone ends in six zeros. */
function hasLostDigits(cell: Cell): boolean {
  return typeof cell === 'number' && cell % 1_000_000 === 0;
}

/** '11987654321.0': a phone that a program took for a number with decimals. */
function withoutDecimals(text: string): string {
  return text.replace(/^(\d{8,15})[.,]0$/, '$1');
}

function readName(text: string): string | null {
  return isLonger(text, nameLengthMax) || !isName(text) ? null : text;
}

function readCode(text: string): string | null {
  const code = tidyName(text);
  return code === '' || isLonger(code, externalIdLengthMax) ? null : code;
}

/** A spreadsheet may show a day as the number that it keeps; in a CSV file that number is text. */
function readDate(cell: Cell, field: ContactFieldName, { today, dayOrder }: DayRules): string | null {
  const day =
    typeof cell === 'number' ? (dateOfSerial(cell, false)?.day ?? null) : readDay(textOf(cell), today, dayOrder);
  return day !== null && isPlausibleDay(contactField(field), day, today) ? day : null;
}

/** Reads a cell that is not blank into the form in which a field is kept, or says why it cannot be. */
export function readField(
  field: ContactFieldName,
  cell: Cell,
  days: DayRules,
): string | { readonly problem: RowError } {
  const rules = rulesOf(field);
  return rules.read(cell, field, days) ?? { problem: rules.problem(textOf(cell)) };
}

/** The type of a field's column. */
export function sqlTypeOf(field: ContactFieldName): TypeRules['sqlType'] {
  return rulesOf(field).sqlType;
}

/** A value as it is shown to whoever may not see it. */
export function maskedField(field: ContactFieldName, value: string): string {
  return rulesOf(field).mask(value);
}

/** The fields of a contact as lists show them to a role: without the right to identify people, all of them are masked. */
export function presentFields(row: ContactValues, role: Role): Pick<Contact, ContactFieldName> {
  return fieldsOf(row, () => !can(role, 'contacts.identify'));
}

/** The same as the editor shows them: some are masked for everybody. */
export function presentEditedFields(row: ContactValues, role: Role): Pick<Contact, ContactFieldName> {
  return fieldsOf(row, (field) => isMaskedField(field) || !can(role, 'contacts.identify'));
}

function fieldsOf(row: ContactValues, isHidden: (field: ContactFieldName) => boolean): Pick<Contact, ContactFieldName> {
  const shown = contactFieldNames.map((field) => {
    const value = row[field];
    return [field, value && isHidden(field) ? maskedField(field, value) : value] as const;
  });
  return Object.fromEntries(shown) as Pick<Contact, ContactFieldName>;
}
