import { sql } from 'kysely';
import type { ItemReason } from '@escuta/contract/sends';
import type { addressees } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { hasAnswered } from './engine/judge-audience.ts';
import type { Asked } from './engine/judge-audience.ts';
import { itemState } from './item-state.ts';

interface QuarantineDays {
  readonly quarantine_days: number;
  readonly survey_quarantine_days: number;
}

const dayMs = 86_400_000;

/**
 * How many of a large audience each reason holds back; those whom none does under null. What `find_quarantined` answers for a
 * batch of contacts, for all of them in one statement on tables alone. Contacts and messages are brought together by their
 * keys, the contact and the hash of the address, in one sorted run: there is no join whose plan could depend on how many rows
 * PostgreSQL expects.
 */
export async function countLargeAudience(
  tx: Transaction,
  everybody: ReturnType<typeof addressees>,
  asked: Asked,
  unit: QuarantineDays,
): Promise<ReadonlyMap<ItemReason | null, number>> {
  const { companyId, businessUnitId, now } = asked;
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const anySince = daysAgo(unit.quarantine_days);
  const surveySince = daysAgo(unit.survey_quarantine_days);
  const since = new Date(Math.min(anySince.getTime(), surveySince.getTime()));
  const { months, sameSurvey } = await readSends(tx, asked, since);
  const { rows } = await sql<{ reason: ItemReason | null; count: number }>`
    WITH addressee AS (${everybody}),
    sent AS (
      SELECT contact_id, address_hash, sent_at, CASE WHEN send_id = ANY(${sameSurvey}::uuid[]) THEN sent_at END AS same_survey_at
      FROM (
        SELECT contact_id, address_hash, send_id,
          CASE state WHEN ${itemState.handedOver} THEN ${now}::timestamptz ELSE executed_at END AS sent_at
        FROM send_items
        WHERE company_id = ${companyId} AND items_month = ANY(${months}::date[]) AND business_unit_id = ${businessUnitId}
          AND state IN (${itemState.handedOver}, ${itemState.accepted}, ${itemState.unknown})
      ) AS item
      WHERE sent_at > ${since}::timestamptz
    ),
    keyed AS (
      SELECT uuid_send(contact_id) AS key, contact_id, ${hasAnswered(asked)} AS has_answered,
        NULL::timestamptz AS sent_at, NULL::timestamptz AS same_survey_at
      FROM addressee WHERE held_back IS NULL
      UNION ALL
      SELECT address_hash, contact_id, false, NULL, NULL FROM addressee WHERE held_back IS NULL
      UNION ALL
      SELECT uuid_send(contact_id), NULL, NULL, sent_at, same_survey_at FROM sent WHERE contact_id IS NOT NULL
      UNION ALL
      SELECT address_hash, NULL, NULL, sent_at, same_survey_at FROM sent WHERE address_hash IS NOT NULL
    ),
    met AS (
      SELECT contact_id, has_answered, max(sent_at) OVER same_key AS sent_at, max(same_survey_at) OVER same_key AS same_survey_at
      FROM keyed
      WINDOW same_key AS (PARTITION BY key)
    ),
    judged AS (
      SELECT CASE
        WHEN max(sent_at) > ${anySince}::timestamptz THEN 'quarantine'
        WHEN max(same_survey_at) > ${surveySince}::timestamptz THEN 'quarantine_survey'
        WHEN bool_or(has_answered) THEN 'already_answered'
      END AS reason
      FROM met
      WHERE contact_id IS NOT NULL
      GROUP BY contact_id
      UNION ALL
      SELECT held_back FROM addressee WHERE held_back IS NOT NULL
    )
    SELECT reason, count(*)::int AS count FROM judged GROUP BY 1
  `.execute(tx);
  return new Map(rows.map(({ reason, count }) => [reason, count]));
}

/** The months in which items of the unit's sends since some moment may lie, and which of these sends are of the survey. */
async function readSends(tx: Transaction, { companyId, businessUnitId, surveyId }: Asked, since: Date) {
  const { rows } = await sql<{ months: string[]; sameSurvey: string[] }>`
    SELECT coalesce(array_agg(DISTINCT items_month::text), '{}') AS months,
      coalesce(array_agg(id) FILTER (WHERE survey_id = ${surveyId}), '{}') AS "sameSurvey"
    FROM sends
    WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId}
      -- An item lies in the month in which its send was asked for, and may be sent in the next.
      AND items_month >= date_trunc('month', ${since}::timestamptz)::date - interval '1 month'
  `.execute(tx);
  return rows[0] ?? { months: [], sameSurvey: [] };
}
