import { metricAsked } from '@escuta/contract/questions/index';
import { settleAnswered } from '#modules/sends/index.ts';
import { findDefinition } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Outcome } from '#platform/db/group-commit.ts';
import { runWrites } from '#platform/db/writes.ts';
import { refuse } from '#platform/http/refusal.ts';
import { dayIn } from '#platform/time/clock.ts';
import { readAnswers } from './answer.ts';
import type { Answering, RecordedStep, SentStep } from './answering.ts';
import { readInvited } from './read-invited.ts';
import { refuseTaken, saveResponses } from './response-rows.ts';
import { takeStep } from './response.ts';
import type { ResponseState } from './response.ts';
import { tellOthers } from './response-effects.ts';

/**
 * The one act by which people answer, whatever the door: takes many steps of one company in one transaction, with one
 * statement that reads and one that writes, whatever their number. Two cases cost more: a survey's version that this process
 * has not read yet, and messages that nobody knew to have arrived, which their answers settle. Each step has an outcome of
 * its own, in the order given; a refused one (LINK_NOT_VALID, SURVEY_CLOSED, ANSWERS_NOT_VALID, ALREADY_ANSWERED) stores
 * nothing and leaves its neighbours alone.
 */
export async function recordAnswers(
  tx: Transaction,
  companyId: string,
  steps: readonly SentStep[],
): Promise<readonly Outcome<RecordedStep>[]> {
  const { invited, taken } = await findInvited(tx, companyId, steps);
  const outcomes = steps.map((sent) => takeSent(invited.get(sent.itemId), sent, taken));
  const changed = [...invited.values()].filter(hasChanged);
  const responses = changed.map(({ item, definition, before, state }) => ({
    origin: { ...item, language: definition.language, metric: metricAsked(definition.questions) },
    before,
    state,
  }));
  const [written] = await runWrites(tx, [saveResponses(companyId, responses), ...tellOthers(companyId, changed)]);
  refuseTaken(written, responses);
  await settleAnswered(
    tx,
    companyId,
    changed.map(({ item, timezone, state }) => ({ item, timezone, answeredAt: state.startedAt })),
  );
  return outcomes;
}

function hasChanged(answering: Answering): answering is Answering & { state: ResponseState } {
  return answering.state !== undefined && answering.state !== answering.before;
}

/** Reads everything that the steps touch, and locks the responses that exist. */
async function findInvited(tx: Transaction, companyId: string, steps: readonly SentStep[]) {
  const { items, stored } = await readInvited(tx, companyId, steps);
  const states = new Map(stored.map(({ itemId, state }) => [itemId, state]));
  const invited = new Map<string, Answering>();
  for (const { item, surveyStatus, timezone } of items) {
    const definition = await findDefinition(tx, { companyId, versionId: item.surveyVersionId });
    const before = states.get(item.itemId);
    if (definition) invited.set(item.itemId, { item, definition, surveyStatus, timezone, before, state: before });
  }
  /** Which message each response id in use answers. */
  const taken = new Map(stored.map(({ itemId, state }) => [state.id, itemId]));
  return { invited, taken };
}

function takeSent(
  answering: Answering | undefined,
  { itemId, step, at }: SentStep,
  taken: Map<string, string>,
): Outcome<RecordedStep> {
  if (!answering) return { refused: refuse('LINK_NOT_VALID') };
  const { definition, surveyStatus: status, timezone } = answering;
  if (status !== 'active') return { refused: refuse('SURVEY_CLOSED', { status }) };
  if ((taken.get(step.responseId) ?? itemId) !== itemId) {
    return { refused: refuse('ANSWERS_NOT_VALID', { problems: [{ key: 'responseId', rule: 'taken' }] }) };
  }
  const { answers, problems } = readAnswers(definition, step.answers);
  if (problems.length > 0) return { refused: refuse('ANSWERS_NOT_VALID', { problems }) };
  const result = takeStep(answering.state, { ...step, answers, at, day: dayIn(timezone, at) }, definition);
  if ('problems' in result) return { refused: refuse(result.refused, { problems: result.problems }) };
  if ('refused' in result) return { refused: refuse(result.refused) };
  answering.state = result.state;
  taken.set(result.state.id, itemId);
  const { id: responseId } = result.state;
  const complete = result.state.status === 'complete';
  return { value: { responseId, seq: result.seq, complete, language: definition.language } };
}
