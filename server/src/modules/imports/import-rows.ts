import { setImmediate as turn } from 'node:timers/promises';
import { importLimits } from '@escuta/contract/imports';
import type { ImportError } from '@escuta/contract/imports';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { readTable, tableStart } from '#platform/tabular/read-table.ts';
import { TableBroken } from '#platform/tabular/table.ts';
import type { Checkpoint, TableFault, TableRow } from '#platform/tabular/table.ts';
import { layoutOf } from './file-preview.ts';
import { emptyChunk, isDataRow, readInto } from './import-chunk.ts';
import type { Chunk, ImportRun } from './import-chunk.ts';
import type { ImportTarget, RowRules } from './target.ts';
import { tableFile } from './table-file.ts';

type Deps = Pick<AppContext, 'files' | 'clock'>;

/** What is read, and how: of an import, or of its rehearsal. */
export type ReadRun = Pick<
  ImportRun,
  | 'fileKey'
  | 'sizeBytes'
  | 'preview'
  | 'hasHeader'
  | 'mapping'
  | 'titleCase'
  | 'dayOrder'
  | 'blankCells'
  | 'custom'
  | 'survey'
>;

/** The day in the unit on which it is read. */
export type Today = Pick<RowRules, 'today'>;

const rowsPerChunk = 1_000;

/** What ends an import whose file has a fault. */
export const errorOfFault: Readonly<Record<TableFault, ImportError>> = {
  not_readable: 'FILE_BROKEN',
  encrypted: 'FILE_BROKEN',
  too_large: 'FILE_BROKEN',
  line_too_long: 'LINE_TOO_LONG',
  rows_broken: 'ROWS_BROKEN',
  too_many_rows: 'TOO_MANY_ROWS',
};

/**
 * How many rows of the file count; those that are broken, and what comes after them, do not. The look at the upload does not
 * know the delimiter and may have counted fewer, so that the limit binds here too.
 */
export async function countDataRows(deps: Pick<Deps, 'files'>, run: ReadRun, signal: AbortSignal): Promise<number> {
  let total = 0;
  try {
    for await (const rows of rowsFrom(deps, run, tableStart, signal)) {
      total += rows.filter((row) => isDataRow(row, run)).length;
      if (total > importLimits.rows) throw new TableBroken('too_many_rows');
    }
  } catch (error) {
    // The rows before those that are broken are imported, and the first of these listed: that is where to look.
    if (!areRowsBroken(error)) throw error;
  }
  return total;
}

/** A thousand rows that count at a time. What stands before a file is given up is handed on first. */
export async function* chunksFrom<Value>(
  deps: Deps,
  target: ImportTarget<Value>,
  run: ReadRun & Today,
  { from, signal }: { from: Checkpoint; signal: AbortSignal },
): AsyncGenerator<Chunk<Value>> {
  const now = deps.clock.now();
  let chunk = emptyChunk<Value>(from);
  const count = () => chunk.good.length + chunk.refused.length;
  try {
    for await (const rows of rowsFrom(deps, run, from, signal)) {
      let left = rows;
      while (left.length > 0) {
        const fitting = left.slice(0, rowsPerChunk - count());
        left = left.slice(fitting.length);
        readInto(chunk, target, { run, rows: fitting, today: run.today, now });
        if (count() < rowsPerChunk) continue;
        yield chunk;
        chunk = emptyChunk(chunk.to);
      }
    }
  } catch (error) {
    if (areRowsBroken(error) && count() > 0) yield chunk;
    throw error;
  }
  if (count() > 0) yield chunk;
}

async function* rowsFrom(
  { files }: Pick<Deps, 'files'>,
  { fileKey, sizeBytes, preview }: ReadRun,
  from: Checkpoint,
  signal: AbortSignal,
): AsyncGenerator<readonly TableRow[]> {
  for await (const rows of readTable(tableFile(files, fileKey, sizeBytes), layoutOf(preview), from)) {
    yield rows;
    // Others get their turn between the pieces: first of all the database's answers to the chunk before.
    await turn();
    signal.throwIfAborted();
  }
}

function areRowsBroken(error: unknown): boolean {
  return error instanceof TableBroken && error.fault === 'rows_broken';
}
