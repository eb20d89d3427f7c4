import { addDays } from '@escuta/contract/calendar-days';
import { firstOfMonth, lengthOf, mondayOf } from './calendar.ts';
import type { Day, Period } from './calendar.ts';

const trendSteps = ['day', 'week', 'month'] as const;
export type TrendStep = (typeof trendSteps)[number];

export interface TrendSpan {
  readonly start: Day;
  readonly end: Day;
}

const dailyDaysMax = 31;
const weeklyDaysMax = 26 * 7;
/** The fewest points that show a movement. */
const pointsMin = 3;
/** With fewer answers a point says more of chance than of the score; the chart joins no such points. */
const answersMin = 10;

/** A trend by one step, with what was read of each of its spans. */
export interface CarriedTrend<Reading> {
  readonly step: TrendStep;
  readonly points: readonly { readonly span: TrendSpan; readonly reading: Reading }[];
}

/**
 * Reads a trend as fine as its answers carry: by the step of the period's length, and coarser while the middle one of its
 * points that have answers holds fewer than ten, as long as three points are left (docs/deviations.md). No span of a step is
 * read twice.
 */
export function readCarriedTrend<Reading extends { readonly answered: number }>(
  period: Period,
  read: (span: TrendSpan) => Reading,
): CarriedTrend<Reading> {
  const finest = trendStep(period);
  let trend = readTrend(finest);
  for (const step of trendSteps.slice(trendSteps.indexOf(finest) + 1)) {
    if (isCarried(trend) || trendSpans(period, step).length < pointsMin) break;
    trend = readTrend(step);
  }
  return trend;

  function readTrend(step: TrendStep): CarriedTrend<Reading> {
    return { step, points: trendSpans(period, step).map((span) => ({ span, reading: read(span) })) };
  }
}

function isCarried({ points }: CarriedTrend<{ readonly answered: number }>): boolean {
  const counts = points.map(({ reading }) => reading.answered).filter((count) => count > 0);
  const middle = counts.toSorted((left, right) => left - right)[Math.floor(counts.length / 2)];
  return middle === undefined || middle >= answersMin;
}

/** The step of a period's length: by day up to 31 days, by week up to 26 weeks, else by month (areas §4.3). */
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
