import type { Answers } from '@escuta/contract/responses';
import type { Question, SurveyDefinition } from '@escuta/contract/surveys';

/** An answer as it is kept: a score or words, never both. Empty words mean that the person had nothing to say. */
export interface Answer {
  readonly score: number | null;
  readonly words: string | null;
}

export interface AnswerProblem {
  readonly key: string;
  readonly rule: 'unknown' | 'score' | 'words' | 'required' | 'taken';
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
    const rule = problemOf(question, value);
    if (rule) problems.push({ key, rule });
    else if (typeof value === 'number') answers.set(key, { score: value, words: null });
    else answers.set(key, { score: null, words: cleanWords(value) });
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

/** The question whose score stands for the whole response: the first score that the survey asks for. */
export function scoreQuestion({ questions }: SurveyDefinition): Extract<Question, { type: 'nps' }> | undefined {
  return questions.find((question) => question.type === 'nps');
}

/** The comment of a response: the words of the first open question that has any. */
export function commentOf({ questions }: SurveyDefinition, answers: ReadonlyMap<string, Answer>): string | null {
  for (const { key, type } of questions) {
    const words = type === 'why' ? answers.get(key)?.words : null;
    if (words) return words;
  }
  return null;
}

/** The answers to open questions that say something. */
export function wordsIn(
  { questions }: SurveyDefinition,
  answers: ReadonlyMap<string, Answer>,
): ReadonlyMap<string, Answer> {
  const open = new Set(questions.filter(({ type }) => type === 'why').map(({ key }) => key));
  return new Map([...answers].filter(([key, { words }]) => open.has(key) && words));
}

function isAnswered(answer: Answer | undefined): boolean {
  return answer !== undefined && (answer.score !== null || answer.words !== '');
}

function problemOf(question: Question | undefined, value: number | string): AnswerProblem['rule'] | null {
  if (!question) return 'unknown';
  if (question.type === 'nps') return isScore(value) ? null : 'score';
  return typeof value === 'string' ? null : 'words';
}

function isScore(value: number | string): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 10;
}

/** What PostgreSQL cannot keep as text (NUL, broken surrogates) and what nobody sees goes; lines stay. */
function cleanWords(typed: string): string {
  return typed
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}--[\n\t]]/gv, '')
    .trim();
}
