import { z } from 'zod';
import { ResponseId } from './ids.ts';
import { scoreMax } from './metrics.ts';
import { done, language } from './primitives.ts';
import { answerTextMax } from './questions/question-type.ts';
import { route } from './route.ts';
import { questionsMax } from './surveys.ts';

// The widest that any question takes; the act holds each value against what its question asks.
const answerValues = z.record(
  z.string().max(40),
  z.union([z.number().int().min(0).max(scoreMax), z.string().max(answerTextMax)]),
);

/**
 * What was answered: a number for scores, text for what people write, by question key. More keys than a survey has questions are
 * refused as one problem, before any of their values is looked at.
 */
export const Answers = z.preprocess((sent: z.input<typeof answerValues>, context) => {
  if (typeof sent === 'object' && sent !== null && Object.keys(sent).length > questionsMax)
    context.addIssue({ code: 'custom', message: `more than ${questionsMax} answers` });
  return sent;
}, answerValues);
export type Answers = z.infer<typeof answerValues>;

/**
 * One step of answering. `responseId` is chosen by the respondent's page, `seq` grows with each step:
 * the pair makes a repeated request harmless, and the highest `seq` of a question wins.
 */
export const AnswerStep = z.object({
  responseId: ResponseId,
  seq: z.number().int().min(1).max(10_000),
  answers: Answers,
  complete: z.boolean().default(false),
});
export type AnswerStep = z.infer<typeof AnswerStep>;

const token = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,80}$/) });

export const recordAnswer = route('POST /answers/:token', {
  summary: 'Record one step of a respondent’s answers. The reply comes after the commit',
  permission: 'link',
  params: token,
  body: AnswerStep,
  // Browsers send no more in a request that outlives its page (fetch with keepalive), which ours is.
  bodyBytesMax: 65_536,
  answer: z.object({ responseId: ResponseId, seq: z.number().int(), complete: z.boolean(), language }),
  errors: { SURVEY_CLOSED: 410, ANSWERS_NOT_VALID: 422, ALREADY_ANSWERED: 409 },
});

export const recordOpening = route('POST /answers/:token/open', {
  summary: 'Note that the receiver of a message moved on the page of its survey; whoever answers has opened it anyway',
  permission: 'link',
  params: token,
  answer: done,
});
