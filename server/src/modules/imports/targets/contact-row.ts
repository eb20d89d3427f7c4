import { nameLengthMax } from '@escuta/contract/contact-fields';
import { withTitleCase } from '@escuta/contract/message-name';
import { nothingSaid, readField } from '#modules/contacts/index.ts';
import type { IncomingContact } from '#modules/contacts/index.ts';
import { holdsNotText } from '#platform/tabular/cell-text.ts';
import type { Cell, TableRow } from '#platform/tabular/table.ts';
import { textOf } from '#platform/tabular/table.ts';
import type { RowProblem, RowReading, RowRules } from '../target.ts';

/**
 * Reads a contact from the cells of a row, or says what is wrong with it. A cell that cannot be read is left out, with a
 * warning, as long as an e-mail or a phone is left: one bad phone does not cost a good e-mail.
 */
export function readContact(row: TableRow, rules: RowRules): RowReading<IncomingContact> {
  const { cells, fault } = row;
  const { mapping } = rules;
  if (fault) return { refusal: { reason: fault, column: null } };
  // A workbook leaves out the blank cells at the end of its rows; a line of text without them is cut.
  if (cells.length < mapping.length && !row.isSparse) return { refusal: { reason: 'columns_missing', column: null } };
  // Spreadsheets leave empty cells behind; only what somebody wrote there is too much.
  if (cells.length > mapping.length && cells.slice(mapping.length).some((cell) => textOf(cell).trim() !== '')) {
    return { refusal: { reason: 'columns_extra', column: null } };
  }
  const strange = cells.findIndex((cell) => typeof cell === 'string' && holdsNotText(cell));
  if (strange !== -1) return { refusal: { reason: 'not_text', column: strange } };
  return readFields(cells, rules);
}

type Fields = { -readonly [Field in keyof IncomingContact]: IncomingContact[Field] };

function readFields(cells: readonly Cell[], { mapping, titleCase, today }: RowRules): RowReading<IncomingContact> {
  const contact: Fields = { ...nothingSaid, company: null };
  let warning: RowProblem | null = null;
  for (const [column, field] of mapping.entries()) {
    if (field === 'ignore') continue;
    const cell = clean(cells[column] ?? '');
    if (cell === null) continue;
    const read = field === 'company' ? readCompany(cell) : readField(field, cell, today);
    if (typeof read === 'string') contact[field] = read;
    else warning ??= { reason: read.problem, column };
  }
  if (contact.email === null && contact.tel === null)
    return { refusal: isOfAddress(warning) ? warning : { reason: 'no_address', column: null } };
  if (titleCase && contact.name !== null) contact.name = withTitleCase(contact.name);
  return { value: contact, warning };
}

function readCompany(cell: Cell): string | { readonly problem: 'name_too_long' } {
  const text = textOf(cell);
  return text.length > nameLengthMax ? { problem: 'name_too_long' } : text;
}

function isOfAddress(problem: RowProblem | null): problem is RowProblem {
  return problem?.reason === 'email_invalid' || problem?.reason === 'phone_invalid';
}

/**
 * A cell as people mean it: spaces and line breaks as one space, without the apostrophe that keeps a spreadsheet (and our
 * own error file) from taking it for a formula. Null when blank; a lone dash means blank too.
 */
function clean(cell: Cell): Cell | null {
  if (typeof cell !== 'string') return cell;
  const text = cell
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=^|[,;|:])'(?=[=+\-@＝＋－＠])/g, '');
  return /^[-–—.]*$/.test(text) ? null : text;
}
