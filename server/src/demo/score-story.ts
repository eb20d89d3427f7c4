import type { Bucket } from '@escuta/contract/surveys';
import { scoreGroup } from '@escuta/contract/score';
import type { Random } from './random.ts';

/** A moment of the story: how many days ago, and its day of the year. */
export interface Moment {
  readonly daysAgo: number;
  /** 1 to 12. */
  readonly month: number;
  readonly dayOfMonth: number;
}

/** The score that the people of a moment give on the whole, from −100 to 100. */
export type Story = (moment: Moment) => number;

const passiveShare = 0.24;
const scoresOf: Readonly<Record<Bucket, readonly (readonly [number, number])[]>> = {
  promoter: [
    [10, 62],
    [9, 38],
  ],
  passive: [
    [8, 61],
    [7, 39],
  ],
  detractor: [
    [6, 30],
    [5, 25],
    [4, 12],
    [3, 11],
    [2, 8],
    [1, 5],
    [0, 9],
  ],
};

/** Draws one answer of a moment whose score is `nps`. */
export function drawScore(random: Random, nps: number): { score: number; bucket: Bucket } {
  const shift = nps / 100;
  const group = random.weighted<Bucket>([
    ['promoter', Math.max(0.02, (1 - passiveShare + shift) / 2)],
    ['passive', passiveShare],
    ['detractor', Math.max(0.02, (1 - passiveShare - shift) / 2)],
  ]);
  const score = random.weighted(scoresOf[group]);
  return { score, bucket: scoreGroup(score) };
}

/** The renovation of the city context: works from seven to five months ago, better than ever since. */
export const worksBeganDaysAgo = 215;
export const worksEndedDaysAgo = 150;

export const cityStory: Story = ({ daysAgo }) => {
  if (daysAgo > worksBeganDaysAgo) return 36;
  if (daysAgo > worksEndedDaysAgo) return 17;
  // It takes two months until most guests have had a new room.
  return 44 + 20 * Math.min(1, (worksEndedDaysAgo - daysAgo) / 60);
};

/** The beach house suffers when it is full: from Christmas to mid-February, and in the July holidays. */
export const beachStory: Story = (moment) => {
  if (isHighSeason(moment)) return 22;
  return moment.month === 7 ? 38 : 57;
};

export function isHighSeason({ month, dayOfMonth }: Moment): boolean {
  return (month === 12 && dayOfMonth >= 20) || month === 1 || (month === 2 && dayOfMonth <= 18);
}

/** A steady score that drifts by `gain` points over the year. */
export function driftingStory(start: number, gain: number): Story {
  return ({ daysAgo }) => start + gain * (1 - Math.min(1, daysAgo / 365));
}
