import type { Dashboard, Score } from '@escuta/contract/analytics';
import type { Metric } from '@escuta/contract/metrics';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupSharesShown } from '#web/features/dashboard/group-shares.ts';

const statedBy: Record<Metric, Dashboard['figures'][number]['name'][]> = {
  nps: [],
  csat: ['mean', 'bottom_share'],
  ces: ['top_share'],
};

function sharesOf(metric: Metric, [top, middle, bottom]: readonly [number, number, number]): Score['groups'] | null {
  const figures = statedBy[metric].map((name) => ({ name, value: 0, lo: null, hi: null }));
  const score: Score = {
    value: 0,
    lo: null,
    hi: null,
    n: top + middle + bottom,
    sample: 'enough',
    groups: { top, middle, bottom },
    method: null,
  };
  return groupSharesShown({ metric, figures, score });
}

describe('the shares of the groups', () => {
  test.each([
    [
      [29, 12, 5],
      [0.63, 0.261, 0.109],
    ],
    // 16.67, 16.67 and 66.67 %: rounded each for itself, 100.1.
    [
      [1, 1, 4],
      [0.167, 0.166, 0.667],
    ],
    // 96.53, 3.13 and 0.35 %: rounded each for itself, 99.9.
    [
      [278, 9, 1],
      [0.965, 0.031, 0.004],
    ],
    [
      [7, 0, 0],
      [1, 0, 0],
    ],
  ] as const)('of %j are %j', (counts, [top, middle, bottom]) => {
    expect(sharesOf('nps', counts)).toEqual({ top, middle, bottom });
  });

  test.each(['nps', 'csat', 'ces'] as const)('of %s are 100 % together, and none is off by a tenth', (metric) => {
    const count = fc.integer({ min: 0, max: 5_000 });
    fc.assert(
      fc.property(count, count, count, (top, middle, bottom) => {
        const n = top + middle + bottom;
        const shares = sharesOf(metric, [top, middle, bottom]);
        fc.pre(n > 0);
        const { top: first, middle: second, bottom: third } = shares!;
        expect(Math.round((first + second + third) * 1e6)).toBe(1e6);
        for (const [shown, exact] of [
          [first, top / n],
          [second, middle / n],
          [third, bottom / n],
        ] as const) {
          expect(shown).toBeGreaterThanOrEqual(0);
          expect(Math.abs(shown - exact)).toBeLessThan(0.001 + 1e-9);
        }
      }),
    );
  });

  test('a share that is the value of the metric reads like the value', () => {
    // 33.35 %, the least of the remainders, and the card above says 33,4%.
    expect(sharesOf('csat', [667, 666, 667])?.top).toBe(0.334);
    expect(sharesOf('ces', [667, 666, 667])?.top).toBe(0.334);
  });

  test('are none of nobody', () => {
    expect(sharesOf('nps', [0, 0, 0])).toBeNull();
  });
});
