import { describe, expect, test } from 'vitest';
import { csat } from './csat.ts';

/** Counts of the scores 1 to 5, as the counters hold them. */
const answers = (...counts: number[]) => [0, ...counts, 0, 0, 0, 0, 0];

describe('CSAT', () => {
  test('[STAT-38] is the share of those who gave 4 or 5', () => {
    expect(csat.estimate(answers(1, 1, 0, 3, 5)).value).toBe(80);
    expect(csat.estimate(answers(0, 0, 7, 0, 0)).value).toBe(0);
  });

  test.each([
    [answers(1, 0, 1, 3, 5), 49.0162, 94.3318],
    [answers(5, 5, 10, 0, 0), 0, 16.1125],
    [answers(20, 20, 30, 130, 300), 82.6833, 88.7677],
  ])('[STAT-44] has the Wilson interval: the golden values of 8/10, 0/20 and 430/500', (counts, lo, hi) => {
    const { interval, method } = csat.estimate(counts);
    expect([interval?.lo, interval?.hi, method]).toEqual([expect.closeTo(lo, 4), expect.closeTo(hi, 4), 'wilson']);
  });

  test('[STAT-43] shows the mean and the share of the two lowest scores too', () => {
    expect(csat.figures(answers(1, 1, 0, 3, 5))).toEqual([
      { name: 'mean', value: 4, interval: null },
      { name: 'bottom_share', value: 20, interval: { lo: expect.closeTo(5.6682, 4), hi: expect.closeTo(50.9838, 4) } },
    ]);
  });

  test('of nobody is null, never 0', () => {
    expect(csat.estimate(answers(0, 0, 0, 0, 0))).toEqual({ value: null, interval: null, method: null });
    expect(csat.figures(answers(0, 0, 0, 0, 0)).map(({ value }) => value)).toEqual([null, null]);
  });

  test('rose or fell only beyond chance: 56/70 against 48/80 is, 56/70 against 52/70 is not', () => {
    const [better, worse, near] = [answers(14, 0, 0, 0, 56), answers(32, 0, 0, 0, 48), answers(18, 0, 0, 0, 52)];
    expect(csat.change(better, worse)).toBe(1);
    expect(csat.change(worse, better)).toBe(-1);
    expect(csat.change(better, near)).toBe(0);
    expect(csat.change(better, answers(0, 0, 0, 0, 0))).toBe(0);
  });
});
