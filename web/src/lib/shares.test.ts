import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sharesShown } from '#web/lib/shares.ts';

describe('shares', () => {
  test.each([
    [
      [519, 78, 13],
      [0.851, 0.128, 0.021],
    ],
    // 79.87, 18.18 and 1.95 %: rounded each for itself, 100.1.
    [
      [123, 28, 3],
      [0.799, 0.182, 0.019],
    ],
    [
      [1, 1, 1],
      [0.334, 0.333, 0.333],
    ],
    [[7], [1]],
  ])('of %j are %j', (counts, shares) => {
    expect(sharesShown(counts)).toEqual(shares);
  });

  test('are 100 % together, and none is off by a tenth', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1, maxLength: 20 }), (counts) => {
        const n = counts.reduce((sum, count) => sum + count, 0);
        fc.pre(n > 0);
        const shares = sharesShown(counts);
        expect(Math.round(shares.reduce((sum, share) => sum + share, 0) * 1e6)).toBe(1e6);
        for (const [at, share] of shares.entries())
          expect(Math.abs(share - counts[at]! / n)).toBeLessThan(0.001 + 1e-9);
      }),
    );
  });
});
