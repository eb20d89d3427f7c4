import type { Bucket } from '@escuta/contract/surveys';

/** A score of each group, to show what that group reads. */
export const sampleScores: Record<Bucket, number> = { promoter: 10, passive: 8, detractor: 4 };

/** What the preview shows: the message, or a step of the respondent's page after a score (one of no matter which, if none). */
export interface PreviewView {
  readonly device: 'phone' | 'email';
  readonly step: 'score' | 'why' | 'closing';
  /** From 0 to 10. */
  readonly score?: number | undefined;
}
