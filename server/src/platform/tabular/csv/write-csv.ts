import type { Language } from '@escuta/contract/primitives';
import { safeCell } from '../safe-cell.ts';
import { textOf } from '../table.ts';
import type { Column, WrittenTable } from '../written-table.ts';

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
  const lineOf = csvLineOf(table, dialect);
  let piece = csvHead(table, dialect);
  for await (const rows of table.rows) {
    for (const row of rows) {
      piece += lineOf(row);
      if (piece.length < pieceLetters) continue;
      yield Buffer.from(piece);
      piece = '';
    }
  }
  yield Buffer.from(piece);
}

/** What a file begins with: the mark and the headings. */
export function csvHead(
  { columns, ragged }: { columns: readonly { readonly name: string }[]; ragged?: { headings: readonly string[] } },
  { delimiter }: CsvDialect,
): string {
  const names = [...columns.map(({ name }) => name), ...(ragged?.headings ?? [])];
  return `${byteOrderMark}${names.map((name) => safeCell(name, delimiter)).join(delimiter)}\r\n`;
}

/**
 * How a row becomes its line. Each cell goes from its column into the text, without being a thing of its own in between: a file
 * has millions of them.
 */
export function csvLineOf<Row>({ columns, ragged }: Rows<Row>, dialect: CsvDialect): (row: Row) => string {
  const { delimiter } = dialect;
  const [first, ...rest] = columns.map((column) => cellTextOf(column, dialect));
  return (row) => {
    let line = first?.(row) ?? '';
    for (const cell of rest) line += delimiter + cell(row);
    for (const text of ragged?.texts(row) ?? []) line += delimiter + safeCell(text, delimiter);
    return `${line}\r\n`;
  };
}

type Rows<Row> = Pick<WrittenTable<Row>, 'columns' | 'ragged'>;

function cellTextOf<Row>(column: Column<Row>, { delimiter, decimalSign }: CsvDialect): (row: Row) => string {
  if (column.type === 'number') return (row) => numberText(column.cell(row), decimalSign);
  let [last, itsCell] = ['', ''];
  return (row) => {
    const value = column.cell(row);
    if (value === null) return '';
    const text = textOf(value);
    // Where a column holds words, the next row often has the same.
    if (text !== last) [last, itsCell] = [text, safeCell(text, delimiter)];
    return itsCell;
  };
}

/** A negative number begins like a formula and is none. */
function numberText(value: number | null, decimalSign: string): string {
  return value === null || !Number.isFinite(value) ? '' : textOf(value).replace('.', decimalSign);
}
