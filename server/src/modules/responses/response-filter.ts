import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { ResponseFilter } from '@escuta/contract/response-filter';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { contactsOfCompany, contactsWithin } from '#modules/contacts/index.ts';
import type { Narrowing } from '#platform/db/database.ts';

/** Which responses of which unit. */
export interface UnitResponses extends ResponseFilter {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  /** Those of the contacts that the reader is narrowed to; null for all. */
  readonly narrowing: Narrowing | null;
  /** Those whose score had come then. */
  readonly until?: Date;
}

/**
 * The condition of a statement over `responses`: those of a unit that count, narrowed by a filter. A response counts once it
 * has a score or a comment, unless it is a test or was excluded: as in the counters of its day (`contributionOf`).
 */
export function countedResponses(filter: UnitResponses): RawBuilder<boolean> {
  return sql<boolean>`responses.company_id = ${filter.companyId}
    AND responses.business_unit_id = ${filter.businessUnitId}
    AND NOT responses.is_test
    AND responses.excluded_reason IS NULL
    AND (responses.score IS NOT NULL OR responses.comment IS NOT NULL)
    ${daysOf(filter)}
    ${equals('survey_id', filter.surveyId)}
    ${equals('metric', filter.metric)}
    ${equals('channel', filter.channel)}
    ${equals('origin', filter.origin)}
    ${equals('language', filter.language)}
    ${equals('import_id', filter.importId)}
    ${equals('score_group', filter.group)}
    ${isPresent('score', filter.score)}
    ${isPresent('comment', filter.comment)}
    ${fromCompany(filter)}
    ${withinNarrowing(filter)}
    ${filter.until === undefined ? sql`` : sql`AND responses.answered_at <= ${filter.until}`}
    ${filter.scoreMin === undefined ? sql`` : sql`AND responses.score >= ${filter.scoreMin}`}
    ${filter.scoreMax === undefined ? sql`` : sql`AND responses.score <= ${filter.scoreMax}`}`;
}

/**
 * `answered_at` is the instant whose day in the unit's zone is `day`: the bounds in UTC, a day wider on each side for the
 * zones, let the index end the search early.
 */
function daysOf({ from, to }: ResponseFilter): RawBuilder<unknown> {
  const since =
    from === undefined
      ? sql``
      : sql`AND responses.day >= ${from}
          AND responses.answered_at >= ${from}::date::timestamp AT TIME ZONE 'UTC' - interval '1 day'`;
  const until =
    to === undefined
      ? sql``
      : sql`AND responses.day <= ${to}
          AND responses.answered_at < ${to}::date::timestamp AT TIME ZONE 'UTC' + interval '2 days'`;
  return sql`${since} ${until}`;
}

function equals(column: string, value: string | undefined): RawBuilder<unknown> {
  return value === undefined ? sql`` : sql`AND ${sql.ref(`responses.${column}`)} = ${value}`;
}

function isPresent(column: string, presence: 'with' | 'without' | undefined): RawBuilder<unknown> {
  if (presence === undefined) return sql``;
  return sql`AND ${sql.ref(`responses.${column}`)} IS ${sql.raw(presence === 'with' ? 'NOT NULL' : 'NULL')}`;
}

function fromCompany({ contactCompanyId, ...unit }: UnitResponses): RawBuilder<unknown> {
  if (contactCompanyId === undefined) return sql``;
  return sql`AND responses.contact_id IN (${contactsOfCompany({ ...unit, contactCompanyId })})`;
}

/** An answer that nobody gave by name belongs to no value. */
function withinNarrowing({ narrowing, ...unit }: UnitResponses): RawBuilder<unknown> {
  return narrowing ? sql`AND responses.contact_id IN (${contactsWithin({ ...unit, narrowing })})` : sql``;
}
