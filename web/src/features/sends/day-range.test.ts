import { expect, test } from 'vitest';
import { chosenRange, daysUntil, monthAround } from '#web/features/sends/day-range.ts';

test('a month runs from its first day to its last', () => {
  expect(monthAround('2028-02-29')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(monthAround('2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(monthAround('2026-01-15', -1)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
});

test('the last days end with the given one', () => {
  expect(daysUntil('2026-03-02', 7)).toEqual({ from: '2026-02-24', to: '2026-03-02' });
  expect(daysUntil('2026-03-02', 1)).toEqual({ from: '2026-03-02', to: '2026-03-02' });
});

test('one end of a range is enough', () => {
  const today = '2026-11-20';
  expect(chosenRange({ from: '2026-01-05', to: '2026-02-06' }, today)).toEqual({
    from: '2026-01-05',
    to: '2026-02-06',
  });
  expect(chosenRange({ from: '2020-01-01' }, today)).toEqual({ from: '2020-01-01', to: today });
  expect(chosenRange({ from: '2026-12-24' }, today)).toEqual({ from: '2026-12-24', to: '2026-12-24' });
  expect(chosenRange({ to: '2026-02-06' }, today)).toEqual({ from: '2026-02-01', to: '2026-02-06' });
  expect(chosenRange({}, today)).toBeUndefined();
});
