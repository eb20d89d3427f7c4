import { sql } from 'kysely';
import type { CompanyId, ContactId, SendId } from '@escuta/contract/ids';
import type { Audience } from '@escuta/contract/sends';
import { findBusinessUnit } from '#modules/companies/index.ts';
import { addressees } from '#modules/contacts/index.ts';
import { withoutSort } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { dayIn } from '#platform/time/clock.ts';
import { audienceFilter } from '../audience-filter.ts';
import { channelNamed } from '../channels/channels.ts';
import { itemState } from '../item-state.ts';
import { addProgress, holdersShard, readProgress } from '../progress.ts';
import { judgeAudience, readAudience } from './judge-audience.ts';
import type { Asked, Judged } from './judge-audience.ts';
import { answeredSince } from './quarantine-look-up.ts';

/** The first step is short, so that the first messages leave while the others are planned. */
const firstBatchSize = 500;
const batchSize = 5_000;

/** What one step of planning found: more contacts, the end of the audience, or nothing to plan. */
export type PlanStep = 'more' | 'planned' | 'idle';

/**
 * Turns the next contacts of an audience into items, in the order of their ids. Items, counters and the cursor are one
 * transaction: a planner that dies leaves no trace of its step, and a step that runs twice inserts nothing twice.
 * Contacts that must not be written to become skipped items with their reason.
 */
export async function planSend(
  tx: Transaction,
  { companyId, sendId, now }: { companyId: CompanyId; sendId: SendId; now: Date },
): Promise<PlanStep> {
  const send = await lockPlanning(tx, companyId, sendId);
  if (!send) return 'idle';
  const step = await insertItems(tx, companyId, send, now);
  await addProgress(tx, {
    companyId,
    shard: holdersShard,
    deltas: [{ sendId, planned: step.planned, skipped: step.skipped }],
  });
  const { planned } = await readProgress(tx, { companyId, sendId });
  const isPlanned = step.seen < batchSizeOf(send);
  await tx
    .updateTable('sends')
    .set({
      plan_cursor: step.cursor ?? send.plan_cursor,
      released_at: send.released_at ?? now,
      // The audience may have changed since it was counted: what was planned is what it holds.
      total: isPlanned ? planned : Math.max(send.total, planned),
      ...(isPlanned ? { status: 'running', planned_at: now } : {}),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', sendId)
    .execute();
  return isPlanned ? 'planned' : 'more';
}

/** Takes the send for this step; a send that another planner holds is left to it. */
function lockPlanning(tx: Transaction, companyId: CompanyId, sendId: SendId) {
  return (
    tx
      .selectFrom('sends')
      .select(['id', 'business_unit_id', 'survey_id', 'channel', 'items_month', 'audience', 'plan_cursor'])
      .select(['released_at', 'total', 'quarantine_ignored_at'])
      .where('company_id', '=', companyId)
      .where('id', '=', sendId)
      .where('status', '=', 'planning')
      // Weaker than FOR UPDATE: the foreign keys of items must still be able to look at the send.
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
  );
}

function batchSizeOf({ plan_cursor }: { plan_cursor: ContactId | null }): number {
  return plan_cursor === null ? firstBatchSize : batchSize;
}

type Planned = NonNullable<Awaited<ReturnType<typeof lockPlanning>>>;

async function insertItems(tx: Transaction, companyId: CompanyId, send: Planned, now: Date) {
  const judged = await judgeBatch(tx, companyId, send, now);
  const reasons = judged.map(({ heldBack }) => heldBack);
  const { rows } = await sql<{ planned: number; skipped: number }>`
    WITH planned AS (
      INSERT INTO send_items (company_id, items_month, id, business_unit_id, send_id, contact_id, channel, address, address_hash, state, not_before, reason, executed_at)
      SELECT ${companyId}, ${send.items_month}::date, uuid_v7(), ${send.business_unit_id}, ${send.id}, contact_id, ${send.channel}, address, address_hash,
        CASE WHEN held_back IS NULL THEN ${itemState.ready}::smallint ELSE ${itemState.skipped}::smallint END,
        CASE WHEN held_back IS NULL THEN '-infinity'::timestamptz END, held_back,
        CASE WHEN held_back IS NOT NULL THEN ${now}::timestamptz END
      FROM unnest(${judged.map(({ contactId }) => contactId)}::uuid[], ${judged.map(({ address }) => address)}::text[],
        ${judged.map(({ addressHash }) => addressHash)}::bytea[], ${reasons}::text[])
        AS judged (contact_id, address, address_hash, held_back)
      ON CONFLICT DO NOTHING
      RETURNING state
    )
    SELECT count(*)::int AS planned, count(*) FILTER (WHERE state = ${itemState.skipped})::int AS skipped FROM planned
  `.execute(tx);
  const { planned, skipped } = rows[0] ?? { planned: 0, skipped: 0 };
  return { seen: judged.length, cursor: judged.at(-1)?.contactId ?? null, planned, skipped };
}

/** The next contacts of the audience, each with its reason to be held back. */
async function judgeBatch(tx: Transaction, companyId: CompanyId, send: Planned, now: Date): Promise<readonly Judged[]> {
  const unit = await findBusinessUnit(tx, companyId, send.business_unit_id);
  if (!unit) throw new Error('a send without its unit');
  const ofUnit = { companyId, businessUnitId: send.business_unit_id };
  const audience = await audienceFilter(tx, ofUnit, send.audience as Audience, now);
  if (audience.importId) await withoutSort(tx);
  const filter = { ...audience, beyondId: send.plan_cursor ?? undefined };
  const batch = addressees(tx, filter, channelNamed(send.channel).addressing, dayIn(unit.timezone, now))
    .where('contacts.company_id', '=', companyId)
    .orderBy('contacts.id')
    .limit(batchSizeOf(send))
    // Whose erasure is under way is seen as they are after it; who is planned for is erased with their item.
    .forKeyShare('contacts');
  const asked: Asked = {
    companyId,
    businessUnitId: send.business_unit_id,
    surveyId: send.survey_id,
    sendId: send.id,
    now,
    answeredSince: answeredSince(unit, now),
  };
  const read = await readAudience(tx, batch, asked);
  return send.quarantine_ignored_at === null ? judgeAudience(tx, read, asked) : read;
}
