import { expect, test } from 'vitest';
import type { Cell } from '#platform/tabular/table.ts';
import { readInstant } from './read-instant.ts';

const rules = { dayOrder: 'day-month', today: '2026-11-26', now: new Date('2026-11-26T12:00:00Z') } as const;
const inSaoPaulo = (cell: Cell, changes = {}) =>
  readInstant(cell, { ...rules, timezone: 'America/Sao_Paulo', ...changes })?.toISOString() ?? null;

test.each<[Cell, string | null]>([
  ['04/03/2025', '2025-03-04T03:00:00.000Z'],
  ['4/3/25', '2025-03-04T03:00:00.000Z'],
  ['04/03/2025 14:30', '2025-03-04T17:30:00.000Z'],
  ['04/03/2025 14:30:05', '2025-03-04T17:30:05.000Z'],
  ['04/03/2025, 14:30', '2025-03-04T17:30:00.000Z'],
  ['04/03/2025 às 14h30', '2025-03-04T17:30:00.000Z'],
  ['04/03/2025 2:30 PM', '2025-03-04T17:30:00.000Z'],
  ['04/03/2025 12:15 am', '2025-03-04T03:15:00.000Z'],
  ['04/03/2025 02:30 p. m.', '2025-03-04T17:30:00.000Z'],
  ['2025-03-04', '2025-03-04T03:00:00.000Z'],
  ['2025-03-04 14:30', '2025-03-04T17:30:00.000Z'],
  ['2025-03-04T14:30:00Z', '2025-03-04T14:30:00.000Z'],
  ['2025-03-04 14:30:00-05:00', '2025-03-04T19:30:00.000Z'],
  [{ day: '2025-03-04', time: '14:30:00' }, '2025-03-04T17:30:00.000Z'],
  [{ day: '2025-03-04', time: null }, '2025-03-04T03:00:00.000Z'],
  [45_720.5, '2025-03-04T15:00:00.000Z'],
  ['26/11/2026 08:59', '2026-11-26T11:59:00.000Z'],
  ['26/11/2026 09:01', null],
  ['27/11/2026', null],
  ['31/12/1989', null],
  ['31/02/2025', null],
  ['04/03/2025 25:00', null],
  ['04/03/2025 14:75', null],
  ['ontem', null],
  [true, null],
  [12, null],
])('%j is %s', (cell, instant) => {
  expect(inSaoPaulo(cell)).toBe(instant);
});

test('the month comes first where the file says so', () => {
  expect(inSaoPaulo('03/04/2025 14:30', { dayOrder: 'month-day' })).toBe('2025-03-04T17:30:00.000Z');
});

test('a time that the clocks of the zone skip is when they go on', () => {
  // Summer time began at midnight in Brazil: 2018-11-04 00:00 was 01:00.
  expect(inSaoPaulo('04/11/2018')).toBe('2018-11-04T03:00:00.000Z');
  expect(inSaoPaulo('05/11/2018 10:00')).toBe('2018-11-05T12:00:00.000Z');
});
