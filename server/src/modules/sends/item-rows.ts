import { sql } from 'kysely';
import type { ItemId } from '@escuta/contract/ids';
import { personOf } from '#modules/contacts/index.ts';
import { ledLookUp, withoutSort } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { bulkSends, isFoundBy } from './queries.ts';
import type { ItemRow, QueueFilter } from './queries.ts';

/** Where a walk through the messages of sends stands: behind this one. */
export interface ItemRowKey {
  /** The first day of the month, `YYYY-MM-01`. */
  readonly month: string;
  readonly id: ItemId;
}

/** The months that the messages of some sends lie in, the first and the last; null where there is no send. */
export interface ItemMonths {
  readonly first: string;
  readonly last: string;
}

/** A message as a walk finds it, beside its send and the person that it is for; `name` is null once they were deleted. */
export interface WalkedItem extends Omit<ItemRow, 'contact_id'> {
  readonly month: string;
  readonly openedAt: Date | null;
  readonly surveyTitle: string;
  readonly requestedAt: Date;
  readonly name: string | null;
  readonly email: string | null;
  readonly tel: string | null;
}

/** How many messages have been planned of the sends that a filter finds, by their counters, and the months of these. */
export async function measureItems(
  tx: Transaction,
  filter: QueueFilter,
): Promise<{ total: number; months: ItemMonths | null }> {
  const found = bulkSends(tx, filter).select(['sends.company_id', 'sends.id', 'sends.items_month']);
  const { rows } = await sql<{ total: number; first: string | null; last: string | null }>`
    SELECT min(found.items_month)::text AS first, max(found.items_month)::text AS last, coalesce(sum((
      SELECT sum(shard.planned) FROM send_progress shard
      WHERE shard.company_id = found.company_id AND shard.send_id = found.id
    )), 0)::int AS total
    FROM ${found} AS found
  `.execute(tx);
  const { total = 0, first = null, last = null } = rows[0] ?? {};
  return { total, months: first !== null && last !== null ? { first, last } : null };
}

/**
 * The next messages of the bulk sends that a filter finds, the one that was planned last first, and the key of the last of them; null
 * at the end. They are led by the key of the messages, which are looked through month by month: a message has no index by its send.
 */
export async function walkItemRows(
  tx: Transaction,
  filter: QueueFilter & { readonly months: ItemMonths },
  { after, limit }: { after: ItemRowKey | null; limit: number },
): Promise<{ rows: WalkedItem[]; last: ItemRowKey | null }> {
  const { companyId, businessUnitId, sendId, months } = filter;
  await withoutSort(tx);
  // The month of the key beside the key: the months behind it are not opened (batch.ts: values of the statement).
  const rest = after ? sql`AND (item.items_month, item.id) < (${after.month}::date, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<WalkedItem>`
    SELECT found.id, found.items_month::text AS month, found.channel, found.address, found.state, found.reason, found.detail,
      found.executed_at, found.opened_at AS "openedAt", found.survey_title AS "surveyTitle", found.created_at AS "requestedAt",
      person.name, person.email, person.tel
    FROM (
      SELECT item.id, item.items_month, item.contact_id, item.channel, item.address, item.state, item.reason, item.detail,
        item.executed_at, item.opened_at, sends.survey_title, sends.created_at
      FROM send_items item
      -- By its whole key, whatever the filter asks of it: the index of the queue would be read to its end for each message.
      CROSS JOIN LATERAL (
        SELECT company_id, id, business_unit_id, origin, survey_title, created_at FROM sends
        WHERE company_id = ${companyId} AND id = item.send_id ${ledLookUp}
      ) AS sends
      WHERE item.company_id = ${companyId} AND item.business_unit_id = ${businessUnitId}
        AND item.items_month BETWEEN ${months.first}::date AND ${after?.month ?? months.last}::date
        ${sendId === undefined ? sql`` : sql`AND item.send_id = ${sendId}`} ${rest} AND ${isFoundBy(filter)}
      ORDER BY item.items_month DESC, item.id DESC
      LIMIT ${limit}
    ) AS found
    LEFT JOIN LATERAL (
      -- Of who was merged into somebody, their message is that one's.
      SELECT coalesce(found.contact_id, (
        SELECT merged.contact_id FROM merged_items merged
        WHERE merged.company_id = ${companyId} AND merged.items_month = found.items_month AND merged.item_id = found.id
      )) AS contact_id ${ledLookUp}
    ) AS addressee ON true
    LEFT JOIN LATERAL (${personOf(companyId, 'addressee.contact_id')}) AS person ON true
    ORDER BY found.items_month DESC, found.id DESC
  `.execute(tx);
  const last = rows.at(-1);
  return { rows, last: last ? { month: last.month, id: last.id } : null };
}
