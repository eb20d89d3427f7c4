import { expect, test } from 'vitest';
import { addDays } from './calendar-days.ts';

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-11-10', 0, '2026-11-10'],
  ['2026-11-27', -29, '2026-10-29'],
])('%s and %i days are %s', (day, count, then) => {
  expect(addDays(day, count)).toBe(then);
});
