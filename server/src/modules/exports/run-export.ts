import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { isOfTheRows, sqlState } from '#platform/db/sql-state.ts';
import { emit } from '#platform/events/outbox.ts';
import { Refusal } from '#platform/http/refusal.ts';
import { sliceMsOf } from '#platform/jobs/jobs.ts';
import type { Tries } from '#platform/jobs/jobs.ts';
import { tablePieces } from '#platform/tabular/table-pieces.ts';
import type { TablePieces } from '#platform/tabular/table-pieces.ts';
import type { Asked } from './asked.ts';
import { endExport } from './export-state.ts';
import { holdsCheckpoint, keepPart, readParts, removeDropped, removeParts, storePart } from './parts.ts';
import type { Named } from './queries.ts';
import type { OpenSource, SourcePage } from './sources/source.ts';
import { readAhead } from '#platform/tabular/read-ahead.ts';
import { sourceFor } from './sources/sources.ts';
import { takeExport } from './take-export.ts';
import type { ExportRun } from './take-export.ts';

type Deps = Pick<AppContext, 'database' | 'files' | 'clock' | 'log'>;

interface RunOptions extends Partial<Tries> {
  /** Stored at a time. */
  readonly rowsPerPart?: number;
  /** Read at a time, at most as many: what goes to the database and back costs as much as the rows of a small page. */
  readonly rowsPerPage?: number;
}

interface OpenExport {
  readonly run: ExportRun;
  readonly source: OpenSource;
  readonly pieces: TablePieces;
}

/**
 * Runs an export from its checkpoint: reads its rows by key and stores them by the piece of 5,000, each before the checkpoint
 * moves, then writes the file out of the pieces. Pages are read, packed and stored at the same time, one of each. No transaction
 * waits for the storage. Safe to run twice, also at the same time. What belongs to the moment (a database or a storage that is
 * away) is thrown, so that the job is tried again.
 */
export async function runExport(
  deps: Deps,
  named: Named,
  signal: AbortSignal,
  { rowsPerPart = 5_000, rowsPerPage = 5_000, isRetry = false }: RunOptions = {},
): Promise<void> {
  const { database } = deps;
  const { companyId, exportId } = named;
  const run = await take(deps, named);
  if (!run) return;
  try {
    const source = await database.withCompany(companyId, (tx) => sourceFor(run.type).open(tx, run, run.layout));
    const pieces = tablePieces(run.format, (run.asked as Asked).language);
    const read = await readRows(deps, { run, source, pieces }, { signal, rowsPerPart, rowsPerPage, isRetry });
    if (read === 'more')
      return await database.withCompany(companyId, (tx) => emit(tx, companyId, 'export.started', { exportId }));
    if (read) await writeFile(deps, { run: read, source, pieces }, signal);
  } catch (error) {
    await fail(deps, run, error);
  }
  await removeDropped(deps, named);
}

async function take(deps: Deps, named: Named): Promise<ExportRun | undefined> {
  const { database, clock } = deps;
  try {
    return await database.withCompany(named.companyId, (tx) => takeExport(tx, named, clock.now()));
  } catch (error) {
    // Another of the unit began in the same moment: this one waits, and is told when that one ends.
    if (sqlState(error) === '23505') return undefined;
    await fail(deps, named, error);
    return undefined;
  }
}

/** Ends an export that would fail however often it is tried; what belongs to the moment is thrown. */
async function fail({ database, clock, log }: Deps, named: Named, error: unknown): Promise<void> {
  const { companyId, exportId } = named;
  // What is asked for was there when it was asked for, and is gone.
  if (!isOfTheRows(error) && !(error instanceof Refusal)) throw error;
  log.error({ exportId, err: error }, 'an export failed');
  await database.withCompany(companyId, (tx) => endExport(tx, named, { status: 'error', now: clock.now() }));
}

/** The export when all is read; 'more' when its time is up; null when it is somebody else's, or over. */
async function readRows(
  deps: Deps,
  { run, source, pieces }: OpenExport,
  { signal, rowsPerPart, rowsPerPage, isRetry }: Required<RunOptions> & { signal: AbortSignal },
): Promise<ExportRun | 'more' | null> {
  const { clock } = deps;
  const startedAt = clock.now().getTime();
  const sliceMs = sliceMsOf({ isRetry });
  if (run.isRead) return run;
  const limit = Math.min(rowsPerPage, rowsPerPart);
  let packed: Buffer[] = [];
  let count = 0;
  // A piece is stored while the next is made: the checkpoint moves behind one after the other all the same.
  let kept: Promise<ExportRun | null> = Promise.resolve(run);
  try {
    for await (const page of readAhead(pagesOf(deps, { run, source }, limit))) {
      // A stopping worker gives the job back instead of ending it; the checkpoint is where the next one goes on.
      signal.throwIfAborted();
      for (const bytes of page.packedBy(pieces)) {
        packed.push(bytes);
        // The next page is asked for in several messages, which wait for this loop as everybody does.
        await turn();
      }
      count += page.count;
      if (count < rowsPerPart && !page.isEnd) continue;
      const at = await kept;
      if (!at) return null;
      kept = storePiece(deps, at, { packed, count, last: page.last, isEnd: page.isEnd });
      // It fails when it is awaited; until then nobody has asked.
      kept.catch(() => undefined);
      [packed, count] = [[], 0];
      if (clock.now().getTime() - startedAt >= sliceMs && !page.isEnd) return (await kept) && 'more';
    }
    return await kept;
  } finally {
    // Whoever leaves early leaves nothing under way.
    await kept.catch(() => undefined);
  }
}

/** Stores a piece, then moves the checkpoint behind it; null when the export is somebody else's by then, or over. */
async function storePiece(
  deps: Deps,
  run: ExportRun,
  { packed, ...read }: { packed: readonly Buffer[]; count: number; last: unknown; isEnd: boolean },
): Promise<ExportRun | null> {
  const { companyId } = run;
  const id = await storePart(deps, run, Readable.from(packed));
  const part = { ...read, id, now: deps.clock.now() };
  const kept = await deps.database.withCompany(companyId, (tx) => keepPart(tx, run, part));
  if (!kept) await removeParts(deps, companyId, [id]);
  return kept;
}

/** The pages behind the checkpoint, each read in a transaction of its own, and whether it is the last. */
async function* pagesOf(
  { database }: Deps,
  { run, source }: Pick<OpenExport, 'run' | 'source'>,
  limit: number,
): AsyncGenerator<SourcePage & { readonly isEnd: boolean }> {
  let after = run.readKey;
  for (;;) {
    const page = await database.withCompany(run.companyId, (tx) => source.read(tx, { after, limit }));
    const isEnd = page.count < limit;
    yield { ...page, isEnd };
    if (isEnd) return;
    after = page.last;
  }
}

async function writeFile(deps: Deps, { run, source, pieces }: OpenExport, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  const content = pieces.join(source, untilAborted(readParts(deps, run), signal));
  const fileId = await storePart(deps, run, Readable.from(content, { objectMode: false }));
  const file = { fileId, rows: run.doneRows };
  const isOurs = await database.withCompany(
    run.companyId,
    async (tx) =>
      (await holdsCheckpoint(tx, run)) && (await endExport(tx, run, { status: 'finished', file, now: clock.now() })),
  );
  if (!isOurs) await removeParts(deps, run.companyId, [fileId]);
}

async function* untilAborted<Piece>(pieces: AsyncIterable<Piece>, signal: AbortSignal): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
    await turn();
  }
}
