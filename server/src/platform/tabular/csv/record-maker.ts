import { TableBroken } from '../table.ts';
import { cellsOf } from './csv-cells.ts';
import type { Line } from './csv-lines.ts';
import { workPerLine } from './csv-record.ts';
import type { CsvLayout, CsvRecord, Work } from './csv-record.ts';
import { decode, isStrayUtf8 } from './encodings.ts';
import { rowBytesMax, waitingLines } from './waiting-lines.ts';

/** So many rows in a row are broken that the rest of the file cannot be trusted either. */
export class RowsBroken extends TableBroken {
  constructor() {
    super('rows_broken');
  }
}

/** Turns lines into rows. */
export interface RecordMaker {
  /** Takes the next line of the file. Throws RowsBroken. */
  add(line: Line): void;
  /** Counts empty lines of the file that belong to no row: nothing waits. */
  skip(emptyLines: number): void;
  /** There are no more lines: makes up to so many rows of those that still wait for the end of a quoted cell. */
  end(recordsMax: number): void;
  /** Whether lines wait. */
  isWaiting(): boolean;
  /** How many rows are made and not taken. */
  made(): number;
  /** Hands over the rows made so far. */
  take(): CsvRecord[];
}

/** An honest file has a broken row here and there. */
const brokenInARowMax = 300;

/** The lines of a row as one. */
function joined(lines: readonly Line[]): Pick<Line, 'text' | 'nextByte'> {
  const text = lines.map((line, at) => (at < lines.length - 1 ? line.text + line.ending : line.text)).join('');
  return { text, nextByte: lines.at(-1)?.nextByte ?? 0 };
}

/** Blanks alone, or the mark with which DOS ends a text. */
function isBlankLine(text: string): boolean {
  const rest = text.trim();
  return rest === '' || rest === '\x1a';
}

/** Makes rows of lines. `rows` come before the first line. */
export function recordMaker({ delimiter, encoding }: CsvLayout, rows: number, work: Work): RecordMaker {
  const waiting = waitingLines(delimiter, work);
  let rowNo = rows;
  let brokenInARow = 0;
  let made: CsvRecord[] = [];

  function fault(line: Line, reason: NonNullable<CsvRecord['fault']>): void {
    brokenInARow += 1;
    if (brokenInARow > brokenInARowMax) throw new RowsBroken();
    waiting.take(1);
    work.done += line.text.length;
    const cells = decode(line.text.slice(0, rowBytesMax), encoding).split(delimiter);
    made.push({ rowNo: (rowNo += 1), cells, fault: reason, next: line.nextByte });
  }

  function record(first: Line, lineCount: number): void {
    const lines = waiting.take(lineCount);
    // Nearly every row is one line.
    const { text, nextByte } = lineCount === 1 ? first : joined(lines);
    work.done += text.length;
    const { cells, hasStrayBreak } = cellsOf(decode(text, encoding), delimiter);
    brokenInARow = 0;
    const fault = hasStrayBreak ? 'line_break_stray' : isStrayUtf8(text, encoding) ? 'encoding_mixed' : null;
    made.push({ rowNo: (rowNo += 1), cells, fault, next: nextByte });
  }

  /** Makes a row of the first line and those that belong to it; false when its end has not come yet. */
  function makeRow(line: Line, isEnd: boolean): boolean {
    if (isBlankLine(line.text)) {
      rowNo += 1;
      waiting.take(1);
      return true;
    }
    // A line of a million cells would take a hundred times its own memory.
    const isTooLong = line.text.length > rowBytesMax;
    const lineCount = isTooLong ? 0 : waiting.rowLines(isEnd);
    if (lineCount === null) return false;
    if (lineCount > 0) record(line, lineCount);
    else fault(line, isTooLong ? 'row_too_long' : 'quote_broken');
    return true;
  }

  return {
    add(line) {
      work.done += workPerLine;
      waiting.add(line);
      for (let next = waiting.first(); next; next = waiting.first()) if (!makeRow(next, false)) return;
    },
    skip(emptyLines) {
      work.done += emptyLines;
      rowNo += emptyLines;
    },
    end(recordsMax) {
      for (let next = waiting.first(); next && made.length < recordsMax; next = waiting.first()) makeRow(next, true);
    },
    isWaiting: () => waiting.first() !== undefined,
    made: () => made.length,
    take() {
      const taken = made;
      made = [];
      return taken;
    },
  };
}
