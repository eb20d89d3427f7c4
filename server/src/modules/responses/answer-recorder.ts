import { setTimeout as sleep } from 'node:timers/promises';
import type { CompanyId } from '@escuta/contract/ids';
import pLimit from 'p-limit';
import { groupCommit } from '#platform/db/group-commit.ts';
import type { GroupCommit } from '#platform/db/group-commit.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { answerStoreOf } from './answer-store.ts';
import type { RecordedStep } from './answering.ts';
import type { SentStep } from './origins/origins.ts';
import { recordAnswers } from './record-answers.ts';

/** Takes steps one by one and stores them in batches, each company's in transactions of its own. */
export type AnswerRecorder = GroupCommit<SentStep, RecordedStep, CompanyId>;

/**
 * Of batches that meet, one has stored what it brought, so each try leaves fewer that are in the way. The wait, up to `waitMs`
 * more with each try, lets the others end first.
 */
const tries = 12;
const waitMs = 3;

/** As many as share the messages of the lanes (`call-lanes.ts`): with fewer the messages go out half empty. */
const batchesMax = 64;

/**
 * The queue before the one act. A caller hears only after the commit. A company has two batches under way at most. What
 * takes a transaction of more than one call leaves two connections to everything else.
 */
export function openAnswerRecorder(
  { database, metrics }: Pick<AppContext, 'database' | 'metrics'>,
  connectionsMax: number,
): AnswerRecorder {
  const limit = pLimit(Math.max(1, connectionsMax - 2));
  return groupCommit<SentStep, RecordedStep, CompanyId>({
    write: async (companyId, steps) => {
      const outcomes = await writeAgain(() =>
        recordAnswers(answerStoreOf(database, companyId, limit), companyId, steps),
      );
      const recorded = outcomes.filter((outcome) => 'value' in outcome).length;
      metrics.observe('escuta_answer_batch_steps', {}, steps.length);
      metrics.count('escuta_answers_total', { result: 'recorded' }, recorded);
      metrics.count('escuta_answers_total', { result: 'refused' }, outcomes.length - recorded);
      return outcomes;
    },
    waitMsMax: 3,
    batchMax: 500,
    inFlightMax: 2,
    inFlightTotalMax: batchesMax,
    queueMax: 20_000,
  });
}

/**
 * Two batches that meet (a deadlock, or a response that changed since it was read) are not at fault, nor is one whose contact was
 * deleted since it was read (23503): once more.
 */
async function writeAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried >= tries || !isMeeting(error)) throw error;
      await sleep(Math.random() * waitMs * (tried - 1));
    }
  }
}

function isMeeting(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === '40001' || error.code === '40P01' || error.code === '23503';
}
