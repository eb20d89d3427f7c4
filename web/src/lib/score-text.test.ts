import { describe, expect, test } from 'vitest';
import type { Comparison, Score } from '@escuta/contract/analytics';
import {
  changeShown,
  decimalsShown,
  formatScore,
  formatSignedChange,
  roundHalfAwayFromZero,
} from '#web/lib/score-text.ts';

describe('a score as a whole number', () => {
  test.each([
    [12.5, 13],
    [-12.5, -13],
    [12.49, 12],
    [-12.49, -12],
    [0.5, 1],
    [-0.5, -1],
    [100, 100],
    [(0.575 - 0) * 100, 58],
  ])('%d is shown as %d', (value, shown) => {
    expect(roundHalfAwayFromZero(value)).toBe(shown);
  });

  test('is never minus zero', () => {
    expect(Object.is(roundHalfAwayFromZero(-0.2), 0)).toBe(true);
    expect(formatScore('nps', -0.2)).toBe('0');
  });

  test('has a real minus, and a dash when nobody answered', () => {
    expect(formatScore('nps', -25.6)).toBe('−26');
    expect(formatScore('nps', null)).toBe('—');
  });
});

test('a mean has two decimals', () => {
  expect(formatScore('ces', 5.586)).toBe('5,59');
  expect(formatScore('ces', 7, 0)).toBe('7');
});

test('a share has one decimal and its sign', () => {
  expect(formatScore('csat', 82.449)).toBe('82,4%');
  expect(formatScore('csat', 82.45)).toBe('82,5%');
  expect(formatScore('csat', 100, 0)).toBe('100%');
});

describe('a difference', () => {
  const none: Score = {
    value: null,
    lo: null,
    hi: null,
    n: 0,
    sample: 'none',
    groups: { top: 0, middle: 0, bottom: 0 },
    method: null,
  };
  const against = (value: number, verdict: Comparison['verdict']): Comparison => ({
    previous: { ...none, value },
    from: '2026-09-17',
    to: '2026-10-16',
    change: null,
    verdict,
  });

  test.each([
    [56.6, 59.4, 0, '−2'],
    [82.44, 76.19, 1, '+6,2'],
    [5.586, 5.372, 2, '+0,22'],
    [30.4, 29.6, 0, '0'],
  ])('of %d and %d is that of the figures shown', (value, previous, decimals, shown) => {
    expect(formatSignedChange(changeShown(value, previous, decimals) ?? NaN, decimals)).toBe(shown);
  });

  test('beyond chance that would vanish gives both figures a decimal more', () => {
    expect(decimalsShown('nps', { ...none, value: 30.4 }, against(29.6, 'rose'))).toBe(1);
    expect(decimalsShown('nps', { ...none, value: 30.4 }, against(29.6, 'steady'))).toBe(0);
    expect(decimalsShown('nps', { ...none, value: 31.4 }, against(29.6, 'rose'))).toBe(0);
    expect(decimalsShown('csat', { ...none, value: 80.04 }, against(79.97, 'rose'))).toBe(2);
  });

  test('of nothing is none', () => {
    expect(changeShown(12, null, 0)).toBeNull();
  });
});
