import type { CompanyId, ImportId } from '@escuta/contract/ids';
import type { ImportError } from '@escuta/contract/imports';
import { dayInUnit } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { isConflict, isOfTheRows } from '#platform/db/sql-state.ts';
import { emit } from '#platform/events/outbox.ts';
import { sliceMsOf } from '#platform/jobs/jobs.ts';
import type { Tries } from '#platform/jobs/jobs.ts';
import { TableBroken } from '#platform/tabular/table.ts';
import type { Checkpoint } from '#platform/tabular/table.ts';
import { columnNames, openedFile } from './file-preview.ts';
import { importChunk } from './import-chunk.ts';
import type { Chunk, ImportRun } from './import-chunk.ts';
import { chunksFrom, countDataRows, errorOfFault } from './import-rows.ts';
import type { Today } from './import-rows.ts';
import { failImport, finishImport, markStarted, startRunning } from './import-state.ts';
import { findRun } from './queries.ts';
import { readAhead } from '#platform/tabular/read-ahead.ts';
import type { ImportTarget } from './target.ts';
import { targetOf } from './targets/targets.ts';

type Deps = Pick<AppContext, 'database' | 'files' | 'clock' | 'log'>;

const triesPerChunk = 4;
/** So many new rows mislead the planner, which has not heard of them. */
const rowsToAnalyze = 5_000;

/**
 * Runs an import from its checkpoint: counts the rows on the first run, then imports them a thousand at a time, each in a
 * transaction that also moves the checkpoint. Safe to run twice, also at the same time. What belongs to the file ends the
 * import with a code; what belongs to the moment (a database that is away) is thrown, so that the job is tried again.
 */
export async function runImport(
  deps: Deps,
  { companyId, importId }: { companyId: CompanyId; importId: ImportId },
  signal: AbortSignal,
  tries: Tries = { isRetry: false },
): Promise<void> {
  const { database, clock, files, log } = deps;
  const run = await database.withCompany(companyId, (tx) => openRun(tx, { companyId, importId }, clock.now()));
  if (!run || hasEnded(run)) return;
  try {
    if ((await files.size(run.fileKey)) === null) return await fail(deps, run, 'FILE_MISSING');
    if (run.status !== 'running') await countRows(deps, run, signal);
    const end = await importRows(deps, targetOf(run.type), run, { signal, sliceMs: sliceMsOf(tries) });
    if (end === 'finished') await database.withCompany(companyId, (tx) => finishImport(tx, run, clock.now()));
    if (end === 'more')
      await database.withCompany(companyId, (tx) => emit(tx, companyId, 'import.started', { importId }));
  } catch (error) {
    if (error instanceof TableBroken) return await fail(deps, run, errorOfFault[error.fault]);
    if (!isOfTheRows(error)) throw error;
    log.error({ importId, err: error }, 'an import failed');
    await fail(deps, run, 'IMPORT_FAILED');
  }
}

function hasEnded({ status }: Pick<ImportRun, 'status'>): boolean {
  return status === 'finished' || status === 'error' || status === 'cancelled';
}

/** The import with what its target asks of the company, as it is now. */
async function openRun(
  tx: Transaction,
  { companyId, importId }: { companyId: CompanyId; importId: ImportId },
  now: Date,
): Promise<(ImportRun & Today) | undefined> {
  const found = await findRun(tx, companyId, importId);
  if (!found) return undefined;
  const known = await targetOf(found.type).open(tx, openedFile(found));
  return { ...found, ...known, today: await dayInUnit(tx, found, now) };
}

/** The counting pass: cheap beside the import, and without it there is no progress to show. */
async function countRows(deps: Deps, run: ImportRun, signal: AbortSignal): Promise<void> {
  const { database } = deps;
  await database.withCompany(run.companyId, (tx) => markStarted(tx, run));
  const total = await countDataRows(deps, run, signal);
  await database.withCompany(run.companyId, (tx) => startRunning(tx, run, total));
}

async function importRows<Value>(
  deps: Deps,
  target: ImportTarget<Value>,
  run: ImportRun & Today,
  { signal, sliceMs }: { signal: AbortSignal; sliceMs: number },
): Promise<'finished' | 'more' | 'taken over'> {
  const startedAt = deps.clock.now().getTime();
  let from: Checkpoint = { rows: run.readRows, position: run.readPosition };
  // While the database writes one chunk, the next is read and checked.
  for await (const chunk of readAhead(chunksFrom(deps, target, run, { from, signal }))) {
    // A stopping worker gives the job back instead of ending it; the checkpoint is where the next one goes on.
    signal.throwIfAborted();
    if (!(await importWithRetry(deps, target, { run, from, chunk }))) return 'taken over';
    if (from.rows < rowsToAnalyze && chunk.to.rows >= rowsToAnalyze) await target.refreshStatistics(deps.database);
    from = chunk.to;
    if (deps.clock.now().getTime() - startedAt >= sliceMs) return 'more';
  }
  if (from.rows >= rowsToAnalyze) await target.refreshStatistics(deps.database);
  return 'finished';
}

async function importWithRetry<Value>(
  { database, clock }: Deps,
  target: ImportTarget<Value>,
  { run, from, chunk }: { run: ImportRun; from: Checkpoint; chunk: Chunk<Value> },
): Promise<boolean> {
  const columns = columnNames(run.preview, run.hasHeader);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.withCompany(run.companyId, (tx) =>
        importChunk(tx, target, { run, from, chunk, columns, now: clock.now() }),
      );
    } catch (error) {
      run.companyIds?.clear();
      // Somebody wrote the same contact meanwhile: seen again, it is one that the unit has.
      if (attempt === triesPerChunk || !isConflict(error)) throw error;
    }
  }
}

async function fail({ database, clock }: Deps, run: ImportRun, code: ImportError): Promise<void> {
  await database.withCompany(run.companyId, (tx) => failImport(tx, run, code, clock.now()));
}
