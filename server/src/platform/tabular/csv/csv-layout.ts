import { lineCutter } from './csv-lines.ts';
import type { CsvLayout, Work } from './csv-record.ts';
import { recordMaker } from './record-maker.ts';
import { rowBytesMax } from './waiting-lines.ts';

const rowsJudged = 100;
const delimiters = [';', ',', '\t', '|'] as const;
/** It stands in times of day and addresses, so that it counts only where nothing else parts the rows. */
const lastDelimiter = ':';
const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);
/**
 * Finds the delimiter from the first bytes of a file, of which the rest is known.
 * @param isWhole whether `head` is the whole file: otherwise its last line is cut, and counts only where it is too long already.
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
  const last = maker.made() < rowsJudged ? lines.last() : null;
  // A cut line is a row all the same where what is there of it is too long already.
  if (last && (isWhole || last.text.length > rowBytesMax)) maker.add(last);
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
