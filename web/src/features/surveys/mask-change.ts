import { isSensitive } from '@escuta/contract/questions/index';
import type { SurveyDraft } from '@escuta/contract/surveys';

/** What publishing does to answers that have come already. */
export interface MaskChange {
  /** Some that everybody reads will be masked. */
  readonly hides: boolean;
  /** Some that are masked will be read by everybody. */
  readonly shows: boolean;
}

/** What publishing `definition` does; a question that is asked no more stays as it is (decision 0066). */
export function maskChange(
  { survey, masked }: Pick<SurveyDraft, 'survey' | 'masked'>,
  { questions }: SurveyDraft['definition'],
): MaskChange {
  const isMasked = ({ key }: { key: string }) => masked.includes(key);
  return {
    hides: survey.version !== null && questions.some((question) => isSensitive(question) && !isMasked(question)),
    shows: questions.some((question) => !isSensitive(question) && isMasked(question)),
  };
}
