import { normalizeEmail } from '@escuta/contract/email-address';
import type { ImportField, RowError } from '@escuta/contract/imports';
import { normalizePhone } from '#modules/contacts/index.ts';
import type { IncomingContact } from '#modules/contacts/index.ts';
import { holdsNotText } from '#platform/tabular/cell-text.ts';
import type { CsvRecord } from '#platform/tabular/csv/csv-record.ts';

/** Why a row is refused, and the column to blame when there is one. */
export interface RowProblem {
  readonly reason: RowError;
  readonly column: number | null;
}

const nameLengthMax = 200;
/** Whether a row of the file is blank, as spreadsheets leave behind: neither counted nor imported. */
export function isBlank({ cells }: Pick<CsvRecord, 'cells'>): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/**
 * Reads a contact from the cells of a row, or says what is wrong with it. A row with one good and one bad address is
 * refused, naming the bad one: the person corrects the file, and nothing half known is kept.
 */
export function readContact(record: CsvRecord, mapping: readonly ImportField[]): IncomingContact | RowProblem {
  const { cells } = record;
  if (record.fault) return { reason: record.fault, column: null };
  if (cells.length < mapping.length) return { reason: 'columns_missing', column: null };
  // Spreadsheets leave empty cells behind; only what somebody wrote there is too much.
  if (cells.length > mapping.length && cells.slice(mapping.length).some((cell) => cell.trim() !== '')) {
    return { reason: 'columns_extra', column: null };
  }
  const strange = cells.findIndex(holdsNotText);
  if (strange !== -1) return { reason: 'not_text', column: strange };
  return checkFields(cells, mapping);
}

function checkFields(cells: readonly string[], mapping: readonly ImportField[]): IncomingContact | RowProblem {
  const contact: { -readonly [Field in keyof IncomingContact]: IncomingContact[Field] } = {
    name: null,
    email: null,
    tel: null,
    company: null,
  };
  for (const [column, field] of mapping.entries()) {
    if (field === 'ignore') continue;
    const value = clean(cells[column] ?? '');
    if (value === null) continue;
    if (field === 'email') {
      contact.email = normalizeEmail(value);
      if (contact.email === null) return { reason: 'email_invalid', column };
    } else if (field === 'tel') {
      contact.tel = normalizePhone(value);
      if (contact.tel === null) return { reason: 'phone_invalid', column };
    } else {
      if (value.length > nameLengthMax) return { reason: 'name_too_long', column };
      contact[field] = value;
    }
  }
  return contact.email === null && contact.tel === null ? { reason: 'no_address', column: null } : contact;
}

/**
 * A cell as people mean it: spaces and line breaks as one space, without the apostrophe that keeps a spreadsheet (and our
 * own error file) from taking it for a formula. Null when blank; a lone dash means blank too.
 */
function clean(cell: string): string | null {
  const text = cell
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=^|[,;|:])'(?=[=+\-@＝＋－＠])/g, '');
  return /^[-–—.]*$/.test(text) ? null : text;
}
