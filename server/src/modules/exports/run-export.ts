import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { isOfTheRows, sqlState } from '#platform/db/sql-state.ts';
import { emit } from '#platform/events/outbox.ts';
import { writeTable } from '#platform/tabular/write-table.ts';
import type { Column, WrittenCell, WrittenTable } from '#platform/tabular/written-table.ts';
import type { AskedContacts } from './asked.ts';
import { endExport } from './export-state.ts';
import { holdsCheckpoint, keepPart, packRows, readParts, removeDropped, removeParts, storePart } from './parts.ts';
import type { Named } from './queries.ts';
import type { OpenSource } from './sources/source.ts';
import { sources } from './sources/sources.ts';
import { takeExport } from './take-export.ts';
import type { ExportRun } from './take-export.ts';

type Deps = Pick<AppContext, 'database' | 'files' | 'clock' | 'log'>;

/** After this long the rest goes to a new job, as in an import: others get their turn. */
const sliceMs = 30_000;

/**
 * Runs an export from its checkpoint: reads its rows by key, a piece of 5,000 at a time, each stored before the checkpoint
 * moves, then writes the file out of the pieces. No transaction is open while anything is written to the storage. Safe to run
 * twice, also at the same time. What belongs to the moment (a database or a storage that is away) is thrown, so that the job is
 * tried again.
 */
export async function runExport(
  deps: Deps,
  named: Named,
  signal: AbortSignal,
  { rowsPerPart = 5_000 }: { rowsPerPart?: number } = {},
): Promise<void> {
  const { database, clock, log } = deps;
  const { companyId, exportId } = named;
  const run = await take(deps, named);
  if (!run) return;
  try {
    const source = await database.withCompany(companyId, (tx) => sources[run.type].open(tx, run, run.layout));
    const read = await readRows(deps, { run, source }, { signal, rowsPerPart });
    if (read === 'more')
      return await database.withCompany(companyId, (tx) => emit(tx, companyId, 'export.started', { exportId }));
    if (read) await writeFile(deps, { run: read, source }, signal);
  } catch (error) {
    if (!isOfTheRows(error)) throw error;
    log.error({ exportId, err: error }, 'an export failed');
    await database.withCompany(companyId, (tx) => endExport(tx, run, { status: 'error', now: clock.now() }));
  }
  await removeDropped(deps, named);
}

async function take({ database, clock }: Deps, named: Named): Promise<ExportRun | undefined> {
  try {
    return await database.withCompany(named.companyId, (tx) => takeExport(tx, named, clock.now()));
  } catch (error) {
    // Another of the unit began in the same moment: this one waits, and is told when that one ends.
    if (sqlState(error) === '23505') return undefined;
    throw error;
  }
}

/** The export when all is read; 'more' when its time is up; null when it is somebody else's, or over. */
async function readRows(
  deps: Deps,
  { run, source }: { run: ExportRun; source: OpenSource },
  { signal, rowsPerPart }: { signal: AbortSignal; rowsPerPart: number },
): Promise<ExportRun | 'more' | null> {
  const { database, clock } = deps;
  const startedAt = clock.now().getTime();
  let at = run;
  while (!at.isRead) {
    // A stopping worker gives the job back instead of ending it; the checkpoint is where the next one goes on.
    signal.throwIfAborted();
    const { companyId } = at;
    const page = await database.withCompany(companyId, (tx) =>
      source.read(tx, { after: at.readKey, limit: rowsPerPart }),
    );
    const id = await storePart(deps, at, packRows(page.rows));
    const part = { id, count: page.count, last: page.last, isEnd: page.count < rowsPerPart, now: clock.now() };
    const kept = await database.withCompany(companyId, (tx) => keepPart(tx, at, part));
    if (!kept) {
      await removeParts(deps, companyId, [id]);
      return null;
    }
    at = kept;
    await turn();
    if (clock.now().getTime() - startedAt > sliceMs) return 'more';
  }
  return at;
}

async function writeFile(
  deps: Deps,
  { run, source }: { run: ExportRun; source: OpenSource },
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = deps;
  const { language } = run.asked as AskedContacts;
  const content = writeTable(fileTable(deps, { run, source }, signal), run.format, language);
  const fileId = await storePart(deps, run, Readable.from(content, { objectMode: false }));
  const file = { fileId, rows: run.doneRows };
  const isOurs = await database.withCompany(
    run.companyId,
    async (tx) =>
      (await holdsCheckpoint(tx, run)) && (await endExport(tx, run, { status: 'finished', file, now: clock.now() })),
  );
  if (!isOurs) await removeParts(deps, run.companyId, [fileId]);
}

/** The rows of the pieces, under the headings that they were read for. */
function fileTable(
  deps: Deps,
  { run, source }: { run: ExportRun; source: OpenSource },
  signal: AbortSignal,
): WrittenTable<readonly WrittenCell[]> {
  const columns = source.headings.map(({ name, type }, at) => ({
    name,
    type,
    cell: (row: readonly WrittenCell[]) => row[at]?.value ?? null,
  })) as Column<readonly WrittenCell[]>[];
  const { title, appendix } = source;
  return { title, columns, rows: untilAborted(readParts(deps, run), signal), ...(appendix ? { appendix } : {}) };
}

async function* untilAborted<Piece>(pieces: AsyncIterable<Piece>, signal: AbortSignal): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
    await turn();
  }
}
