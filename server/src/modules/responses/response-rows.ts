import type { Channel, Language } from '@escuta/contract/primitives';
import type {
  BusinessUnitId,
  CompanyId,
  ContactId,
  ImportId,
  ItemId,
  ResponseId,
  SendId,
  SurveyId,
  SurveyVersionId,
} from '@escuta/contract/ids';
import { groupOf } from '@escuta/contract/metrics';
import type { ResponseOriginName } from '@escuta/contract/response-filter';
import type { SurveyMetric } from '@escuta/contract/surveys';
import { sql } from 'kysely';
import { ledLookUp, withoutScan } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { KeptAnswer, ResponseState } from './response.ts';

/** A response and the message that it answers; null for one that no message invited to. */
export interface StoredResponse {
  readonly itemId: ItemId | null;
  /** Another after every change of the row. */
  readonly version: string;
  readonly state: ResponseState;
}

/** What a response keeps of where it came from; never changes. Item, send and contact are null for an open link. */
export interface ResponseOrigin<Name extends ResponseOriginName = ResponseOriginName> {
  readonly origin: Name;
  readonly itemId: ItemId | null;
  readonly sendId: SendId | null;
  readonly surveyId: SurveyId;
  readonly surveyVersionId: SurveyVersionId;
  readonly businessUnitId: BusinessUnitId;
  readonly contactId: ContactId | null;
  /** The import that brought it, where one did. */
  readonly importId?: ImportId;
  readonly channel: Channel;
  readonly language: Language;
  readonly metric: SurveyMetric;
}

/** A row of `read_responses`, as JSON carries it: instants are text. */
export interface StoredRow extends Readonly<Record<'version' | 'day' | 'answered_at' | 'started_at', string>> {
  readonly id: ResponseId;
  readonly item_id: ItemId | null;
  readonly status: ResponseState['status'];
  readonly last_seq: number;
  readonly score: number | null;
  readonly comment: string | null;
  readonly completed_at: string | null;
  readonly is_counted: boolean;
  readonly answers: readonly (Omit<KeptAnswer, 'answeredAt'> & { key: string; answeredAt: string })[] | null;
}

/** Reads rows of `read_responses`. */
export function readStored(rows: readonly StoredRow[]): StoredResponse[] {
  return rows.map(storedOf);
}

function storedOf(row: StoredRow): StoredResponse {
  return {
    itemId: row.item_id,
    version: row.version,
    state: {
      id: row.id,
      status: row.status,
      lastSeq: row.last_seq,
      score: row.score,
      comment: row.comment,
      day: row.day,
      answeredAt: new Date(row.answered_at),
      startedAt: new Date(row.started_at),
      completedAt: row.completed_at === null ? null : new Date(row.completed_at),
      isCounted: row.is_counted,
      answers: new Map(
        (row.answers ?? []).map(({ key, answeredAt, ...answer }) => [
          key,
          { ...answer, answeredAt: new Date(answeredAt) },
        ]),
      ),
    },
  };
}

/** The responses to some messages, and those that have some ids whatever they answer, with their answers. */
export async function findResponses(
  tx: Transaction,
  wanted: { companyId: CompanyId; itemIds: readonly ItemId[]; responseIds: readonly ResponseId[] },
): Promise<StoredResponse[]> {
  const { companyId, itemIds, responseIds } = wanted;
  const { rows } = await sql<{ stored: StoredRow[] | null }>`
    SELECT find_stored_responses(${companyId}::uuid, ${itemIds}::uuid[], ${responseIds}::uuid[]) AS stored
  `.execute(tx);
  return readStored(rows[0]?.stored ?? []);
}

/** A response that was begun, and what it belongs to. */
export interface BegunResponse {
  readonly origin: ResponseOriginName;
  readonly surveyId: SurveyId;
  readonly versionId: SurveyVersionId;
  readonly stored: StoredResponse;
}

/**
 * The responses with some ids, of any origin, by their ids: as `find_stored_responses` reads them, with what they belong to. No
 * row is read twice.
 */
export async function findBegun(
  tx: Transaction,
  { companyId, responseIds }: { companyId: CompanyId; responseIds: readonly ResponseId[] },
): Promise<ReadonlyMap<ResponseId, BegunResponse>> {
  if (responseIds.length === 0) return new Map();
  await withoutScan(tx);
  const { rows } = await sql<Omit<BegunResponse, 'stored'> & { row: StoredRow }>`
    SELECT r.origin, r.survey_id AS "surveyId", r.survey_version_id AS "versionId",
      json_build_object('id', r.id, 'item_id', r.item_id, 'version', r.version, 'status', r.status, 'last_seq', r.last_seq,
        'score', r.score, 'comment', r.comment, 'day', r.day, 'answered_at', r.answered_at, 'started_at', r.started_at,
        'completed_at', r.completed_at, 'is_counted', r.excluded_reason IS NULL AND NOT r.is_test,
        'answers', (
          SELECT json_agg(json_build_object('key', a.question_key, 'seq', a.seq, 'number', a.number, 'text', a.text,
            'answeredAt', a.answered_at))
          FROM answers a
          WHERE a.company_id = ${companyId} AND a.response_id = r.id
        )) AS row
    FROM unnest(${[...new Set(responseIds)]}::uuid[]) AS wanted (id)
    CROSS JOIN LATERAL (
      SELECT *, xmin::text AS version FROM responses WHERE company_id = ${companyId} AND id = wanted.id ${ledLookUp}
    ) AS r
  `.execute(tx);
  return new Map(rows.map(({ row, ...belongs }) => [row.id, { ...belongs, stored: storedOf(row) }]));
}

/** A response in work: where it comes from, as it was and as it is. */
export interface ChangedResponse {
  readonly origin: ResponseOrigin;
  readonly before: ResponseState | undefined;
  /** Of `before`, as it was read. */
  readonly version: string | undefined;
  readonly state: ResponseState;
}

/** The parts of `record_answers` that are of this module: responses as they are now, new or changed, and the answers since. */
export function responseParts(responses: readonly ChangedResponse[]) {
  return {
    begun: responses.filter(({ before }) => !before).map(begunRow),
    changed: responses.filter(({ before }) => before).map(changedRow),
    answers: responses.flatMap(({ before, state }) =>
      [...state.answers]
        .filter(([key, answer]) => answer.seq > (before?.answers.get(key)?.seq ?? 0))
        .map(([key, answer]) => ({ response: state.id, key, ...answer })),
    ),
  };
}

/* A row holds the fields that its function reads and no others: for a lone answer, reading the JSON takes PostgreSQL as long
 * as writing the row. */

function begunRow(response: ChangedResponse) {
  const { origin, itemId, sendId, surveyId, surveyVersionId, businessUnitId, contactId, channel, language, metric } =
    response.origin;
  const { importId } = response.origin;
  const belongs = { origin, itemId, sendId, surveyId, surveyVersionId, businessUnitId, contactId, importId };
  return { ...belongs, channel, language, metric, startedAt: response.state.startedAt, ...stateRow(response) };
}

function changedRow(response: ChangedResponse) {
  return { version: response.version, ...stateRow(response) };
}

function stateRow({ origin: { metric }, state }: ChangedResponse) {
  const { id, status, lastSeq, score, comment, day, answeredAt, completedAt } = state;
  const scoreGroup = metric === 'none' || score === null ? null : groupOf(metric, score);
  return { id, status, lastSeq, score, scoreGroup, comment, day, answeredAt, completedAt };
}
