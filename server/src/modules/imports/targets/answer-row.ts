import { questionOf } from '@escuta/contract/imports';
import { answerOf, scoreQuestionOf } from '@escuta/contract/questions/index';
import type { Question } from '@escuta/contract/questions/index';
import { readField } from '#modules/contacts/index.ts';
import type { IncomingAnswer } from '#modules/responses/index.ts';
import { holdsNotText } from '#platform/tabular/cell-text.ts';
import type { Cell, TableRow } from '#platform/tabular/table.ts';
import { textOf } from '#platform/tabular/table.ts';
import type { RowProblem, RowReading, RowRules } from '../target.ts';
import { bareAddress, cleanCell, isErrorCell, rowFault } from './cells.ts';
import { readInstant } from './read-instant.ts';

type Keys = { -readonly [Key in keyof IncomingAnswer['respondent']]: string | null };

interface Said {
  at: Date | null;
  respondent: Keys;
  answers: Record<string, number | string>;
  problems: RowProblem[];
}

/**
 * Reads an answer from the cells of a row, or says all that is wrong with it. Without its instant, or its score where the survey
 * has one, it is no answer. Whatever else cannot be read is left out, with a warning.
 */
export function readAnswer(row: TableRow, rules: RowRules): RowReading<IncomingAnswer> {
  const { survey } = rules;
  if (!survey) throw new TypeError('answers are read against a survey');
  const fault = rowFault(row, rules.mapping.length);
  if (fault) return { refusal: [{ reason: fault, column: null }] };
  const { questions } = survey.definition;
  const said: Said = { at: null, respondent: { external_id: null, email: null, tel: null }, answers: {}, problems: [] };
  for (const [column, field] of rules.mapping.entries()) {
    const given = row.cells[column] ?? '';
    const reason =
      typeof given === 'string' && holdsNotText(given) ? 'not_text' : readCell(said, { field, given, rules });
    if (reason) said.problems.push({ reason, column });
  }
  const { at, respondent, answers, problems } = said;
  const refusal = refusalOf(said, questions, rules.mapping);
  if (refusal || !at) return { refusal: refusal ?? [{ reason: 'answered_at_missing', column: null }] };
  return { value: { at, respondent, answers }, warnings: problems };
}

/** Why a row is no answer, or undefined. */
function refusalOf(
  { at, answers, problems }: Said,
  questions: readonly Question[],
  mapping: RowRules['mapping'],
): readonly [RowProblem, ...RowProblem[]] | undefined {
  const [first, ...others] = problems;
  const score = scoreQuestionOf(questions);
  const isTold = (field: string) => problems.some(({ column }) => column !== null && mapping[column] === field);
  const missing: RowProblem[] = [];
  if (!at && !isTold('answered_at')) missing.push({ reason: 'answered_at_missing', column: null });
  if (score && !(score.key in answers) && !isTold(`question:${score.key}`))
    missing.push({ reason: 'score_missing', column: null });
  if (!score && Object.keys(answers).length === 0 && !first) missing.push({ reason: 'answer_missing', column: null });
  const [lacking, ...further] = missing;
  if (lacking) return [lacking, ...further, ...problems];
  // Nobody knows what else a row has lost that holds something else than text.
  const isUseless = !at || (score ? !(score.key in answers) : Object.keys(answers).length === 0);
  return first && (isUseless || problems.some(({ reason }) => reason === 'not_text')) ? [first, ...others] : undefined;
}

interface ReadCell {
  readonly field: RowRules['mapping'][number];
  readonly given: Cell;
  readonly rules: RowRules;
}

/** Lets a cell say something of an answer. @returns what is wrong with it. */
function readCell(said: Said, { field, given, rules }: ReadCell): RowProblem['reason'] | null {
  if (field === 'ignore') return null;
  if (isErrorCell(given)) return 'formula_error';
  const key = questionOf(field);
  if (key !== null) return readAnswerCell(said, key, { field, given, rules });
  const cell = cleanCell(given);
  if (cell === null) return null;
  if (field === 'answered_at') {
    said.at = readInstant(cell, { ...rules, timezone: rules.survey?.timezone ?? 'UTC' });
    return said.at ? null : 'answered_at_invalid';
  }
  const name = field as keyof Keys;
  const read = readField(name, name === 'email' ? bareAddress(textOf(cell)) : cell, rules);
  if (typeof read !== 'string') return read.problem;
  said.respondent[name] = read;
  return null;
}

/** A question that the survey does not ask any more, since the import began, has no answers. */
function readAnswerCell(said: Said, key: string, { given, rules }: ReadCell): RowProblem['reason'] | null {
  const question = rules.survey?.definition.questions.find((asked) => asked.key === key);
  if (!question) return null;
  const shape = answerOf(question);
  if (shape.kind === 'number') {
    const cell = cleanCell(given);
    if (cell === null) return null;
    const score = readScore(cell);
    if (score === null || score < shape.min || score > shape.max) return 'score_invalid';
    said.answers[key] = score;
    return null;
  }
  // A comment keeps its lines.
  const text = textOf(given).trim();
  if (text === '') return null;
  if (shape.kind !== 'text' || text.length > shape.lengthMax) return 'answer_too_long';
  said.answers[key] = text;
  return null;
}

/** '9', '9,0', and '9 - Extremely likely', as other tools write a score beside its label. */
function readScore(cell: Cell): number | null {
  if (typeof cell === 'number') return Number.isInteger(cell) ? cell : null;
  const [, score] = /^(\d{1,2})(?:[.,]0+)?(?:\s*[-–—.:)]\s+\S.*)?$/su.exec(textOf(cell)) ?? [];
  return score === undefined ? null : Number(score);
}
