import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CompanyId, ContactId, ItemId, SendId } from '@escuta/contract/ids';
import type { MessageChannel } from '@escuta/contract/primitives';
import type { Transaction } from '#platform/db/database.ts';
import { itemState, openStatesSql } from './item-state.ts';
import { addProgress, erasuresShard } from './progress.ts';

/** A message by its key: `[2026-11-01, <id>]`. */
type Key = readonly [month: string, id: ItemId];

/** What of the messages of a contact went to another one. */
export interface MovedItems {
  readonly items: readonly Key[];
  /** Those of a send that wrote to both: a contact has one message of it, so these have none, and are found by `merged_items`. */
  readonly shared: readonly Key[];
  /** Those that had been moved so before. */
  readonly sharedBefore: readonly Key[];
  /** Sends to people picked by hand that were not planned yet. */
  readonly sends: readonly SendId[];
}

interface Move {
  readonly companyId: CompanyId;
  readonly from: ContactId;
  readonly to: ContactId;
}

/**
 * Gives all messages of a contact to another one. Where a send has one for each, one of them leaves at most: what has not left of the
 * first never will, and of the other neither where the first has its message.
 */
export async function moveItems(tx: Transaction, { companyId, from, to }: Move, now: Date): Promise<MovedItems> {
  const { rows } = await sql<{ month: string; id: ItemId; other: ItemId | null; ending: ItemId | null }>`
    SELECT own.items_month::text AS month, own.id, theirs.id AS other, CASE
      WHEN own.state IN (${openStatesSql}) THEN own.id
      WHEN own.state IN (${left}) THEN theirs.id
    END AS ending
    FROM send_items own
    LEFT JOIN send_items theirs ON theirs.company_id = ${companyId} AND theirs.contact_id = ${to} AND theirs.send_id = own.send_id
      AND theirs.channel = own.channel AND theirs.items_month = own.items_month
    WHERE own.company_id = ${companyId} AND own.contact_id = ${from}
    ORDER BY own.items_month, own.id
  `.execute(tx);
  const keyOf = ({ month, id }: { month: string; id: ItemId }): Key => [month, id];
  const shared = rows.filter(({ other }) => other !== null);
  const items = rows.filter(({ other }) => other === null).map(keyOf);
  const ending = shared.flatMap(({ month, ending: id }) => (id === null ? [] : [[month, id] as const]));
  await close(tx, companyId, ending, now);
  await assign(tx, companyId, { keys: items, from, to });
  await assign(tx, companyId, { keys: shared.map(keyOf), from, to: null });
  await sql`
    INSERT INTO merged_items (company_id, items_month, item_id, contact_id)
    SELECT ${companyId}::uuid, asked.month, asked.id, ${to}::uuid FROM ${keysOf(shared.map(keyOf))} AS asked (month, id)
    ON CONFLICT DO NOTHING
  `.execute(tx);
  const sharedBefore = await reassignShared(tx, { companyId, from, to });
  return { items, shared: shared.map(keyOf), sharedBefore, sends: await moveAudiences(tx, { companyId, from, to }) };
}

/**
 * Gives back what was moved, as far as it is still there; messages that did not leave because of it stay so.
 * @returns the messages that went back.
 */
export async function returnItems(
  tx: Transaction,
  { companyId, from, to }: Move,
  { items, shared, sharedBefore, sends }: MovedItems,
): Promise<readonly ItemId[]> {
  await assign(tx, companyId, { keys: items, from, to });
  const { rows } = await sql<{ month: string; id: ItemId }>`
    DELETE FROM merged_items m USING ${keysOf(shared)} AS asked (month, id)
    WHERE m.company_id = ${companyId} AND m.items_month = asked.month AND m.item_id = asked.id AND m.contact_id = ${from}
    RETURNING m.items_month::text AS month, m.item_id AS id
  `.execute(tx);
  const back = rows.map(({ month, id }) => [month, id] as const);
  await assign(tx, companyId, { keys: back, from: null, to });
  await sql`
    UPDATE merged_items m SET contact_id = ${to} FROM ${keysOf(sharedBefore)} AS asked (month, id)
    WHERE m.company_id = ${companyId} AND m.items_month = asked.month AND m.item_id = asked.id AND m.contact_id = ${from}
  `.execute(tx);
  await sql`
    UPDATE sends SET audience = jsonb_set(audience, '{contactIds}', (audience -> 'contactIds') || to_jsonb(${to}::text))
    WHERE company_id = ${companyId} AND id = ANY(${[...sends]}::uuid[]) AND planned_at IS NULL
      AND NOT audience -> 'contactIds' ? ${to}
  `.execute(tx);
  return [...items, ...back, ...sharedBefore].map(([, id]) => id);
}

/** When the last message to a contact was accepted since an instant; null where none was. */
export async function lastSentSince(
  tx: Transaction,
  { companyId, contactId, since }: { companyId: CompanyId; contactId: ContactId; since: Date },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(executed_at) AS at FROM send_items
    WHERE company_id = ${companyId} AND contact_id = ${contactId} AND state = ${itemState.accepted} AND executed_at > ${since}
  `.execute(tx);
  return rows[0]?.at ?? null;
}

/** A query for the messages of a contact, `columns` of `send_items item`: its own, and those that were another's of the same send. */
export function itemsOf(
  { companyId, contactId }: { companyId: CompanyId; contactId: ContactId },
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    SELECT ${columns} FROM send_items item WHERE item.company_id = ${companyId} AND item.contact_id = ${contactId}
    UNION ALL
    SELECT ${columns} FROM merged_items m
    JOIN send_items item ON item.company_id = ${companyId} AND item.items_month = m.items_month AND item.id = m.item_id
    WHERE m.company_id = ${companyId} AND m.contact_id = ${contactId}
  `;
}

/** The hashes of the addresses that the messages of a contact were written to. */
export async function addressesWrittenTo(
  tx: Transaction,
  contact: { readonly companyId: CompanyId; readonly contactId: ContactId },
): Promise<readonly { readonly channel: MessageChannel; readonly addressHash: Buffer }[]> {
  const { rows } = await sql<{ channel: MessageChannel; addressHash: Buffer }>`
    SELECT DISTINCT channel, hash AS "addressHash"
    FROM (${itemsOf(contact, sql`item.channel, coalesce(item.written_hash, item.address_hash) AS hash`)}) AS written
    WHERE hash IS NOT NULL
  `.execute(tx);
  return rows;
}

const left = sql.join([itemState.handedOver, itemState.accepted, itemState.unknown].map((state) => sql.lit(state)));

function keysOf(keys: readonly Key[]): RawBuilder<unknown> {
  return sql`unnest(${keys.map(([month]) => month)}::date[], ${keys.map(([, id]) => id)}::uuid[])`;
}

async function assign(
  tx: Transaction,
  companyId: CompanyId,
  { keys, from, to }: { keys: readonly Key[]; from: ContactId | null; to: ContactId | null },
): Promise<void> {
  await sql`
    UPDATE send_items SET contact_id = ${to} FROM ${keysOf(keys)} AS asked (month, id)
    WHERE send_items.company_id = ${companyId} AND send_items.items_month = asked.month AND send_items.id = asked.id
      AND send_items.contact_id IS NOT DISTINCT FROM ${from}::uuid
  `.execute(tx);
}

/** Messages that have not left yet never will: a worker that holds one has lost it. */
async function close(tx: Transaction, companyId: CompanyId, keys: readonly Key[], now: Date): Promise<void> {
  const { rows } = await sql<{ send_id: SendId }>`
    UPDATE send_items
    SET state = ${itemState.skipped}, reason = 'address_duplicate', executed_at = ${now}, not_before = NULL, lease_token = NULL,
      lease_until = NULL
    FROM ${keysOf(keys)} AS asked (month, id)
    WHERE send_items.company_id = ${companyId} AND send_items.items_month = asked.month AND send_items.id = asked.id
      AND send_items.state IN (${openStatesSql})
    RETURNING send_items.send_id
  `.execute(tx);
  const bySend = Map.groupBy(rows, ({ send_id }) => send_id);
  const deltas = [...bySend].map(([sendId, items]) => ({ sendId, skipped: items.length }));
  await addProgress(tx, { companyId, shard: erasuresShard, deltas });
}

async function reassignShared(tx: Transaction, { companyId, from, to }: Move): Promise<Key[]> {
  const { rows } = await sql<{ month: string; id: ItemId }>`
    UPDATE merged_items SET contact_id = ${to} WHERE company_id = ${companyId} AND contact_id = ${from}
    RETURNING items_month::text AS month, item_id AS id
  `.execute(tx);
  return rows.map(({ month, id }) => [month, id] as const);
}

/** Whoever was picked by hand for a send that is not planned yet gets it as who they are now. */
async function moveAudiences(tx: Transaction, { companyId, from, to }: Move): Promise<SendId[]> {
  const { rows } = await sql<{ id: SendId }>`
    UPDATE sends
    SET audience = jsonb_set(audience, '{contactIds}', ((audience -> 'contactIds') - ${from}::text - ${to}::text) || to_jsonb(${to}::text))
    WHERE company_id = ${companyId} AND planned_at IS NULL AND audience ->> 'kind' = 'contacts'
      AND audience -> 'contactIds' ? ${from}
    RETURNING id
  `.execute(tx);
  return rows.map(({ id }) => id);
}
