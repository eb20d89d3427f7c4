import { z } from 'zod';
import type { Metric } from '../metrics.ts';
import { ces } from './ces.ts';
import { csat } from './csat.ts';
import { nps } from './nps.ts';
import type { AnswerShape, QuestionType } from './question-type.ts';
import { why } from './why.ts';

export const questionTypes = { nps, csat, ces, why } as const;

export const Question = z.discriminatedUnion('type', [nps.schema, csat.schema, ces.schema, why.schema]);
export type Question = z.infer<typeof Question>;
export type QuestionOf<Type extends Question['type']> = Extract<Question, { type: Type }>;
export type ScoreQuestion = QuestionOf<Metric>;
type CommentType = {
  [Type in Question['type']]: (typeof questionTypes)[Type]['isComment'] extends true ? Type : never;
}[Question['type']];
export type CommentQuestion = QuestionOf<CommentType>;

/** What the product knows of a question's type. */
export function typeOf({ type }: Pick<Question, 'type'>): Omit<QuestionType<z.ZodType<Question>>, 'answerOf'> {
  return questionTypes[type];
}

/** What an answer to a question is. */
export function answerOf(question: Question): AnswerShape {
  const { answerOf: shapeOf }: { answerOf: (asked: never) => AnswerShape } = questionTypes[question.type];
  return shapeOf(question as never);
}

/** The question whose score stands for the whole response: the first that has one. */
export function scoreQuestionOf(questions: readonly Question[]): ScoreQuestion | undefined {
  return questions.find((question): question is ScoreQuestion => typeOf(question).metric !== null);
}

/** The question whose answer is the comment of the response. */
export function commentQuestionOf(questions: readonly Question[]): CommentQuestion | undefined {
  return questions.find((question): question is CommentQuestion => typeOf(question).isComment);
}

/** Whether the answers to a question are masked for everybody. A score never is (decision 0066). */
export function isSensitive(question: Question): boolean {
  return 'sensitive' in question && question.sensitive === true;
}

/** What a survey that asks these questions measures. */
export function metricAsked(questions: readonly Question[]): Metric | 'none' {
  return scoreQuestionOf(questions)?.type ?? 'none';
}
