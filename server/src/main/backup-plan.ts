import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeBackupFolder } from '#platform/backup/backup-folder.ts';
import type { BackupPlan } from '#platform/backup/run-backup.ts';
import { readBackupSettings } from '#platform/config/backup-settings.ts';
import { localFolder } from '#platform/storage/local-files.ts';

const everyHoursMax = 168;

/**
 * What `backup.ts` is to do, by its options and its environment. What cannot be used is a sentence on standard error, and the
 * end with code 1.
 */
export function readBackupPlan(env: NodeJS.ProcessEnv): {
  plan: BackupPlan;
  everyHours: number | null;
  logLevel: string;
} {
  const { to, every } = orFail(
    () => parseArgs({ options: { to: { type: 'string' }, every: { type: 'string' } } }).values,
  );
  if (!to) fail('Missing: --to');
  const everyHours = every === undefined ? null : readHours(every);
  const { databaseUrl, dataDir, isInBucket, keepDays, logLevel } = orFail(() => readBackupSettings(env));
  // A wrong DATA_DIR would make backups without files, and nobody would know.
  if (!isInBucket)
    orFail(
      () => accessSync(dataDir, constants.R_OK | constants.X_OK),
      'DATA_DIR must be the folder of the product that is backed up, and this user able to read it',
    );
  const folder = resolve(to);
  orFail(() => makeBackupFolder(folder), '--to must be a folder that this user can make and write');
  const filesFolder = isInBucket ? null : localFolder(dataDir);
  return { plan: { source: { databaseUrl, filesFolder }, folder, keepDays }, everyHours, logLevel };
}

function readHours(text: string): number {
  const hours = Number(text);
  if (Number.isInteger(hours) && hours >= 1 && hours <= everyHoursMax) return hours;
  return fail(`--every must be a whole number of hours from 1 to ${everyHoursMax}`);
}

/** Work whose error somebody can put right: it says so itself, or `words` do. */
function orFail<Done>(work: () => Done, words?: string): Done {
  try {
    return work();
  } catch (error) {
    return fail(words ?? (error as Error).message);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
