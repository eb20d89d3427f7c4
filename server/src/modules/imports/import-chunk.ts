import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { keptCell } from '#platform/tabular/cell-text.ts';
import { isBlankRow, textOf } from '#platform/tabular/table.ts';
import type { Checkpoint, TableRow } from '#platform/tabular/table.ts';
import type { ImportTarget, RowChange, RowOutcome, RowProblem, RowProblems, RowRules, RunKnowledge } from './target.ts';
import type { findRun } from './queries.ts';

/** An import with what it needs to run. */
export type ImportRun = NonNullable<Awaited<ReturnType<typeof findRun>>> & RunKnowledge;

/** A row to tell the person of. */
export interface Listed {
  readonly row: TableRow;
  readonly problems: RowProblems;
  /** Whether it came in nevertheless. */
  readonly isWarning: boolean;
}

export type Counts = Readonly<Record<RowChange, number>>;

// A refused row is kept for the person to mend, not to be an archive of what was wrong with the file.
const keptCellLength = 1_000;
const keptCellsMax = 250;

/** Whether a row of the file counts: neither blank nor the header, nor above the table. */
export function isDataRow(
  { rowNo, cells }: TableRow,
  { hasHeader, preview }: Pick<ImportRun, 'hasHeader' | 'preview'>,
): boolean {
  return !isBlankRow(cells) && (hasHeader ? rowNo > preview.firstRow : rowNo >= preview.firstRow);
}

/** Some rows of the file, understood: what they hold, and what is wrong with the others. */
export interface Chunk<Value> {
  readonly good: { readonly row: TableRow; readonly value: Value; readonly warnings: readonly RowProblem[] }[];
  readonly refused: Listed[];
  /** Where the file goes on after these rows. */
  to: Checkpoint;
}

/** No rows yet. */
export function emptyChunk<Value>(from: Checkpoint): Chunk<Value> {
  return { good: [], refused: [], to: from };
}

type Rules = Omit<RowRules, 'now' | 'today'> & Pick<ImportRun, 'hasHeader' | 'preview'>;

/** Reads more rows into a chunk. */
export function readInto<Value>(
  chunk: Chunk<Value>,
  target: ImportTarget<Value>,
  { run, rows, ...time }: { run: Rules; rows: readonly TableRow[] } & Pick<RowRules, 'now' | 'today'>,
): void {
  const rules = { ...run, ...time };
  for (const row of rows) {
    chunk.to = { rows: row.rowNo, position: row.next };
    if (!isDataRow(row, run)) continue;
    const read = target.readRow(row, rules);
    if (read.refusal) chunk.refused.push({ row: cut(row), problems: read.refusal, isWarning: false });
    else chunk.good.push({ row, value: read.value, warnings: read.warnings });
  }
}

/** A row of too many cells must not hold them all until its chunk is written. */
function cut(row: TableRow): TableRow {
  return { ...row, cells: row.cells.slice(0, keptCellsMax) };
}

/**
 * Imports some rows and moves the checkpoint, in one transaction: a killed worker has written either all of it or nothing.
 * @returns false when another worker has moved the checkpoint: this one must let go.
 */
export async function importChunk<Value>(
  tx: Transaction,
  target: ImportTarget<Value>,
  { run, from, chunk, columns, now }: ChunkStep<Value>,
): Promise<boolean> {
  if (!(await holdsCheckpoint(tx, run, from))) return false;
  const outcomes = await target.write(
    tx,
    run,
    chunk.good.map(({ value }) => value),
    now,
  );
  await finishChunk(tx, run, { to: chunk.to, columns, ...outcomeOf(chunk, outcomes) });
  return true;
}

/** What became of the rows of a chunk: how many of them came in, and those to tell of. */
export function outcomeOf<Value>(
  { good, refused }: Chunk<Value>,
  outcomes: readonly RowOutcome[],
): Counts & { listed: readonly Listed[] } {
  // A second try begins with what was refused before the first.
  const listed = [...refused];
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const [at, outcome] of outcomes.entries()) {
    const { row, warnings } = good[at] ?? {};
    if (!row || !warnings) continue;
    const { change, said } = readOutcome(outcome);
    // What was wrong with a cell says more than that nothing is left of it.
    const told = said.filter(({ column }) => column === null || warnings.every((warning) => warning.column !== column));
    const [first, ...others] = [...told, ...warnings];
    if (change) counts[change] += 1;
    if (!first) continue;
    // Of who was erased nothing is kept, also not what a file says of them again.
    const kept = outcome === 'person_erased' ? { ...row, cells: [] } : row;
    listed.push({ row: kept, problems: [first, ...others], isWarning: change !== undefined });
  }
  return { ...counts, listed };
}

/** How a row came in, where it did, and what is to be told of it. */
function readOutcome(outcome: RowOutcome): { change?: RowChange; said: readonly RowProblem[] } {
  if (typeof outcome === 'object')
    return 'reason' in outcome ? { said: [outcome] } : { change: outcome.change, said: outcome.warnings };
  return outcome === 'created' || outcome === 'updated' || outcome === 'unchanged'
    ? { change: outcome, said: [] }
    : { said: [{ reason: outcome, column: null }] };
}

/** What one transaction of an import does. */
export interface ChunkStep<Value> {
  readonly run: ImportRun;
  readonly from: Checkpoint;
  readonly chunk: Chunk<Value>;
  /** The names of the columns, for the rows that are listed. */
  readonly columns: readonly string[];
  readonly now: Date;
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
  return current?.status === 'running' && current.read_bytes === from.position && current.read_rows === from.rows;
}

/**
 * Keeps the rows to tell of, adds to the counts and moves the checkpoint: one statement, as a chunk makes few. A row that is
 * told of already is an error: its chunk was written before, and would be counted twice.
 */
async function finishChunk(
  tx: Transaction,
  run: ImportRun,
  {
    to,
    listed,
    columns,
    created,
    updated,
    unchanged,
  }: Counts & { to: Checkpoint; listed: readonly Listed[]; columns: readonly string[] },
): Promise<void> {
  const named = ({ reason, column }: RowProblem) => ({
    reason,
    column_name: column === null ? null : (columns[column] ?? null),
  });
  const rows = listed.map(({ row, problems: [first, ...others], isWarning }) => ({
    row_no: row.rowNo,
    ...named(first),
    further: others.map(named),
    cells: row.cells.slice(0, keptCellsMax).map((cell) => keptCell(textOf(cell), keptCellLength)),
    is_warning: isWarning,
  }));
  const warned = rows.filter((row) => row.is_warning).length;
  const rejected = rows.length - warned;
  await sql`
    WITH kept AS (
      INSERT INTO import_row_errors (company_id, import_id, row_no, reason, column_name, further, cells, is_warning)
      SELECT ${run.companyId}::uuid, ${run.importId}::uuid, row.row_no, row.reason, row.column_name, row.further, row.cells,
        row.is_warning
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS row (row_no int, reason text, column_name text, further jsonb, cells text[], is_warning boolean)
      RETURNING row_no
    )
    UPDATE imports
    SET read_rows = ${to.rows},
      read_bytes = ${to.position},
      done_rows = done_rows + ${created + updated + unchanged + rejected},
      created_rows = created_rows + ${created},
      updated_rows = updated_rows + ${updated},
      unchanged_rows = unchanged_rows + ${unchanged},
      rejected_rows = rejected_rows + ${rejected},
      warned_rows = warned_rows + ${warned}
    WHERE company_id = ${run.companyId} AND id = ${run.importId}`.execute(tx);
}
