import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupsOf } from './metric.ts';
import { answersNeeded, differenceOf, npsInterval, npsOf, plainMargin } from './nps.ts';
import type { Groups } from './nps.ts';

const groups = (top: number, middle: number, bottom: number): Groups => ({ top, middle, bottom });
const count = fc.oneof(fc.nat(4), fc.nat(5_000));
const some = fc
  .tuple(count, count, count)
  .map((counts) => groups(...counts))
  .filter((g) => g.top + g.middle + g.bottom > 0);
const mirrored = ({ top, middle, bottom }: Groups) => groups(bottom, middle, top);

describe('the golden values (areas §5.1)', () => {
  test.each([
    { of: groups(50, 30, 20), nps: 30, margin: 15.3078, interval: [14.0511, 44.2013] },
    { of: groups(10, 5, 5), nps: 25, margin: 36.3387, interval: [-11.7161, 55.1944] },
    { of: groups(200, 200, 100), nps: 20, margin: 6.5593, interval: [13.3417, 26.4197] },
    { of: groups(3, 1, 1), nps: 40, margin: 70.1218, interval: [-29.7827, 79.7827] },
    { of: groups(8, 0, 0), nps: 100, margin: 0, interval: [38.5383, 100] },
    { of: groups(0, 0, 6), nps: -100, margin: 0, interval: [-100, -25.9249] },
  ])('$of: $nps ± $margin, $interval', ({ of, nps, margin, interval }) => {
    expect(npsOf(of)).toBe(nps);
    expect(to4(plainMargin(of)!)).toBe(margin);
    const { lo, hi } = npsInterval(of)!;
    expect([to4(lo), to4(hi)]).toEqual(interval);
  });

  test.each([
    { now: groups(50, 30, 20), before: groups(40, 30, 30), z: 1.7323, p: '0.0832', significant: false },
    { now: groups(200, 200, 100), before: groups(150, 220, 130), z: 3.3736, p: '0.00074', significant: true },
  ])('$now against $before: Z $z, p $p', ({ now, before, z, p, significant }) => {
    const difference = differenceOf(now, before)!;
    expect(to4(difference.z)).toBe(z);
    expect(difference.p.toFixed(p.length - 2)).toBe(p);
    expect(difference.significant).toBe(significant);
  });

  test.each([
    [0.1, [382, 228, 170]],
    [0.05, [1_534, 919, 689]],
    [0.03, [4_266, 2_558, 1_918]],
  ])('answers needed for a margin of %d', (margin, needed) => {
    expect([1, 0.6, 0.45].map((variance) => answersNeeded(margin, variance))).toEqual(needed);
  });
});

describe('the score', () => {
  test('groups 9 and 10, 7 and 8, 0 to 6', () => {
    expect(groupsOf('nps', [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024])).toEqual(groups(1_536, 384, 127));
  });

  test('of nobody is null, never 0', () => {
    const nobody = groups(0, 0, 0);
    expect([
      npsOf(nobody),
      plainMargin(nobody),
      npsInterval(nobody),
      differenceOf(nobody, groups(1, 1, 1)),
      differenceOf(groups(1, 1, 1), nobody),
    ]).toEqual([null, null, null, null, null]);
  });

  test('lies within ±100, and so does its interval, which is never empty', () => {
    fc.assert(
      fc.property(some, (of) => {
        const { lo, hi } = npsInterval(of)!;
        expect(Math.abs(npsOf(of)!)).toBeLessThanOrEqual(100);
        expect(lo).toBeGreaterThanOrEqual(-100);
        expect(hi).toBeLessThanOrEqual(100);
        expect(hi).toBeGreaterThan(lo);
      }),
    );
  });

  test('lies within its interval, but for a single answer at an end, which says too little', () => {
    expect(npsInterval(groups(1, 0, 0))!.hi).toBeLessThan(100);
    fc.assert(
      fc.property(some, (of) => {
        fc.pre(of.top + of.middle + of.bottom > 1);
        const { lo, hi } = npsInterval(of)!;
        expect(npsOf(of)!).toBeGreaterThanOrEqual(lo);
        expect(npsOf(of)!).toBeLessThanOrEqual(hi);
      }),
    );
  });

  test('mirrors when promoters and detractors change places, and so does its interval', () => {
    fc.assert(
      fc.property(some, (of) => {
        const [interval, mirror] = [npsInterval(of)!, npsInterval(mirrored(of))!];
        expect(npsOf(mirrored(of))! + npsOf(of)!).toBeCloseTo(0, 9);
        expect(mirror.lo + interval.hi).toBeCloseTo(0, 9);
        expect(mirror.hi + interval.lo).toBeCloseTo(0, 9);
      }),
    );
  });

  test('is known more narrowly with more answers of the same shares', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 2, max: 50 }), (of, times) => {
        const [few, many] = [
          npsInterval(of)!,
          npsInterval(groups(of.top * times, of.middle * times, of.bottom * times))!,
        ];
        expect(many.hi - many.lo).toBeLessThan(few.hi - few.lo);
      }),
    );
  });

  test('a difference turns its sign when the periods change places, and p stays', () => {
    fc.assert(
      fc.property(some, some, (now, before) => {
        const [there, back] = [differenceOf(now, before)!, differenceOf(before, now)!];
        expect(there.z + back.z).toBeCloseTo(0, 9);
        expect(there.p).toBeCloseTo(back.p, 12);
        expect(there.p).toBeGreaterThanOrEqual(0);
        expect(there.p).toBeLessThanOrEqual(1);
      }),
    );
  });
});

function to4(value: number): number {
  return Number(value.toFixed(4));
}
