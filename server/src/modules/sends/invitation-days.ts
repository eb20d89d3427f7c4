import type { Channel, MessageChannel } from '@escuta/contract/primitives';
import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, SurveyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { inOrderOfKeys, runWrites, writeOf } from '#platform/db/writes.ts';
import type { Write } from '#platform/db/writes.ts';
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
}

/** What was sent on some days, and how much of it was answered since. */
export function readInvitationDays(tx: Transaction, filter: InvitationFilter): Promise<InvitationSums> {
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
