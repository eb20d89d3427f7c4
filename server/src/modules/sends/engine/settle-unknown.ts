import { sql } from 'kysely';
import type { ContactId } from '@escuta/contract/ids';
import { markSent } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { addToDays } from '../invitation-days.ts';
import { itemState } from '../item-state.ts';
import { addProgress, holdersShard } from '../progress.ts';
import type { SendContext } from './send-context.ts';

/** How long we wait for evidence before the company's policy decides. */
export const evidenceWaitMs = 30 * 60_000;

interface Cycle {
  readonly send: SendContext;
  /** Whose rows of the days these are: answers count in rows of the same days. */
  readonly shard: number;
  readonly now: Date;
}

/**
 * Settles messages of unknown fate: by evidence first; after half an hour by the company's policy, which either closes
 * the unknown result without sending again or sends once more under the same Message-ID and with the same links.
 */
export async function settleUnknown(tx: Transaction, cycle: Cycle): Promise<void> {
  await settleByEvidence(tx, cycle);
  if (cycle.send.unknownPolicy === 'prefer_delivery') await sendOnceMore(tx, cycle);
  await closeUnknown(tx, cycle);
}

/** A bounce says that it was refused; anything else that came back says that it arrived. */
async function settleByEvidence(tx: Transaction, { send, shard, now }: Cycle): Promise<void> {
  const { companyId, sendId, businessUnitId, surveyId, channel } = send;
  const { rows } = await sql<{ contact_id: ContactId | null; state: number; day: string }>`
    WITH told AS (
      SELECT i.id AS item_id, evidence.arrived FROM send_items i
      CROSS JOIN LATERAL (
        SELECT bool_or(kind <> 'bounce') AS arrived FROM send_evidence WHERE company_id = ${companyId} AND item_id = i.id
      ) AS evidence
      WHERE ${stillUnknown(send)} AND evidence.arrived IS NOT NULL
    )
    UPDATE send_items i
    SET state = CASE WHEN told.arrived THEN ${sql.lit(itemState.accepted)} ELSE ${sql.lit(itemState.rejected)} END,
      reason = CASE WHEN told.arrived THEN NULL ELSE 'rejected_by_server' END, not_before = NULL
    FROM told
    WHERE i.id = told.item_id AND ${stillUnknown(send)}
    RETURNING i.contact_id, i.state, (i.executed_at AT TIME ZONE ${send.timezone})::date AS day
  `.execute(tx);
  if (rows.length === 0) return;
  const arrived = rows.filter((row) => row.state === itemState.accepted);
  const rejected = rows.length - arrived.length;
  await addProgress(tx, {
    companyId,
    shard: holdersShard,
    deltas: [{ sendId, accepted: arrived.length, marked: arrived.length, rejected, openUnknown: -rows.length }],
  });
  const deltas = rows.map(({ day, state }) => ({
    businessUnitId,
    surveyId,
    channel,
    day,
    sent: 1,
    failed: state === itemState.rejected ? 1 : 0,
  }));
  await addToDays(tx, { companyId, shard, deltas });
  const marks = arrived.flatMap((row) => (row.contact_id ? { contactId: row.contact_id, at: now } : []));
  await markSent(tx, { companyId, marks });
}

async function sendOnceMore(tx: Transaction, { send, now }: Cycle): Promise<void> {
  const { rows } = await sql`
    UPDATE send_items i
    SET state = ${itemState.ready}, resent_at = ${now}, executed_at = NULL, lease_token = NULL, not_before = ${now}
    WHERE ${stillUnknown(send)} AND i.executed_at <= ${deadline(now)} AND i.resent_at IS NULL
    RETURNING i.id
  `.execute(tx);
  await addProgress(tx, {
    companyId: send.companyId,
    shard: holdersShard,
    deltas: rows.length > 0 ? [{ sendId: send.sendId, openUnknown: -rows.length }] : [],
  });
}

async function closeUnknown(tx: Transaction, { send, now }: Cycle): Promise<void> {
  const { rows } = await sql`
    UPDATE send_items i SET reason = 'unknown_result', not_before = NULL
    WHERE ${stillUnknown(send)} AND i.executed_at <= ${deadline(now)}
    RETURNING i.id
  `.execute(tx);
  const { companyId, sendId } = send;
  await addProgress(tx, {
    companyId,
    shard: holdersShard,
    deltas: rows.length > 0 ? [{ sendId, unknown: rows.length, openUnknown: -rows.length }] : [],
  });
}

function stillUnknown({ companyId, itemsMonth, sendId }: SendContext) {
  return sql`i.company_id = ${companyId} AND i.items_month = ${itemsMonth}::date AND i.send_id = ${sendId}
      AND i.not_before = 'infinity' AND i.state = ${sql.lit(itemState.unknown)} AND i.reason IS NULL`;
}

function deadline(now: Date): Date {
  return new Date(now.getTime() - evidenceWaitMs);
}
