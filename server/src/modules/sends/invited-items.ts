import type { MessageChannel } from '@escuta/contract/primitives';
import { sql } from 'kysely';
import type {
  BusinessUnitId,
  CompanyId,
  ContactId,
  ItemId,
  SendId,
  SurveyId,
  SurveyVersionId,
} from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { writeOf } from '#platform/db/writes.ts';
import type { Write } from '#platform/db/writes.ts';
import type { ItemState } from './item-state.ts';

/** The key of a message: its partition and its id, as an answer token names them. */
export interface ItemKey {
  /** The first day of the month, `YYYY-MM-01`. */
  readonly itemsMonth: string;
  readonly itemId: ItemId;
}

/** A message that invited somebody to answer. `contactId` is null once the contact was deleted. */
export interface InvitedItem extends ItemKey {
  readonly sendId: SendId;
  readonly surveyId: SurveyId;
  readonly surveyVersionId: SurveyVersionId;
  readonly businessUnitId: BusinessUnitId;
  readonly contactId: ContactId | null;
  readonly channel: MessageChannel;
  readonly state: ItemState;
  /** When the mail server took it or refused it; null while no result is known. */
  readonly executedAt: Date | null;
}

interface Wanted {
  readonly companyId: CompanyId;
  readonly items: readonly ItemKey[];
}

/** A row of `find_invited_items`, as JSON carries it. */
export interface InvitedRow {
  readonly item_id: ItemId;
  readonly items_month: string;
  readonly send_id: SendId;
  readonly survey_id: SurveyId;
  readonly survey_version_id: SurveyVersionId;
  readonly business_unit_id: BusinessUnitId;
  readonly channel: MessageChannel;
  readonly contact_id: ContactId | null;
  readonly state: ItemState;
  readonly executed_at: string | null;
}

/** Reads a row of `find_invited_items`. */
export function readInvitedItem(row: InvitedRow): InvitedItem {
  return {
    itemId: row.item_id,
    itemsMonth: row.items_month,
    sendId: row.send_id,
    surveyId: row.survey_id,
    surveyVersionId: row.survey_version_id,
    businessUnitId: row.business_unit_id,
    contactId: row.contact_id,
    channel: row.channel,
    state: row.state,
    executedAt: row.executed_at === null ? null : new Date(row.executed_at),
  };
}

/** The messages behind answer links, in no particular order; those that do not exist are left out. */
export async function findInvitedItems(tx: Transaction, { companyId, items }: Wanted): Promise<InvitedItem[]> {
  if (items.length === 0) return [];
  const months = items.map((item) => item.itemsMonth);
  const ids = items.map((item) => item.itemId);
  const { rows } = await sql<{ item: InvitedRow }>`
    SELECT to_json(found) AS item FROM find_invited_items(${companyId}::uuid, ${months}::date[], ${ids}::uuid[]) AS found
  `.execute(tx);
  return rows.map(({ item }) => readInvitedItem(item));
}

/** The hash of the address that a message was written to; undefined when there is no such message, or it had none. */
export async function addressOfItem(
  tx: Transaction,
  { companyId, itemsMonth, itemId }: ItemKey & { readonly companyId: CompanyId },
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
  readonly itemId: ItemId;
  readonly kind: 'answer' | 'bounce' | 'delivery_report' | 'open';
  readonly at: Date;
}

/** Keeps what the world told us of messages; the first of a kind stays. It settles unknown results. */
export function recordEvidence({
  companyId,
  evidence,
}: {
  companyId: CompanyId;
  evidence: readonly Evidence[];
}): Write | null {
  return writeOf(evidence, (json) => sql`record_send_evidence(${companyId}::uuid, ${json})`);
}
