import type { Answers } from '@escuta/contract/responses';
import type { Range } from '@escuta/contract/metrics';
import { answerOf, typeOf } from '@escuta/contract/questions/index';
import type { Question } from '@escuta/contract/questions/index';
import type { SurveyDefinition } from '@escuta/contract/surveys';

/** An answer as it is kept: a number or a text, never both. An empty text means that the person had nothing to say. */
export interface Answer {
  readonly number: number | null;
  readonly text: string | null;
}

export interface AnswerProblem {
  readonly key: string;
  readonly rule: 'unknown' | 'not_valid' | 'required' | 'taken';
}

/** Reads what a page sent against what its survey asks; whatever the survey does not ask is a problem. */
export function readAnswers(
  { questions }: SurveyDefinition,
  sent: Answers,
): { answers: ReadonlyMap<string, Answer>; problems: readonly AnswerProblem[] } {
  const answers = new Map<string, Answer>();
  const problems: AnswerProblem[] = [];
  for (const [key, value] of Object.entries(sent)) {
    const question = questions.find((each) => each.key === key);
    const answer = question && readAnswer(question, value);
    if (answer) answers.set(key, answer);
    else problems.push({ key, rule: question ? 'not_valid' : 'unknown' });
  }
  return { answers, problems };
}

/** The required questions of a survey that no answer meets: a complete response has none. */
export function missingAnswers(
  { questions }: SurveyDefinition,
  answers: ReadonlyMap<string, Answer>,
): readonly AnswerProblem[] {
  return questions
    .filter(({ key, required }) => required && !isAnswered(answers.get(key)))
    .map(({ key }) => ({ key, rule: 'required' }));
}

/** The comment of a response: what was written to the first question that asks for one, and is not empty. */
export function commentOf(definition: SurveyDefinition, answers: ReadonlyMap<string, Answer>): string | null {
  const [comment] = commentsIn(definition, answers).values();
  return comment?.text ?? null;
}

/** The answers that are comments and say something, in the order of their questions. */
export function commentsIn(
  { questions }: SurveyDefinition,
  answers: ReadonlyMap<string, Answer>,
): ReadonlyMap<string, Answer> {
  return new Map(
    questions.flatMap((question): [string, Answer][] => {
      const answer = typeOf(question).isComment ? answers.get(question.key) : undefined;
      return answer?.text ? [[question.key, answer]] : [];
    }),
  );
}

function isAnswered(answer: Answer | undefined): boolean {
  return answer !== undefined && answer.text !== '';
}

/** An answer read against its question; undefined when it is none. */
function readAnswer(question: Question, value: number | string): Answer | undefined {
  const shape = answerOf(question);
  if (shape.kind === 'number' && typeof value === 'number')
    return isWithin(shape, value) ? { number: value, text: null } : undefined;
  if (shape.kind === 'text' && typeof value === 'string')
    return value.length <= shape.lengthMax ? { number: null, text: cleanText(value) } : undefined;
  return undefined;
}

function isWithin({ min, max }: Range, value: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

/** What PostgreSQL cannot keep as text (NUL, broken surrogates) and what nobody sees goes; lines stay. */
function cleanText(typed: string): string {
  return typed
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}--[\n\t]]/gv, '')
    .trim();
}
