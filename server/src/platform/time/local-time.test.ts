import { expect, test } from 'vitest';
import { localTime } from './local-time.ts';

// Clocks set forward and back, at midnight and within an hour of it, by half an hour, by a whole day, and never.
const days: readonly [string, string][] = [
  ['America/Sao_Paulo', '2018-11-03'],
  ['America/Sao_Paulo', '2018-02-17'],
  ['America/Sao_Paulo', '2026-11-20'],
  ['America/Asuncion', '2023-03-25'],
  ['Europe/Madrid', '2026-10-25'],
  ['America/St_Johns', '2010-03-14'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Pacific/Apia', '2011-12-29'],
  ['Asia/Kathmandu', '2026-01-01'],
  ['America/Noronha', '1912-12-31'],
];

test.each(days)('in %s around %s it is what the clocks say, to the second', (timezone, day) => {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
  const start = Date.parse(`${day}T00:00:00.000Z`) - 86_400_000;
  // Every 7 minutes and 1 second of three days.
  for (let at = start; at < start + 3 * 86_400_000; at += 421_000) {
    const instant = new Date(at + 999);
    const { day: shown, time } = localTime(timezone, instant);
    expect(`${shown} ${time}`).toBe(clock.format(instant));
  }
});

test('zones do not mix, nor do the days of one zone', () => {
  const [summer, winter] = [new Date('2026-07-01T12:00:00Z'), new Date('2026-01-01T12:00:00Z')];
  const hours = [summer, winter, summer].flatMap((at) =>
    ['Europe/Madrid', 'America/Sao_Paulo'].map((zone) => localTime(zone, at)),
  );
  expect(hours.map(({ time }) => time)).toEqual([
    '14:00:00',
    '09:00:00',
    '13:00:00',
    '09:00:00',
    '14:00:00',
    '09:00:00',
  ]);
});
