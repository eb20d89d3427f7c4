import { addDays, firstOfMonth, lengthOf, mondayOf } from './calendar.ts';
import type { Day, Period } from './calendar.ts';

export type TrendStep = 'day' | 'week' | 'month';

export interface TrendSpan {
  readonly start: Day;
  readonly end: Day;
}

const dailyDaysMax = 31;
const weeklyDaysMax = 26 * 7;

/** How fine a trend is drawn: by day up to 31 days, by week up to 26 weeks, else by month (areas §4.3). */
export function trendStep(period: Period): TrendStep {
  const days = lengthOf(period);
  if (days <= dailyDaysMax) return 'day';
  return days <= weeklyDaysMax ? 'week' : 'month';
}

/**
 * The spans of a period, without a gap. Weeks begin on Monday and months on the first; the outer spans are cut to
 * the period, so that the parts add up to the whole.
 */
export function trendSpans(period: Period, step: TrendStep): TrendSpan[] {
  const spans: TrendSpan[] = [];
  for (let start = period.from; start <= period.to;) {
    const next = nextStart(start, step);
    const last = addDays(next, -1);
    spans.push({ start, end: last < period.to ? last : period.to });
    start = next;
  }
  return spans;
}

function nextStart(day: Day, step: TrendStep): Day {
  if (step === 'day') return addDays(day, 1);
  if (step === 'week') return addDays(mondayOf(day), 7);
  // 31 days after the first of a month lies in the next one, whatever the month.
  return firstOfMonth(addDays(firstOfMonth(day), 31));
}
