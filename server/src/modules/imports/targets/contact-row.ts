import { nameLengthMax } from '@escuta/contract/contact-fields';
import { particularNames } from '@escuta/contract/contact-particulars';
import { customFieldOf } from '@escuta/contract/imports';
import type { ImportField, importFields } from '@escuta/contract/imports';
import { withTitleCase } from '@escuta/contract/message-name';
import { isLonger, tidyName } from '@escuta/contract/name';
import { nothingSaid, readCustomCell, readField, readParticular } from '#modules/contacts/index.ts';
import type { IncomingContact } from '#modules/contacts/index.ts';
import { holdsNotText } from '#platform/tabular/cell-text.ts';
import type { Cell, TableRow } from '#platform/tabular/table.ts';
import { textOf } from '#platform/tabular/table.ts';
import type { RowProblem, RowReading, RowRules } from '../target.ts';
import { bareAddress, cleanCell, isErrorCell, rowFault } from './cells.ts';
import { notationOf } from './decimal-sign.ts';

/**
 * Reads a contact from the cells of a row, or says all that is wrong with it. A cell that cannot be read is left out, with a
 * warning, as long as an e-mail or a phone is left: one bad phone does not cost a good e-mail.
 */
export function readContact(row: TableRow, rules: RowRules): RowReading<IncomingContact> {
  const fault = rowFault(row, rules.mapping.length);
  if (fault) return { refusal: [{ reason: fault, column: null }] };
  return readFields(row.cells, rules);
}

type Fields = { -readonly [Field in keyof IncomingContact]: IncomingContact[Field] };
/** A field of a contact: `mappingProblem` lets nothing else of what columns may become into a file of contacts. */
type OwnField = Exclude<(typeof importFields)[number], 'ignore'>;
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
    if (isErrorCell(given)) {
      problems.push({ reason: 'formula_error', column });
      continue;
    }
    const isNamed = field === 'name' || field === 'company';
    const cell = cleanCell(isNamed ? tidyName(textOf(given)) : given);
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
    const own = field as OwnField;
    // Tags are added to those that are there.
    if (own !== 'tags') contact.cleared = [...(contact.cleared ?? []), own];
  } else if (custom?.fields.get(name)?.required === false) {
    contact.custom = { ...contact.custom, [name]: null };
  }
}

/** Lets a cell that is not blank say something of a contact, or says what is wrong with it. */
function say(contact: Fields, field: Exclude<ImportField, 'ignore'>, cell: Cell, rules: RowRules): Said {
  const custom = customFieldOf(field);
  if (custom !== null) return sayCustom(contact, custom, cell, rules);
  const own = field as OwnField;
  if (isParticular(own)) {
    const read = readParticular(own, textOf(cell));
    if ('problem' in read) return { reason: read.problem };
    Object.assign(contact, read);
    return null;
  }
  const bare = own === 'email' ? bareAddress(textOf(cell)) : cell;
  const read = own === 'company' ? readCompany(cell) : readField(own, bare, rules);
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

function isParticular(field: OwnField): field is (typeof particularNames)[number] {
  return particularNames.some((name) => name === field);
}

function readCompany(cell: Cell): string | { readonly problem: 'name_too_long' } {
  const text = textOf(cell);
  return isLonger(text, nameLengthMax) ? { problem: 'name_too_long' } : text;
}

function isAddress(field: RowRules['mapping'][number] | undefined): boolean {
  return field === 'email' || field === 'tel';
}
