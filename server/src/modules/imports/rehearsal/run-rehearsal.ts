import { sql } from 'kysely';
import type { ImportId } from '@escuta/contract/ids';
import { rehearsalIssuesMax } from '@escuta/contract/imports';
import type { ImportError, Rehearsal } from '@escuta/contract/imports';
import { dayInUnit } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { isOfTheRows } from '#platform/db/sql-state.ts';
import { keptCell } from '#platform/tabular/cell-text.ts';
import { tableStart } from '#platform/tabular/read-table.ts';
import { TableBroken, textOf } from '#platform/tabular/table.ts';
import { columnNames, openedFile } from '../file-preview.ts';
import { outcomeOf } from '../import-chunk.ts';
import type { Counts, Listed } from '../import-chunk.ts';
import { chunksFrom, countDataRows, errorOfFault } from '../import-rows.ts';
import { readAhead } from '#platform/tabular/read-ahead.ts';
import { targetOf } from '../targets/targets.ts';
import { beginRehearsal, endRehearsal, findAsked, keepFindings } from './rehearsal-rows.ts';
import type { NamedRehearsal, RehearsalFindings } from './rehearsal-rows.ts';

type Deps = Pick<AppContext, 'database' | 'files' | 'clock' | 'log'>;

const issueCellLength = 200;

/**
 * Finds out what an import would do: reads, counts and judges as `runImport` does, chunk by chunk, and keeps nothing but what it
 * found. Its transactions may not even write. One that was cut off begins again, since what it knew was in its memory.
 */
export async function runRehearsal(deps: Deps, named: NamedRehearsal, signal: AbortSignal): Promise<void> {
  const { database, clock, files, log } = deps;
  const { companyId } = named;
  const run = await database.withCompany(companyId, (tx) => openRehearsal(tx, named, clock.now()));
  if (!run) return;
  const end = (error: ImportError | null) => database.withCompany(companyId, (tx) => endRehearsal(tx, named, error));
  try {
    if ((await files.size(run.fileKey)) === null) return await end('FILE_MISSING');
    const total = await countDataRows(deps, run, signal);
    await database.withCompany(companyId, (tx) => beginRehearsal(tx, named, total, clock.now()));
    if (await rehearseRows(deps, named, run, signal)) await end(null);
  } catch (error) {
    if (error instanceof TableBroken) return await end(errorOfFault[error.fault]);
    if (!isOfTheRows(error)) throw error;
    log.error({ uploadId: named.uploadId, err: error }, 'a rehearsal of an import failed');
    await end('IMPORT_FAILED');
  }
}

type RehearsalRun = NonNullable<Awaited<ReturnType<typeof openRehearsal>>>;

async function openRehearsal(tx: Transaction, named: NamedRehearsal, now: Date) {
  const asked = await findAsked(tx, named);
  if (!asked) return undefined;
  const { settings, ...file } = asked;
  const run = { ...file, ...settings, companyId: named.companyId };
  const known = await targetOf(run.type).open(tx, openedFile(run));
  // Nothing was ever touched by an import of this id.
  return { ...run, importId: newId<ImportId>(), ...known, today: await dayInUnit(tx, run, now) };
}

/** @returns false when nobody asks for it any more. */
async function rehearseRows(
  deps: Deps,
  named: NamedRehearsal,
  run: RehearsalRun,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock } = deps;
  const target = targetOf(run.type);
  const rehearsed = target.rehearse();
  const columns = columnNames(run.preview, run.hasHeader);
  let findings = nothingFound;
  for await (const chunk of readAhead(chunksFrom(deps, target, run, { from: tableStart, signal }))) {
    signal.throwIfAborted();
    const outcomes = await database.withCompany(named.companyId, async (tx) => {
      await sql`SET TRANSACTION READ ONLY`.execute(tx);
      return rehearsed.judge(
        tx,
        run,
        chunk.good.map(({ value }) => value),
      );
    });
    findings = foundMore(findings, outcomeOf(chunk, outcomes), columns);
    const now = clock.now();
    if (!(await database.withCompany(named.companyId, (tx) => keepFindings(tx, named, findings, now)))) return false;
  }
  return true;
}

const nothingFound: RehearsalFindings = {
  counts: { created: 0, updated: 0, unchanged: 0, rejected: 0, warned: 0 },
  issues: [],
};

function foundMore(
  { counts, issues }: RehearsalFindings,
  { created, updated, unchanged, listed }: Counts & { listed: readonly Listed[] },
  columns: readonly string[],
): RehearsalFindings {
  const warned = listed.filter(({ isWarning }) => isWarning).length;
  const room = rehearsalIssuesMax - issues.length;
  const inOrder = room > 0 ? listed.toSorted((one, other) => one.row.rowNo - other.row.rowNo).slice(0, room) : [];
  return {
    counts: {
      created: counts.created + created,
      updated: counts.updated + updated,
      unchanged: counts.unchanged + unchanged,
      rejected: counts.rejected + listed.length - warned,
      warned: counts.warned + warned,
    },
    issues: [...issues, ...inOrder.map((row) => issueOf(row, columns))],
  };
}

function issueOf({ row, problems, isWarning }: Listed, columns: readonly string[]): Rehearsal['issues'][number] {
  return {
    row: row.rowNo,
    isWarning,
    problems: problems.map(({ reason, column }) => ({
      reason,
      column: column === null ? null : (columns[column] ?? null),
      cell: column === null ? null : keptCell(textOf(row.cells[column] ?? ''), issueCellLength),
    })),
  };
}
