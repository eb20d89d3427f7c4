import { groupOf } from '@escuta/contract/metrics';
import type { ResponseOriginName } from '@escuta/contract/response-filter';
import type { SurveyMetric } from '@escuta/contract/surveys';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import type { Write } from '#platform/db/writes.ts';
import type { KeptAnswer, ResponseState } from './response.ts';

/** A response and the message that it answers; null for one that no message invited to. */
export interface StoredResponse {
  readonly itemId: string | null;
  readonly state: ResponseState;
}

/** What a response keeps of where it came from; never changes. Item, send and contact are null for an open link. */
export interface ResponseOrigin {
  readonly origin: ResponseOriginName;
  readonly itemId: string | null;
  readonly sendId: string | null;
  readonly surveyId: string;
  readonly surveyVersionId: string;
  readonly businessUnitId: string;
  readonly contactId: string | null;
  readonly channel: string;
  readonly language: string;
  readonly metric: SurveyMetric;
}

interface Wanted {
  readonly companyId: string;
  readonly itemIds: readonly string[];
  readonly responseIds: readonly string[];
  /** Holds them until the end of the transaction, in the order of their ids. */
  readonly lock: boolean;
}

/** Stored responses as JSON, an expression of a statement: for `readStored`. */
export function storedResponses({ companyId, itemIds, responseIds, lock }: Wanted): RawBuilder<readonly StoredRow[]> {
  return sql`(
    SELECT coalesce(json_agg(r), '[]')
    FROM find_responses(${companyId}::uuid, ${itemIds}::uuid[], ${responseIds}::uuid[], ${lock}) AS r
  )`;
}

/** A row of `find_responses`, as JSON carries it: instants are text. */
export interface StoredRow extends Readonly<Record<'id' | 'day' | 'answered_at' | 'started_at', string>> {
  readonly item_id: string | null;
  readonly status: ResponseState['status'];
  readonly last_seq: number;
  readonly score: number | null;
  readonly comment: string | null;
  readonly completed_at: string | null;
  readonly is_counted: boolean;
  readonly answers: readonly (Omit<KeptAnswer, 'answeredAt'> & { key: string; answeredAt: string })[] | null;
}

/** Reads what `storedResponses` brought. */
export function readStored(rows: readonly StoredRow[]): StoredResponse[] {
  return rows.map((row) => ({
    itemId: row.item_id,
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
  }));
}

/** The responses to some messages, and those that have some ids whatever they answer, with their answers. */
export async function findResponses(tx: Transaction, wanted: Wanted): Promise<StoredResponse[]> {
  const { rows } = await sql<{ stored: readonly StoredRow[] }>`SELECT ${storedResponses(wanted)} AS stored`.execute(tx);
  return readStored(rows[0]?.stored ?? []);
}

/** Another transaction began the same response in the same moment: the work must be done again on what it wrote. */
export class ResponseTaken extends Error {
  /** The SQLSTATE of a serialization failure, which is what this is. */
  readonly code = '40001';
}

/** A response in work: where it comes from, as it was and as it is. */
export interface ChangedResponse {
  readonly origin: ResponseOrigin;
  readonly before: ResponseState | undefined;
  readonly state: ResponseState;
}

/**
 * Writes responses as they are now, new or changed, and the answers given since; in the order of their keys. Returns how
 * many were written: for `refuseTaken`. A new one that another transaction has written meanwhile is not.
 */
export function saveResponses(companyId: string, responses: readonly ChangedResponse[]): Write | null {
  if (responses.length === 0) return null;
  const begun = responses.filter(({ before }) => !before).map(rowOf);
  const changed = responses.filter(({ before }) => before).map(rowOf);
  const answers = responses.flatMap(({ before, state }) =>
    [...state.answers]
      .filter(([key, answer]) => answer.seq > (before?.answers.get(key)?.seq ?? 0))
      .map(([key, answer]) => ({ response: state.id, key, ...answer })),
  );
  return sql`save_responses(${companyId}::uuid, ${JSON.stringify(begun)}::json, ${JSON.stringify(changed)}::json,
    ${JSON.stringify(answers)}::json)`;
}

function rowOf({ origin, state: { answers: _answers, ...state } }: ChangedResponse) {
  const { metric } = origin;
  const scoreGroup = metric === 'none' || state.score === null ? null : groupOf(metric, state.score);
  return { ...origin, ...state, scoreGroup };
}

/** Throws `ResponseTaken`, which undoes the transaction, when fewer responses were written than there were. */
export function refuseTaken(written: unknown, responses: readonly ChangedResponse[]): void {
  if (responses.length > 0 && written !== responses.length) {
    throw new ResponseTaken('a response of the batch was written meanwhile');
  }
}
