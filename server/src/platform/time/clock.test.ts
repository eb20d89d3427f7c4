import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayIn } from './clock.ts';

const zones = [
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'UTC',
];

test('the day turns at midnight of the zone, to the millisecond', () => {
  expect(dayIn('America/Sao_Paulo', new Date('2026-11-20T02:59:59.999Z'))).toBe('2026-11-19');
  expect(dayIn('America/Sao_Paulo', new Date('2026-11-20T03:00:00.000Z'))).toBe('2026-11-20');
  expect(dayIn('Asia/Kathmandu', new Date('2026-11-19T18:14:59.999Z'))).toBe('2026-11-19');
  expect(dayIn('Asia/Kathmandu', new Date('2026-11-19T18:15:00.000Z'))).toBe('2026-11-20');
});

test('whatever was asked before, the day is the one that the zone writes', () => {
  const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...zones), instant), { minLength: 2, maxLength: 20 }), (asked) => {
      for (const [timeZone, at] of asked) {
        for (const moment of [at, new Date(at.getTime() + 60_000)]) {
          expect(dayIn(timeZone, moment)).toBe(moment.toLocaleDateString('sv-SE', { timeZone }));
        }
      }
    }),
  );
});
