import { sql } from 'kysely';
import type { CompanyId, SendId } from '@escuta/contract/ids';
import type { Database, Transaction } from '#platform/db/database.ts';

export interface RunnableSend {
  readonly companyId: CompanyId;
  readonly sendId: SendId;
}

const restMs = 1_000;

/**
 * The sends of an account whose turn it is: of each company the one that waits longest, and of these the longest waiting first. So no
 * company, and no send of a company, stands behind a large one for longer than a cycle.
 */
export function listRunnable(
  database: Database,
  { accountKey, now, limit }: { accountKey: string; now: Date; limit: number },
): Promise<RunnableSend[]> {
  return database.withSystem(async (tx) => {
    const { rows } = await sql<RunnableSend>`
      SELECT company_id AS "companyId", send_id AS "sendId"
      FROM (
        SELECT DISTINCT ON (company_id) company_id, send_id, priority, next_at FROM send_runnable
        WHERE next_at <= ${now} AND provider_account = ${accountKey}
        ORDER BY company_id, priority DESC, next_at, send_id
      ) AS turn
      ORDER BY priority DESC, next_at, send_id
      LIMIT ${limit}
    `.execute(tx);
    return rows;
  });
}

/** The sends of an account that are not over, also those that rest for a moment; the longest waiting first. */
export function listUnfinished(
  database: Database,
  { accountKey, limit }: { accountKey: string; limit: number },
): Promise<RunnableSend[]> {
  return database.withSystem(async (tx) => {
    const { rows } = await sql<RunnableSend>`
      SELECT company_id AS "companyId", send_id AS "sendId" FROM send_runnable
      WHERE provider_account = ${accountKey}
      ORDER BY next_at, send_id
      LIMIT ${limit}
    `.execute(tx);
    return rows;
  });
}

/**
 * Puts a send that was served at the end of the line; one that had nothing to do rests for a second. While another worker,
 * perhaps a frozen one, ends its cycle of the same send, that says enough.
 */
export async function endCycle(
  tx: Transaction,
  { companyId, sendId, now, hadWork }: RunnableSend & { now: Date; hadWork: boolean },
): Promise<void> {
  const next = new Date(now.getTime() + (hadWork ? 0 : restMs));
  await sql`
    WITH ${freeLine({ companyId, sendId })}
    UPDATE send_runnable line SET next_at = ${next} FROM free
    WHERE line.company_id = ${companyId} AND line.send_id = free.send_id
  `.execute(tx);
}

/**
 * Takes a send off the workers' list. A worker that is at it now keeps it there: its next cycle finds nothing to do, and takes
 * the send off.
 */
export async function leaveRunnable(tx: Transaction, send: RunnableSend): Promise<void> {
  await sql`
    WITH ${freeLine(send)}
    DELETE FROM send_runnable line USING free
    WHERE line.company_id = ${send.companyId} AND line.send_id = free.send_id
  `.execute(tx);
}

/** The part of a statement that takes a send's line, as `free (send_id)`, unless another transaction holds it. */
function freeLine({ companyId, sendId }: RunnableSend) {
  return sql`free AS (
      SELECT send_id FROM send_runnable WHERE company_id = ${companyId} AND send_id = ${sendId} FOR UPDATE SKIP LOCKED
    )`;
}
