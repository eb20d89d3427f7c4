import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readBackupSettings } from './backup-settings.ts';

const databaseUrl = 'postgres://escuta_backup:secret@db:5432/escuta';

test('what is not said is as usual: thirty days, the files of ./data', () => {
  expect(readBackupSettings({ BACKUP_DATABASE_URL: databaseUrl, BACKUP_DAYS: '', FILES_URL: '' })).toEqual({
    databaseUrl,
    dataDir: resolve('data'),
    isInBucket: false,
    keepDays: 30,
    logLevel: 'info',
  });
});

test('the database is the one for backups, else the one for its owner, and never the one of the login', () => {
  const owner = 'postgres://escuta_owner:secret@db/escuta';
  const both = { BACKUP_DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: owner };
  expect(readBackupSettings(both).databaseUrl).toBe(databaseUrl);
  expect(readBackupSettings({ DATABASE_OWNER_URL: owner }).databaseUrl).toBe(owner);
  expect(() => readBackupSettings({ DATABASE_URL: owner })).toThrow(
    'BACKUP_DATABASE_URL is not set, and neither is DATABASE_OWNER_URL',
  );
});

test.each(['mysql://x/y', 'postgres://user:hidden@host:port/name', 'postgres://user:hid%den@host/name'])(
  '%s is no address, and is not repeated',
  (address) => {
    const read = () => readBackupSettings({ DATABASE_OWNER_URL: address });
    expect(read).toThrow(/^DATABASE_OWNER_URL must be an address such as (?!.*hid)/);
  },
);

test('[PRIVACY-14] backups are kept for one day to thirty-five', () => {
  const daysOf = (BACKUP_DAYS: string) =>
    readBackupSettings({ BACKUP_DATABASE_URL: databaseUrl, BACKUP_DAYS }).keepDays;
  expect([daysOf('1'), daysOf('35')]).toEqual([1, 35]);
  for (const days of ['0', '36', '365', '-1', '1.5', 'x'])
    expect(() => daysOf(days)).toThrow('BACKUP_DAYS must be a whole number from 1 to 35: people who are erased');
});
