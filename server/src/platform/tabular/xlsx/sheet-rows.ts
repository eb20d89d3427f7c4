import { isFormulaError } from '../cell-text.ts';
import { isBlankRow, TableBroken } from '../table.ts';
import type { Cell, TableRow } from '../table.ts';
import { dateOfIso, dateOfSerial, timeOfSerial } from './serial-date.ts';
import { richText } from './shared-strings.ts';
import type { Sheet, Workbook } from './workbook.ts';
import { readXml } from './xml-events.ts';
import { unescapedText } from './xml-text.ts';

/** The last row and the last column that a spreadsheet has (XFD1048576): what goes on behind them was written by none. */
const rowsMax = 1_048_576;
const sheetColumnsMax = 16_384;
/** What stands further to the right is kept in the last of them: enough to say that there are too many columns. */
const columnsMax = 256;
const rowLettersMax = 65_536;
const rowsPerBatch = 100;
/** The error of a formula without a value: the program that wrote the workbook works none out. */
const notWorkedOut = '#GETTING_DATA';
/** Digits that a spreadsheet keeps of a number; what follows is noise of its arithmetic. */
const digitsKept = 15;

/**
 * The rows of a sheet behind row number `after`, in batches, of which some hold none. Formulas give
 * the value that was last worked out, or its error; one without a value gives an error, too. What merged cells hide gives
 * blank cells; hidden rows and columns come too. Throws TableBroken.
 */
export async function* readSheet(
  workbook: Workbook,
  { part }: Sheet,
  after: number,
): AsyncGenerator<readonly TableRow[]> {
  const sheet = sheetListener(workbook, after);
  for await (const _piece of readXml(workbook.zip.read(part), sheet)) yield* batches(sheet.take());
  yield* batches(sheet.take());
}

/** As small as those of a CSV file: who gathers a thousand rows does not get many more. */
function* batches(rows: readonly TableRow[]): Generator<readonly TableRow[]> {
  for (let at = 0; at < Math.max(1, rows.length); at += rowsPerBatch) yield rows.slice(at, at + rowsPerBatch);
}

type Attributes = Readonly<Record<string, string>>;

function sheetListener(workbook: Workbook, after: number) {
  let rows: TableRow[] = [];
  let rowNo = 0;
  let cells: Cell[] = [];
  let letters = 0;
  let column = 0;
  let type = 'n';
  let style = 0;
  let value = '';
  let isValue = false;
  let lacksValue = false;
  const inline = richText();

  function beginCell({ r, t, s }: Attributes): void {
    column = (r === undefined ? null : columnOf(r)) ?? column + 1;
    if (column > sheetColumnsMax) throw new TableBroken('not_readable');
    type = t ?? 'n';
    style = Number(s ?? 0);
    value = '';
    lacksValue = false;
  }

  function endCell(): void {
    const said = cellOf(workbook, { type, style, value, inline: inline.take() });
    const cell = lacksValue ? notWorkedOut : said;
    if (cell === '') return;
    letters += typeof cell === 'string' ? cell.length : 0;
    const at = Math.min(column, columnsMax) - 1;
    if (letters > rowLettersMax && cells.length > 0) return;
    while (cells.length < at) cells.push('');
    cells[at] = cell;
  }

  function endRow(): void {
    if (rowNo <= after || isBlankRow(cells)) return;
    const fault = letters > rowLettersMax ? 'row_too_long' : null;
    rows.push({ rowNo, cells, fault, isSparse: true, next: rowNo });
  }

  return {
    open(name: string, attributes: Attributes): void {
      if (name === 'row') {
        rowNo = nextRow(rowNo, attributes['r']);
        [cells, letters, column] = [[], 0, 0];
      } else if (name === 'c') beginCell(attributes);
      else if (name === 'f') lacksValue = true;
      else if (name === 'v') [isValue, lacksValue] = [true, false];
      else inline.open(name);
    },
    text(text: string): void {
      if (isValue) value += text;
      else inline.text(text);
    },
    close(name: string): void {
      if (name === 'v') isValue = false;
      else if (name === 'c' && rowNo > after) endCell();
      else if (name === 'row') endRow();
      else inline.close(name);
    },
    take(): TableRow[] {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

/** Rows may leave their number out, and then follow the one before. */
function nextRow(before: number, given: string | undefined): number {
  const rowNo = given === undefined ? before + 1 : Number(given);
  if (!(Number.isInteger(rowNo) && rowNo > before && rowNo <= rowsMax)) throw new TableBroken('not_readable');
  return rowNo;
}

/** 1 of 'A7', 28 of 'AB7'; null when it is no such reference. */
function columnOf(reference: string): number | null {
  let column = 0;
  for (let at = 0; at < 4; at += 1) {
    const code = reference.charCodeAt(at);
    if (code < 65 || code > 90) return column === 0 || Number.isNaN(code) ? null : column;
    column = column * 26 + code - 64;
  }
  return null;
}

interface RawCell {
  /** ECMA-376-1 §18.18.11. */
  readonly type: string;
  readonly style: number;
  readonly value: string;
  readonly inline: string;
}

function cellOf({ strings, kinds, is1904 }: Workbook, { type, style, value, inline }: RawCell): Cell {
  if (type === 'inlineStr') return inline;
  // An error is one by its type, in whatever words its program tells of it.
  if (type === 'e') return isFormulaError(value) ? value : '#VALUE!';
  if (value === '') return '';
  if (type === 's') return strings.get(Number(value));
  if (type === 'str') return unescapedText(value);
  if (type === 'b') return value === '1' || value === 'true';
  if (type === 'd') return dateOfIso(value) ?? value;
  if (type !== 'n') return '';
  const number = Number(value);
  if (!Number.isFinite(number)) return '';
  const kind = kinds[style] ?? 'number';
  if (kind === 'time') return number < 1 ? timeOfSerial(number) : (dateOfSerial(number, is1904) ?? number);
  const plain = Number(number.toPrecision(digitsKept));
  return kind === 'date' ? (dateOfSerial(number, is1904) ?? plain) : plain;
}
