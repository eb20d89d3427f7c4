import { settleAnswered } from '#modules/sends/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Outcome } from '#platform/db/group-commit.ts';
import { runWrites } from '#platform/db/writes.ts';
import { refuse } from '#platform/http/refusal.ts';
import { dayIn } from '#platform/time/clock.ts';
import { readAnswers } from './answer.ts';
import { cameBy, responseKey } from './answering.ts';
import type { Answering, RecordedStep, SentStep } from './answering.ts';
import { readInvitationSteps } from './origins/invitation.ts';
import { readLinkSteps } from './origins/link.ts';
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
  const { answering, taken } = await readSteps(tx, companyId, steps);
  const outcomes = steps.map((sent) => takeSent(answering.get(responseKey(sent)), sent, taken));
  const changed = [...answering.values()].filter(hasChanged);
  const [written] = await runWrites(tx, [saveResponses(companyId, changed), ...tellOthers(companyId, changed)]);
  refuseTaken(written, changed);
  await settleAnswered(
    tx,
    companyId,
    changed.flatMap(({ item, timezone, state }) => (item ? [{ item, timezone, answeredAt: state.startedAt }] : [])),
  );
  return outcomes;
}

function hasChanged(answering: Answering): answering is Answering & { state: ResponseState } {
  return answering.state !== undefined && answering.state !== answering.before;
}

/** Reads everything that the steps touch, by each way in for itself, and locks the responses that exist. */
async function readSteps(tx: Transaction, companyId: string, steps: readonly SentStep[]) {
  const invited = steps.filter(cameBy('invitation'));
  const linked = steps.filter(cameBy('link'));
  const batches = [
    ...(invited.length > 0 ? [await readInvitationSteps(tx, companyId, invited)] : []),
    ...(linked.length > 0 ? [await readLinkSteps(tx, companyId, linked)] : []),
  ];
  return {
    answering: new Map(batches.flatMap((batch) => [...batch.answering])),
    taken: new Map(batches.flatMap((batch) => [...batch.taken])),
  };
}

function takeSent(answering: Answering | undefined, sent: SentStep, taken: Map<string, string>): Outcome<RecordedStep> {
  if (!answering) return { refused: refuse('LINK_NOT_VALID') };
  const { step, at } = sent;
  const { definition, surveyStatus: status, timezone } = answering;
  const key = responseKey(sent);
  if (status !== 'active') return { refused: refuse('SURVEY_CLOSED', { status }) };
  if ((taken.get(step.responseId) ?? key) !== key) {
    return { refused: refuse('ANSWERS_NOT_VALID', { problems: [{ key: 'responseId', rule: 'taken' }] }) };
  }
  const { answers, problems } = readAnswers(definition, step.answers);
  if (problems.length > 0) return { refused: refuse('ANSWERS_NOT_VALID', { problems }) };
  const result = takeStep(answering.state, { ...step, answers, at, day: dayIn(timezone, at) }, definition);
  if ('problems' in result) return { refused: refuse(result.refused, { problems: result.problems }) };
  if ('refused' in result) return { refused: refuse(result.refused) };
  answering.state = result.state;
  taken.set(result.state.id, key);
  const { id: responseId } = result.state;
  const complete = result.state.status === 'complete';
  return { value: { responseId, seq: result.seq, complete, language: definition.language } };
}
