import { addDays, firstOfMonth, lengthOf, mondayOf } from './calendar.ts';
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

/**
 * How fine a trend is drawn: by the step of the period's length, and coarser while the middle one of its points that have
 * answers holds fewer than ten, as long as three points are left (docs/deviations.md).
 */
export function carriedStep(period: Period, answersIn: (span: TrendSpan) => number): TrendStep {
  const finest = trendStep(period);
  const choices = trendSteps
    .slice(trendSteps.indexOf(finest))
    .map((step) => ({ step, spans: trendSpans(period, step) }));
  const wide = choices.filter(({ step, spans }) => step === finest || spans.length >= pointsMin);
  const carrying = wide.find(({ spans }) => {
    const counts = spans.map(({ start, end }) => answersIn({ start, end })).filter((count) => count > 0);
    const middle = counts.toSorted((left, right) => left - right)[Math.floor(counts.length / 2)];
    return middle === undefined || middle >= answersMin;
  });
  return (carrying ?? wide.at(-1))?.step ?? finest;
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
