import type { TrendPoint } from '@escuta/contract/analytics';
import { describe, expect, test } from 'vitest';
import { bands, columnAt, frame, hasLine, layOut, linePath } from '#web/features/dashboard/trend-plot.ts';

/** A point per value; null is a day without answers, and a value under 10 a small sample. */
function points(...values: (number | null)[]): TrendPoint[] {
  return values.map((value, at) => {
    const day = `2026-11-${String(at + 1).padStart(2, '0')}`;
    const isSmall = value !== null && value < 10;
    return {
      start: day,
      end: day,
      score: {
        value,
        lo: value === null ? null : value - 5,
        hi: value === null ? null : value + 5,
        n: value === null ? 0 : isSmall ? 12 : 60,
        sample: value === null ? 'none' : isSmall ? 'small' : 'enough',
        groups: { top: 0, middle: 0, bottom: 0 },
        method: 'adjusted-wald',
      },
    };
  });
}

const width = frame.left + frame.right + 400;
const nps = { min: -100, max: 100 };

describe('the drawing of a trend', () => {
  test('gives every point its column and every score its height', () => {
    const plot = layOut(points(20, 40, 30, 25), width, nps);
    expect(plot.xs).toEqual([50, 150, 250, 350].map((x) => frame.left + x));
    expect(plot.y(plot.scale.max)).toBe(frame.top);
    expect(plot.y(plot.scale.min)).toBe(frame.top + frame.lineHeight);
    expect(plot.dots.map(({ value }) => value)).toEqual([20, 40, 30, 25]);
    expect(plot.dots.every(({ y, lo, hi }) => hi < y && y < lo)).toBe(true);
  });

  test('leaves a gap where nobody answered', () => {
    const plot = layOut(points(20, 40, null, 30), width, nps);
    expect(plot.runs.map((run) => run.map(({ at }) => at))).toEqual([[0, 1], [3]]);
    expect(linePath(plot.runs[0] ?? [])).toMatch(/^M[\d.]+,[\d.]+L[\d.]+,[\d.]+$/);
  });

  test('joins no point of few answers to another', () => {
    const few = points(20, 40, 30, 25, 35).map((point, at) =>
      at === 2 ? { ...point, score: { ...point.score, n: 9 } } : point,
    );
    expect(layOut(few, width, nps).runs.map((run) => run.map(({ at }) => at))).toEqual([[0, 1], [2], [3, 4]]);
  });

  test('has a line only where two points are joined', () => {
    expect(hasLine(points(20, 40))).toBe(true);
    expect(hasLine(points(20, null, 40))).toBe(false);
    const few = points(20, 40).map((point) => ({ ...point, score: { ...point.score, n: 9 } }));
    expect(hasLine(few)).toBe(false);
  });

  test.each([
    [{ min: 1, max: 7 }, [1, 3, 5, 7]],
    [{ min: 0, max: 100 }, [0, 20, 40, 60, 80, 100]],
  ])('has the whole of %j as its axis', (range, ticks) => {
    expect(layOut(points(4.2, 5.6), width, range).scale).toEqual({ ...range, ticks });
  });

  test.each([
    [0, 2],
    [7, 10],
    [71, 100],
    [12, 20],
    [500, 500],
  ])('counts up to %d on an axis from 0 to %d', (n, max) => {
    const most = points(20).map((point) => ({ ...point, score: { ...point.score, n } }));
    expect(layOut(most, width, nps).counts.ticks).toEqual([0, max / 2, max]);
  });

  test('cuts the interval where small samples begin and end', () => {
    const [run] = layOut(points(30, 30, 5, 30, 30), width, nps).runs;
    expect(bands(run ?? []).map(({ key, isSmall }) => [key, isSmall])).toEqual([
      [0, false],
      [1, true],
      [3, false],
    ]);
  });

  test('draws an interval around a point that stands alone', () => {
    const [run] = layOut(points(null, 5, null), width, nps).runs;
    expect(bands(run ?? [])).toEqual([{ key: 1, isSmall: true, path: expect.stringMatching(/^M.*Z$/) as string }]);
  });

  test('is whole without any point', () => {
    expect(layOut([], width, nps)).toMatchObject({ dots: [], runs: [], xs: [], scale: { min: -100, max: 100 } });
  });

  test('finds the column under the pointer, the outer ones beyond the edges', () => {
    const plot = layOut(points(20, 40, 30, 25), width, nps);
    expect([0, frame.left + 99, frame.left + 101, width + 50].map((x) => columnAt(plot, x))).toEqual([0, 0, 1, 3]);
  });
});
