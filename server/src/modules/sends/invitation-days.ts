import type { Channel, MessageChannel } from '@escuta/contract/primitives';
import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, SurveyId } from '@escuta/contract/ids';
import { contactsWithin } from '#modules/contacts/index.ts';
import type { Narrowing, Transaction } from '#platform/db/database.ts';
import { inOrderOfKeys, runWrites, writeOf } from '#platform/db/writes.ts';
import type { Write } from '#platform/db/writes.ts';
import { itemState } from './item-state.ts';
import { answersShards } from './progress.ts';

/** Counters that change on one day, in the zone of the unit, on which messages went out. */
export interface InvitationDelta {
  readonly businessUnitId: BusinessUnitId;
  readonly surveyId: SurveyId;
  readonly channel: MessageChannel;
  /** The unit's day on which the message was sent, `YYYY-MM-DD`. */
  readonly day: string;
  readonly sent?: number;
  readonly failed?: number;
  readonly responded?: number;
  readonly completed?: number;
}

interface DayDeltas {
  readonly companyId: CompanyId;
  /** Whose rows these are. */
  readonly shard: number;
  readonly deltas: readonly InvitationDelta[];
}

/**
 * Adds answers to the days on which their messages were sent. Deltas of one key are summed and written in the order
 * of the key, so that two workers never wait for each other in a circle.
 */
export function countAnswers(count: {
  companyId: CompanyId;
  deltas: readonly Omit<InvitationDelta, 'sent' | 'failed'>[];
}): Write | null {
  return dayDeltas({ ...count, shard: answersShards.ofDays });
}

/** Adds to the days of sending; like `countAnswers`, for every counter. */
export async function addToDays(tx: Transaction, count: DayDeltas): Promise<void> {
  await runWrites(tx, [dayDeltas(count)]);
}

function dayDeltas({ companyId, shard, deltas }: DayDeltas): Write | null {
  return writeOf(sumDeltas(deltas), (json) => sql`add_to_invitation_days(${companyId}::uuid, ${shard}::int, ${json})`);
}

/** One delta for each row of a day, in the order of the key. */
function sumDeltas(deltas: readonly InvitationDelta[]): InvitationDelta[] {
  const perRow = Map.groupBy(deltas, ({ businessUnitId, day, surveyId, channel }) =>
    [businessUnitId, day, surveyId, channel].join(),
  );
  return inOrderOfKeys(perRow).flatMap(([, [first, ...others]]) => (first ? [others.reduce(plus, first)] : []));
}

function plus(a: InvitationDelta, b: InvitationDelta): InvitationDelta {
  const add = (counter: 'sent' | 'failed' | 'responded' | 'completed') => (a[counter] ?? 0) + (b[counter] ?? 0);
  return { ...a, sent: add('sent'), failed: add('failed'), responded: add('responded'), completed: add('completed') };
}

/** Sums over the messages sent on the days `from` to `to`, both included. `sent` counts every message with a result. */
export interface InvitationSums {
  readonly sent: number;
  readonly failed: number;
  readonly responded: number;
  readonly completed: number;
}

export interface InvitationFilter {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly from: string;
  readonly to: string;
  readonly surveyIds: readonly SurveyId[];
  readonly channel?: Channel | undefined;
  /** Of the contacts that the reader is narrowed to; null for all. */
  readonly narrowing: Narrowing | null;
  /** Of the unit, which the days are in. */
  readonly timezone: string;
}

/** What was sent on some days, and how much of it was answered since. */
export function readInvitationDays(tx: Transaction, filter: InvitationFilter): Promise<InvitationSums> {
  const { narrowing, ...asked } = filter;
  if (narrowing) return countInvitations(tx, { ...asked, narrowing });
  return tx
    .selectFrom('invitation_daily')
    .select([
      sql<number>`coalesce(sum(sent), 0)::int`.as('sent'),
      sql<number>`coalesce(sum(failed), 0)::int`.as('failed'),
      sql<number>`coalesce(sum(responded), 0)::int`.as('responded'),
      sql<number>`coalesce(sum(completed), 0)::int`.as('completed'),
    ])
    .where('company_id', '=', filter.companyId)
    .where('business_unit_id', '=', filter.businessUnitId)
    .where(sql<boolean>`day BETWEEN ${filter.from} AND ${filter.to}`)
    .where(sql<boolean>`survey_id = ANY(${filter.surveyIds}::uuid[])`)
    .$if(filter.channel !== undefined, (query) => query.where(sql<boolean>`channel = ${filter.channel}`))
    .executeTakeFirstOrThrow();
}

/** What the counters of the days say, of the messages to some contacts themselves and of the responses to them. */
async function countInvitations(
  tx: Transaction,
  {
    companyId,
    surveyIds,
    channel,
    from,
    to,
    timezone,
    ...filter
  }: InvitationFilter & { readonly narrowing: Narrowing },
): Promise<InvitationSums> {
  const { rows } = await sql<InvitationSums>`
    SELECT count(*)::int AS sent, (count(*) FILTER (WHERE item.state = ${itemState.rejected}))::int AS failed,
      (count(*) FILTER (WHERE responses.score IS NOT NULL))::int AS responded,
      (count(*) FILTER (WHERE responses.completed_at IS NOT NULL))::int AS completed
    FROM send_items item
    JOIN sends ON sends.company_id = ${companyId} AND sends.id = item.send_id
    LEFT JOIN responses ON responses.company_id = ${companyId} AND responses.item_id = item.id
    WHERE item.company_id = ${companyId} AND item.contact_id IN (${contactsWithin({ companyId, ...filter })})
      AND item.state IN (${itemState.accepted}, ${itemState.rejected})
      AND (item.executed_at AT TIME ZONE ${timezone})::date BETWEEN ${from}::date AND ${to}::date
      AND sends.survey_id = ANY(${surveyIds}::uuid[])
      ${channel === undefined ? sql`` : sql`AND item.channel = ${channel}`}
  `.execute(tx);
  return rows[0] ?? { sent: 0, failed: 0, responded: 0, completed: 0 };
}

/** How many messages went out on some days by each channel, in all of these units together. */
export function countMessages(
  tx: Transaction,
  { companyId, units, from, to }: { companyId: CompanyId; units: readonly BusinessUnitId[]; from: string; to: string },
) {
  return tx
    .selectFrom('invitation_daily')
    .select(['channel', sql<number>`sum(sent)::int`.as('sent')])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`business_unit_id = ANY(${units}::uuid[])`)
    .where(sql<boolean>`day BETWEEN ${from} AND ${to}`)
    .groupBy('channel')
    .orderBy('channel')
    .execute();
}
