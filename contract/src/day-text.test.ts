import { describe, expect, test } from 'vitest';
import { dayNotation, readDay, splitDay, writtenDay } from './day-text.ts';

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
    ['1990/05/17', '1990-05-17'],
    ['1990.5.7', '1990-05-07'],
    ['17-mai-1990', '1990-05-17'],
    ['17 may 1990', '1990-05-17'],
    ['17-May-90', '1990-05-17'],
    ['1º de março de 2026', '2026-03-01'],
    ['17 DE SEPTIEMBRE DE 1990', '1990-09-17'],
    ['17 set. 1990', '1990-09-17'],
    ['May 17 1990', '1990-05-17'],
    ['December 1, 2025', '2025-12-01'],
    ['17-mas-1990', null],
    ['31-abr-1990', null],
    ['May 17', null],
    ['1990/17/05', null],
    ['17/05/1990 ou 18', null],
    ['17/05/1990 10 homens', null],
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
    ['1990/05/07', '1990-05-07'],
    ['7-mai-1990', '1990-05-07'],
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
    ['1990/05/17 10:33', 'year-first'],
    ['17-mai-1990', 'month-named'],
    ['May 7, 1990', 'month-named'],
    ['5/17/1990, 10:33 PM', 'month-day'],
    ['17/05/1990 às 10h', 'day-month'],
    ['17-mas-1990', null],
    ['17/13/1990', null],
    ['17/05', null],
    ['33010', null],
    ['', null],
  ])('%j is written: %s', (typed, notation) => {
    expect(dayNotation(typed)).toBe(notation);
  });

  test.each([
    ['01/02/2026', '2026-02-01', ''],
    ['2026-02-01T10:00:00.123Z', '2026-02-01', '10:00:00.123Z'],
    ['01/02/2026, 10:00', '2026-02-01', '10:00'],
    ['01/02/2026 às 10h30', '2026-02-01', '10h30'],
    ['1 de febrero de 2026 a las 10:00 a. m.', '2026-02-01', '10:00 a. m.'],
    ['Feb 1, 2026 at 10:00\u202fPM', '2026-02-01', '10:00 PM'],
  ])('%j is the day %s, at %j', (typed, day, time) => {
    expect(splitDay(typed, today, 'day-month')).toEqual({ day, time });
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
