import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import type { Write } from '#platform/db/writes.ts';
import type { ItemState } from './item-state.ts';

/** The key of a message: its partition and its id, as an answer token names them. */
export interface ItemKey {
  /** The first day of the month, `YYYY-MM-01`. */
  readonly itemsMonth: string;
  readonly itemId: string;
}

/** A message that invited somebody to answer. `contactId` is null once the contact was deleted. */
export interface InvitedItem extends ItemKey {
  readonly sendId: string;
  readonly surveyId: string;
  readonly surveyVersionId: string;
  readonly businessUnitId: string;
  readonly contactId: string | null;
  readonly channel: string;
  readonly state: ItemState;
  /** When the mail server took it or refused it; null while no result is known. */
  readonly executedAt: Date | null;
}

interface Wanted {
  readonly companyId: string;
  readonly items: readonly ItemKey[];
}

/**
 * The messages behind answer links, as a table of a statement with the columns of `InvitedItem`; those that do not exist
 * are left out.
 */
export function invitedItems({ companyId, items }: Wanted): RawBuilder<InvitedItem> {
  const months = items.map((item) => item.itemsMonth);
  const ids = items.map((item) => item.itemId);
  return sql`(
    SELECT item_id AS "itemId", items_month AS "itemsMonth", send_id AS "sendId", survey_id AS "surveyId",
      survey_version_id AS "surveyVersionId", business_unit_id AS "businessUnitId", contact_id AS "contactId", channel,
      state, executed_at AS "executedAt"
    FROM find_invited_items(${companyId}::uuid, ${months}::date[], ${ids}::uuid[])
  )`;
}

/** The messages behind answer links, in no particular order; those that do not exist are left out. */
export async function findInvitedItems(tx: Transaction, wanted: Wanted): Promise<InvitedItem[]> {
  if (wanted.items.length === 0) return [];
  const { rows } = await sql<InvitedItem>`SELECT * FROM ${invitedItems(wanted)} AS item`.execute(tx);
  return rows;
}

/** The hash of the address that a message was written to; undefined when there is no such message, or it had none. */
export async function addressOfItem(
  tx: Transaction,
  { companyId, itemsMonth, itemId }: ItemKey & { readonly companyId: string },
): Promise<Buffer | undefined> {
  const item = await tx
    .selectFrom('send_items')
    .select(['address_hash', 'written_hash'])
    .where('company_id', '=', companyId)
    .where('items_month', '=', itemsMonth)
    .where('id', '=', itemId)
    .executeTakeFirst();
  return item?.written_hash ?? item?.address_hash ?? undefined;
}

export interface Evidence {
  readonly itemId: string;
  readonly kind: 'answer' | 'bounce' | 'delivery_report' | 'open';
  readonly at: Date;
}

/** Keeps what the world told us of messages; the first of a kind stays. It settles unknown results. */
export function recordEvidence({
  companyId,
  evidence,
}: {
  companyId: string;
  evidence: readonly Evidence[];
}): Write | null {
  if (evidence.length === 0) return null;
  return sql`record_send_evidence(${companyId}::uuid, ${JSON.stringify(evidence)}::json)`;
}
