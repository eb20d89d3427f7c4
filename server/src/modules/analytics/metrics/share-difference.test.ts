import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareDifference } from './share-difference.ts';

test.each([
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [6, 7, 2, 7, 0.0582, 0.8062],
  [5, 56, 0, 29, -0.0381, 0.1926],
])('[STAT-45] the examples of Newcombe 1998, table II, method 10: %d/%d − %d/%d', (a, m, b, n, lo, hi) => {
  const interval = shareDifference({ k: a, n: m }, { k: b, n })!;
  expect([interval.lo, interval.hi].map((end) => Number(end.toFixed(4)))).toEqual([lo, hi]);
});

test('of nobody is null', () => {
  expect(shareDifference({ k: 0, n: 0 }, { k: 1, n: 2 })).toBeNull();
  expect(shareDifference({ k: 1, n: 2 }, { k: 0, n: 0 })).toBeNull();
});

test('stays between −1 and 1, holds the difference, and mirrors when the two change places', () => {
  const share = fc.integer({ min: 1, max: 5_000 }).chain((n) => fc.record({ k: fc.nat(n), n: fc.constant(n) }));
  fc.assert(
    fc.property(share, share, (now, before) => {
      const [there, back] = [shareDifference(now, before)!, shareDifference(before, now)!];
      const difference = now.k / now.n - before.k / before.n;
      expect(there.lo).toBeGreaterThanOrEqual(-1 - 1e-12);
      expect(there.hi).toBeLessThanOrEqual(1 + 1e-12);
      expect(there.lo).toBeLessThanOrEqual(difference);
      expect(there.hi).toBeGreaterThanOrEqual(difference);
      expect(there.lo + back.hi).toBeCloseTo(0, 12);
    }),
  );
});
