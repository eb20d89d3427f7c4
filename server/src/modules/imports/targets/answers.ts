import { findImportedSurvey, importAnswers, rehearseAnswers, undoAnswers } from '#modules/responses/index.ts';
import type { AnswerOutcome, AnswersImport, IncomingAnswer } from '#modules/responses/index.ts';
import { openHashedSet } from '#platform/crypto/hashed-set.ts';
import type { ImportTarget, RowOutcome, TargetRun } from '../target.ts';
import { readAnswer } from './answer-row.ts';

/** Each row is an answer to one survey, given elsewhere and before. */
export const answersTarget: ImportTarget<IncomingAnswer> = {
  async open(tx, { surveyId, companyId, businessUnitId }) {
    const unit = { companyId, businessUnitId };
    return { survey: surveyId === null ? undefined : await findImportedSurvey(tx, { ...unit, surveyId }) };
  },
  readRow: readAnswer,
  write: async (tx, run, values) => (await importAnswers(tx, answersImport(run), values)).map(outcomeOf),
  rehearse() {
    const given = openHashedSet();
    return {
      judge: async (tx, run, values) => (await rehearseAnswers(tx, answersImport(run), values, given)).map(outcomeOf),
    };
  },
  undo: (tx, run, { limit }) => undoAnswers(tx, run, limit),
  // Answers are looked up by their contact and instant, by an index that wins with any statistics.
  refreshStatistics: async () => undefined,
};

function answersImport({ survey, ...run }: TargetRun): AnswersImport {
  if (!survey) throw new TypeError('answers belong to a survey');
  return { ...run, survey };
}

function outcomeOf(outcome: AnswerOutcome): RowOutcome {
  return outcome === 'created_unknown'
    ? { change: 'created', warnings: [{ reason: 'contact_unknown', column: null }] }
    : outcome;
}
