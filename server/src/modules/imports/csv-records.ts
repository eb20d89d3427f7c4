import type { Readable } from 'node:stream';
import Papa from 'papaparse';
import type { ImportPreview } from '@escuta/contract/imports';
import { readLines } from './csv-lines.ts';
import type { Line } from './csv-lines.ts';

/** How the bytes of a CSV file become cells. */
export interface CsvLayout {
  readonly encoding: ImportPreview['encoding'];
  readonly delimiter: ImportPreview['delimiter'];
  /** `\n` stands for `\r\n` too; `\r` alone is how old Macs end a line. */
  readonly lineBreak: '\n' | '\r';
  /** Where the text begins, in bytes: after the byte order mark. */
  readonly firstByte: number;
}

/** A row of the file: one line, or several when a quoted cell holds line breaks. */
export interface CsvRecord {
  /** Counted from 1 with the header and blank rows: the number that a spreadsheet shows. */
  readonly rowNo: number;
  readonly cells: readonly string[];
  /** Why it is no row: then the cells are those of its first line, cut at the delimiter with the quotes left in. */
  readonly fault: 'quote_broken' | 'row_too_long' | null;
  /** Where the next row begins, in bytes. */
  readonly nextByte: number;
}

type Dialect = Pick<CsvLayout, 'encoding' | 'delimiter'>;
type Cells = Omit<CsvRecord, 'rowNo'>;

// Small enough that whatever else the process does waits a millisecond, not ten.
const linesPerBatch = 100;
/** A hundred honest rows are far smaller; a hundred of the longest lines would be a hundred megabytes. */
const batchBytesMax = 1_048_576;
// A quote that nobody closed must cost its own row, not the rest of the file.
const recordLinesMax = 100;
const recordBytesMax = 65_536;

/**
 * Reads the rows of a CSV file in batches of about a hundred or a megabyte, in flat memory.
 * @param from where the stream begins: the byte, and how many rows come before it. Throws LineTooLong.
 */
export async function* readRecords(
  source: Readable,
  layout: CsvLayout,
  from: { byte: number; rows: number },
): AsyncGenerator<CsvRecord[]> {
  let waiting: Line[] = [];
  let rowNo = from.rows;
  function take(lines: readonly Line[], isEnd: boolean): CsvRecord[] {
    const { records, left } = parseLines(lines, layout, isEnd);
    waiting = [...left, ...waiting.slice(lines.length)];
    return records.map((record) => ({ ...record, rowNo: (rowNo += 1) }));
  }
  for await (const lines of readLines(source, layout.lineBreak, from.byte)) {
    waiting = waiting.concat(lines);
    for (let count = fullBatch(waiting); count > 0; count = fullBatch(waiting))
      yield take(waiting.slice(0, count), false);
  }
  while (waiting.length > 0) yield take(waiting, true);
}

/** How many of the lines make a batch; 0 when more may join it. */
function fullBatch(lines: readonly Line[]): number {
  let bytes = 0;
  for (const [at, { text }] of lines.entries()) {
    bytes += text.length;
    if (at + 1 >= linesPerBatch || bytes >= batchBytesMax) return at + 1;
  }
  return 0;
}

/**
 * Turns lines into rows. Lines whose row may go on in the lines to come are `left`, unless this is the end.
 * The fast way reads all lines at once and holds when every line is a row of its own; otherwise row by row.
 */
export function parseLines(
  lines: readonly Line[],
  dialect: Dialect,
  isEnd: boolean,
): { records: Cells[]; left: Line[] } {
  const isEachShort = lines.every(({ text }) => text.length <= recordBytesMax);
  const { rows, quotes } = isEachShort ? parse(lines.map(({ text }) => text).join('\n'), dialect) : unread;
  if (quotes === 'closed' && rows.length === lines.length) {
    return {
      records: lines.map(({ nextByte }, at) => ({ cells: rows[at] ?? [], fault: null, nextByte })),
      left: [],
    };
  }
  const records: Cells[] = [];
  let at = 0;
  while (at < lines.length) {
    const found = recordAt(lines, at, dialect, isEnd);
    if (!found) break;
    records.push(found.record);
    at += found.lineCount;
  }
  return { records, left: lines.slice(at) };
}

interface Found {
  readonly record: Cells;
  readonly lineCount: number;
}

/** The row that begins at a line, or null when it may go on after the last line. */
function recordAt(lines: readonly Line[], first: number, dialect: Dialect, isEnd: boolean): Found | null {
  let text = '';
  // A line of a million cells would take a hundred times its own memory.
  if ((lines[first]?.text.length ?? 0) > recordBytesMax) return faultAt(lines, first, dialect, 'row_too_long');
  for (const [more, line] of lines.slice(first, first + recordLinesMax).entries()) {
    if (text.length > recordBytesMax) return faultAt(lines, first, dialect, 'quote_broken');
    text += line.text;
    // Only a quote can close the cell that the first line left open.
    if (more === 0 || line.text.includes('"')) {
      const { rows, quotes } = parse(text, dialect);
      if (quotes === 'wrong' || rows.length !== 1) return faultAt(lines, first, dialect, 'quote_broken');
      const record = { cells: rows[0] ?? [], fault: null, nextByte: line.nextByte };
      if (quotes === 'closed') return { record, lineCount: more + 1 };
    }
    text += line.ending;
  }
  const isTooLong = lines.length - first >= recordLinesMax || text.length > recordBytesMax;
  return isEnd || isTooLong ? faultAt(lines, first, dialect, 'quote_broken') : null;
}

function faultAt(
  lines: readonly Line[],
  first: number,
  { encoding, delimiter }: Dialect,
  fault: NonNullable<CsvRecord['fault']>,
): Found {
  const { text = '', nextByte = 0 } = lines[first] ?? {};
  const cells = decode(text.slice(0, recordBytesMax), encoding).split(delimiter);
  return { record: { cells, fault, nextByte }, lineCount: 1 };
}

interface Parsed {
  readonly rows: string[][];
  /** Whether the last cell is still open or a quote stands where none may. */
  readonly quotes: 'closed' | 'open' | 'wrong';
}

const unread: Parsed = { rows: [], quotes: 'wrong' };

/** The rows of a text of bytes. */
function parse(text: string, { encoding, delimiter }: Dialect): Parsed {
  const parser = new Papa.Parser({ delimiter, newline: '\n' });
  // The final line break makes the parser judge the last quote as it does any other; it adds one empty row.
  const { data, errors } = parser.parse(`${decode(text, encoding)}\n`, 0, false) as Papa.ParseResult<string[]>;
  if (errors.length === 0) return { rows: data.slice(0, -1), quotes: 'closed' };
  return { rows: data, quotes: errors.every(({ code }) => code === 'MissingQuotes') ? 'open' : 'wrong' };
}

const windows1252 = new TextDecoder('windows-1252');

function decode(text: string, encoding: Dialect['encoding']): string {
  // oxlint-disable-next-line no-control-regex -- everything but ASCII
  if (!/[^\x00-\x7f]/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return encoding === 'utf-8' ? bytes.toString('utf8') : windows1252.decode(bytes);
}
