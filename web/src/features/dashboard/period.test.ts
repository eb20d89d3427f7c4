import { describe, expect, test } from 'vitest';
import { periodOf } from '#web/features/dashboard/period.ts';
import { dayIn } from '#web/lib/time.ts';

const today = '2026-11-20';

describe('the days of a preset', () => {
  test.each([
    ['7d', '2026-11-14', '2026-11-20'],
    ['30d', '2026-10-22', '2026-11-20'],
    ['90d', '2026-08-23', '2026-11-20'],
    ['12m', '2025-11-21', '2026-11-20'],
    ['month', '2026-11-01', '2026-11-20'],
    ['last-month', '2026-10-01', '2026-10-31'],
  ] as const)('%s ends today or with its month', (preset, from, to) => {
    expect(periodOf(preset, today, {})).toEqual({ from, to });
  });

  test('the month before January is December', () => {
    expect(periodOf('last-month', '2026-01-31', {})).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  });

  test('twelve months back from a leap day begin on 1 March', () => {
    expect(periodOf('12m', '2028-02-29', {})).toEqual({ from: '2027-03-01', to: '2028-02-29' });
  });

  test('a custom period is taken as it is, its ends turned when they were given turned', () => {
    expect(periodOf('custom', today, { from: '2026-03-01', to: '2026-03-31' })).toEqual({
      from: '2026-03-01',
      to: '2026-03-31',
    });
    expect(periodOf('custom', today, { from: '2026-03-31', to: '2026-03-01' })).toEqual({
      from: '2026-03-01',
      to: '2026-03-31',
    });
  });

  test.each([[{}], [{ from: '2026-01-01' }], [{ from: '2001-01-01', to: '2026-01-01' }]])(
    'a custom period that nobody can show (%j) is the default one',
    (custom) => {
      expect(periodOf('custom', today, custom)).toEqual({ from: '2026-10-22', to: '2026-11-20' });
    },
  );
});

test('the day is the one of the zone, not of the browser', () => {
  const lateEvening = new Date('2026-11-21T01:30:00Z');
  expect(dayIn('America/Sao_Paulo', lateEvening)).toBe('2026-11-20');
  expect(dayIn('UTC', lateEvening)).toBe('2026-11-21');
});
