import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId, ImportId, ResponseId } from '@escuta/contract/ids';
import { scoreQuestionOf } from '@escuta/contract/questions/index';
import type { Answers } from '@escuta/contract/responses';
import { matchContacts } from '#modules/contacts/index.ts';
import type { ContactKeys, RefusedMatch } from '#modules/contacts/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import { ledLookUp } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { commentOf, readAnswers } from './answer.ts';
import { storeWithin } from './answer-store.ts';
import type { ImportedSurvey } from './imported-survey.ts';
import type { SentStep } from './origins/origins.ts';
import { recordAnswers } from './record-answers.ts';

/** What somebody answered elsewhere. */
export interface IncomingAnswer {
  readonly at: Date;
  readonly respondent: ContactKeys;
  /** As the survey takes them, by the keys of its questions. */
  readonly answers: Answers;
}

/** Which import brings answers to which survey of which unit, and whether they set off what a new one does. */
export interface AnswersImport {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly importId: ImportId;
  readonly survey: ImportedSurvey;
  readonly setsOff: boolean;
}

/** `created_unknown`: it came in, and the unit knows nobody by what the file says of whoever answered. */
export type AnswerOutcome = 'created' | 'created_unknown' | 'unchanged' | RefusedMatch;

/** What answers of this import are remembered by that the database does not know. */
export interface GivenAnswers {
  has(key: string): boolean;
  add(key: string): void;
}

interface Judged {
  readonly incoming: IncomingAnswer;
  readonly outcome: AnswerOutcome;
  readonly contactId: ContactId | null;
}

/**
 * Imports answers that were given elsewhere, by the one act of answering, in the transaction that is open. An answer that the
 * contact has given already, of the same instant, score and comment, is `unchanged`, so that a file may be imported again; of
 * whom nobody knows, and of an anonymous survey, every one counts. What belongs to somebody who was erased does not come
 * in, and neither does what two contacts may have given.
 * @returns what became of each, in their order.
 */
export async function importAnswers(
  tx: Transaction,
  run: AnswersImport,
  incoming: readonly IncomingAnswer[],
): Promise<AnswerOutcome[]> {
  const judged = await judgeAnswers(tx, run, incoming, new Set());
  const { importId, survey, setsOff } = run;
  const steps = judged.flatMap(({ incoming: { answers, at }, outcome, contactId }): SentStep[] => {
    if (outcome !== 'created' && outcome !== 'created_unknown') return [];
    const step = { responseId: newId<ResponseId>(), seq: 1, answers, complete: true };
    return [{ source: { origin: 'import', importId, survey, setsOff, contactId }, step, at }];
  });
  const outcomes = await recordAnswers(storeWithin(tx), run.companyId, steps);
  const [refused] = outcomes.flatMap((outcome) => ('refused' in outcome ? [outcome.refused] : []));
  if (refused) throw new RangeError('an answer that was read is refused', { cause: refused });
  return judged.map(({ outcome }) => outcome);
}

/** Says what `importAnswers` would make of answers, each after those that `given` remembers, and writes nothing. */
export async function rehearseAnswers(
  tx: Transaction,
  run: AnswersImport,
  incoming: readonly IncomingAnswer[],
  given: GivenAnswers,
): Promise<AnswerOutcome[]> {
  return (await judgeAnswers(tx, run, incoming, given)).map(({ outcome }) => outcome);
}

async function judgeAnswers(
  tx: Transaction,
  { survey, ...run }: AnswersImport,
  incoming: readonly IncomingAnswer[],
  given: GivenAnswers,
): Promise<Judged[]> {
  // Whose they are is not even looked for (decision 0058).
  if (survey.definition.anonymous)
    return incoming.map((answer) => ({ incoming: answer, outcome: 'created', contactId: null }));
  const matches = await matchContacts(
    tx,
    run,
    incoming.map(({ respondent }) => respondent),
  );
  const known = incoming.map((answer, at): KnownAnswer | null => {
    const match = matches[at];
    if (!match || 'refused' in match || match.contactId === null) return null;
    return { contactId: match.contactId, at: answer.at, ...saidIn(survey, answer) };
  });
  const stored = await findStored(
    tx,
    { companyId: run.companyId, survey },
    known.filter((answer) => answer !== null),
  );
  return incoming.map((answer, at): Judged => {
    const [match, own] = [matches[at], known[at]];
    if (match && 'refused' in match) return { incoming: answer, outcome: match.refused, contactId: null };
    if (!own) return { incoming: answer, outcome: says(answer) ? 'created_unknown' : 'created', contactId: null };
    const key = keyOf(own);
    if (stored.has(key) || given.has(key)) return { incoming: answer, outcome: 'unchanged', contactId: own.contactId };
    given.add(key);
    return { incoming: answer, outcome: 'created', contactId: own.contactId };
  });
}

/** An answer of a contact, by what tells it from their others. */
interface KnownAnswer {
  readonly contactId: ContactId;
  readonly at: Date;
  readonly score: number | null;
  readonly comment: string | null;
}

function keyOf({ contactId, at, score, comment }: KnownAnswer): string {
  return JSON.stringify([contactId, at.getTime(), score, comment]);
}

function says({ respondent: { external_id, email, tel } }: IncomingAnswer): boolean {
  return external_id !== null || email !== null || tel !== null;
}

function saidIn({ definition }: ImportedSurvey, { answers: sent }: IncomingAnswer) {
  const { answers } = readAnswers(definition, sent);
  const question = scoreQuestionOf(definition.questions);
  return { score: (question && answers.get(question.key)?.number) ?? null, comment: commentOf(definition, answers) };
}

/** The keys of those answers that the survey has from the same contacts already. */
async function findStored(
  tx: Transaction,
  { companyId, survey }: Pick<AnswersImport, 'companyId' | 'survey'>,
  known: readonly KnownAnswer[],
): Promise<ReadonlySet<string>> {
  if (known.length === 0) return new Set();
  const rows = JSON.stringify(known.map((answer, place) => ({ ...answer, place })));
  const found = await sql<{ place: number }>`
    SELECT given.place
    FROM json_to_recordset(${rows}::json)
      AS given ("contactId" uuid, at timestamptz, score smallint, comment text, place int)
    CROSS JOIN LATERAL (
      SELECT FROM responses
      WHERE company_id = ${companyId} AND contact_id = given."contactId" AND survey_id = ${survey.surveyId}
        AND answered_at = given.at AND score IS NOT DISTINCT FROM given.score
        AND comment IS NOT DISTINCT FROM given.comment
      LIMIT 1 ${ledLookUp}
    ) AS stored
  `.execute(tx);
  return new Set(found.rows.flatMap(({ place }) => (known[place] ? [keyOf(known[place])] : [])));
}
