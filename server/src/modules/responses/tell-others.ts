import type { Channel } from '@escuta/contract/primitives';
import { markAnswered } from '#modules/contacts/index.ts';
import { countAnswers, recordEvidence } from '#modules/sends/index.ts';
import { countResponses } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emitAll } from '#platform/events/outbox.ts';
import { dayIn } from '#platform/time/clock.ts';
import { scoreQuestion } from './answer.ts';
import type { Answering } from './answering.ts';
import { moveMetricDays } from './metric-days.ts';
import { contributionOf } from './response.ts';
import type { ResponseState } from './response.ts';

type Changed = Answering & { readonly state: ResponseState };

/**
 * Everything that hangs on an answer, in the transaction that stores it. Rows that many answers share (the counters of a
 * day, of a survey) come last: a batch holds them for the shortest time.
 */
export async function tellOthers(tx: Transaction, companyId: string, changed: readonly Changed[]): Promise<void> {
  await recordEvidence(tx, {
    companyId,
    evidence: changed
      .filter(({ before }) => !before)
      .map(({ item, state }) => ({ itemId: item.itemId, kind: 'answer', at: state.startedAt })),
  });
  await markAnswered(tx, {
    companyId,
    marks: changed.flatMap(({ item, before, state }) =>
      item.contactId !== null && state.score !== null && state.score !== before?.score
        ? [{ contactId: item.contactId, answeredAt: state.answeredAt, score: state.score }]
        : [],
    ),
  });
  await emitAll(
    tx,
    companyId,
    'response.recorded',
    changed
      .filter((each) => isFirstScore(each) || isCompleted(each))
      .map(({ item, state }) => ({
        responseId: state.id,
        surveyId: item.surveyId,
        businessUnitId: item.businessUnitId,
        channel: item.channel as Channel,
        complete: state.status === 'complete',
      })),
  );
  await moveMetricDays(tx, {
    companyId,
    changes: changed.map(({ item, survey, before, state }) => ({
      businessUnitId: item.businessUnitId,
      surveyId: item.surveyId,
      questionKey: scoreQuestion(survey.definition)?.key ?? '',
      channel: item.channel,
      before: contributionOf(before),
      after: contributionOf(state),
    })),
  });
  await countInvitations(tx, companyId, changed);
  await countResponses(tx, {
    companyId,
    counts: changed
      .filter(isFirstScore)
      .map(({ item, state }) => ({ surveyId: item.surveyId, added: 1, lastAnsweredAt: state.answeredAt })),
  });
}

/** An answer counts for the day on which its message went out: one message, one invitation (areas 5.5). */
function countInvitations(tx: Transaction, companyId: string, changed: readonly Changed[]): Promise<void> {
  const counted = changed.filter((each) => each.state.isCounted && (isFirstScore(each) || isCompleted(each)));
  return countAnswers(tx, {
    companyId,
    deltas: counted.map((each) => ({
      businessUnitId: each.item.businessUnitId,
      surveyId: each.item.surveyId,
      channel: each.item.channel,
      day: dayIn(each.timezone, each.item.executedAt ?? each.state.startedAt),
      responded: isFirstScore(each) ? 1 : 0,
      completed: isCompleted(each) ? 1 : 0,
    })),
  });
}

function isFirstScore({ before, state }: Changed): boolean {
  return state.score !== null && (before?.score ?? null) === null;
}

function isCompleted({ before, state }: Changed): boolean {
  return state.status === 'complete' && before?.status !== 'complete';
}
