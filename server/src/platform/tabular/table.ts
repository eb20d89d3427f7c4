import type { Readable } from 'node:stream';
import { writtenDay } from '@escuta/contract/day-text';
import type { DayOrder } from '@escuta/contract/day-text';
import { isFormulaError } from './cell-text.ts';

/** A day, with a time where the file has one, as a spreadsheet keeps it: without a zone. */
export interface CellDate {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** `HH:MM:SS`, or null at midnight. */
  readonly time: string | null;
}

/** A cell as its file gives it, '' when it is blank. A CSV file has text only. */
export type Cell = string | number | boolean | CellDate;

/** A row of a table that is not blank. */
export interface TableRow {
  /** Counted from 1 with the header and blank rows: the number that a spreadsheet shows. */
  readonly rowNo: number;
  readonly cells: readonly Cell[];
  /** Why it is no row of which one may be sure; its cells are then the beginning of what stands there. */
  readonly fault: 'quote_broken' | 'row_too_long' | 'line_break_stray' | 'encoding_mixed' | null;
  /** Whether blank cells at its end are left out, as a workbook does. */
  readonly isSparse?: true;
  /** The position behind it, for a checkpoint. */
  readonly next: number;
}

/** How far a table has been read: to be kept, and handed back to the reader that gave it. */
export interface Checkpoint {
  /** The rows before it, blank ones included. */
  readonly rows: number;
  /** Where the next row begins, in a measure of the reader's own; it only grows. */
  readonly position: number;
}

/** A stored file. */
export interface TableFile {
  readonly sizeBytes: number;
  /** Opens it from a byte. */
  read(fromByte: number): Promise<Readable>;
}

/** Why a whole file cannot be read, as far as it belongs to the file. */
export type TableFault = 'not_readable' | 'encrypted' | 'too_large' | 'line_too_long' | 'rows_broken' | 'too_many_rows';

/** A file cannot be read, or not further than this: trying again brings nothing. */
export class TableBroken extends Error {
  readonly fault: TableFault;
  constructor(fault: TableFault, options?: ErrorOptions) {
    super(`a table cannot be read: ${fault}`, options);
    this.fault = fault;
  }
}

/** A cell as text: numbers in plain decimals, dates as ISO 8601 has them. */
export function textOf(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return numberText(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return cell.time === null ? cell.day : `${cell.day} ${cell.time}`;
}

/** A cell as text for people, a date in their order. */
export function shownText(cell: Cell, order: DayOrder = 'day-month'): string {
  return typeof cell === 'object' ? [writtenDay(cell.day, order), cell.time ?? ''].join(' ').trim() : textOf(cell);
}

/** Whether nothing stands in a row, or nothing but errors of formulas: they are drawn down beyond the last row that people wrote. */
export function isBlankRow(cells: readonly Cell[]): boolean {
  return cells.every((cell) => {
    const text = typeof cell === 'string' ? cell.trim() : null;
    return text === '' || (text !== null && isFormulaError(text));
  });
}

/** Long numbers are phones and documents: never in powers of ten. */
function numberText(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 15 }) : text;
}
