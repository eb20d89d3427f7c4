import type { ImportPreview } from '@escuta/contract/imports';
import { refuse } from '#platform/http/refusal.ts';
import { keptCell } from '#platform/tabular/cell-text.ts';
import { detectHeader, guessMapping, rowsAboveTable } from './column-guess.ts';
import { headRows } from '#platform/tabular/csv/csv-layout.ts';
import type { CsvLayout } from '#platform/tabular/csv/csv-record.ts';
import { columnLetters } from './import.ts';

/** What `import_uploads.preview` holds: what the person saw, and how to read the file. */
export interface StoredPreview extends ImportPreview, Pick<CsvLayout, 'lineBreak' | 'firstByte'> {
  /** The number of the first row of the table: the header, where there is one. What stands above it is no contact. */
  readonly firstRow: number;
  /** Rows of the whole file that are not blank, with the header and what stands above it. */
  readonly filledRows: number;
}

/** The beginning of a file, and what is known of its rest. */
export interface FileHead {
  readonly head: Buffer;
  /** Whether `head` is the whole file: otherwise its last line is cut and does not count. */
  readonly isWhole: boolean;
  readonly filledRows: number;
}

const sampleRows = 10;
const columnsMax = 200;
const shownLength = 200;

/** What a file holds when it is read with this layout. Refuses FILE_EMPTY, ROWS_BROKEN and TOO_MANY_COLUMNS. */
export function previewOf(
  { head, isWhole, filledRows }: FileHead,
  layout: CsvLayout,
): Omit<StoredPreview, 'uploadId' | 'fileName' | 'sizeBytes'> {
  const all = headRows(head, layout, isWhole);
  const above = rowsAboveTable(all.map(({ cells }) => cells));
  const found = all.slice(above);
  const records = found.map(({ cells }) => cells);
  const hasHeader = detectHeader(records);
  const header = hasHeader ? (records[0] ?? []) : null;
  const rows = hasHeader ? records.slice(1) : records;
  if (!rows.some((row) => row.some((cell) => /[\p{L}\p{N}]/u.test(cell))))
    throw refuse(found.length === 0 && head.includes('"') ? 'ROWS_BROKEN' : 'FILE_EMPTY');
  const width = header?.length ?? Math.max(...rows.map((row) => row.length));
  if (width > columnsMax) throw refuse('TOO_MANY_COLUMNS', { most: columnsMax });
  return {
    ...layout,
    filledRows,
    firstRow: found[0]?.rowNo ?? 1,
    hasHeader,
    rowCount: Math.max(0, filledRows - above - (hasHeader ? 1 : 0)),
    columns: header ? header.map((cell) => keptCell(cell.trim(), shownLength)) : columnLetters(width),
    sample: rows.slice(0, sampleRows).map((row) => row.slice(0, columnsMax).map((cell) => keptCell(cell, shownLength))),
    mapping: guessMapping(header, rows, width),
  };
}
