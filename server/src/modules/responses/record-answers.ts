import { listBusinessUnits } from '#modules/companies/index.ts';
import { findInvitedItems } from '#modules/sends/index.ts';
import { findSurveyVersion } from '#modules/surveys/index.ts';
import type { PublishedSurvey } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Outcome } from '#platform/db/group-commit.ts';
import { refuse } from '#platform/http/refusal.ts';
import { dayIn } from '#platform/time/clock.ts';
import { readAnswers } from './answer.ts';
import type { Answering, RecordedStep, SentStep } from './answering.ts';
import { findResponses, saveResponses } from './response-rows.ts';
import { takeStep } from './response.ts';
import type { ResponseState } from './response.ts';
import { tellOthers } from './tell-others.ts';

/**
 * The one act by which people answer, whatever the door: takes many steps of one company in one transaction, with a
 * handful of statements whatever their number. Each step has an outcome of its own, in the order given; a refused one
 * (LINK_NOT_VALID, SURVEY_CLOSED, ANSWERS_NOT_VALID, ALREADY_ANSWERED) stores nothing and leaves its neighbours alone.
 */
export async function recordAnswers(
  tx: Transaction,
  companyId: string,
  steps: readonly SentStep[],
): Promise<readonly Outcome<RecordedStep>[]> {
  const { invited, taken } = await findInvited(tx, companyId, steps);
  const outcomes = steps.map((sent) => takeSent(invited.get(sent.itemId), sent, taken));
  const changed = [...invited.values()].filter(hasChanged);
  await saveResponses(
    tx,
    companyId,
    changed.map(({ item, survey, before, state }) => ({
      origin: { ...item, language: survey.definition.language },
      before,
      state,
    })),
  );
  await tellOthers(tx, companyId, changed);
  return outcomes;
}

function hasChanged(answering: Answering): answering is Answering & { state: ResponseState } {
  return answering.state !== undefined && answering.state !== answering.before;
}

/** Reads everything that the steps touch, and locks the responses that exist. */
async function findInvited(tx: Transaction, companyId: string, steps: readonly SentStep[]) {
  const items = await findInvitedItems(tx, { companyId, items: steps });
  if (items.length === 0) return { invited: new Map<string, Answering>(), taken: new Map<string, string>() };
  const surveys = new Map<string, PublishedSurvey>();
  for (const versionId of new Set(items.map((item) => item.surveyVersionId))) {
    const survey = await findSurveyVersion(tx, { companyId, versionId });
    if (survey) surveys.set(versionId, survey);
  }
  const units = await listBusinessUnits(tx, companyId, [...new Set(items.map((item) => item.businessUnitId))]);
  const timezones = new Map(units.map((unit) => [unit.id, unit.timezone]));
  const stored = await findResponses(tx, {
    companyId,
    itemIds: items.map((item) => item.itemId),
    responseIds: steps.map(({ step }) => step.responseId),
    lock: true,
  });
  const states = new Map(stored.map(({ itemId, state }) => [itemId, state]));
  const invited = new Map<string, Answering>();
  for (const item of items) {
    const survey = surveys.get(item.surveyVersionId);
    const before = states.get(item.itemId);
    const timezone = timezones.get(item.businessUnitId) ?? 'UTC';
    if (survey) invited.set(item.itemId, { item, survey, timezone, before, state: before });
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
  const { survey, timezone } = answering;
  if (survey.status !== 'active') return { refused: refuse('SURVEY_CLOSED', { status: survey.status }) };
  if ((taken.get(step.responseId) ?? itemId) !== itemId) {
    return { refused: refuse('ANSWERS_NOT_VALID', { problems: [{ key: 'responseId', rule: 'taken' }] }) };
  }
  const { answers, problems } = readAnswers(survey.definition, step.answers);
  if (problems.length > 0) return { refused: refuse('ANSWERS_NOT_VALID', { problems }) };
  const result = takeStep(answering.state, { ...step, answers, at, day: dayIn(timezone, at) }, survey.definition);
  if ('problems' in result) return { refused: refuse(result.refused, { problems: result.problems }) };
  if ('refused' in result) return { refused: refuse(result.refused) };
  answering.state = result.state;
  taken.set(result.state.id, itemId);
  const { id: responseId, status } = result.state;
  return {
    value: { responseId, seq: result.seq, complete: status === 'complete', language: survey.definition.language },
  };
}
