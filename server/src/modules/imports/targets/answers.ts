import { findKeyConflicts } from '#modules/contacts/index.ts';
import { findImportedSurvey, importAnswers, rehearseAnswers, undoAnswers } from '#modules/responses/index.ts';
import type { AnswerOutcome, AnswersImport, IncomingAnswer } from '#modules/responses/index.ts';
import { openHashedSet } from '#platform/crypto/hashed-set.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { ImportTarget, RowOutcome, TargetRun } from '../target.ts';
import { readAnswer } from './answer-row.ts';

/** Each row is an answer to one survey, given elsewhere and before. */
export const answersTarget: ImportTarget<IncomingAnswer> = {
  async open(tx, { surveyId, companyId, businessUnitId }) {
    const unit = { companyId, businessUnitId };
    return { survey: surveyId === null ? undefined : await findImportedSurvey(tx, { ...unit, surveyId }) };
  },
  readRow: readAnswer,
  write: (tx, run, values) => outcomesOf(tx, run, values, (clear) => importAnswers(tx, answersImport(run), clear)),
  rehearse() {
    const given = openHashedSet();
    return {
      judge: (tx, run, values) =>
        outcomesOf(tx, run, values, (clear) => rehearseAnswers(tx, answersImport(run), clear, given)),
    };
  },
  undo: (tx, run, { limit }) => undoAnswers(tx, run, limit),
  // Answers are looked up by their contact and instant, by an index that wins with any statistics.
  refreshStatistics: async () => undefined,
};

/**
 * What becomes of answers, given what becomes of those that mean one contact at most. One that means two is refused: nobody knows
 * which of them gave it. Who gave one to an anonymous survey does not matter, as none of its answers has a contact.
 */
async function outcomesOf(
  tx: Transaction,
  run: TargetRun,
  values: readonly IncomingAnswer[],
  judge: (clear: readonly IncomingAnswer[]) => Promise<readonly AnswerOutcome[]>,
): Promise<readonly RowOutcome[]> {
  const respondents = run.survey?.definition.anonymous ? [] : values.map(({ respondent }) => respondent);
  const conflicts = await findKeyConflicts(tx, run, respondents);
  const judged = await judge(values.filter(({ respondent }) => !conflicts.has(respondent)));
  const outcomes: RowOutcome[] = judged.map(outcomeOf);
  for (const [at, { respondent }] of values.entries()) {
    const conflict = conflicts.get(respondent);
    if (conflict) outcomes.splice(at, 0, conflict);
  }
  return outcomes;
}

function answersImport({ survey, ...run }: TargetRun): AnswersImport {
  if (!survey) throw new TypeError('answers belong to a survey');
  return { ...run, survey };
}

function outcomeOf(outcome: AnswerOutcome): RowOutcome {
  return outcome === 'created_unknown'
    ? { change: 'created', warnings: [{ reason: 'contact_unknown', column: null }] }
    : outcome;
}
