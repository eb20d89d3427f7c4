import { readRecords } from './csv/csv-records.ts';
import type { CsvLayout } from './csv/csv-record.ts';
import { TableBroken } from './table.ts';
import type { Checkpoint, TableFile, TableRow } from './table.ts';
import { readSheet } from './xlsx/sheet-rows.ts';
import { openWorkbook } from './xlsx/workbook.ts';

/** How a file becomes rows. */
export type TableLayout = ({ readonly format: 'csv' } & CsvLayout) | XlsxLayout;

export interface XlsxLayout {
  readonly format: 'xlsx';
  /** Which of its sheets, counted from 0. */
  readonly sheet: number;
}

/** The beginning of a table. */
export const tableStart: Checkpoint = { rows: 0, position: 0 };

/**
 * Reads the rows of a table behind a checkpoint, in flat memory. A batch is a piece of work, to wait after: it may hold no
 * row. An XLSX file is unpacked from its beginning each time, and the rows before the checkpoint passed over.
 * Throws TableBroken for what is the file's fault, behind the rows that stand before it.
 */
export async function* readTable(
  file: TableFile,
  layout: TableLayout,
  from: Checkpoint,
): AsyncGenerator<readonly TableRow[]> {
  if (layout.format === 'xlsx') {
    const workbook = await openWorkbook(file);
    const sheet = workbook.sheets[layout.sheet];
    if (!sheet) throw new TableBroken('not_readable');
    yield* readSheet(workbook, sheet, from.position);
    return;
  }
  const byte = Math.max(from.position, layout.firstByte);
  const source = await file.read(byte);
  try {
    yield* readRecords(source, layout, { byte, rows: from.rows });
  } finally {
    source.destroy();
  }
}
