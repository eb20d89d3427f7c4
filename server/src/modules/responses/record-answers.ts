import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CompanyId } from '@escuta/contract/ids';
import { isUnproven, settleAnswered } from '#modules/sends/index.ts';
import { inOrderOfKeys } from '#platform/db/writes.ts';
import type { Outcome } from '#platform/db/group-commit.ts';
import { refuse } from '#platform/http/refusal.ts';
import { dayIn } from '#platform/time/clock.ts';
import { readAnswers } from './answer.ts';
import type { Answering, RecordedStep, ResponseKey } from './answering.ts';
import { markAnsweredInvitations, untoldUntilComplete } from './anonymous-answers.ts';
import type { AnswerStore } from './answer-store.ts';
import { eachOrigin, originOf } from './origins/origins.ts';
import type { SentStep } from './origins/origins.ts';
import { responseParts } from './response-rows.ts';
import { takeStep } from './response.ts';
import { effectsOf, isCompleted } from './response-effects.ts';
import type { Changed } from './response-effects.ts';

/**
 * The one act by which people answer, whatever the origin: takes many steps of one company with one call that reads and one
 * that writes, whatever their number. Nothing is held in between: where a response changed meanwhile, the second fails with
 * the SQLSTATE of a serialization failure and stores nothing. Some cases cost more: steps by open links, which are read in a
 * transaction, a survey's version that this process has not read yet, and messages that nobody knew to have arrived, which
 * their answers settle, or that learn that an anonymous survey was answered. Each step has an outcome of its own, in the order given; a refused one (LINK_NOT_VALID, SURVEY_CLOSED,
 * ANSWERS_NOT_VALID, ALREADY_ANSWERED) stores nothing and leaves its neighbours alone.
 */
export async function recordAnswers(
  store: AnswerStore,
  companyId: CompanyId,
  steps: readonly SentStep[],
): Promise<readonly Outcome<RecordedStep>[]> {
  const { answering, taken } = await readSteps(store, companyId, steps);
  const outcomes = steps.map((sent) => takeSent(answering, sent, taken));
  const changed = inOrderOfKeys(answering)
    .map(([, each]) => each)
    .filter(hasChanged);
  if (changed.length === 0) return outcomes;
  const call = recording(companyId, changed);
  const answered = changed.flatMap(({ item, timezone, state }) =>
    item ? [{ item, timezone, answeredAt: state.startedAt }] : [],
  );
  const anonymous = changed.flatMap((each) =>
    each.isAnonymous && each.item && isCompleted(each) ? [each.item.itemId] : [],
  );
  if (!answered.some(isUnproven) && anonymous.length === 0) await store.write(call);
  else {
    await store.within(async (tx) => {
      await sql`SELECT ${call}`.execute(tx);
      await settleAnswered(tx, companyId, answered);
      await markAnsweredInvitations(tx, companyId, anonymous);
    });
  }
  return outcomes;
}

/** The call that writes what has changed, and all that hangs on it. */
function recording(companyId: CompanyId, responses: readonly Changed[]): RawBuilder<unknown> {
  const { changed, begun, answers } = responseParts(responses);
  const { evidence, marks, events, scores, invitations, surveys } = effectsOf(companyId, responses);
  return sql`record_answers(${companyId}::uuid, ${responses.length}, ${json(changed)}::json, ${json(begun)}::json,
    ${json(answers)}::json, ${json(evidence?.rows)}::json, ${json(marks?.rows)}::json, ${json(events?.rows)}::json,
    ${json(scores?.rows)}::json, ${json(invitations?.rows)}::json, ${json(surveys?.rows)}::json)`;
}

/** A part of the call; one that is not there costs nothing. */
function json(rows: readonly unknown[] = []): string | null {
  return rows.length > 0 ? JSON.stringify(rows) : null;
}

function hasChanged(answering: Answering): answering is Changed {
  return answering.state !== undefined && answering.state !== answering.before;
}

/** Reads everything that the steps touch, for each origin by itself. */
async function readSteps(store: AnswerStore, companyId: CompanyId, steps: readonly SentStep[]) {
  const answering = new Map<ResponseKey, Answering>();
  const taken = new Map<string, ResponseKey | null>();
  for (const origin of eachOrigin) {
    const own = steps.filter(({ source }) => originOf(source) === origin);
    if (own.length === 0) continue;
    const batch = await origin.readSteps(store, companyId, own);
    for (const [key, each] of batch.answering) answering.set(key, each);
    // An origin that knows a response as its own knows better than one to which it is somebody else's.
    for (const [id, key] of batch.taken) if (key !== null || !taken.has(id)) taken.set(id, key);
  }
  return { answering, taken };
}

function takeSent(
  read: ReadonlyMap<ResponseKey, Answering>,
  sent: SentStep,
  taken: Map<string, ResponseKey | null>,
): Outcome<RecordedStep> {
  const { source, step, at } = sent;
  const key = originOf(source).keyOf(sent);
  const answering = read.get(key);
  if (!answering) return { refused: refuse('LINK_NOT_VALID') };
  const { definition, surveyStatus: status, timezone } = answering;
  if (status !== 'active') return { refused: refuse('SURVEY_CLOSED', { status }) };
  if (answering.isTaken) return { refused: refuse('ALREADY_ANSWERED') };
  if (taken.has(step.responseId) && taken.get(step.responseId) !== key) {
    return { refused: refuse('ANSWERS_NOT_VALID', { problems: [{ key: 'responseId', rule: 'taken' }] }) };
  }
  const { answers, problems } = readAnswers(definition, step.answers);
  if (problems.length > 0) return { refused: refuse('ANSWERS_NOT_VALID', { problems }) };
  const result = takeStep(answering.state, { ...step, answers, at, day: dayIn(timezone, at) }, definition);
  if ('problems' in result) return { refused: refuse('ANSWERS_NOT_VALID', { problems: result.problems }) };
  if ('refused' in result) return { refused: refuse('ALREADY_ANSWERED') };
  const isAnonymous = answering.isAnonymous === true;
  answering.state = isAnonymous ? untoldUntilComplete(result.state) : result.state;
  taken.set(result.state.id, key);
  const { id: responseId } = result.state;
  const complete = result.state.status === 'complete';
  return { value: { responseId, seq: result.seq, complete, language: definition.language, isAnonymous } };
}
