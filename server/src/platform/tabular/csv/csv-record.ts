import type { fileDelimiters, fileEncodings } from '@escuta/contract/imports';
import type { TableRow } from '../table.ts';

/** How the bytes of a CSV file become cells. */
export interface CsvLayout {
  readonly encoding: (typeof fileEncodings)[number];
  readonly delimiter: (typeof fileDelimiters)[number];
  /** `\n` stands for `\r\n` too; `\r` alone is how old Macs end a line. */
  readonly lineBreak: '\n' | '\r';
  /** Where the text begins, in bytes: after the byte order mark. */
  readonly firstByte: number;
}

/**
 * A row of the file: one line, or several when a quoted cell holds line breaks. Where its quotes are broken or it is too
 * long, the cells are those of its first line, cut at the delimiter with the quotes left in. `next` is a byte of the file.
 */
export interface CsvRecord extends TableRow {
  readonly cells: readonly string[];
}

/** How much a reader has had to do: bytes looked at, and steps per line. It gives way to others by this figure. */
export interface Work {
  done: number;
}

/** What a line costs besides its bytes. */
export const workPerLine = 16;
