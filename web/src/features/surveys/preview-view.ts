import { scoresOf } from '@escuta/contract/metrics';
import type { Metric, ScoreGroup } from '@escuta/contract/metrics';
import { messageChannels } from '@escuta/contract/variables';

/** A score of a group, to show what that group reads. */
export function sampleScore(metric: Metric, group: ScoreGroup): number {
  return scoresOf(metric, group).at(-1) ?? 0;
}

/** Where a respondent meets the survey, in the order of the preview's tabs. */
export const previewDevices = ['phone', ...messageChannels] as const;
export type PreviewDevice = (typeof previewDevices)[number];

/** What the preview shows: a message, or a step of the respondent's page after a score (one of no matter which, if none). */
export interface PreviewView {
  readonly device: PreviewDevice;
  /** The place of a question, or the closing words. */
  readonly step: number | 'closing';
  readonly score?: number | undefined;
}
