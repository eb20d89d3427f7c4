import { sql } from 'kysely';
import { upsertContacts } from '#modules/contacts/index.ts';
import type { IncomingContact, UpsertScope } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { keptCell } from '#platform/tabular/cell-text.ts';
import { isBlank, readContact } from './contact-row.ts';
import type { RowProblem } from './contact-row.ts';
import type { CsvRecord } from '#platform/tabular/csv/csv-record.ts';
import type { findRun } from './queries.ts';

/** An import with what it needs to run. */
export type ImportRun = NonNullable<Awaited<ReturnType<typeof findRun>>> & Pick<UpsertScope, 'companyIds'>;

/** How far the file has been read: the rows, and the byte where the next one begins. */
export interface Checkpoint {
  readonly rows: number;
  readonly bytes: number;
}

interface Rejected extends RowProblem {
  readonly record: CsvRecord;
}

interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

// A refused row is kept for the person to mend, not to be an archive of what was wrong with the file.
const keptCellLength = 1_000;
const keptCellsMax = 250;

/** Whether a row of the file counts: neither blank nor the header, nor above the table. */
export function isDataRow(
  record: CsvRecord,
  { hasHeader, preview }: Pick<ImportRun, 'hasHeader' | 'preview'>,
): boolean {
  return !isBlank(record) && (hasHeader ? record.rowNo > preview.firstRow : record.rowNo >= preview.firstRow);
}

/** Some rows of the file, understood: the contacts that they hold, and what is wrong with the others. */
export interface Chunk {
  readonly good: { readonly record: CsvRecord; readonly contact: IncomingContact }[];
  readonly rejected: Rejected[];
  /** Where the file goes on after these rows. */
  to: Checkpoint;
}

/** No rows yet. */
export function emptyChunk(from: Checkpoint): Chunk {
  return { good: [], rejected: [], to: from };
}

/** Reads more rows into a chunk. */
export function readInto(chunk: Chunk, run: ImportRun, records: readonly CsvRecord[]): void {
  for (const record of records) {
    chunk.to = { rows: record.rowNo, bytes: record.nextByte };
    if (!isDataRow(record, run)) continue;
    const read = readContact(record, run.mapping);
    // A row of too many cells must not hold them all until its chunk is written.
    if ('reason' in read)
      chunk.rejected.push({ ...read, record: { ...record, cells: record.cells.slice(0, keptCellsMax) } });
    else chunk.good.push({ record, contact: read });
  }
}

/**
 * Imports some rows and moves the checkpoint, in one transaction: a killed worker has written either all of it or nothing.
 * @returns false when another worker has moved the checkpoint: this one must let go.
 */
export async function importChunk(
  tx: Transaction,
  run: ImportRun,
  { from, chunk, columns, now }: { from: Checkpoint; chunk: Chunk; columns: readonly string[]; now: Date },
): Promise<boolean> {
  if (!(await holdsCheckpoint(tx, run, from))) return false;
  const { good } = chunk;
  // A second try begins with what was refused before the first.
  const rejected = [...chunk.rejected];
  const outcomes = await upsertContacts(
    tx,
    run,
    good.map(({ contact }) => contact),
    now,
  );
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const [at, outcome] of outcomes.entries()) {
    const record = good[at]?.record;
    if (outcome === 'created' || outcome === 'updated' || outcome === 'unchanged') counts[outcome] += 1;
    else if (record) rejected.push({ reason: outcome, column: null, record });
  }
  await finishChunk(tx, run, { to: chunk.to, rejected, columns, ...counts });
  return true;
}

/** Locks the import and says whether this worker still holds its checkpoint: a job may have been given to two of them. */
async function holdsCheckpoint(
  tx: Transaction,
  { companyId, importId }: ImportRun,
  from: Checkpoint,
): Promise<boolean> {
  const current = await tx
    .selectFrom('imports')
    .select(['status', 'read_bytes', 'read_rows'])
    .where('company_id', '=', companyId)
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
  return current?.status === 'running' && current.read_bytes === from.bytes && current.read_rows === from.rows;
}

/** Keeps the refused rows, adds to the counts and moves the checkpoint: one statement, as a chunk makes few. */
async function finishChunk(
  tx: Transaction,
  run: ImportRun,
  {
    to,
    rejected,
    columns,
    ...counts
  }: Counts & { to: Checkpoint; rejected: readonly Rejected[]; columns: readonly string[] },
): Promise<void> {
  const rows = rejected.map(({ record, reason, column }) => ({
    row_no: record.rowNo,
    reason,
    column_name: column === null ? null : (columns[column] ?? null),
    cells: record.cells.slice(0, keptCellsMax).map((cell) => keptCell(cell, keptCellLength)),
  }));
  const { created, updated, unchanged } = counts;
  await sql`
    WITH kept AS (
      INSERT INTO import_row_errors (company_id, import_id, row_no, reason, column_name, cells)
      SELECT ${run.companyId}::uuid, ${run.importId}::uuid, row.row_no, row.reason, row.column_name, row.cells
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (row_no int, reason text, column_name text, cells text[])
      ON CONFLICT (company_id, import_id, row_no) DO NOTHING
    )
    UPDATE imports
    SET read_rows = ${to.rows},
      read_bytes = ${to.bytes},
      done_rows = done_rows + ${created + updated + unchanged + rejected.length},
      created_rows = created_rows + ${created},
      updated_rows = updated_rows + ${updated},
      unchanged_rows = unchanged_rows + ${unchanged},
      rejected_rows = rejected_rows + ${rejected.length}
    WHERE company_id = ${run.companyId} AND id = ${run.importId}`.execute(tx);
}
