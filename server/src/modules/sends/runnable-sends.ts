import { sql } from 'kysely';
import type { Database, Transaction } from '#platform/db/database.ts';
import { providerAccount } from './provider-account.ts';

export interface RunnableSend {
  readonly companyId: string;
  readonly sendId: string;
}

const restMs = 1_000;

/**
 * The sends whose turn it is: of each company the one that waits longest, and of these the longest waiting first. So no
 * company, and no send of a company, stands behind a large one for longer than a turn.
 */
export function listRunnable(
  database: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<RunnableSend[]> {
  return database.withSystem(async (tx) => {
    const { rows } = await sql<RunnableSend>`
      SELECT company_id AS "companyId", send_id AS "sendId"
      FROM (
        SELECT DISTINCT ON (company_id) company_id, send_id, priority, next_at FROM send_runnable
        WHERE next_at <= ${now} AND provider_account = ${providerAccount}
        ORDER BY company_id, priority DESC, next_at, send_id
      ) AS turn
      ORDER BY priority DESC, next_at, send_id
      LIMIT ${limit}
    `.execute(tx);
    return rows;
  });
}

/** Puts a send that was served at the end of the line; one that had nothing to do rests for a second. */
export async function endTurn(
  tx: Transaction,
  { companyId, sendId, now, hadWork }: RunnableSend & { now: Date; hadWork: boolean },
): Promise<void> {
  await tx
    .updateTable('send_runnable')
    .set({ next_at: new Date(now.getTime() + (hadWork ? 0 : restMs)) })
    .where('company_id', '=', companyId)
    .where('send_id', '=', sendId)
    .execute();
}
