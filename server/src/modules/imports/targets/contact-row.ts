import { nameLengthMax } from '@escuta/contract/contact-fields';
import { customFieldOf } from '@escuta/contract/imports';
import type { ImportField } from '@escuta/contract/imports';
import { withTitleCase } from '@escuta/contract/message-name';
import { tidyName, withoutUnseen } from '@escuta/contract/name';
import { nothingSaid, readCustomCell, readField } from '#modules/contacts/index.ts';
import type { IncomingContact } from '#modules/contacts/index.ts';
import { holdsNotText } from '#platform/tabular/cell-text.ts';
import type { Cell, TableRow } from '#platform/tabular/table.ts';
import { textOf } from '#platform/tabular/table.ts';
import type { RowProblem, RowReading, RowRules } from '../target.ts';
import { notationOf } from './decimal-sign.ts';

/**
 * Reads a contact from the cells of a row, or says all that is wrong with it. A cell that cannot be read is left out, with a
 * warning, as long as an e-mail or a phone is left: one bad phone does not cost a good e-mail.
 */
export function readContact(row: TableRow, rules: RowRules): RowReading<IncomingContact> {
  const { cells, fault } = row;
  const { mapping } = rules;
  if (fault) return { refusal: [{ reason: fault, column: null }] };
  // A workbook leaves out the blank cells at the end of its rows; a line of text without them is cut.
  if (cells.length < mapping.length && !row.isSparse) return { refusal: [{ reason: 'columns_missing', column: null }] };
  // Spreadsheets leave empty cells behind; only what somebody wrote there is too much.
  if (cells.length > mapping.length && cells.slice(mapping.length).some((cell) => textOf(cell).trim() !== '')) {
    return { refusal: [{ reason: 'columns_extra', column: null }] };
  }
  return readFields(cells, rules);
}

type Fields = { -readonly [Field in keyof IncomingContact]: IncomingContact[Field] };
type Said = Pick<RowProblem, 'reason'> | null;

function readFields(cells: readonly Cell[], rules: RowRules): RowReading<IncomingContact> {
  const { mapping, titleCase } = rules;
  const contact: Fields = { ...nothingSaid, company: null };
  const problems: RowProblem[] = [];
  for (const [column, field] of mapping.entries()) {
    const given = cells[column] ?? '';
    if (typeof given === 'string' && holdsNotText(given)) {
      problems.push({ reason: 'not_text', column });
      continue;
    }
    if (field === 'ignore') continue;
    const isNamed = field === 'name' || field === 'company';
    const cell = clean(isNamed ? tidyName(textOf(given)) : given);
    if (cell === null) {
      if (rules.blankCells === 'clear') clearField(contact, field, rules);
      continue;
    }
    const said = say(contact, field, cell, rules);
    if (said) problems.push({ ...said, column });
  }
  const [first, ...others] = problems;
  // Who has no address may be somebody whom the unit knows by their external id.
  if (contact.email === null && contact.tel === null && contact.external_id === null) {
    const isTold = problems.some(({ column }) => column !== null && isAddress(mapping[column]));
    return { refusal: first && isTold ? [first, ...others] : [{ reason: 'no_address', column: null }, ...problems] };
  }
  // Nobody knows what else such a row has lost.
  if (first && problems.some(({ reason }) => reason === 'not_text')) return { refusal: [first, ...others] };
  if (titleCase && contact.name !== null) contact.name = withTitleCase(contact.name);
  return { value: contact, warnings: problems };
}

/** Lets a blank cell clear what is known. A field that a form may not leave blank stays. */
function clearField(contact: Fields, field: Exclude<ImportField, 'ignore'>, { custom }: RowRules): void {
  const name = customFieldOf(field);
  if (name === null) {
    contact.cleared = [...(contact.cleared ?? []), field as Exclude<typeof field, `custom:${string}`>];
  } else if (custom?.fields.get(name)?.required === false) {
    contact.custom = { ...contact.custom, [name]: null };
  }
}

/** Lets a cell that is not blank say something of a contact, or says what is wrong with it. */
function say(contact: Fields, field: Exclude<ImportField, 'ignore'>, cell: Cell, rules: RowRules): Said {
  const custom = customFieldOf(field);
  if (custom !== null) return sayCustom(contact, custom, cell, rules);
  const own = field as Exclude<typeof field, `custom:${string}`>;
  const read = own === 'company' ? readCompany(cell) : readField(own, cell, rules);
  if (typeof read !== 'string') return { reason: read.problem };
  contact[own] = read;
  return null;
}

/** A field that was deleted since the import began has no values. */
function sayCustom(contact: Fields, name: string, cell: Cell, { custom, today, dayOrder }: RowRules): Said {
  const field = custom?.fields.get(name);
  if (!custom || !field) return null;
  const read = readCustomCell(field, cell, { today, dayOrder, ...notationOf(custom.decimal) });
  if (typeof read !== 'string') return { reason: read.problem };
  contact.custom = { ...contact.custom, [name]: read };
  return null;
}

function readCompany(cell: Cell): string | { readonly problem: 'name_too_long' } {
  const text = textOf(cell);
  return text.length > nameLengthMax ? { problem: 'name_too_long' } : text;
}

function isAddress(field: RowRules['mapping'][number] | undefined): boolean {
  return field === 'email' || field === 'tel';
}

/**
 * A cell as people mean it: spaces and line breaks as one space, without the apostrophe that keeps a spreadsheet (and our
 * own error file) from taking it for a formula. Null when blank; a lone dash means blank too, and so does an error of a
 * spreadsheet, which says only that it knows nothing.
 */
function clean(cell: Cell): Cell | null {
  if (typeof cell !== 'string') return cell;
  // Nearly every cell of a million is tidy: one look costs a third of what putting it in order does.
  const text = isTidy(cell) ? cell : tidied(cell);
  return /^[-–—.]*$/.test(text) || (text.startsWith('#') && spreadsheetError.test(text)) ? null : text;
}

// cspell:ignore NULO
/** As a spreadsheet in Portuguese, Spanish or English writes them to a CSV. */
const spreadsheetError =
  /^#(?:N\/[AD]|DIV\/0!|¡DIV\/0!|¡?REF!|NOME\?|¿NOMBRE\?|NAME\?|¡?VALOR!|VALUE!|N[ÚU]M!|¡NUM!|¡?NULO!|NULL!)$/i;

function isTidy(cell: string): boolean {
  return !/^\s|\s$|\s\s|[^\S ]|['\u200b-\u200f\u2028-\u202e\u2060-\u2069]/.test(cell);
}

function tidied(cell: string): string {
  return withoutUnseen(cell)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=^|[,;|:])'(?=[=+\-@＝＋－＠])/g, '');
}
