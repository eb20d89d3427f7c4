import { quotesAfter } from './csv-cells.ts';
import type { Quotes } from './csv-cells.ts';
import type { Line } from './csv-lines.ts';
import type { Work } from './csv-record.ts';

// A quote that nobody closed must cost its own row, not the rest of the file.
const rowLinesMax = 100;
/** No honest row is longer. */
export const rowBytesMax = 65_536;

/** Lines that belong to no row yet. */
export interface WaitingLines {
  add(line: Line): void;
  /** The line that begins the next row. */
  first(): Line | undefined;
  /**
   * How many lines the next row takes: none when its quotes are broken, null when its end has not come yet.
   * @param isEnd whether there are no more lines to come.
   */
  rowLines(isEnd: boolean): number | null;
  /** Removes so many from the front. */
  take(count: number): Line[];
}

/**
 * Each line is walked over at most twice, as the beginning of a row and as the inside of a quoted cell, and what came of it
 * is remembered: in a file whose quotes never settle every line begins a row that fails, and each of them would walk over
 * the hundred lines behind it again.
 */
export function waitingLines(delimiter: string, work: Work): WaitingLines {
  /** Those before `from` are taken. */
  let lines: Line[] = [];
  let from = 0;
  /** What came of the first line as the beginning of a row; null when nobody has looked. */
  let begun: Quotes | null = null;
  /** Behind the first, the lines before this one leave a quoted cell open when they begin inside of it. */
  let openTo = 0;
  /** What the line at `openTo` does then; null when nobody has looked. */
  let atOpenTo: Quotes | null = null;

  function walk({ text }: Line, isInside: boolean): Quotes {
    work.done += text.length;
    return quotesAfter(text, delimiter, isInside);
  }

  /** Whether the row would be too long with the line at this place. */
  function isTooLong(last: number): boolean {
    const [start, end] = [lines[from], lines[Math.min(last, lines.length - 1)]];
    const bytes = start && end ? end.nextByte - start.nextByte + start.text.length : 0;
    return last - from >= rowLinesMax || bytes > rowBytesMax;
  }

  /** Follows the cell that the first line leaves open. */
  function follow(isEnd: boolean): number | null {
    if (openTo <= from) [openTo, atOpenTo] = [from + 1, null];
    for (; !isTooLong(openTo); [openTo, atOpenTo] = [openTo + 1, null]) {
      const next = lines[openTo];
      if (!next) return isEnd ? 0 : null;
      atOpenTo ??= walk(next, true);
      if (atOpenTo !== 'open') return atOpenTo === 'closed' ? openTo + 1 - from : 0;
    }
    return 0;
  }

  return {
    add: (line) => void lines.push(line),
    first: () => lines[from],
    rowLines(isEnd) {
      const line = lines[from];
      if (!line) return null;
      begun ??= walk(line, false);
      if (begun === 'open') return follow(isEnd);
      return begun === 'closed' ? 1 : 0;
    },
    take(count) {
      const taken = lines.slice(from, from + count);
      from += count;
      begun = null;
      if (from > rowLinesMax) {
        lines = lines.slice(from);
        openTo -= from;
        from = 0;
      }
      return taken;
    },
  };
}
