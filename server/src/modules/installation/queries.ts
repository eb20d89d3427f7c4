import type { LocalText } from '@escuta/contract/local-text';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';

/** The row that shuts the platform, in a transaction across companies; undefined while it is open. */
export async function findMaintenance(tx: Transaction) {
  const row = await tx.selectFrom('maintenance').select(['began_at', 'text', 'until']).executeTakeFirst();
  return row && { ...row, text: row.text as LocalText | null };
}

/** The notices that are shown at an instant, or also those to come; in a transaction across companies. */
export async function listNotices(tx: Transaction, { now, withComing }: { now: Date; withComing: boolean }) {
  const rows = await tx
    .selectFrom('system_notices')
    .select(['id', 'severity', 'text', 'shown_from', 'shown_until'])
    .where('shown_until', '>', now)
    .$if(!withComing, (query) => query.where('shown_from', '<=', now))
    .orderBy(sql`CASE severity WHEN 'critical' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END`)
    .orderBy('shown_from', 'desc')
    .orderBy('id')
    .execute();
  return rows;
}
