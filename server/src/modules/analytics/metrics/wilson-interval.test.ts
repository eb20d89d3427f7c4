import fc from 'fast-check';
import { expect, test } from 'vitest';
import { twoSidedP, z95 } from './normal-distribution.ts';
import { wilsonInterval } from './wilson-interval.ts';

test.each([
  [8, 10, 0.490162, 0.943318],
  [0, 20, 0, 0.161125],
  [430, 500, 0.826833, 0.887677],
])('the golden values (areas §5.2): %d of %d', (k, n, lo, hi) => {
  const interval = wilsonInterval(k, n)!;
  expect([interval.lo, interval.hi].map((end) => Number(end.toFixed(6)))).toEqual([lo, hi]);
});

test('of nobody is null', () => {
  expect(wilsonInterval(0, 0)).toBeNull();
});

test('holds the share and stays between 0 and 1', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, part) => {
      const k = Math.round(n * part);
      const { lo, hi } = wilsonInterval(k, n)!;
      expect(lo).toBeGreaterThanOrEqual(0);
      expect(hi).toBeLessThanOrEqual(1);
      expect(k / n).toBeGreaterThanOrEqual(lo);
      expect(k / n).toBeLessThanOrEqual(hi);
    }),
  );
});

test.each([
  [0, 1],
  [1, 0.31731050786291415],
  [z95, 0.05],
  [2.5758293035489004, 0.01],
  [2.9, 0.0037316266],
  [4, 6.334248366623993e-5],
  [-1, 0.31731050786291415],
])('the two-sided p of z = %d is %d', (z, p) => {
  expect(Math.abs(twoSidedP(z) / p - 1)).toBeLessThan(1e-6);
});
