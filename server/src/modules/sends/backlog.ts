import { sql } from 'kysely';
import type { CompanyId, SendId } from '@escuta/contract/ids';
import type { Database } from '#platform/db/database.ts';
import { finalItems } from './send.ts';
import { readProgress } from './progress.ts';

/** What the workers still have to do, of all companies together. */
export interface Backlog {
  readonly sends: number;
  /** Planned messages without a final answer and not of unknown result. */
  readonly items: number;
  /** Messages of unknown result that may still be settled. */
  readonly openUnknown: number;
}

/** Beyond this many sends the items are those of the first ones: a metric must not become a load. */
const sendsMax = 200;

/** Counts what is left, from the small rows of the workers' list and of the progress. */
export async function readBacklog(database: Database): Promise<Backlog> {
  const { rows } = await database.withSystem((tx) =>
    sql<{ companyId: CompanyId; sendId: SendId; sends: number }>`
      SELECT company_id AS "companyId", send_id AS "sendId", count(*) OVER ()::int AS sends
      FROM send_runnable ORDER BY company_id, send_id LIMIT ${sendsMax}
    `.execute(tx),
  );
  const backlog = { sends: rows[0]?.sends ?? 0, items: 0, openUnknown: 0 };
  for (const [companyId, sends] of Map.groupBy(rows, (row) => row.companyId)) {
    await database.withCompany(companyId, async (tx) => {
      for (const { sendId } of sends) {
        const progress = await readProgress(tx, { companyId, sendId });
        backlog.items += Math.max(0, progress.planned - finalItems(progress) - progress.openUnknown);
        backlog.openUnknown += progress.openUnknown;
      }
    });
  }
  return backlog;
}
