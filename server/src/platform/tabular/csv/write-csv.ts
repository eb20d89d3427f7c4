import type { Language } from '@escuta/contract/primitives';
import { safeCell } from '../safe-cell.ts';
import { textOf } from '../table.ts';
import { cellsOf, headingsOf } from '../written-table.ts';
import type { WrittenCell, WrittenTable } from '../written-table.ts';

/** What the spreadsheets of a country expect in a CSV file. */
export interface CsvDialect {
  readonly delimiter: ',' | ';';
  readonly decimalSign: ',' | '.';
}

const latin: CsvDialect = { delimiter: ';', decimalSign: ',' };
/** The dialects of our languages. */
export const csvDialects: Readonly<Record<Language, CsvDialect>> = {
  pt: latin,
  es: latin,
  en: { delimiter: ',', decimalSign: '.' },
};

const byteOrderMark = '\ufeff';
const pieceLetters = 65_536;

/**
 * A table as CSV (RFC 4180): UTF-8 with a mark, days as ISO 8601 has them, and texts that no spreadsheet takes for a formula.
 */
export async function* writeCsv<Row>(table: WrittenTable<Row>, dialect: CsvDialect): AsyncGenerator<Buffer> {
  let piece = csvHead(table, dialect);
  for await (const rows of table.rows) {
    for (const row of rows) {
      piece += csvLine(cellsOf(table, row), dialect);
      if (piece.length < pieceLetters) continue;
      yield Buffer.from(piece);
      piece = '';
    }
  }
  yield Buffer.from(piece);
}

/** What a file begins with: the mark and the headings. */
export function csvHead<Row>(table: Omit<WrittenTable<Row>, 'rows'>, dialect: CsvDialect): string {
  return byteOrderMark + csvLine(headingsOf(table), dialect);
}

/** The line of a row. */
export function csvLine(cells: readonly WrittenCell[], dialect: CsvDialect): string {
  return `${cells.map((cell) => cellText(cell, dialect)).join(dialect.delimiter)}\r\n`;
}

function cellText(cell: WrittenCell, { delimiter, decimalSign }: CsvDialect): string {
  if (cell === null) return '';
  // A negative number begins like a formula and is none.
  if (cell.type === 'number') return Number.isFinite(cell.value) ? textOf(cell.value).replace('.', decimalSign) : '';
  return safeCell(textOf(cell.value), delimiter);
}
