import { describe, expect, test } from 'vitest';
import { formatChange, formatScore, roundHalfAwayFromZero } from '#web/features/dashboard/score-text.ts';

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
  expect(formatChange('ces', -0.214)).toBe('0,21');
});

test('a share has one decimal and its sign', () => {
  expect(formatScore('csat', 82.449)).toBe('82,4%');
  expect(formatScore('csat', 82.45)).toBe('82,5%');
  expect(formatScore('csat', 100, 0)).toBe('100%');
  expect(formatChange('csat', -6.25)).toBe('6,3');
});

test('a move below one point keeps a decimal', () => {
  expect(formatChange('nps', -0.44)).toBe('0,4');
  expect(formatChange('nps', -6.3)).toBe('6');
});
