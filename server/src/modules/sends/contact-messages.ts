import { sql } from 'kysely';
import type { CompanyId, ContactId, ItemId, SendId, SurveyId } from '@escuta/contract/ids';
import type { MessageChannel } from '@escuta/contract/primitives';
import type { ItemReason } from '@escuta/contract/sends';
import type { Transaction } from '#platform/db/database.ts';
import { isBehind, timeKey } from '#platform/db/time-key.ts';
import type { TimeKey } from '#platform/db/time-key.ts';
import { itemState } from './item-state.ts';
import { itemsOf } from './move-items.ts';

const columns = sql`item.id, item.executed_at, item.channel, item.send_id, item.reason, item.state`;

/** A message whose end is known. */
export interface ContactMessage {
  readonly key: TimeKey;
  readonly id: ItemId;
  readonly at: Date;
  readonly channel: MessageChannel;
  readonly sendId: SendId;
  readonly survey: { readonly id: SurveyId; readonly title: string };
  readonly outcome: 'sent' | 'held_back' | 'failed';
  readonly reason: ItemReason | null;
}

/** The next messages of a contact whose end is known, newest first. */
export async function walkContactMessages(
  tx: Transaction,
  {
    companyId,
    contactId,
    after,
    limit,
  }: {
    companyId: CompanyId;
    contactId: ContactId;
    after?: TimeKey | undefined;
    limit: number;
  },
): Promise<ContactMessage[]> {
  const { rows } = await sql<Omit<ContactMessage, 'survey'> & { surveyId: SurveyId; title: string }>`
    SELECT ${timeKey('item.executed_at', 'item.id')} AS key, item.id, item.executed_at AS at, item.channel,
      item.send_id AS "sendId", item.reason, sends.survey_id AS "surveyId", sends.survey_title AS title,
      CASE item.state
        WHEN ${itemState.accepted} THEN 'sent'
        WHEN ${itemState.skipped} THEN 'held_back'
        ELSE 'failed'
      END AS outcome
    FROM (${itemsOf({ companyId, contactId }, columns)}) AS item
    JOIN sends ON sends.company_id = ${companyId} AND sends.id = item.send_id
    WHERE item.state IN (${itemState.accepted}, ${itemState.rejected}, ${itemState.skipped})
      AND item.executed_at IS NOT NULL AND ${isBehind(after, 'item.executed_at', 'item.id')}
    ORDER BY item.executed_at DESC, item.id DESC
    LIMIT ${limit}
  `.execute(tx);
  return rows.map(({ surveyId, title, ...message }) => ({ ...message, survey: { id: surveyId, title } }));
}

/** A message that says something of the address that it went to. */
export interface AddressedMessage {
  readonly id: ItemId;
  readonly at: Date;
  readonly outcome: 'delivered' | 'failed' | 'unknown_result';
}

/** The last messages to an address of a contact that left it or were refused, newest first; one that we could not make says nothing. */
export async function lastMessagesTo(
  tx: Transaction,
  {
    companyId,
    contactId,
    channel,
    addressHash,
    limit,
  }: { companyId: CompanyId; contactId: ContactId; channel: MessageChannel; addressHash: Buffer; limit: number },
): Promise<AddressedMessage[]> {
  const told = sql`${columns}, item.address_hash`;
  const { rows } = await sql<AddressedMessage>`
    SELECT item.id, item.executed_at AS at, CASE item.state
      WHEN ${itemState.accepted} THEN 'delivered'
      WHEN ${itemState.rejected} THEN 'failed'
      ELSE 'unknown_result'
    END AS outcome
    FROM (${itemsOf({ companyId, contactId }, told)}) AS item
    WHERE item.channel = ${channel} AND item.address_hash = ${addressHash}
      AND item.state IN (${itemState.accepted}, ${itemState.rejected}, ${itemState.unknown})
      AND item.reason IS DISTINCT FROM 'message_not_made' AND item.executed_at IS NOT NULL
    ORDER BY item.executed_at DESC, item.id DESC
    LIMIT ${limit}
  `.execute(tx);
  return rows;
}
