import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId, SendId } from '@escuta/contract/ids';
import type { ItemReason } from '@escuta/contract/sends';
import type { Transaction } from '#platform/db/database.ts';
import { itemState, openStatesSql } from './item-state.ts';
import { addProgress, erasuresShard } from './progress.ts';

interface Forgotten {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly contactId: ContactId;
  /** A regular expression that PostgreSQL reads: what names the person in the search that an audience was found by. */
  readonly pattern: string | null;
  /** What becomes of the link between the messages and the contact, and why those that have not left never will. */
  readonly as: 'anonymized' | 'deleted';
  readonly now: Date;
}

const reasons = { anonymized: 'suppressed', deleted: 'address_missing' } as const satisfies Record<string, ItemReason>;

/**
 * Takes a person out of what was sent to them. A message that has not left never leaves: its worker has lost it. What became
 * of the others stays; where they went, and what a server said of the address, does not.
 *
 * Of a deleted contact the hash of the address stays: the link in an old message must still stop all messages. An anonymized one
 * is stopped already, and the hash would lead whoever knows the address to the answers.
 * @returns how many rows were changed.
 */
export async function forgetAddressee(
  tx: Transaction,
  forgotten: Forgotten,
): Promise<{ sends: number; send_items: number }> {
  const { companyId } = forgotten;
  const items = await lockItems(tx, forgotten);
  const closed = items.filter(({ isOpen }) => isOpen);
  await closeItems(tx, forgotten, closed);
  const own = await forgetOwn(tx, forgotten, items);
  const shared = await forgetShared(tx, forgotten);
  const sends = await forgetAudiences(tx, forgotten);
  const bySend = Map.groupBy(closed, ({ sendId }) => sendId);
  const deltas = [...bySend].map(([sendId, of]) => ({ sendId, skipped: of.length }));
  await addProgress(tx, { companyId, shard: erasuresShard, deltas });
  return { sends, send_items: own + shared };
}

interface Item {
  readonly id: string;
  readonly month: string;
  readonly sendId: SendId;
  /** It has not left. */
  readonly isOpen: boolean;
}

/** The messages to the contact. Everything after names their months, so that no other partition is planned for. */
async function lockItems(tx: Transaction, { companyId, contactId }: Forgotten): Promise<Item[]> {
  const { rows } = await sql<Item>`
    SELECT id, items_month::text AS month, send_id AS "sendId",
      state IN (${openStatesSql}) AS "isOpen"
    FROM send_items
    WHERE company_id = ${companyId} AND contact_id = ${contactId}
    ORDER BY items_month, id
    FOR UPDATE
  `.execute(tx);
  return rows;
}

const isAmong = (companyId: CompanyId, items: readonly Pick<Item, 'id' | 'month'>[]) => sql`
  company_id = ${companyId}
  AND items_month = ANY(${[...new Set(items.map(({ month }) => month))]}::date[])
  AND id = ANY(${items.map(({ id }) => id)}::uuid[])`;

async function closeItems(tx: Transaction, { companyId, as, now }: Forgotten, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  await sql`
    UPDATE send_items
    SET state = ${itemState.skipped}, reason = ${reasons[as]}, executed_at = ${now}, not_before = NULL, lease_token = NULL,
      lease_until = NULL
    WHERE ${isAmong(companyId, items)}
  `.execute(tx);
}

async function forgetOwn(tx: Transaction, { companyId, as }: Forgotten, items: readonly Item[]): Promise<number> {
  if (items.length === 0) return 0;
  const { rows } = await sql`
    UPDATE send_items
    SET address = NULL, detail = NULL,
      ${as === 'deleted' ? sql`contact_id = NULL` : sql`address_hash = NULL, written_hash = NULL`}
    WHERE ${isAmong(companyId, items)} AND (
      address IS NOT NULL OR detail IS NOT NULL OR address_hash IS NOT NULL OR written_hash IS NOT NULL
      OR ${as === 'deleted'}
    )
    RETURNING id
  `.execute(tx);
  return rows.length;
}

/** The same of messages that were another's, who was merged into this contact; they are closed since. */
async function forgetShared(tx: Transaction, { companyId, contactId, as }: Forgotten): Promise<number> {
  const { rows: shared } = await sql<{ month: string; id: string }>`
    SELECT items_month::text AS month, item_id AS id FROM merged_items
    WHERE company_id = ${companyId} AND contact_id = ${contactId}
  `.execute(tx);
  if (shared.length === 0) return 0;
  const { rows } = await sql`
    UPDATE send_items
    SET address = NULL, detail = NULL ${as === 'deleted' ? sql`` : sql`, address_hash = NULL, written_hash = NULL`}
    WHERE ${isAmong(companyId, shared)}
    RETURNING id
  `.execute(tx);
  if (as === 'deleted')
    await sql`DELETE FROM merged_items WHERE company_id = ${companyId} AND contact_id = ${contactId}`.execute(tx);
  return rows.length;
}

/** What somebody typed to find this person; a plan that is not done yet still needs it, and finds nobody by it. */
async function forgetAudiences(tx: Transaction, { companyId, businessUnitId, pattern }: Forgotten): Promise<number> {
  if (pattern === null) return 0;
  const { rows } = await sql`
    UPDATE sends
    SET audience = jsonb_set(audience, '{search}', '"***"')
    WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND audience ->> 'kind' = 'search'
      AND (planned_at IS NOT NULL OR status = 'cancelled') AND audience ->> 'search' ~ ${pattern}
    RETURNING id
  `.execute(tx);
  return rows.length;
}
