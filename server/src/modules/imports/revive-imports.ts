import { sql } from 'kysely';
import type { CompanyId, ImportId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { emit } from '#platform/events/outbox.ts';
import { eachApart } from '#platform/jobs/each-apart.ts';
import { givenUpAfterMs, stillMsMax } from '#platform/jobs/jobs.ts';
import type { Transaction } from '#platform/db/database.ts';
import { failImport } from './import-state.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'>;

const importsPerRound = 500;

interface Unfinished {
  readonly companyId: CompanyId;
  readonly importId: ImportId;
  /** Status and checkpoint, as one text to compare. */
  readonly place: string;
  readonly seenAt: string | null;
  readonly stillSince: Date | null;
  readonly revivedAt: Date | null;
}

/**
 * Looks where each unfinished import stands. One that has not moved for a quarter of an hour has lost its job, which gave
 * up or was lost, and gets a new one; after a day it ends with a code instead of running for ever.
 */
export async function reviveImports({ database, clock, log }: Deps): Promise<void> {
  const now = clock.now();
  await eachApart(log, await listUnfinished(database), async (unfinished) => {
    const { companyId, importId, place, seenAt, stillSince, revivedAt } = unfinished;
    const named = { companyId, importId };
    if (place !== seenAt || stillSince === null) {
      await database.withCompany(companyId, (tx) =>
        noteOn(tx, named).set({ still_at: place, still_since: now, revived_at: null }).execute(),
      );
    } else if (now.getTime() - stillSince.getTime() > givenUpAfterMs) {
      log.error({ importId }, 'an import stood still for a day and is given up');
      await database.withCompany(companyId, (tx) => failImport(tx, named, 'IMPORT_FAILED', now));
    } else if (now.getTime() - (revivedAt ?? stillSince).getTime() > stillMsMax) {
      log.warn({ importId }, 'an import stood still and is started again');
      await database.withCompany(companyId, async (tx) => {
        await noteOn(tx, named).set({ revived_at: now }).execute();
        await emit(tx, companyId, 'import.started', { importId });
      });
    }
  });
}

function listUnfinished(database: AppContext['database']): Promise<readonly Unfinished[]> {
  return database.withSystem(async (tx) => {
    const { rows } = await sql<Unfinished>`
      SELECT company_id AS "companyId", id AS "importId", status || ' ' || read_bytes AS place, still_at AS "seenAt",
        still_since AS "stillSince", revived_at AS "revivedAt"
      FROM imports
      WHERE status IN ('pending', 'started', 'running')
      ORDER BY coalesce(revived_at, still_since) NULLS FIRST
      LIMIT ${importsPerRound}
    `.execute(tx);
    return rows;
  });
}

function noteOn(tx: Transaction, { companyId, importId }: Pick<Unfinished, 'companyId' | 'importId'>) {
  return tx.updateTable('imports').where('company_id', '=', companyId).where('id', '=', importId);
}
