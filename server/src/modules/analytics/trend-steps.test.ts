import { addDays } from '@escuta/contract/calendar-days';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengthOf, mondayOf } from './calendar.ts';
import { periodBefore, periodDaysMax, problemOf } from './period.ts';
import { sampleOf } from './sample.ts';
import { readCarriedTrend, trendSpans, trendStep } from './trend-steps.ts';
import type { TrendStep } from './trend-steps.ts';

const somePeriod = fc
  .tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: periodDaysMax }))
  .map(([start, days]) => ({ from: addDays('2000-01-01', start), to: addDays('2000-01-01', start + days - 1) }));
const isAligned = (start: string, step: TrendStep) =>
  step === 'day' || (step === 'week' ? start === mondayOf(start) : start.endsWith('-01'));
const weekday = (day: string) => new Date(day).getUTCDay();

describe('the steps of a trend', () => {
  test.each([
    ['2026-03-01', '2026-03-01', 'day'],
    ['2026-03-01', '2026-03-31', 'day'],
    ['2026-03-01', '2026-04-01', 'week'],
    ['2026-01-01', '2026-07-01', 'week'],
    ['2026-01-01', '2026-07-02', 'month'],
  ])('from %s to %s goes by %s', (from, to, step) => {
    expect(trendStep({ from, to })).toBe(step);
  });

  describe('are as coarse as the answers ask for', () => {
    const month = { from: '2026-11-01', to: '2026-11-30' };
    /** So many answers on each day, and none where nothing is said. */
    const perDay = (count: (day: string) => number) => (span: { start: string; end: string }) => {
      let answers = 0;
      for (let day = span.start; day <= span.end; day = addDays(day, 1)) answers += count(day);
      return { answered: answers };
    };

    test.each([
      ['ten a day are enough for days', month, () => 10, 'day'],
      ['nine a day make weeks', month, () => 9, 'week'],
      ['few busy days among quiet ones make weeks', month, (day: string) => (day.endsWith('5') ? 80 : 2), 'week'],
      ['days without answers do not count', month, (day: string) => (day.endsWith('5') ? 80 : 0), 'day'],
      ['no answer at all changes nothing', month, () => 0, 'day'],
      ['a month of too few stays in weeks: months would be one point', month, () => 1 / 7, 'week'],
      ['a week stays in days: weeks would be two points', { from: '2026-11-04', to: '2026-11-10' }, () => 1, 'day'],
      ['half a year of few answers goes by month', { from: '2026-01-01', to: '2026-06-30' }, () => 0.5, 'month'],
    ] as const)('%s', (_name, period, count, step) => {
      expect(readCarriedTrend(period, perDay(count)).step).toBe(step);
    });

    test('each span is read once, and handed on as it was read', () => {
      const read: string[] = [];
      const trend = readCarriedTrend(month, ({ start, end }) => {
        read.push(`${start} ${end}`);
        return { answered: 9, start };
      });
      expect(trend.step).toBe('week');
      expect(trend.points.map(({ span }) => span)).toEqual(trendSpans(month, 'week'));
      expect(trend.points.every(({ span, reading }) => reading.start === span.start)).toBe(true);
      expect(read).toHaveLength(trendSpans(month, 'day').length + trendSpans(month, 'week').length);
    });
  });

  test('weeks begin on Monday, cut to the period at both ends', () => {
    expect(trendSpans({ from: '2026-11-05', to: '2026-11-17' }, 'week')).toEqual([
      { start: '2026-11-05', end: '2026-11-08' },
      { start: '2026-11-09', end: '2026-11-15' },
      { start: '2026-11-16', end: '2026-11-17' },
    ]);
  });

  test('months begin on the first, through the end of February and of the year', () => {
    expect(trendSpans({ from: '2027-12-31', to: '2028-03-01' }, 'month')).toEqual([
      { start: '2027-12-31', end: '2027-12-31' },
      { start: '2028-01-01', end: '2028-01-31' },
      { start: '2028-02-01', end: '2028-02-29' },
      { start: '2028-03-01', end: '2028-03-01' },
    ]);
  });

  test('cover every day of any period once, in order', () => {
    fc.assert(
      fc.property(somePeriod, (period) => {
        const step = trendStep(period);
        const spans = trendSpans(period, step);
        expect(spans[0]!.start).toBe(period.from);
        expect(spans.at(-1)!.end).toBe(period.to);
        expect(spans.every(({ start, end }) => start <= end)).toBe(true);
        const later = spans.slice(1).map(({ start }) => start);
        expect(later).toEqual(spans.slice(0, -1).map(({ end }) => addDays(end, 1)));
        expect(later.filter((start) => !isAligned(start, step))).toEqual([]);
      }),
    );
  });
});

describe('periods', () => {
  test.each([
    ['one day against the same weekday', '2026-11-20', '2026-11-20', '2026-11-13', '2026-11-13'],
    ['a week against the week before', '2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08'],
    ['30 days, five weeks earlier', '2026-10-22', '2026-11-20', '2026-09-17', '2026-10-16'],
    ['31 days, five weeks earlier', '2026-10-01', '2026-10-31', '2026-08-27', '2026-09-26'],
    ['32 days, the 32 days before', '2026-10-01', '2026-11-01', '2026-08-30', '2026-09-30'],
  ])('%s', (_name, from, to, previousFrom, previousTo) => {
    expect(periodBefore({ from, to })).toEqual({ from: previousFrom, to: previousTo });
  });

  test('the period before is as long, does not overlap and, when short, has the same weekdays', () => {
    fc.assert(
      fc.property(somePeriod, (period) => {
        const before = periodBefore(period);
        expect(lengthOf(before)).toBe(lengthOf(period));
        expect(before.to < period.from).toBe(true);
        expect(lengthOf(period) > 31 || weekday(before.from) === weekday(period.from)).toBe(true);
      }),
    );
  });

  test('hold from one day to five years', () => {
    expect(problemOf({ from: '2026-01-01', to: '2026-01-01' })).toBeUndefined();
    expect(problemOf({ from: '2026-01-02', to: '2026-01-01' })).toBe('ends_before_it_begins');
    expect(problemOf({ from: '2024-01-01', to: '2028-12-31' })).toBeUndefined();
    expect(problemOf({ from: '2024-01-01', to: '2029-01-01' })).toBe('too_long');
    expect(problemOf({ from: '9999-12-31', to: '9999-12-31' })).toBe('out_of_range');
    expect(problemOf({ from: '0001-01-01', to: '0001-01-01' })).toBe('out_of_range');
  });
});

test.each([
  [0, 'none', 'none'],
  [1, 'small', 'hidden'],
  [4, 'small', 'hidden'],
  [5, 'small', 'small'],
  [29, 'small', 'small'],
  [30, 'enough', 'enough'],
])('%d answers are %s, and %s to who may not identify people', (n, open, anonymous) => {
  expect([sampleOf(n, true), sampleOf(n, false)]).toEqual([open, anonymous]);
});
