import { expect, test } from 'vitest';
import { ces } from './ces.ts';

/** Counts of the scores 1 to 7, as the counters hold them. */
const answers = (...counts: number[]) => [0, ...counts, 0, 0, 0];
const nobody = answers(0, 0, 0, 0, 0, 0, 0);

test('[STAT-49] CES is the mean', () => {
  const { value, method } = ces.estimate(answers(2, 3, 5, 8, 20, 30, 32));
  expect([value, method]).toEqual([5.59, 't']);
  expect(ces.estimate(nobody)).toEqual({ value: null, interval: null, method: null });
});

test('the share of those who found it easy is that of 5 to 7, with the Wilson interval', () => {
  expect(ces.figures(answers(1, 0, 0, 1, 3, 2, 3))).toEqual([
    { name: 'top_share', value: 80, interval: { lo: expect.closeTo(49.0162, 4), hi: expect.closeTo(94.3318, 4) } },
  ]);
});

test('rose or fell only where Welch’s test passes (t = 3.77, p = 0.0002 in SciPy 1.17)', () => {
  const [now, before] = [answers(2, 3, 5, 8, 20, 30, 32), answers(6, 8, 9, 12, 20, 20, 15)];
  expect(ces.change(now, before)).toBe(1);
  expect(ces.change(before, now)).toBe(-1);
  expect(ces.change(now, answers(3, 3, 5, 8, 20, 30, 30))).toBe(0);
  expect(ces.change(now, nobody)).toBe(0);
  expect(ces.change(answers(0, 0, 0, 0, 0, 0, 40), answers(0, 0, 0, 0, 0, 40, 0))).toBe(1);
  expect(ces.change(answers(0, 0, 0, 0, 0, 0, 40), answers(0, 0, 0, 0, 0, 0, 40))).toBe(0);
});
