import { expect, test } from 'vitest';
import { daysUntil, monthAround } from '#web/features/sends/day-range.ts';

test('a month runs from its first day to its last', () => {
  expect(monthAround('2028-02-29')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(monthAround('2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(monthAround('2026-01-15', -1)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
});

test('the last days end with the given one', () => {
  expect(daysUntil('2026-03-02', 7)).toEqual({ from: '2026-02-24', to: '2026-03-02' });
  expect(daysUntil('2026-03-02', 1)).toEqual({ from: '2026-03-02', to: '2026-03-02' });
});
