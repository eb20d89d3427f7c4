import { sql } from 'kysely';
import type { CompanyId, ContactId, ItemId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

interface Before {
  readonly companyId: CompanyId;
  readonly before: Date;
}

/** Where a walk through the messages of a company stands, oldest month first: `2026-11-01_<id>`. */
type ItemKey = string;

/** The messages of a company that say where they went, or what a server said, and left before an instant. */
export async function countMessagesToForget(tx: Transaction, { companyId, before }: Before): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM send_items
    WHERE company_id = ${companyId} AND executed_at < ${before} AND (address IS NOT NULL OR detail IS NOT NULL)
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Takes out of the next messages where they went and what servers said. What became of them stays, and so does the hash of the
 * address: the link in an old message must still stop all messages. @returns how many were reached, and where to go on.
 */
export async function forgetMessagesBefore(
  tx: Transaction,
  { companyId, before, after, limit }: Before & { after: ItemKey | undefined; limit: number },
): Promise<{ rows: number; after: ItemKey | undefined }> {
  const [month, item] = after?.split('_') ?? [];
  const { rows: held } = await sql<{ id: ItemId; key: ItemKey }>`
    SELECT id, items_month::text || '_' || id::text AS key FROM send_items
    WHERE company_id = ${companyId} AND executed_at < ${before} AND (address IS NOT NULL OR detail IS NOT NULL)
      AND ${after === undefined ? sql`true` : sql`(items_month, id) > (${month}::date, ${item}::uuid)`}
    ORDER BY items_month, id
    LIMIT ${limit}
  `.execute(tx);
  const keys = held.map(({ id, key }) => ({ id, month: key.slice(0, 10) }));
  await sql`
    UPDATE send_items SET address = NULL, detail = NULL
    FROM unnest(${keys.map(({ id }) => id)}::uuid[], ${keys.map((key) => key.month)}::date[]) AS asked (id, month)
    WHERE send_items.company_id = ${companyId} AND send_items.items_month = asked.month AND send_items.id = asked.id
  `.execute(tx);
  return { rows: held.length, after: held.length < limit ? undefined : held.at(-1)?.key };
}

/**
 * Takes the contact and the address out of messages that were answered, so that nothing leads from a response to whoever gave it. Found by
 * the index of contacts: a month is not known of a response.
 */
export async function detachItems(
  tx: Transaction,
  companyId: CompanyId,
  answered: readonly { readonly itemId: ItemId; readonly contactId: ContactId }[],
): Promise<void> {
  await sql`
    UPDATE send_items
    SET contact_id = NULL, address = NULL, detail = NULL, address_hash = NULL, written_hash = NULL
    WHERE company_id = ${companyId} AND contact_id = ANY(${answered.map(({ contactId }) => contactId)}::uuid[])
      AND id = ANY(${answered.map(({ itemId }) => itemId)}::uuid[])
  `.execute(tx);
  // Those that were of whoever was merged into one of these contacts.
  const { rows } = await sql<{ month: string; id: ItemId }>`
    DELETE FROM merged_items
    WHERE company_id = ${companyId} AND contact_id = ANY(${answered.map(({ contactId }) => contactId)}::uuid[])
      AND item_id = ANY(${answered.map(({ itemId }) => itemId)}::uuid[])
    RETURNING items_month::text AS month, item_id AS id
  `.execute(tx);
  await sql`
    UPDATE send_items
    SET address = NULL, detail = NULL, address_hash = NULL, written_hash = NULL
    FROM unnest(${rows.map(({ month }) => month)}::date[], ${rows.map(({ id }) => id)}::uuid[]) AS asked (month, id)
    WHERE send_items.company_id = ${companyId} AND send_items.items_month = asked.month AND send_items.id = asked.id
  `.execute(tx);
}
