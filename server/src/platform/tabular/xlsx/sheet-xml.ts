import { columnLetters } from '../column-letters.ts';
import { textOf } from '../table.ts';
import type { WrittenCell } from '../written-table.ts';
import { serialOfDate, serialOfTime } from './serial-date.ts';
import { styles } from './workbook-parts.ts';
import { escapedText, fittingText } from './xml-text.ts';

/** The columns that a spreadsheet has. */
export const columnsMax = 16_384;
const letters = columnLetters(columnsMax);

/** The widths of columns by what stands in them, in signs. */
export const columnWidths = { text: 28, number: 12, date: 18, time: 12 } as const;

/** A row of cells, and nothing for those that are blank. What a spreadsheet has no column for is left out. */
export function rowXml(rowNo: number, cells: readonly WrittenCell[], textStyle: number = styles.text): string {
  let xml = `<row r="${rowNo}">`;
  for (const [at, letter] of letters.slice(0, cells.length).entries())
    xml += cellXml(`${letter}${rowNo}`, cells[at] ?? null, textStyle);
  return `${xml}</row>`;
}

function cellXml(reference: string, cell: WrittenCell, textStyle: number): string {
  if (cell === null) return '';
  const number = numberOf(cell);
  if (number !== null) return numberXml(reference, number.value, number.style);
  return textXml(reference, textOf(cell.value), textStyle);
}

/** What stands for a cell that is no text; null when the cell is one, or holds a day or time that no number stands for. */
function numberOf(cell: NonNullable<WrittenCell>): { value: number; style: number } | null {
  if (cell.type === 'number') return { value: cell.value, style: styles.general };
  if (cell.type === 'text') return null;
  const value = cell.type === 'date' ? serialOfDate(cell.value) : serialOfTime(cell.value);
  if (value === null) return null;
  if (cell.type === 'time') return { value, style: styles.time };
  return { value, style: cell.value.time === null ? styles.date : styles.dateTime };
}

function numberXml(reference: string, value: number, style: number): string {
  return Number.isFinite(value) ? `<c r="${reference}" s="${style}"><v>${value}</v></c>` : '';
}

/** Said to be a text, so that `=1+1` is one. */
function textXml(reference: string, text: string, style: number): string {
  if (text === '') return '';
  const held = escapedText(fittingText(text));
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${held}</t></is></c>`;
}
