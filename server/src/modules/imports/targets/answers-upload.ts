import { columnOfQuestion, isDateField, questionOf } from '@escuta/contract/imports';
import type { ImportField } from '@escuta/contract/imports';
import { scoreQuestionOf } from '@escuta/contract/questions/index';
import type { Question } from '@escuta/contract/questions/index';
import { findImportedSurvey } from '#modules/responses/index.ts';
import { refuse } from '#platform/http/refusal.ts';
import { shownText } from '#platform/tabular/table.ts';
import { columnsProblem } from '../import.ts';
import type { ColumnChoices, MappingProblem, UploadRules } from '../target.ts';
import { answerColumns, answerFieldSet } from './answer-columns.ts';
import { guessTable } from './columns.ts';
import { guessDayOrder } from './day-order.ts';

/** A file of answers: the questions of one survey, the instant, and what whoever answered is found by. */
export const answersUpload: UploadRules = {
  async choices(tx, { surveyId, ...unit }) {
    const survey = surveyId === null ? undefined : await findImportedSurvey(tx, { ...unit, surveyId });
    if (!survey) throw refuse('NOT_FOUND');
    return { customFields: [], survey };
  },
  guess(found, choices) {
    const texts = found.map((row) => row.map((cell) => shownText(cell)));
    const { rowsAbove, hasHeader, mapping } = guessTable(texts, answerColumns(questionsOf(choices)));
    const dayOrder = guessDayOrder(found.slice(rowsAbove), mapping, (field) => isDateField(field));
    return { rowsAbove, hasHeader, mapping, hasCapitalNames: false, ...dayOrder, decimal: null };
  },
  mappingProblem,
};

function questionsOf({ survey }: ColumnChoices): readonly Question[] {
  return survey?.definition.questions ?? [];
}

/** Each thing at most once, questions that the survey asks, the instant, and the score where the survey has one. */
function mappingProblem(
  mapping: readonly ImportField[],
  columnCount: number,
  choices: ColumnChoices,
): MappingProblem | null {
  const problem = columnsProblem(mapping, columnCount);
  if (problem) return problem;
  const questions = questionsOf(choices);
  const asked: ReadonlySet<string | null> = new Set(questions.map(({ key }) => key));
  if (!mapping.every((field) => answerFieldSet.has(field) || asked.has(questionOf(field)))) return 'field_unknown';
  if (!mapping.includes('answered_at')) return 'no_answered_at';
  const score = scoreQuestionOf(questions);
  if (score) return mapping.includes(columnOfQuestion(score.key)) ? null : 'no_score';
  return mapping.some((field) => questionOf(field) !== null) ? null : 'no_answer';
}
