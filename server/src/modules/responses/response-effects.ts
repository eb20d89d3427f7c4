import type { CompanyId } from '@escuta/contract/ids';
import { metricAsked, scoreQuestionOf } from '@escuta/contract/questions/index';
import { markAnswered } from '#modules/contacts/index.ts';
import { countAnswers, itemState, recordEvidence } from '#modules/sends/index.ts';
import type { InvitedItem } from '#modules/sends/index.ts';
import { countResponses } from '#modules/surveys/index.ts';
import { emitAll } from '#platform/events/outbox.ts';
import { dayIn } from '#platform/time/clock.ts';
import type { Answering } from './answering.ts';
import { moveMetricDays } from './metric-days.ts';
import { contributionOf } from './response.ts';
import type { ResponseState } from './response.ts';

/** One that the steps changed. */
export type Changed = Answering & { readonly state: ResponseState };
type Invited = Changed & { readonly item: InvitedItem };

/** Everything that hangs on an answer, by the names that it has in `record_answers`; a part may be empty. */
export function effectsOf(companyId: CompanyId, changed: readonly Changed[]) {
  return {
    evidence: recordEvidence({ companyId, evidence: changed.filter(isNews).map(toEvidence) }),
    marks: markAnswered({ companyId, marks: changed.flatMap(toMark) }),
    events: emitAll(
      companyId,
      'response.recorded',
      changed.filter((each) => !each.isHistory && (isRecorded(each) || isLateComment(each))).map(toEvent),
    ),
    scores: moveMetricDays({ companyId, changes: changed.map(toMetricChange) }),
    invitations: countAnswers({
      companyId,
      deltas: changed
        .filter(isInvited)
        .filter((each) => each.state.isCounted && isRecorded(each))
        .map(toInvitationDelta),
    }),
    surveys: countResponses({
      companyId,
      counts: changed.filter((each) => each.state.isCounted && isFirstScore(each)).map(toCount),
    }),
  };
}

/** Whether a message asked for the answer: an open link has none, and no rate of response. */
function isInvited(changed: Changed): changed is Invited {
  return changed.item !== null;
}

/** Whether the answer tells that a message arrived which nobody knew of: an accepted one needs no proof. */
function isNews(changed: Changed): changed is Invited {
  return isInvited(changed) && !changed.before && changed.item.state !== itemState.accepted;
}

/** The time of an anonymous answer would lead to it: then the message arrived when it went out. */
function toEvidence({ item, state, isAnonymous }: Invited) {
  const at = isAnonymous ? (item.executedAt ?? startOf(state)) : state.startedAt;
  return { itemId: item.itemId, kind: 'answer', at } as const;
}

/** The beginning of the day in which somebody answered. */
function startOf({ day }: ResponseState): Date {
  return new Date(`${day}T00:00:00Z`);
}

function toMark({ origin, definition, before, state }: Changed) {
  if (origin.contactId === null || state.score === null || state.score === before?.score) return [];
  const metric = metricAsked(definition.questions);
  return [{ contactId: origin.contactId, answeredAt: state.answeredAt, score: state.score, metric }];
}

function toEvent({ origin, state }: Changed) {
  return {
    responseId: state.id,
    surveyId: origin.surveyId,
    businessUnitId: origin.businessUnitId,
    channel: origin.channel,
    complete: state.status === 'complete',
  };
}

function toMetricChange({ origin, definition, before, state }: Changed) {
  return {
    businessUnitId: origin.businessUnitId,
    surveyId: origin.surveyId,
    questionKey: scoreQuestionOf(definition.questions)?.key ?? '',
    metric: metricAsked(definition.questions),
    channel: origin.channel,
    before: contributionOf(before),
    after: contributionOf(state),
  };
}

/** An answer counts for the day on which its message went out: one message, one invitation (areas 5.5). */
function toInvitationDelta(each: Invited) {
  return {
    businessUnitId: each.item.businessUnitId,
    surveyId: each.item.surveyId,
    channel: each.item.channel,
    day: dayIn(each.timezone, each.item.executedAt ?? each.state.startedAt),
    responded: isFirstScore(each) ? 1 : 0,
    completed: isCompleted(each) ? 1 : 0,
  };
}

function toCount({ origin, state }: Changed) {
  return { surveyId: origin.surveyId, added: 1, lastAnsweredAt: state.answeredAt };
}

/** Whether the step brought the score or the end: what others hear of. */
function isRecorded(each: Changed): boolean {
  return isFirstScore(each) || isCompleted(each);
}

/** A comment that came after the end: who read the response then has not seen it. */
function isLateComment({ before, state }: Changed): boolean {
  return before?.status === 'complete' && before.comment === null && state.comment !== null;
}

function isFirstScore({ before, state }: Changed): boolean {
  return state.score !== null && (before?.score ?? null) === null;
}

/** Whether the step brought the end. */
export function isCompleted({ before, state }: Changed): boolean {
  return state.status === 'complete' && before?.status !== 'complete';
}
