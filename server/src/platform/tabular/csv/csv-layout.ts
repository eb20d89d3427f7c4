import type { fileKinds } from '@escuta/contract/imports';
import { lineCutter } from './csv-lines.ts';
import type { CsvLayout, Work } from './csv-record.ts';
import { recordMaker } from './record-maker.ts';

/** What kind of file this is when it is no CSV: the params of FILE_NOT_CSV. */
export type FileKind = (typeof fileKinds)[number];

const rowsJudged = 100;
const delimiters = [';', ',', '\t', '|'] as const;
/** It stands in times of day and addresses, so that it counts only where nothing else parts the rows. */
const lastDelimiter = ':';
const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);
const magic: readonly { bytes: string; kind: FileKind }[] = [
  // OLE, which the old xls is.
  { bytes: '\xd0\xcf\x11\xe0', kind: 'spreadsheet' },
  { bytes: '\x1f\x8b', kind: 'archive' },
  { bytes: '7z\xbc\xaf', kind: 'archive' },
  { bytes: 'Rar!', kind: 'archive' },
  { bytes: '%PDF-', kind: 'binary' },
  { bytes: '\xff\xfe', kind: 'utf-16' },
  { bytes: '\xfe\xff', kind: 'utf-16' },
];
const zip = ['PK\x03\x04', 'PK\x05\x06'];
/** What the zip of an xlsx, an ods or a Numbers file holds; names of entries are never packed. */
const inSpreadsheets = ['[Content_Types].xml', 'xl/', 'opendocument.spreadsheet', 'Index/'];

/** Says what a file is when its first bytes are not those of a CSV; null when they may be. */
export function kindOf(head: Buffer): FileKind | null {
  const start = head.toString('latin1', 0, 8);
  if (zip.some((bytes) => start.startsWith(bytes)))
    return inSpreadsheets.some((name) => head.includes(name)) ? 'spreadsheet' : 'archive';
  const known = magic.find(({ bytes }) => start.startsWith(bytes));
  return known ? known.kind : kindByContent(head);
}

function kindByContent(head: Buffer): FileKind | null {
  let zeros = 0;
  let controls = 0;
  for (const byte of head) {
    if (byte === 0) zeros += 1;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) controls += 1;
  }
  // Latin text in UTF-16 is half zeros. A few control characters are a matter of their rows, not of the file.
  if (zeros > head.length / 5 && zeros < head.length * 0.6) return 'utf-16';
  return controls > head.length / 20 ? 'binary' : null;
}

/**
 * Finds the delimiter from the first bytes of a file, of which the rest is known.
 * @param isWhole whether `head` is the whole file: otherwise its last line is cut and does not count.
 */
export function layoutOf(
  head: Buffer,
  { encoding, lineBreak }: Pick<CsvLayout, 'encoding' | 'lineBreak'>,
  isWhole: boolean,
): CsvLayout {
  const firstByte = head.subarray(0, 3).equals(utf8Mark) ? 3 : 0;
  const judged = (delimiter: CsvLayout['delimiter']) => {
    const layout: CsvLayout = { encoding, delimiter, lineBreak, firstByte };
    return { layout, ...consistency(headRows(head, layout, isWhole)) };
  };
  const candidates = delimiters.map(judged);
  candidates.sort((left, right) => right.share - left.share || right.width - left.width);
  const found = [candidates[0], judged(lastDelimiter)].find((candidate) => candidate && candidate.width > 1);
  return found?.layout ?? { encoding, delimiter: ',', lineBreak, firstByte };
}

/** A row of the head with its number in the file. */
export interface HeadRow {
  readonly rowNo: number;
  readonly cells: readonly string[];
}

/** The first rows of a file that are neither blank nor broken; of one that is too long, its beginning. */
export function headRows(head: Buffer, layout: CsvLayout, isWhole: boolean, work: Work = { done: 0 }): HeadRow[] {
  const lines = lineCutter(layout.lineBreak, layout.firstByte);
  const maker = recordMaker(layout, 0, work);
  lines.add(head.toString('latin1', layout.firstByte));
  for (let line = lines.next(); line && maker.made() < rowsJudged; line = lines.next()) {
    maker.add(line);
    if (!maker.isWaiting()) maker.skip(lines.skipEmpty());
  }
  const last = isWhole && maker.made() < rowsJudged ? lines.last() : null;
  if (last) maker.add(last);
  maker.end(rowsJudged);
  return maker
    .take()
    .filter(({ cells, fault }) => fault !== 'quote_broken' && cells.some((cell) => cell.trim() !== ''));
}

/** The most frequent width of the rows, and the share of rows that have it; no share for a single column. */
function consistency(rows: readonly HeadRow[]): { share: number; width: number } {
  const counts = new Map<number, number>();
  for (const {
    cells: { length },
  } of rows)
    counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, count] = [...counts].sort(([, left], [, right]) => right - left)[0] ?? [1, 0];
  return { width, share: width > 1 ? count / rows.length : 0 };
}
