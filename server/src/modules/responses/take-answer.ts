import type { AnswerStep } from '@escuta/contract/responses';
import { refuse } from '#platform/http/refusal.ts';
import type { AnswerLink } from './answer-link.ts';
import type { AnswerRecorder } from './answer-recorder.ts';
import type { RecordedStep } from './answering.ts';

/** Takes one step from the holder of a link. Refuses as `recordAnswers` does, and SURVEY_CLOSED for a company that has left. */
export async function takeAnswer(
  recorder: AnswerRecorder,
  { company, source }: AnswerLink,
  step: AnswerStep,
  at: Date,
): Promise<RecordedStep> {
  if (!company.active) throw refuse('SURVEY_CLOSED', { status: 'closed' });
  return recorder.add(company.companyId, { source, step, at });
}
