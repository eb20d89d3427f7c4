import { describe, expect, test } from 'vitest';
import { labelStride, niceScale } from '#web/ui/charts/scale.ts';

const wish = { min: -100, max: 100, steps: 5 };

describe('a scale with round ends', () => {
  test.each([
    [[12, 44], 10, 50, [10, 20, 30, 40, 50]],
    [[-3, 81], -20, 100, [-20, 0, 20, 40, 60, 80, 100]],
    [[38.5, 100], 20, 100, [20, 40, 60, 80, 100]],
    [[-100, 100], -100, 100, [-100, -50, 0, 50, 100]],
  ])('%j lies between %d and %d', (values, min, max, ticks) => {
    expect(niceScale({ ...wish, values })).toEqual({ min, max, ticks });
  });

  test('shows the widest range when there is no value', () => {
    expect(niceScale({ ...wish, values: [] })).toEqual({ min: -100, max: 100, ticks: [-100, -50, 0, 50, 100] });
  });

  test.each([[100], [-100], [0], [37]])('has a height even for the one value %d', (value) => {
    const scale = niceScale({ ...wish, values: [value] });
    expect(scale.max).toBeGreaterThan(scale.min);
    expect(scale.min).toBeLessThanOrEqual(value);
    expect(scale.max).toBeGreaterThanOrEqual(value);
    expect(scale.min).toBeGreaterThanOrEqual(-100);
    expect(scale.max).toBeLessThanOrEqual(100);
  });
});

test('labels are left out evenly until they fit', () => {
  expect(labelStride(30, 1000, 56)).toBe(2);
  expect(labelStride(12, 1000, 56)).toBe(1);
  expect(labelStride(30, 280, 56)).toBe(6);
  expect(labelStride(0, 0, 56)).toBe(1);
});
