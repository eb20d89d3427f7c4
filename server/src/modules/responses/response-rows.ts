import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { bucketOf } from './response.ts';
import type { KeptAnswer, ResponseState } from './response.ts';

/** A response and the message that it answers. */
export interface StoredResponse {
  readonly itemId: string;
  readonly state: ResponseState;
}

/** What a response keeps of the message behind it; never changes. */
export interface ResponseOrigin {
  readonly itemId: string;
  readonly sendId: string;
  readonly surveyId: string;
  readonly surveyVersionId: string;
  readonly businessUnitId: string;
  readonly contactId: string | null;
  readonly channel: string;
  readonly language: string;
}

interface Wanted {
  readonly companyId: string;
  readonly itemIds: readonly string[];
  readonly responseIds: readonly string[];
  /** Holds them until the end of the transaction, in the order of their ids. */
  readonly lock: boolean;
}

/** The responses to some messages, and those that have some ids whatever they answer, with their answers. */
export async function findResponses(
  tx: Transaction,
  { companyId, itemIds, responseIds, lock }: Wanted,
): Promise<StoredResponse[]> {
  if (itemIds.length === 0 && responseIds.length === 0) return [];
  const { rows } = await sql<Omit<ResponseState, 'answers'> & { itemId: string }>`
    SELECT id, item_id AS "itemId", status, last_seq AS "lastSeq", score, comment, day, answered_at AS "answeredAt",
      started_at AS "startedAt", completed_at AS "completedAt", (excluded_reason IS NULL AND NOT is_test) AS "isCounted"
    FROM responses
    WHERE company_id = ${companyId}
      AND (item_id = ANY(${itemIds}::uuid[]) OR id = ANY(${responseIds}::uuid[]))
    ORDER BY id
    ${lock ? sql`FOR NO KEY UPDATE` : sql``}
  `.execute(tx);
  const answers = await findAnswers(
    tx,
    companyId,
    rows.map((row) => row.id),
  );
  return rows.map(({ itemId, ...state }) => ({
    itemId,
    state: { ...state, answers: answers.get(state.id) ?? new Map() },
  }));
}

async function findAnswers(
  tx: Transaction,
  companyId: string,
  responseIds: readonly string[],
): Promise<Map<string, Map<string, KeptAnswer>>> {
  const found = new Map<string, Map<string, KeptAnswer>>();
  if (responseIds.length === 0) return found;
  const { rows } = await sql<KeptAnswer & { responseId: string; key: string }>`
    SELECT response_id AS "responseId", question_key AS key, seq, score, words, answered_at AS "answeredAt"
    FROM answers
    WHERE company_id = ${companyId}
      AND response_id = ANY(${responseIds}::uuid[])
  `.execute(tx);
  for (const { responseId, key, ...answer } of rows) {
    const answers = found.get(responseId) ?? new Map<string, KeptAnswer>();
    found.set(responseId, answers.set(key, answer));
  }
  return found;
}

/** Another transaction began the same response in the same moment: the work must be done again on what it wrote. */
export class ResponseTaken extends Error {
  /** The SQLSTATE of a serialization failure, which is what this is. */
  readonly code = '40001';
}

/** Writes responses as they are now, new or changed, and the answers given since; in the order of their keys. */
export async function saveResponses(
  tx: Transaction,
  companyId: string,
  responses: readonly {
    readonly origin: ResponseOrigin;
    readonly before: ResponseState | undefined;
    readonly state: ResponseState;
  }[],
): Promise<void> {
  if (responses.length === 0) return;
  const rows = responses.map(({ origin, state: { answers: _answers, ...state } }) => ({
    ...origin,
    ...state,
    bucket: bucketOf(state),
  }));
  const { rows: saved } = await sql`
    INSERT INTO responses (company_id, id, business_unit_id, survey_id, survey_version_id, send_id, item_id, contact_id, channel,
      language, status, last_seq, score, bucket, comment, day, started_at, answered_at, completed_at)
    SELECT ${companyId}::uuid, id, "businessUnitId", "surveyId", "surveyVersionId", "sendId", "itemId", "contactId", channel,
      language, status, "lastSeq", score, bucket, comment, day, "startedAt", "answeredAt", "completedAt"
    FROM json_to_recordset(${JSON.stringify(rows)}) AS r (id uuid, "businessUnitId" uuid, "surveyId" uuid, "surveyVersionId" uuid,
      "sendId" uuid, "itemId" uuid, "contactId" uuid, channel text, language text, status text, "lastSeq" int, score smallint,
      bucket text, comment text, day date, "startedAt" timestamptz, "answeredAt" timestamptz, "completedAt" timestamptz)
    ORDER BY id
    ON CONFLICT (company_id, id) DO UPDATE SET
      status = excluded.status,
      last_seq = excluded.last_seq,
      score = excluded.score,
      bucket = excluded.bucket,
      comment = excluded.comment,
      day = excluded.day,
      answered_at = excluded.answered_at,
      completed_at = excluded.completed_at
    -- Nobody takes over an id that answers another message.
    WHERE responses.item_id = excluded.item_id
      AND responses.last_seq <= excluded.last_seq
    RETURNING id
  `.execute(tx);
  if (saved.length < rows.length) throw new ResponseTaken('a response of the batch was written meanwhile');
  await saveAnswers(tx, companyId, responses);
}

async function saveAnswers(
  tx: Transaction,
  companyId: string,
  responses: readonly { readonly before: ResponseState | undefined; readonly state: ResponseState }[],
): Promise<void> {
  const rows = responses.flatMap(({ before, state }) =>
    [...state.answers]
      .filter(([key, answer]) => answer.seq > (before?.answers.get(key)?.seq ?? 0))
      .map(([key, answer]) => ({ response: state.id, key, ...answer })),
  );
  if (rows.length === 0) return;
  await sql`
    INSERT INTO answers (company_id, response_id, question_key, seq, score, words, answered_at)
    SELECT ${companyId}::uuid, response, key, seq, score, words, "answeredAt"
    FROM json_to_recordset(${JSON.stringify(rows)})
      AS a (response uuid, key text, seq int, score smallint, words text, "answeredAt" timestamptz)
    ORDER BY response, key
    ON CONFLICT (company_id, response_id, question_key) DO UPDATE SET
      seq = excluded.seq,
      score = excluded.score,
      words = excluded.words,
      answered_at = excluded.answered_at
    WHERE answers.seq < excluded.seq
  `.execute(tx);
}
