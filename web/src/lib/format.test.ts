import i18next from 'i18next';
import { afterEach, describe, expect, test } from 'vitest';
import {
  formatDay,
  formatDays,
  formatExactInstant,
  formatInstant,
  formatMonth,
  formatNumber,
  formatPercent,
  formatTime,
} from '#web/lib/format.ts';
import { writeAsIn } from '#web/lib/writing-zone.ts';

afterEach(async () => {
  await i18next.changeLanguage('pt');
  writeAsIn('America/Sao_Paulo');
});

describe('numbers in Spanish', () => {
  test.each([
    ['America/Argentina/Buenos_Aires', '1.234,5', '22,2'],
    ['America/Santiago', '1.234,5', '22,2'],
    ['America/Bogota', '1.234,5', '22,2'],
    ['America/Montevideo', '1.234,5', '22,2'],
    ['America/Asuncion', '1.234,5', '22,2'],
    ['America/Sao_Paulo', '1.234,5', '22,2'],
    ['America/Mexico_City', '1,234.5', '22.2'],
    ['America/Lima', '1,234.5', '22.2'],
    ['America/Guatemala', '1,234.5', '22.2'],
  ])('stand as the country of %s writes them', async (zone, number, share) => {
    await i18next.changeLanguage('es');
    writeAsIn(zone);
    expect(formatNumber(1234.5, 1)).toBe(number);
    expect(formatPercent(0.222)).toMatch(new RegExp(`^${share.replace('.', '\\.')}\\s?%$`));
  });

  test('are those of the language in the others', async () => {
    writeAsIn('America/Mexico_City');
    expect(formatNumber(1234.5, 1)).toBe('1.234,5');
    await i18next.changeLanguage('en');
    writeAsIn('America/Santiago');
    expect(formatNumber(1234.5, 1)).toBe('1,234.5');
  });
});

test.each(['pt', 'es', 'en'])('months have three letters each (%s)', async (language) => {
  await i18next.changeLanguage(language);
  for (const zone of ['America/Mexico_City', 'America/Santiago']) {
    writeAsIn(zone);
    for (let month = 1; month <= 12; month += 1) {
      const day = `2026-${String(month).padStart(2, '0')}-17`;
      expect(formatDay(day)).toMatch(language === 'en' ? /^\p{L}{3} 17, 2026$/u : /^17 \p{L}{3} 2026$/u);
      expect(formatMonth(day)).toMatch(/^\p{L}{3} 2026$/u);
    }
  }
});

test.each([
  ['pt', '7 mar 2026, 15:05', '15:05', '5 jan – 7 mar 2026'],
  ['es', '7 mar 2026, 15:05', '15:05', '5 ene – 7 mar 2026'],
  ['en', 'Mar 7, 2026, 3:05\u00A0PM', '3:05\u00A0PM', 'Jan 5 – Mar 7, 2026'],
])('an instant, its time and a range of days as %s writes them', async (language, instant, time, days) => {
  await i18next.changeLanguage(language);
  expect(formatInstant('2026-03-07T15:05:00Z', 'UTC')).toBe(instant);
  expect(formatTime('2026-03-07T15:05:00Z', 'UTC')).toBe(time);
  expect(formatDays({ from: '2026-01-05', to: '2026-03-07' })).toBe(days);
});

test('midnight and noon in English are twelve, in the others as the day counts them', async () => {
  const times = () => ['00:07', '12:07'].map((time) => formatTime(`2026-03-07T${time}:00Z`, 'UTC'));
  expect(times()).toEqual(['00:07', '12:07']);
  await i18next.changeLanguage('en');
  expect(times()).toEqual(['12:07\u00A0AM', '12:07\u00A0PM']);
});

test.each([
  ['pt', '07/03/26 15:05:09'],
  ['es', '07/03/26 15:05:09'],
  ['en', '03/07/26, 3:05:09\u00A0PM'],
])('[QDETAIL-06] an instant to the second as %s writes it', async (language, instant) => {
  await i18next.changeLanguage(language);
  expect(formatExactInstant('2026-03-07T15:05:09Z', 'UTC')).toBe(instant);
});

test('a range of days in September is as long as another', async () => {
  await i18next.changeLanguage('es');
  expect(formatDays({ from: '2026-09-18', to: '2026-10-17' })).toBe('18 sep – 17 oct 2026');
});
