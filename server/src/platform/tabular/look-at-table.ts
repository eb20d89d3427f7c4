import { setImmediate as turn } from 'node:timers/promises';
import { headRows, layoutOf } from './csv/csv-layout.ts';
import { lineBytesMax, LineTooLong } from './csv/csv-lines.ts';
import type { CsvLayout } from './csv/csv-record.ts';
import { headBytesMax } from './file-inspection.ts';
import type { Inspection } from './file-inspection.ts';
import { isEncryptedPackage, isZip, kindOf, kindOfFault, kindOfZip, NoTable } from './file-kind.ts';
import type { TableLayout } from './read-table.ts';
import { TableBroken } from './table.ts';
import type { TableFile, TableRow } from './table.ts';
import { readSheet } from './xlsx/sheet-rows.ts';
import { openWorkbook, visibleSheets } from './xlsx/workbook.ts';
import type { Workbook } from './xlsx/workbook.ts';

/** What is seen of a table before anybody knows what its columns are. */
export interface TableLook {
  readonly layout: TableLayout;
  /** The names of the sheets; none in a CSV file. */
  readonly sheets: readonly string[];
  /** The first rows that are neither blank nor broken. */
  readonly head: readonly LookRow[];
  /** Rows of the whole table that are not blank. */
  readonly filledRows: number;
  /** Whether quotes may be why no row was found. */
  readonly hasQuotes: boolean;
}

type LookRow = Pick<TableRow, 'rowNo' | 'cells'>;

const rowsJudged = 100;

/** Looks at a file that was stored and inspected, by its content, whatever its name says. Throws NoTable and TableBroken. */
export async function lookAtTable(file: TableFile, seen: Inspection): Promise<TableLook> {
  const { head, encoding, lineBreak, longestLine, rows, sizeBytes } = seen;
  const kind = kindOf(head);
  if (kind === 'spreadsheet' && (await isEncryptedPackage(file, head))) throw new NoTable('encrypted');
  if (kind) throw new NoTable(kind);
  if (isZip(head)) return lookAtSheet(file, null);
  if (longestLine > lineBytesMax) throw new LineTooLong();
  const isWhole = head.length === sizeBytes;
  return lookAtHead(head, layoutOf(head, { encoding, lineBreak }, isWhole), { isWhole, filledRows: rows });
}

/** Looks again at a CSV file, with a layout that a person chose. Its rows are those counted before. */
export async function lookAtCsv(file: TableFile, layout: CsvLayout, filledRows: number): Promise<TableLook> {
  const source = await file.read(0);
  const pieces: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop early closes the source.
  for await (const piece of source as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= headBytesMax) break;
  }
  const head = Buffer.concat(pieces).subarray(0, headBytesMax);
  return lookAtHead(head, layout, { isWhole: head.length === file.sizeBytes, filledRows });
}

/** Looks at a sheet of an XLSX file: at the one that they chose, or at the first that can be seen and holds a row. */
export async function lookAtSheet(file: TableFile, chosen: number | null): Promise<TableLook> {
  try {
    const kind = await kindOfZip(file);
    if (kind) throw new NoTable(kind);
    return await readLook(file, chosen);
  } catch (error) {
    const kind = error instanceof TableBroken ? kindOfFault(error) : null;
    throw kind ? new NoTable(kind, { cause: error }) : error;
  }
}

async function readLook(file: TableFile, chosen: number | null): Promise<TableLook> {
  const workbook = await openWorkbook(file);
  const [first, ...others] = chosen === null ? visibleSheets(workbook.sheets) : ([chosen] as const);
  let look = await readSheetLook(workbook, first);
  // A cover without a cell comes first as often as not.
  for (const at of others) if (look.filledRows === 0) look = await readSheetLook(workbook, at);
  return look;
}

async function readSheetLook(workbook: Workbook, at: number): Promise<TableLook> {
  const sheet = workbook.sheets[at];
  if (!sheet) throw new TableBroken('not_readable');
  const head: LookRow[] = [];
  let filledRows = 0;
  for await (const rows of readSheet(workbook, sheet, 0)) {
    filledRows += rows.length;
    for (const { rowNo, cells } of rows.slice(0, rowsJudged - head.length)) head.push({ rowNo, cells });
    // Whoever else asks gets their turn between the pieces.
    await turn();
  }
  const layout = { format: 'xlsx', sheet: at } as const;
  return { layout, sheets: workbook.sheets.map(({ name }) => name), head, filledRows, hasQuotes: false };
}

function lookAtHead(
  head: Buffer,
  layout: CsvLayout,
  { isWhole, filledRows }: { isWhole: boolean; filledRows: number },
): TableLook {
  const found = headRows(head, layout, isWhole);
  return { layout: { format: 'csv', ...layout }, sheets: [], head: found, filledRows, hasQuotes: head.includes('"') };
}
