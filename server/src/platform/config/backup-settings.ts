import { resolve } from 'node:path';
import { backupDaysMax } from '#platform/backup/expiry.ts';
import { readLogLevel } from '#platform/config/config.ts';
import { SettingError } from '#platform/config/setting-error.ts';

/** What the environment decides of backups: they need the database and the files, and none of the product's other settings. */
export interface BackupSettings {
  /** The database for somebody whom row-level security lets read all of it. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Files lie in the bucket of FILES_URL and not in DATA_DIR. */
  readonly isInBucket: boolean;
  readonly keepDays: number;
  readonly logLevel: string;
}

const keepDaysUsual = 30;

/**
 * Reads the settings of backups from environment variables.
 * @throws SettingError with the variable's name when one cannot be used.
 */
export function readBackupSettings(env: NodeJS.ProcessEnv): BackupSettings {
  return {
    databaseUrl: readDatabaseUrl(env),
    dataDir: resolve(env.DATA_DIR || 'data'),
    isInBucket: Boolean(env.FILES_URL),
    keepDays: readKeepDays(env.BACKUP_DAYS),
    logLevel: readLogLevel(env),
  };
}

/** Never DATABASE_URL: its login may not read the tables. */
function readDatabaseUrl(env: NodeJS.ProcessEnv): string {
  const name = env.BACKUP_DATABASE_URL ? 'BACKUP_DATABASE_URL' : 'DATABASE_OWNER_URL';
  const address = env[name];
  if (!address)
    throw new SettingError(
      'BACKUP_DATABASE_URL',
      'is not set, and neither is DATABASE_OWNER_URL: see docs/operations.md',
    );
  if (!isAddress(address))
    throw new SettingError(
      name,
      'must be an address such as postgres://user:password@host:5432/name; signs such as @ and % in a password are written %40 and %25',
    );
  return address;
}

function isAddress(address: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(address) || !URL.canParse(address)) return false;
  try {
    return decodeURIComponent(address) !== '';
  } catch {
    return false;
  }
}

function readKeepDays(value: string | undefined): number {
  const days = value ? Number(value) : keepDaysUsual;
  if (!Number.isInteger(days) || days < 1 || days > backupDaysMax)
    throw new SettingError(
      'BACKUP_DAYS',
      `must be a whole number from 1 to ${backupDaysMax}: people who are erased are promised that backups expire within ${backupDaysMax} days`,
    );
  return days;
}
