import type { Moment } from '#platform/drawing/time-line.ts';

/** How many more people of a moment score in the top group than in the bottom one, in % of all: the NPS, where that is asked. */
export type Story = (moment: Moment) => number;

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

/** Three months ago the reception began to check guests in before they arrive: the queue went, and the complaints with it. */
export const receptionStory: Story = ({ daysAgo }) => (daysAgo > 90 ? 28 : 68);

export function isHighSeason({ month, dayOfMonth }: Moment): boolean {
  return (month === 12 && dayOfMonth >= 20) || month === 1 || (month === 2 && dayOfMonth <= 18);
}

/** A steady score that drifts by `gain` points over the year. */
export function driftingStory(start: number, gain: number): Story {
  return ({ daysAgo }) => start + gain * (1 - Math.min(1, daysAgo / 365));
}
