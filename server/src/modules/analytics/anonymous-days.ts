import type { ScoreDay, SeriesDay } from '#modules/responses/index.ts';
import type { Day, Period } from './calendar.ts';
import { firstOfMonth } from './calendar.ts';
import { anonymousMin } from './sample.ts';

/** Days in a row of one survey and channel, with `anonymousMin` answers or more together: shown whole or not at all. */
export interface AnonymousGroup {
  readonly from: Day;
  readonly to: Day;
  readonly days: readonly SeriesDay[];
}

/**
 * Cuts days into groups for readers who may not know who answered. Each survey and channel is walked for itself from the first
 * of each month, and a group ends with the day that makes it large enough; what is left over at the end of a month, or has
 * not grown enough yet, is shown to nobody of them.
 *
 * The cuts depend on no question: every figure that such a reader may ask for, of whatever period, survey and channel, is a
 * sum of whole groups. So is every difference of two figures, and none of them is about fewer than `anonymousMin` answers.
 * Days come sorted, beginning with a month.
 */
export function anonymousGroups(days: readonly SeriesDay[]): AnonymousGroup[] {
  const groups: AnonymousGroup[] = [];
  for (const series of Map.groupBy(days, seriesOf).values()) {
    let open: SeriesDay[] = [];
    for (const day of series) {
      open.push(day);
      if (open.reduce((sum, { n }) => sum + n, 0) < anonymousMin) continue;
      groups.push({ from: open[0]?.day ?? day.day, to: day.day, days: open });
      open = [];
    }
  }
  return groups;
}

/** The days of the groups that lie within a period whole. */
export function daysWithin(groups: readonly AnonymousGroup[], { from, to }: Period): ScoreDay[] {
  return groups.filter((group) => group.from >= from && group.to <= to).flatMap(({ days }) => days);
}

function seriesOf({ day, surveyId, channel }: SeriesDay): string {
  return `${surveyId} ${channel} ${firstOfMonth(day)}`;
}
