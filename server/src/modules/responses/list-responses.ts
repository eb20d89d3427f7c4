import type { Channel, Language } from '@escuta/contract/primitives';
import type { CompanyId, ContactId, ResponseId, SendId, SurveyId, SurveyVersionId } from '@escuta/contract/ids';
import type { Metric, ScoreGroup } from '@escuta/contract/metrics';
import { responsesCountMax } from '@escuta/contract/response-list';
import type { ListedResponse, ResponsesQuery } from '@escuta/contract/response-list';
import { sql } from 'kysely';
import { findPeople, personOf } from '#modules/contacts/index.ts';
import type { PersonRow } from '#modules/contacts/index.ts';
import { findVersionHeads } from '#modules/surveys/index.ts';
import { withoutSortOrMemoize } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Reach } from '#platform/http/scope.ts';
import { countedResponses } from './response-filter.ts';
import type { UnitResponses } from './response-filter.ts';
import { masksOf, withoutMasked } from './sensitive-answers.ts';

/** A response as its row has it, before its people and the survey's title are looked up. */
export interface BareRow {
  readonly id: ResponseId;
  readonly metric: Metric | 'none';
  readonly score: number | null;
  readonly scoreGroup: ScoreGroup | null;
  readonly comment: string | null;
  readonly status: ListedResponse['status'];
  readonly channel: Channel;
  readonly origin: ListedResponse['origin'];
  /** No message is known that invited to it, and nobody who gave it. */
  readonly isAnonymous: boolean;
  readonly language: Language;
  readonly answeredAt: Date;
  readonly surveyId: SurveyId;
  readonly versionId: SurveyVersionId;
  readonly contactId: ContactId | null;
}

/** A response beside the survey's title at that time. `contact` is null for an open link and once it was deleted. */
export type ResponseRow = Named<BareRow>;

type Named<Row extends BareRow> = Row & {
  readonly survey: { readonly id: SurveyId; readonly title: string };
  readonly contact: PersonRow | null;
  /** There is a comment, and it is masked: `comment` is null then. */
  readonly isCommentHidden: boolean;
  /** The keys of the questions whose answers are masked. */
  readonly maskedKeys: readonly string[];
};

/** A response with what a list does not show of it. */
export interface WholeRow extends ResponseRow {
  readonly startedAt: Date;
  readonly completedAt: Date | null;
  readonly sendId: SendId | null;
}

type Page = UnitResponses & Pick<ResponsesQuery, 'sort' | 'limit' | 'page'>;

/** One page of the responses that a filter finds. */
export async function listResponseRows(
  tx: Transaction,
  { sort, limit, page, ...filter }: Page,
): Promise<ResponseRow[]> {
  const direction = sql.raw(sort === 'newest' ? 'DESC' : 'ASC');
  const { rows } = await sql<BareRow>`
    SELECT ${bareColumns} FROM responses
    WHERE ${countedResponses(filter)}
    ORDER BY answered_at ${direction}, id ${direction}
    LIMIT ${limit} OFFSET ${(page - 1) * limit}
  `.execute(tx);
  return withNames(tx, filter.companyId, rows);
}

/** How many responses a filter finds, counted up to `responsesCountMax`. */
export async function countResponseRows(
  tx: Transaction,
  filter: UnitResponses,
): Promise<{ total: number; totalIsAtLeast?: true }> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total
    FROM (SELECT FROM responses WHERE ${countedResponses(filter)} LIMIT ${responsesCountMax + 1}) AS found
  `.execute(tx);
  const total = rows[0]?.total ?? 0;
  return total > responsesCountMax ? { total: responsesCountMax, totalIsAtLeast: true } : { total };
}

/** Where a walk through responses stands: behind this one. `answeredAt` is text, which keeps its microseconds. */
export interface RowKey {
  readonly answeredAt: string;
  readonly id: ResponseId;
}

/** What a response shares with many others: there are few of them on a page. */
export type SharedTraits = Pick<
  BareRow,
  'surveyId' | 'versionId' | 'metric' | 'scoreGroup' | 'channel' | 'origin' | 'language'
>;

/** What a response has to itself. */
interface OwnTraits extends Pick<BareRow, 'id' | 'score' | 'comment'> {
  /** Since 1970: a timestamp takes the driver longer to read than all the rest of the row. */
  readonly answeredAtMicros: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly tel: string | null;
}

/**
 * A response as a walk finds it, beside the person who gave it; `name` is null where nobody is known. NOTE: with its comment, also
 * where that is masked: `responses-table.ts` takes it away.
 */
export interface WalkedRow extends OwnTraits {
  /** One object for all rows of a page that share it. */
  readonly shared: SharedTraits;
}

/**
 * The next of the responses that a filter finds, newest first, and the key of the last one; null at the end. One statement with
 * nothing in it that a file does not hold: it is asked a thousand times.
 */
export async function walkResponseRows(
  tx: Transaction,
  filter: UnitResponses,
  { after, limit }: { after: RowKey | null; limit: number },
): Promise<{ rows: WalkedRow[]; last: RowKey | null }> {
  await withoutSortOrMemoize(tx);
  const rest = after ? sql`AND (answered_at, id) < (${after.answeredAt}::timestamptz, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<OwnTraits & { shared: string }>`
    SELECT found.id, score, comment, (extract(epoch FROM answered_at) * 1000000)::bigint AS "answeredAtMicros",
      concat_ws(' ', survey_id, survey_version_id, metric, channel, origin, language, score_group) AS shared,
      person.name, person.email, person.tel
    FROM (
      SELECT id, metric, score, score_group, comment, channel, origin, language, answered_at, survey_id, survey_version_id,
        contact_id
      FROM responses
      WHERE ${countedResponses(filter)} ${rest}
      ORDER BY answered_at DESC, id DESC
      LIMIT ${limit}
    ) AS found
    LEFT JOIN LATERAL (${personOf(filter.companyId, 'found.contact_id')}) AS person ON true
    ORDER BY answered_at DESC, found.id DESC
  `.execute(tx);
  const last = rows.at(-1);
  return {
    rows: withSharedTraits(rows),
    last: last ? { answeredAt: instantOfMicros(last.answeredAtMicros), id: last.id } : null,
  };
}

/**
 * Reads what rows share once for all of them: one text is faster for the driver than seven, and most are alike. Each row stays the
 * object that it is: an export has a million of them, and thousands at once.
 */
function withSharedTraits(rows: readonly (OwnTraits & { shared: string | SharedTraits })[]): WalkedRow[] {
  const read = new Map<string, SharedTraits>();
  for (const row of rows) {
    const text = row.shared as string;
    let shared = read.get(text);
    if (!shared) {
      shared = sharedTraitsOf(text);
      read.set(text, shared);
    }
    row.shared = shared;
  }
  return rows as WalkedRow[];
}

/** The traits that `walkResponseRows` joins: names and ids, without blanks in them; the group is missing where there is none. */
function sharedTraitsOf(text: string): SharedTraits {
  const [surveyId, versionId, metric, channel, origin, language, scoreGroup = null] = text.split(' ');
  return { surveyId, versionId, metric, channel, origin, language, scoreGroup } as SharedTraits;
}

/** An instant with its microseconds, which a Date does not have. */
export function instantOfMicros(micros: number): string {
  const ms = Math.floor(micros / 1_000);
  return new Date(ms).toISOString().replace('Z', `${`${micros - ms * 1_000}`.padStart(3, '0')}Z`);
}

/** How many responses a filter finds, counted up to one more than `most`, and the versions that were answered. */
export async function measureResponseRows(
  tx: Transaction,
  filter: UnitResponses,
  most: number,
): Promise<{ total: number; versionIds: SurveyVersionId[] }> {
  const { rows } = await sql<{ versionId: SurveyVersionId; responses: number }>`
    SELECT survey_version_id AS "versionId", count(*)::int AS responses
    FROM (SELECT survey_version_id FROM responses WHERE ${countedResponses(filter)} LIMIT ${most + 1}) AS found
    GROUP BY survey_version_id
  `.execute(tx);
  return {
    total: rows.reduce((sum, { responses }) => sum + responses, 0),
    versionIds: rows.map(({ versionId }) => versionId).toSorted(),
  };
}

/** One response of the unit that counts, or undefined. */
export async function findResponseRow(
  tx: Transaction,
  { id, ...reach }: Reach & { id: ResponseId },
): Promise<WholeRow | undefined> {
  const { rows } = await sql<Omit<WholeRow, Exclude<keyof ResponseRow, keyof BareRow>>>`
    SELECT ${bareColumns}, started_at AS "startedAt", completed_at AS "completedAt", send_id AS "sendId" FROM responses
    WHERE ${countedResponses(reach)} AND responses.id = ${id}
  `.execute(tx);
  const [row] = await withNames(tx, reach.companyId, rows);
  return row;
}

export const bareColumns = sql`responses.id, metric, score, score_group AS "scoreGroup", comment, status, channel, origin, language,
  answered_at AS "answeredAt", item_id IS NULL AND contact_id IS NULL AS "isAnonymous", survey_id AS "surveyId", survey_version_id AS "versionId", contact_id AS "contactId"`;

/** Rows as they may be shown: beside their people and the survey's title, and without what is masked. */
export async function withNames<Row extends BareRow>(
  tx: Transaction,
  companyId: CompanyId,
  rows: readonly Row[],
): Promise<Named<Row>[]> {
  const contactIds = [...new Set(rows.flatMap(({ contactId }) => contactId ?? []))];
  const people = new Map((await findPeople(tx, { companyId, contactIds })).map((person) => [person.id, person]));
  const versionIds = [...new Set(rows.map(({ versionId }) => versionId))];
  const heads = await findVersionHeads(tx, { companyId, versionIds });
  const masks = await masksOf(tx, companyId, heads);
  return rows.map((row) => ({
    ...withoutMasked(row, masks[row.versionId]),
    maskedKeys: masks[row.versionId]?.keys ?? [],
    survey: { id: row.surveyId, title: heads.get(row.versionId)?.title ?? '' },
    contact: (row.contactId !== null && people.get(row.contactId)) || null,
  }));
}
