/** A whole backup: its folder's name, and the instant before which nothing in it was read. */
export interface Backup {
  readonly name: string;
  readonly begunAt: Date;
}

/** People who are erased are promised that no backup holds them for longer (PRIVACY-14, decision 0061). */
export const backupDaysMax = 35;

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const namePattern = /^escuta-(\d{4}-\d{2}-\d{2}T\d{2})(\d{2})(\d{2}\.\d{3}Z)$/;

/** The name of a backup that begins now, such as `escuta-2026-11-26T040000.000Z`: UTC, and what Windows allows in a name. */
export function backupName(begunAt: Date): string {
  return `escuta-${begunAt.toISOString().replaceAll(':', '')}`;
}

/** The backup behind a name; null for what no run of ours has called so. */
export function readBackupName(name: string): Backup | null {
  const [, dayAndHour, minutes, seconds] = namePattern.exec(name) ?? [];
  const begunAt = new Date(`${dayAndHour}:${minutes}:${seconds}`);
  return Number.isNaN(begunAt.getTime()) ? null : { name, begunAt };
}

/**
 * The backups that must go now. With a new one made, those of `keepDays` days and older; without, only those of
 * `backupDaysMax` days: younger ones wait until there is something in their place. The newest always stays.
 */
export function expiredBackups(
  backups: readonly Backup[],
  { now, keepDays, isNewMade }: { now: Date; keepDays: number; isNewMade: boolean },
): Backup[] {
  const daysMax = isNewMade ? keepDays : backupDaysMax;
  const newest = newestBackup(backups);
  return backups.filter((backup) => backup !== newest && ageMs(backup, now) >= daysMax * dayMs);
}

/** Whether the newest backup is beyond the promise, and stands only because nothing came after it. */
export function isOverdue(backups: readonly Backup[], now: Date): boolean {
  const newest = newestBackup(backups);
  return newest !== undefined && ageMs(newest, now) >= backupDaysMax * dayMs;
}

/** Whether the last backup is `everyHours` old. One of the future, made while a clock was wrong, does not count. */
export function isBackupDue(
  backups: readonly Backup[],
  { now, everyHours }: { now: Date; everyHours: number },
): boolean {
  const last = newestBackup(backups.filter(({ begunAt }) => begunAt <= now));
  return last === undefined || ageMs(last, now) >= everyHours * hourMs;
}

/** The age of the newest backup in whole hours; null where there is none. */
export function newestAgeHours(backups: readonly Backup[], now: Date): number | null {
  const newest = newestBackup(backups);
  return newest === undefined ? null : Math.floor(ageMs(newest, now) / hourMs);
}

function newestBackup(backups: readonly Backup[]): Backup | undefined {
  return backups.toSorted((a, b) => b.begunAt.getTime() - a.begunAt.getTime())[0];
}

function ageMs({ begunAt }: Backup, now: Date): number {
  return now.getTime() - begunAt.getTime();
}
