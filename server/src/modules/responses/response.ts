import type { ResponseId } from '@escuta/contract/ids';
import { scoreQuestionOf } from '@escuta/contract/questions/index';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { commentOf, commentsIn, missingAnswers } from './answer.ts';
import type { Answer, AnswerProblem } from './answer.ts';

export interface KeptAnswer extends Answer {
  /** The step that gave it: a higher one replaces it, a lower one does not. */
  readonly seq: number;
  readonly answeredAt: Date;
}

/** A response as it is kept. */
export interface ResponseState {
  readonly id: ResponseId;
  readonly status: 'started' | 'partial' | 'complete';
  readonly lastSeq: number;
  readonly score: number | null;
  readonly comment: string | null;
  /** The day of the score in the unit's zone, and its instant; those of the start until there is a score. */
  readonly day: string;
  readonly answeredAt: Date;
  readonly startedAt: Date;
  readonly completedAt: Date | null;
  /** Tests and what was excluded count nowhere. */
  readonly isCounted: boolean;
  readonly answers: ReadonlyMap<string, KeptAnswer>;
}

/** One step of answering, read against its survey. */
export interface ResponseStep {
  readonly responseId: ResponseId;
  readonly seq: number;
  readonly answers: ReadonlyMap<string, Answer>;
  readonly complete: boolean;
  readonly at: Date;
  /** The day of `at` in the unit's zone. */
  readonly day: string;
}

export type StepResult =
  | { readonly state: ResponseState; readonly seq: number }
  | { readonly refused: 'ALREADY_ANSWERED' }
  | { readonly refused: 'ANSWERS_NOT_VALID'; readonly problems: readonly AnswerProblem[] };

/**
 * Takes one step into a response. Steps of the page that began it may come late, twice or in another order: per question
 * the highest `seq` wins, so the outcome is that of taking each once, in order. A page that began elsewhere (another
 * device) goes on after the last step. A complete response takes only what its own page had sent before, and the comment
 * that it came without, for a day.
 */
export function takeStep(
  state: ResponseState | undefined,
  step: ResponseStep,
  definition: SurveyDefinition,
): StepResult {
  const before = state ?? begin(step);
  const isOwn = step.responseId === before.id;
  const isLate = isOwn && step.seq <= before.lastSeq;
  const isLast = before.status === 'complete' && !isLate;
  const taken = isLast ? lateComments(before, step, definition) : step.answers;
  if (!taken) return { refused: 'ALREADY_ANSWERED' };
  const seq = isOwn ? step.seq : Math.max(step.seq, before.lastSeq + 1);
  const answers = merge(isLast ? sealed(before.answers, seq) : before.answers, { ...step, answers: taken }, seq);
  const isCompleting = step.complete && before.status !== 'complete';
  const problems = isCompleting ? missingAnswers(definition, answers) : [];
  if (problems.length > 0) return { refused: 'ANSWERS_NOT_VALID', problems };
  const question = scoreQuestionOf(definition.questions);
  const score = (question && answers.get(question.key)?.number) ?? null;
  const isFirstScore = before.score === null && score !== null;
  const status = isCompleting || before.status === 'complete' ? 'complete' : score === null ? 'started' : 'partial';
  return {
    seq,
    state: {
      ...before,
      status,
      lastSeq: Math.max(before.lastSeq, seq),
      score,
      comment: commentOf(definition, answers),
      ...(isFirstScore ? { day: step.day, answeredAt: step.at } : {}),
      completedAt: isCompleting ? step.at : before.completedAt,
      answers,
    },
  };
}

/** For how long a complete response without a comment takes one. */
export const lateCommentMs = 24 * 60 * 60 * 1_000;

/** Whether a complete response may still get its comment. */
export function takesComment({ status, comment, completedAt }: ResponseState, now: Date): boolean {
  if (status !== 'complete' || comment !== null || !completedAt) return false;
  return now.getTime() - completedAt.getTime() <= lateCommentMs;
}

/** The comment that comes after the end, where it still may: the score was given, and stays. */
function lateComments(before: ResponseState, step: ResponseStep, definition: SurveyDefinition) {
  const comments = commentsIn(definition, step.answers);
  return comments.size > 0 && takesComment(before, step.at) ? comments : undefined;
}

/** What was given before the end, as of a later step: a repetition of that step changes none of it. */
function sealed(answers: ReadonlyMap<string, KeptAnswer>, seq: number): ReadonlyMap<string, KeptAnswer> {
  return new Map([...answers].filter(([, { text }]) => text !== '').map(([key, answer]) => [key, { ...answer, seq }]));
}

function begin({ responseId, at, day }: ResponseStep): ResponseState {
  return {
    id: responseId,
    status: 'started',
    lastSeq: 0,
    score: null,
    comment: null,
    day,
    answeredAt: at,
    startedAt: at,
    completedAt: null,
    isCounted: true,
    answers: new Map(),
  };
}

function merge(
  kept: ReadonlyMap<string, KeptAnswer>,
  step: ResponseStep,
  seq: number,
): ReadonlyMap<string, KeptAnswer> {
  const merged = new Map(kept);
  for (const [key, answer] of step.answers) {
    if (seq > (kept.get(key)?.seq ?? 0)) merged.set(key, { ...answer, seq, answeredAt: step.at });
  }
  return merged;
}

/** What a response adds to the counters of its day. */
export interface Contribution {
  readonly day: string;
  readonly score: number | null;
  readonly comments: 0 | 1;
}

/** What a response counts for, or null where it counts for nothing. */
export function contributionOf(state: ResponseState | undefined): Contribution | null {
  if (!state?.isCounted || (state.score === null && state.comment === null)) return null;
  return { day: state.day, score: state.score, comments: state.comment === null ? 0 : 1 };
}
