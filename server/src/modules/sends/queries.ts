import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { BusinessUnitId, CompanyId, SendId } from '@escuta/contract/ids';
import { countRows } from '#platform/db/count-rows.ts';
import type { Transaction } from '#platform/db/database.ts';
import { holdsWords } from '#platform/db/search.ts';

const itemsMax = 50_000;

export interface QueueFilter {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  /** The unit's zone: `from` and `to` are its days, both included. */
  readonly timezone: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** A fragment of the survey's title, whatever the accents. */
  readonly search?: string | undefined;
  /** This one alone. */
  readonly sendId?: SendId | undefined;
  /** Those that were made by then. */
  readonly createdUntil?: Date | undefined;
}

export type SendRow = NonNullable<Awaited<ReturnType<typeof findSendRow>>>;
export type ItemRow = Awaited<ReturnType<typeof listItemRows>>[number];

/** One page of the bulk sends of a unit, newest first, each with its progress. */
export function listSendRows(
  tx: Transaction,
  { limit, page, ...filter }: QueueFilter & { limit: number; page: number },
) {
  return bulkSends(tx, filter)
    .select(sendColumns)
    .select(progressColumn)
    .orderBy('sends.created_at', 'desc')
    .orderBy('sends.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** How many bulk sends match. */
export function countSends(tx: Transaction, filter: QueueFilter): Promise<number> {
  return countRows(bulkSends(tx, filter));
}

/** One bulk send of the unit, or undefined. */
export function findSendRow(
  tx: Transaction,
  { companyId, businessUnitId, id }: { companyId: CompanyId; businessUnitId: BusinessUnitId; id: SendId },
) {
  return bulkSends(tx, { companyId, businessUnitId, timezone: 'UTC', sendId: id })
    .select(sendColumns)
    .select(progressColumn)
    .executeTakeFirst();
}

/** Whether it is a bulk send of the unit. */
export async function isBulkSend(
  tx: Transaction,
  { companyId, businessUnitId }: Pick<QueueFilter, 'companyId' | 'businessUnitId'>,
  sendId: SendId,
): Promise<boolean> {
  const found = await bulkSends(tx, { companyId, businessUnitId, timezone: 'UTC', sendId })
    .select('sends.id')
    .executeTakeFirst();
  return found !== undefined;
}

/** The items of a send, at most 50,000, roughly in the order of their planning. */
export function listItemRows(
  tx: Transaction,
  { companyId, itemsMonth, sendId }: { companyId: CompanyId; itemsMonth: string; sendId: SendId },
) {
  return (
    tx
      .selectFrom('send_items')
      .select(['id', 'channel', 'address', 'state', 'reason', 'detail', 'executed_at'])
      // Of who was merged into somebody, their message is that one's.
      .select((select) =>
        select.fn
          .coalesce(
            'contact_id',
            select
              .selectFrom('merged_items')
              .select('merged_items.contact_id')
              .where('merged_items.company_id', '=', companyId)
              .where('merged_items.items_month', '=', itemsMonth)
              .whereRef('merged_items.item_id', '=', 'send_items.id'),
          )
          .as('contact_id'),
      )
      .where('company_id', '=', companyId)
      .where('items_month', '=', itemsMonth)
      .where('send_id', '=', sendId)
      .orderBy('id')
      .limit(itemsMax)
      .execute()
  );
}

/** A query for the bulk sends that a filter finds. */
export function bulkSends(tx: Transaction, filter: QueueFilter) {
  return tx.selectFrom('sends').where(isFoundBy(filter));
}

/** An SQL condition: whether a row of `sends` is one of the bulk sends that a filter finds. */
export function isFoundBy(filter: QueueFilter): RawBuilder<boolean> {
  const { companyId, businessUnitId, timezone, from, to, search, sendId, createdUntil } = filter;
  return sql.join<boolean>(
    [
      sql`sends.company_id = ${companyId} AND sends.business_unit_id = ${businessUnitId} AND sends.origin = 'bulk'`,
      ...(from ? [sql`sends.created_at >= ${from}::date::timestamp AT TIME ZONE ${timezone}`] : []),
      ...(to ? [sql`sends.created_at < (${to}::date + 1)::timestamp AT TIME ZONE ${timezone}`] : []),
      ...(search ? [holdsWords(sql`sends.survey_title`, search)] : []),
      ...(sendId ? [sql`sends.id = ${sendId}`] : []),
      ...(createdUntil ? [sql`sends.created_at <= ${createdUntil}`] : []),
    ],
    sql` AND `,
  );
}

const sendColumns = [
  'sends.id',
  'sends.survey_id',
  'sends.survey_title',
  'sends.type',
  'sends.channel',
  'sends.status',
  'sends.pause_reason',
  'sends.schedule_type',
  'sends.scheduled_to',
  'sends.released_at',
  'sends.total',
  'sends.items_month',
  'sends.created_at',
  'sends.quarantine_ignored_by',
  'sends.quarantine_ignored_at',
] as const;

/** A few rows, one for each worker that had a part in it, summed here: the progress of a send never asks its items. */
const progressColumn = sql<{
  planned: number;
  accepted: number;
  rejected: number;
  skipped: number;
  unknown: number;
  openUnknown: number;
}>`(
  SELECT jsonb_build_object(
    'planned', coalesce(sum(shard.planned), 0), 'accepted', coalesce(sum(shard.accepted), 0), 'rejected', coalesce(sum(shard.rejected), 0),
    'skipped', coalesce(sum(shard.skipped), 0), 'unknown', coalesce(sum(shard.unknown), 0), 'openUnknown', coalesce(sum(shard.open_unknown), 0))
  FROM send_progress shard
  WHERE shard.company_id = sends.company_id AND shard.send_id = sends.id
)`.as('progress');
