import { describe, expect, test } from 'vitest';
import { dayNotation, readDay, writtenDay } from './day-text.ts';

const today = '2026-11-22';

describe('a day as people write it', () => {
  test.each([
    ['17/05/1990', '1990-05-17'],
    ['7/5/1990', '1990-05-07'],
    ['17-05-1990', '1990-05-17'],
    ['17.05.1990', '1990-05-17'],
    ['17 05 1990', '1990-05-17'],
    ['17/05/90', '1990-05-17'],
    ['1/2/26', '2026-02-01'],
    ['1/2/27', '1927-02-01'],
    ['1990-05-17', '1990-05-17'],
    ['1990-5-7', '1990-05-07'],
    ['1990-05-17T00:00:00.000Z', '1990-05-17'],
    ['17/05/1990 00:00', '1990-05-17'],
    [' 29/02/2000 ', '2000-02-29'],
    // The day comes first: this is no month 17.
    ['05/17/1990', null],
    ['29/02/1900', null],
    ['31/04/1990', null],
    ['00/05/1990', null],
    ['17/05-1990', null],
    ['17/05', null],
    ['1990', null],
    ['33010', null],
    ['', null],
  ])('%j is %s', (typed, day) => {
    expect(readDay(typed, today)).toBe(day);
  });

  test.each([
    ['05/17/1990', '1990-05-17'],
    ['7/5/90', '1990-07-05'],
    ['1990-05-17', '1990-05-17'],
    ['17/05/1990', null],
  ])('%j with the month first is %s', (typed, day) => {
    expect(readDay(typed, today, 'month-day')).toBe(day);
  });

  test.each([
    ['17/05/1990', 'day-month'],
    ['13-12-90', 'day-month'],
    ['05/17/1990', 'month-day'],
    [' 5/17/1990 10:33 PM ', 'month-day'],
    ['05/06/1990', 'either'],
    ['12.12.1990', 'either'],
    ['1990-05-17', 'year-first'],
    ['1990-05-17T00:00:00.000Z', 'year-first'],
    ['17/13/1990', null],
    ['17/05', null],
    ['33010', null],
    ['', null],
  ])('%j is written: %s', (typed, notation) => {
    expect(dayNotation(typed)).toBe(notation);
  });

  test('is written with the month first where it is read so', () => {
    expect(writtenDay('1990-05-17', 'month-day')).toBe('05/17/1990');
    expect(writtenDay('**/**/****', 'month-day')).toBe('**/**/****');
  });

  test('is written with the day first; what is masked stays', () => {
    expect(writtenDay('1990-05-17')).toBe('17/05/1990');
    expect(writtenDay('**/**/****')).toBe('**/**/****');
    expect(writtenDay('')).toBe('');
  });
});
