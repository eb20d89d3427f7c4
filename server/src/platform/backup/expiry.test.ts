import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backupName, expiredBackups, isBackupDue, isOverdue, newestAgeHours, readBackupName } from './expiry.ts';
import type { Backup } from './expiry.ts';

const now = new Date('2026-11-26T04:00:00Z');
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

function agedMs(ms: number): Backup {
  const begunAt = new Date(now.getTime() - ms);
  return { name: backupName(begunAt), begunAt };
}

const aged = (days: number) => agedMs(days * dayMs);

/** The ages in days of those that go. */
function gone(ages: readonly number[], options: { keepDays: number; isNewMade: boolean }): number[] {
  const expired = expiredBackups(ages.map(aged), { now, ...options });
  return expired.map(({ begunAt }) => (now.getTime() - begunAt.getTime()) / dayMs);
}

describe('a name', () => {
  test('says when the backup began, and is read again', () => {
    expect(backupName(now)).toBe('escuta-2026-11-26T040000.000Z');
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (begunAt) => {
        expect(readBackupName(backupName(begunAt))).toEqual({ name: backupName(begunAt), begunAt });
      }),
    );
  });

  test.each([
    'escuta-2026-11-26T040000.000Z.partial',
    'escuta-2026-11-26T040000.000Z.going',
    'copy of escuta-2026-11-26T040000.000Z',
    'escuta-2026-13-26T040000.000Z',
    'escuta-2026-11-26T046000.000Z',
    'escuta.dump',
    'lost+found',
    '',
  ])('%j is none of a backup', (name) => {
    expect(readBackupName(name)).toBeNull();
  });
});

describe('[PRIVACY-14] a backup', () => {
  test('goes when it is as old as BACKUP_DAYS and a new one is there', () => {
    const ages = [0, 29, 30 - 1 / dayMs, 30, 34, 35, 36];
    expect(gone(ages, { keepDays: 30, isNewMade: true })).toEqual([30, 34, 35, 36]);
    expect(gone(ages, { keepDays: 35, isNewMade: true })).toEqual([35, 36]);
    expect(gone([0, 1 - 1 / dayMs, 1], { keepDays: 1, isNewMade: true })).toEqual([1]);
  });

  test('waits for a new one, but not beyond thirty-five days', () => {
    expect(gone([2, 30, 35 - 1 / dayMs, 35, 36], { keepDays: 1, isNewMade: false })).toEqual([35, 36]);
  });

  test('that is the newest stays, and is said to be overdue', () => {
    expect(gone([36, 50], { keepDays: 30, isNewMade: false })).toEqual([50]);
    expect([isOverdue([aged(36)], now), isOverdue([aged(34), aged(36)], now), isOverdue([], now)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('never outlives the promise beside a newer one, whatever the setting and however the run ended', () => {
    const hours = fc.integer({ min: 0, max: 100 * 24 });
    const options = fc.record({ keepDays: fc.integer({ min: 1, max: 35 }), isNewMade: fc.boolean() });
    fc.assert(
      fc.property(fc.uniqueArray(hours, { minLength: 1, maxLength: 6 }), options, (ages, chosen) => {
        const backups = ages.map((age) => agedMs(age * hourMs));
        const expired = expiredBackups(backups, { now, ...chosen });
        const kept = backups.filter((backup) => !expired.includes(backup));
        const youngest = Math.max(...backups.map(({ begunAt }) => begunAt.getTime()));
        expect(kept.map(({ begunAt }) => begunAt.getTime())).toContain(youngest);
        const tooOld = kept.filter(({ begunAt }) => now.getTime() - begunAt.getTime() >= 35 * dayMs);
        expect(tooOld.filter(({ begunAt }) => begunAt.getTime() !== youngest)).toEqual([]);
      }),
    );
  });
});

test('a backup is due when there is none, or the last is as old as asked; one of the future does not count', () => {
  const isDue = (backups: Backup[]) => isBackupDue(backups, { now, everyHours: 24 });
  expect(isDue([])).toBe(true);
  expect(isDue([agedMs(24 * hourMs - 1), aged(9)])).toBe(false);
  expect(isDue([agedMs(24 * hourMs), aged(9)])).toBe(true);
  expect(isDue([aged(-400), aged(2)])).toBe(true);
});

test('the age of the newest is told in whole hours', () => {
  expect(newestAgeHours([aged(9), agedMs(26.5 * hourMs)], now)).toBe(26);
  expect(newestAgeHours([], now)).toBeNull();
});
