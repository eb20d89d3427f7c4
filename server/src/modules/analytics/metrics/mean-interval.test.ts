import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meanInterval, tInterval } from './mean-interval.ts';
import { meanOf } from './metric.ts';

/** Counts of some scores from 1 to 7, as the counters hold them. */
function countsOf(scores: readonly number[]): number[] {
  return Array.from({ length: 11 }, (_unused, score) => scores.filter((each) => each === score).length);
}

test('[STAT-51] the example of the NIST handbook (1.3.5.2): 195 readings of mean 9.26146 and deviation 0.022789', () => {
  const { lo, hi } = tInterval({ n: 195, mean: 9.26146, deviation: 0.022789 });
  expect([lo, hi].map((end) => Number(end.toFixed(4)))).toEqual([9.2582, 9.2647]);
});

test('[STAT-51] from 15 answers on it is t', () => {
  const fifteen = [7, 7, 7, 6, 6, 6, 6, 5, 5, 5, 4, 4, 3, 2, 1];
  expect(meanInterval(countsOf(fifteen))).toMatchObject({ method: 't' });
  expect(meanInterval(countsOf(fifteen.slice(1)))).toMatchObject({ method: 'bca' });
});

describe('[STAT-52] the bootstrap BCa of few answers', () => {
  test.each([
    [[7, 6, 7, 5, 3, 7, 6, 6, 2, 7], 4.2, 6.4],
    [[1, 7, 7, 7, 6], 2.2, 7],
    [[5, 6, 6, 7, 4, 5, 6, 5, 5, 7, 6, 6], 5.1667, 6.1667],
  ])('of %j is what SciPy 1.17 draws with a million resamples', (scores, lo, hi) => {
    const { interval } = meanInterval(countsOf(scores))!;
    expect([interval.lo, interval.hi].map((end) => Number(end.toFixed(4)))).toEqual([lo, hi]);
  });

  test('holds the mean and stays on the scale', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 2, maxLength: 14 }), (scores) => {
        fc.pre(new Set(scores).size > 1);
        const counts = countsOf(scores);
        const { lo, hi } = meanInterval(counts)!.interval;
        expect(lo).toBeGreaterThanOrEqual(Math.min(...scores));
        expect(hi).toBeLessThanOrEqual(Math.max(...scores));
        expect(meanOf(counts)).toBeGreaterThanOrEqual(lo);
        expect(meanOf(counts)).toBeLessThanOrEqual(hi);
      }),
    );
  });
});

test('one answer, or few that agree, tell nothing of the others', () => {
  expect(meanInterval(countsOf([]))).toBeNull();
  expect(meanInterval(countsOf([6]))).toBeNull();
  expect(meanInterval(countsOf([6, 6, 6]))).toBeNull();
});
