import { sql } from 'kysely';
import type { Metric, ScoreGroup } from '@escuta/contract/metrics';
import { findContactNames } from '#modules/contacts/index.ts';
import { findSurveyVersion } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { AnswersFilter } from './score-days.ts';

/** What somebody wrote. `contact` is null for an anonymous door and once the contact was deleted. */
export interface CommentRow {
  readonly id: string;
  readonly score: number | null;
  readonly metric: Metric | 'none';
  readonly scoreGroup: ScoreGroup | null;
  readonly comment: string;
  readonly answeredAt: Date;
  readonly channel: string;
  readonly survey: { readonly id: string; readonly title: string };
  readonly contact: { readonly id: string; readonly name: string } | null;
}

/** The last comments of a unit on some days, newest first, at most `limit`. */
export async function listComments(
  tx: Transaction,
  filter: AnswersFilter & { readonly limit: number },
): Promise<CommentRow[]> {
  const rows = await commentRows(tx, filter);
  const names = await findContactNames(tx, {
    companyId: filter.companyId,
    ids: rows.flatMap((row) => row.contactId ?? []),
  });
  const titles = await titlesOf(tx, filter.companyId, new Set(rows.map((row) => row.surveyVersionId)));
  return rows.map(({ surveyId, surveyVersionId, contactId, ...row }) => {
    const name = contactId === null ? undefined : names.get(contactId);
    return {
      ...row,
      survey: { id: surveyId, title: titles.get(surveyVersionId) ?? '' },
      contact: contactId !== null && name !== undefined ? { id: contactId, name } : null,
    };
  });
}

type BareComment = Omit<CommentRow, 'survey' | 'contact'> & {
  readonly surveyId: string;
  readonly surveyVersionId: string;
  readonly contactId: string | null;
};

/**
 * `answered_at` is the instant whose day in the unit's zone is `day`: the bounds in UTC, a day wider on each side for
 * the zones, let the index end the search early.
 */
async function commentRows(
  tx: Transaction,
  filter: AnswersFilter & { readonly limit: number },
): Promise<BareComment[]> {
  const { rows } = await sql<BareComment>`
    SELECT id, metric, score, score_group AS "scoreGroup", comment, answered_at AS "answeredAt", channel, survey_id AS "surveyId",
      survey_version_id AS "surveyVersionId", contact_id AS "contactId"
    FROM responses
    WHERE company_id = ${filter.companyId}
      AND business_unit_id = ${filter.businessUnitId}
      AND comment IS NOT NULL
      AND excluded_reason IS NULL
      AND NOT is_test
      AND day BETWEEN ${filter.from} AND ${filter.to}
      AND answered_at >= ${filter.from}::date::timestamp AT TIME ZONE 'UTC' - interval '1 day'
      AND answered_at < ${filter.to}::date::timestamp AT TIME ZONE 'UTC' + interval '2 days'
      ${filter.metric === undefined ? sql`` : sql`AND metric = ${filter.metric}`}
      ${filter.surveyId === undefined ? sql`` : sql`AND survey_id = ${filter.surveyId}`}
      ${filter.channel === undefined ? sql`` : sql`AND channel = ${filter.channel}`}
    ORDER BY answered_at DESC, id DESC
    LIMIT ${filter.limit}
  `.execute(tx);
  return rows;
}

async function titlesOf(
  tx: Transaction,
  companyId: string,
  versionIds: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const versionId of versionIds) {
    const version = await findSurveyVersion(tx, { companyId, versionId });
    if (version) titles.set(versionId, version.title);
  }
  return titles;
}
