import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

interface Before {
  readonly companyId: CompanyId;
  readonly before: Date;
}

type Forgotten = 'addresses' | 'logs';

/** The events of a company from before an instant; those with a network address where only that is forgotten. */
export async function countAuditToForget(
  tx: Transaction,
  { companyId, before, part }: Before & { part: Forgotten },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM audit_events
    WHERE company_id = ${companyId} AND at < ${before} AND ${isLeft(part)}
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Removes the oldest events of a company, or takes the network address out of them. In a transaction of `withSystem`: to a company
 * its audit is append only. @returns how many were reached; fewer than `limit` at the end.
 */
export async function forgetAuditBefore(
  tx: Transaction,
  { companyId, before, part, limit }: Before & { part: Forgotten; limit: number },
): Promise<number> {
  const { rows: held } = await sql<{ id: string }>`
    SELECT id FROM audit_events
    WHERE company_id = ${companyId} AND at < ${before} AND ${isLeft(part)}
    ORDER BY at DESC, id DESC
    LIMIT ${limit}
  `.execute(tx);
  const ids = held.map(({ id }) => id);
  const named = sql`company_id = ${companyId} AND id = ANY(${ids}::uuid[])`;
  // What the policy keeps from it is not reached, and does not come again and again.
  const forget =
    part === 'logs'
      ? sql`DELETE FROM audit_events WHERE ${named} RETURNING id`
      : sql`UPDATE audit_events SET ip = NULL WHERE ${named} RETURNING id`;
  return (await forget.execute(tx)).rows.length;
}

function isLeft(part: Forgotten): RawBuilder<boolean> {
  return part === 'addresses' ? sql<boolean>`ip IS NOT NULL` : sql<boolean>`true`;
}
