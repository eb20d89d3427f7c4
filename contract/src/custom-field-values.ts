import { writtenDay } from './day-text.ts';
import type { DayOrder } from './day-text.ts';
import { isLonger, tidyName } from './name.ts';
import { cpfProblem, isCnpj, normalizeCnpj, normalizeCpf, writtenCnpj, writtenCpf } from './tax-numbers.ts';

/* What the value of a custom field may be, how it is kept, and how people write it. */

export const customFieldTypes = ['text', 'date', 'cpf', 'number', 'cnpj', 'select'] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

/** What the judgement of a value asks of its field. */
export interface JudgedField {
  readonly type: CustomFieldType;
  readonly options: readonly string[];
  readonly required: boolean;
}

/** How numbers and days are written where a value comes from; a day is read as it is kept, too. */
export interface Notation {
  readonly dayOrder: DayOrder;
  /** Before the decimals. */
  readonly decimal: ',' | '.';
  /** Between thousands; null where there is nothing. */
  readonly thousands: '.' | ',' | null;
}
/** As values are kept and go over the wire. */
export const keptNotation: Notation = { dayOrder: 'day-month', decimal: '.', thousands: null };

/** What is wrong with a value. Those of a CPF have the names of the specification. */
export type CustomValueProblem =
  | 'required'
  | 'cpfIncompleto'
  | 'cpfInvalido'
  | 'cnpjInvalid'
  | 'dateInvalid'
  | 'numberInvalid'
  | 'optionUnknown'
  | 'tooLong';

export type JudgedValue =
  | { readonly value: string | null; readonly problem?: never }
  | { readonly value?: never; readonly problem: CustomValueProblem };

export const customTextLengthMax = 500;
/** Signs of a number beyond these are lost in a spreadsheet. */
const numberDigitsMax = 15;

/**
 * Judges what somebody says of a field, and gives it in the form in which it is kept; null for nothing. A CPF and a CNPJ are kept
 * without signs, a day as `YYYY-MM-DD`, a number as `-1234.5`. A required CPF of which nothing is said is not whole (decision 18).
 */
export function judgeCustomValue(field: JudgedField, typed: string | null, notation = keptNotation): JudgedValue {
  const text = tidyName(typed ?? '');
  if (text !== '') return judges[field.type](text, field, notation);
  if (!field.required) return { value: null };
  return { problem: field.type === 'cpf' ? 'cpfIncompleto' : 'required' };
}

type Judge = (text: string, field: JudgedField, notation: Notation) => JudgedValue;

const judges: Readonly<Record<CustomFieldType, Judge>> = {
  text: (text) => (isLonger(text, customTextLengthMax) ? { problem: 'tooLong' } : { value: text }),
  date: (text, _field, { dayOrder }) => valueOr(keptDay(text, dayOrder), 'dateInvalid'),
  cpf: (text) => {
    const problem = cpfProblem(text);
    return problem ? { problem } : { value: normalizeCpf(text) };
  },
  number: (text, _field, notation) => valueOr(keptNumber(text, notation), 'numberInvalid'),
  cnpj: (text) => (isCnpj(text) ? { value: normalizeCnpj(text) } : { problem: 'cnpjInvalid' }),
  select: (text, { options }) => valueOr(optionOf(text, options), 'optionUnknown'),
};

/** The option as its field has it: options differ by more than capitals, which people of files write as they like. */
function optionOf(text: string, options: readonly string[]): string | null {
  const written = text.toLowerCase();
  return (
    options.find((option) => option === text) ?? options.find((option) => option.toLowerCase() === written) ?? null
  );
}

function valueOr(value: string | null, problem: CustomValueProblem): JudgedValue {
  return value === null ? { problem } : { value };
}

/** A day of `17/05/1990`, with all of its places (CONTACT-21), or of `1990-05-17`; null when there is no such day. */
function keptDay(text: string, order: DayOrder): string | null {
  const [, first, second, writtenYear] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const [month, date] = order === 'day-month' ? [second, first] : [first, second];
  const day = writtenYear ? `${writtenYear}-${month}-${date}` : text;
  // No year before 1000: one that is typed with a slip begins with 0.
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(day)) return null;
  const at = Date.parse(day);
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(day) ? null : day;
}

/** A number in plain decimals: '1.234,50' → '1234.5'; null when it is none, or longer than a spreadsheet keeps. */
function keptNumber(text: string, { decimal, thousands }: Notation): string | null {
  const grouped = thousands === null ? '' : `|\\d{1,3}(?:\\${thousands}\\d{3})+`;
  const shape = new RegExp(`^([+-]?)(\\d+${grouped})(?:\\${decimal}(\\d+))?$`);
  const [, sign, written, decimals = ''] = shape.exec(text.replace(/\s/g, '')) ?? [];
  if (written === undefined) return null;
  const whole = written.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  const fraction = decimals.replace(/0+$/, '');
  if (whole.length + fraction.length > numberDigitsMax) return null;
  const number = fraction ? `${whole}.${fraction}` : whole;
  return sign === '-' && number !== '0' ? `-${number}` : number;
}

/** What stands in the place of a value that is not shown: nothing of it but that it is known. */
export const hiddenCustomValue = '***';

/** A kept value as people write it; a hidden one stays hidden. */
export function writtenCustomValue(type: CustomFieldType, value: string, { dayOrder, decimal } = keptNotation): string {
  if (value === hiddenCustomValue) return value;
  if (type === 'date') return writtenDay(value, dayOrder);
  if (type === 'cpf') return writtenCpf(value);
  if (type === 'cnpj') return writtenCnpj(value);
  return type === 'number' ? value.replace('.', decimal) : value;
}

/** What is typed, in the mask of its type: 00/00/0000, 000.000.000-00, 00.000.000/0000-00 with letters (CONTACT-17). */
export function maskedCustomValue(type: CustomFieldType, typed: string): string {
  if (type === 'cpf') return writtenCpf(typed);
  if (type === 'cnpj') return writtenCnpj(typed);
  if (type !== 'date') return typed;
  const digits = typed.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
}
