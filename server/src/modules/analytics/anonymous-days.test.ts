import { addDays } from '@escuta/contract/calendar-days';
import type { Channel } from '@escuta/contract/primitives';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SurveyId } from '@escuta/contract/ids';
import type { SeriesDay } from '#modules/responses/index.ts';
import { idNamed } from '../../testing/ids.ts';
import { anonymousGroups, daysWithin } from './anonymous-days.ts';
import { anonymousMin } from './sample.ts';

const none = { b0: 0, b1: 0, b2: 0, b3: 0, b4: 0, b5: 0, b6: 0, b7: 0, b8: 0, b9: 0, b10: 0, comments: 0 };
const surveys = ['s0', 's1'].map((name) => idNamed<SurveyId>(name));
const length = 75;
const first = '2026-09-01';
const dayOf = (unit: number) => addDays(first, unit);

/** What a reader may narrow a question by. */
interface Question {
  readonly from: number;
  readonly days: number;
  readonly surveyId: SurveyId | undefined;
  readonly channel: Channel | undefined;
}

const someDays = fc
  .array(
    fc.record({
      at: fc.nat({ max: length }),
      n: fc.nat({ max: 9 }),
      survey: fc.nat({ max: 1 }),
      channel: fc.nat({ max: 1 }),
    }),
    {
      maxLength: 120,
    },
  )
  .map((rows) => {
    const days = new Map<string, SeriesDay>();
    for (const { at, n, survey, channel } of rows) {
      const day: SeriesDay = {
        ...none,
        day: dayOf(at),
        n,
        surveyId: surveys[survey]!,
        channel: channel ? 'sms' : 'email',
      };
      days.set(`${day.day} ${day.surveyId} ${day.channel}`, day);
    }
    return [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
  });
const someQuestion: fc.Arbitrary<Question> = fc.record({
  from: fc.nat({ max: length }),
  days: fc.nat({ max: length }),
  surveyId: fc.constantFrom(undefined, ...surveys),
  channel: fc.constantFrom(undefined, 'email', 'sms'),
});

/** The rows behind the answer to a question, cut from what the database would give for it alone. */
function shown(days: readonly SeriesDay[], { from, days: count, surveyId, channel }: Question): Set<unknown> {
  const period = { from: dayOf(from), to: dayOf(from + count) };
  const read = days.filter(
    (row) =>
      (surveyId === undefined || row.surveyId === surveyId) &&
      (channel === undefined || row.channel === channel) &&
      row.day >= `${period.from.slice(0, 7)}-01` &&
      row.day <= period.to,
  );
  return new Set(daysWithin(anonymousGroups(read), period));
}

function except(rows: Set<unknown>, others: Set<unknown>): Set<unknown> {
  return new Set([...rows].filter((row) => !others.has(row)));
}

function answersIn(rows: Iterable<unknown>): number {
  return [...rows].reduce<number>((sum, row) => sum + (row as SeriesDay).n, 0);
}

test('no figure, and no difference of two figures of any periods, surveys and channels, is about fewer than five answers', () => {
  fc.assert(
    fc.property(someDays, someQuestion, someQuestion, (days, one, other) => {
      const [left, right] = [shown(days, one), shown(days, other)];
      for (const rows of [left, right, except(left, right), except(right, left), except(left, except(left, right))]) {
        const answers = answersIn(rows);
        expect(answers === 0 || answers >= anonymousMin).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test('days of five answers and more are shown one by one, fewer wait for those that follow in their month', () => {
  const unit = { ...none, surveyId: idNamed<SurveyId>('s'), channel: 'email' } as const;
  const days = [
    { ...unit, day: '2026-09-01', n: 7 },
    { ...unit, day: '2026-09-02', n: 2 },
    { ...unit, day: '2026-09-04', n: 4 },
    { ...unit, day: '2026-09-05', n: 5 },
    { ...unit, day: '2026-09-30', n: 4 },
    { ...unit, day: '2026-10-01', n: 4 },
  ];
  expect(anonymousGroups(days).map(({ from, to }) => [from, to])).toEqual([
    ['2026-09-01', '2026-09-01'],
    ['2026-09-02', '2026-09-04'],
    ['2026-09-05', '2026-09-05'],
  ]);
});
