import { expect, test } from 'vitest';
import type { Cell } from '#platform/tabular/table.ts';
import { guessDayOrder } from './day-order.ts';

const orderOf = (days: Cell[]) =>
  guessDayOrder(
    days.map((day) => ['ana@x.com', day]),
    ['email', 'birthday'],
  ).dayOrder;

test.each<[Cell[], string]>([
  [['05/06/1990', '17/05/1990'], 'day-month'],
  [['05/06/1990', '05/17/1990'], 'month-day'],
  [['17/05/1990', '05/17/1990', '05/18/1990'], 'month-day'],
  [['05/17/1990', '17/05/1990', '18/05/1990'], 'day-month'],
  // Nothing tells.
  [['17/05/1990', '05/17/1990'], 'day-month'],
  [['05/17/2026, 2:30:05 PM'], 'month-day'],
  [['05/06/1990'], 'day-month'],
  [[''], 'day-month'],
  [[], 'day-month'],
])('the dates %j are %s', (days, order) => {
  expect(orderOf(days)).toBe(order);
});

test("a workbook's own days are not counted, however they are shown", () => {
  const own = { day: '1990-05-17', time: null };
  expect(orderOf([own, own, '05/17/1990'])).toBe('month-day');
});

test('the columns of dates alone are asked, and all of them where none is known to be one', () => {
  const rows = [
    ['17/05/1990', '11/22/2026 10:33'],
    ['', '11/23/2026 08:00'],
  ];
  expect(guessDayOrder(rows, ['birthday', 'ignore']).dayOrder).toBe('day-month');
  expect(guessDayOrder(rows, ['ignore', 'ignore']).dayOrder).toBe('month-day');
});

test.each<[Cell[], boolean]>([
  [['05/06/1990'], true],
  [['1990-05-17', '17/05/1990'], true],
  // The rows that follow may have dates.
  [['', ''], true],
  [['1990-05-17', ''], false],
  [['1990/05/17', '17-mai-1990'], false],
  [[{ day: '1990-05-17', time: '10:00:00' }], false],
  [[{ day: '1990-05-17', time: null }, '05/17/1990'], true],
])('whether the order of %j is open: %s', (days, isOpen) => {
  const rows = days.map((day) => [day]);
  expect(guessDayOrder(rows, ['birthday']).isDayOrderOpen).toBe(isOpen);
});
