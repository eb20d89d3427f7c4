import type { RowError } from '@escuta/contract/imports';
import { withoutUnseen } from '@escuta/contract/name';
import type { Cell, TableRow } from '#platform/tabular/table.ts';
import { isFormulaError } from '#platform/tabular/cell-text.ts';
import { textOf } from '#platform/tabular/table.ts';

/** Why a row is none of which one may be sure, of a table with so many columns; null for one that is. */
export function rowFault(row: TableRow, columnCount: number): RowError | null {
  const { cells, fault } = row;
  if (fault) return fault;
  // A workbook leaves out the blank cells at the end of its rows; a line of text without them is cut.
  if (cells.length < columnCount && !row.isSparse) return 'columns_missing';
  // Spreadsheets leave empty cells behind; only what somebody wrote there is too much.
  if (cells.length > columnCount && cells.slice(columnCount).some((cell) => textOf(cell).trim() !== '')) {
    return 'columns_extra';
  }
  return null;
}

/**
 * A cell as people mean it: spaces and line breaks as one space, without the apostrophe that keeps a spreadsheet (and our
 * own error file) from taking it for a formula. Null when blank; a lone dash means blank too.
 */
export function cleanCell(cell: Cell): Cell | null {
  if (typeof cell !== 'string') return cell;
  const text = cleanText(cell);
  return /^[-–—.]*$/.test(text) ? null : text;
}

/** Whether a cell, as people mean it, holds what a formula could not work out: it says nothing, and is not blank. */
export function isErrorCell(cell: Cell): boolean {
  // Nearly every cell of a million has neither sign of one.
  return typeof cell === 'string' && (cell.includes('#') || cell.includes('Err:')) && isFormulaError(cleanText(cell));
}

/** An e-mail address without what mail programs copy around it: 'mailto:ana@x.com?subject=Oi' and 'Ana <ana@x.com>'. */
export function bareAddress(text: string): string {
  const inBrackets = /^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return inBrackets.trim().replace(/^mailto:\s*([^?]*).*$/is, '$1');
}

function cleanText(cell: string): string {
  // Nearly every cell of a million is tidy: one look costs a third of what putting it in order does.
  return isTidy(cell) ? cell : tidied(cell);
}

function isTidy(cell: string): boolean {
  return !/^\s|\s$|\s\s|[^\S ]|['\u200b-\u200f\u2028-\u202e\u2060-\u2069]/.test(cell);
}

function tidied(cell: string): string {
  return withoutUnseen(cell)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=^|[,;|:])'(?=[=+\-@＝＋－＠])/g, '');
}
