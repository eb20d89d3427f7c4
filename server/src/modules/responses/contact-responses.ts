import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId, ResponseId } from '@escuta/contract/ids';
import type { Metric, ScoreGroup } from '@escuta/contract/metrics';
import type { Transaction } from '#platform/db/database.ts';
import { isBehind, timeKey } from '#platform/db/time-key.ts';
import type { TimeKey } from '#platform/db/time-key.ts';
import { bareColumns, withNames } from './list-responses.ts';
import type { BareRow, ResponseRow } from './list-responses.ts';
import { countedResponses } from './response-filter.ts';

/** Whoever asks has found the contact, and so sees all of it. */
interface OfContact {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly contactId: ContactId;
}

/** The next responses of a contact that count, newest first. */
export async function walkContactResponses(
  tx: Transaction,
  { contactId, after, limit, ...unit }: OfContact & { after?: TimeKey | undefined; limit: number },
): Promise<(ResponseRow & { key: TimeKey })[]> {
  const { rows } = await sql<BareRow & { key: TimeKey }>`
    SELECT ${bareColumns}, ${timeKey('responses.answered_at', 'responses.id')} AS key FROM responses
    WHERE ${countedResponses({ ...unit, narrowing: null })} AND responses.contact_id = ${contactId}
      AND ${isBehind(after, 'responses.answered_at', 'responses.id')}
    ORDER BY answered_at DESC, id DESC
    LIMIT ${limit}
  `.execute(tx);
  return withNames(tx, unit.companyId, rows);
}

/** A score that a contact gave. */
export interface ContactScore {
  readonly id: ResponseId;
  readonly at: Date;
  readonly metric: Metric;
  readonly score: number;
  readonly scoreGroup: ScoreGroup;
}

/** The last scores of a contact, oldest first. */
export async function listContactScores(
  tx: Transaction,
  { contactId, most, ...unit }: OfContact & { most: number },
): Promise<ContactScore[]> {
  const { rows } = await sql<ContactScore>`
    SELECT id, answered_at AS at, metric, score, score_group AS "scoreGroup" FROM responses
    WHERE ${countedResponses({ ...unit, narrowing: null, score: 'with' })} AND responses.contact_id = ${contactId}
      AND metric <> 'none' AND score_group IS NOT NULL
    ORDER BY answered_at DESC, id DESC
    LIMIT ${most}
  `.execute(tx);
  return rows.toReversed();
}

/** How many of some messages to a contact have brought a response that counts. */
export async function countAnsweredMessages(
  tx: Transaction,
  { contactId, itemIds, ...unit }: OfContact & { itemIds: readonly string[] },
): Promise<number> {
  if (itemIds.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM responses
    WHERE ${countedResponses({ ...unit, narrowing: null })} AND responses.contact_id = ${contactId}
      AND responses.item_id = ANY(${itemIds}::uuid[])
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

/** When a response that counts came last to any of some messages to a contact; null where none did. */
export async function lastAnswerTo(
  tx: Transaction,
  { contactId, itemIds, ...unit }: OfContact & { itemIds: readonly string[] },
): Promise<Date | null> {
  if (itemIds.length === 0) return null;
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(answered_at) AS at FROM responses
    WHERE ${countedResponses({ ...unit, narrowing: null })} AND responses.contact_id = ${contactId}
      AND responses.item_id = ANY(${itemIds}::uuid[])
  `.execute(tx);
  return rows[0]?.at ?? null;
}
