import type { ImportPreview } from '@escuta/contract/imports';

/** How the bytes of a CSV file become cells. */
export interface CsvLayout {
  readonly encoding: ImportPreview['encoding'];
  readonly delimiter: ImportPreview['delimiter'];
  /** `\n` stands for `\r\n` too; `\r` alone is how old Macs end a line. */
  readonly lineBreak: '\n' | '\r';
  /** Where the text begins, in bytes: after the byte order mark. */
  readonly firstByte: number;
}

/** A row of the file that is not blank: one line, or several when a quoted cell holds line breaks. */
export interface CsvRecord {
  /** Counted from 1 with the header and blank rows: the number that a spreadsheet shows. */
  readonly rowNo: number;
  readonly cells: readonly string[];
  /**
   * Why it is no row of which one may be sure. Where its quotes are broken or it is too long, the cells are those of its
   * first line, cut at the delimiter with the quotes left in.
   */
  readonly fault: 'quote_broken' | 'row_too_long' | 'line_break_stray' | 'encoding_mixed' | null;
  /** Where the next row begins, in bytes. */
  readonly nextByte: number;
}

/** How much a reader has had to do: bytes looked at, and steps per line. It gives way to others by this figure. */
export interface Work {
  done: number;
}

/** What a line costs besides its bytes. */
export const workPerLine = 16;
