import { join } from 'node:path';
import { listBackups, removeBackups, removeRests } from '#platform/backup/backup-folder.ts';
import { expiredBackups, isOverdue, newestAgeHours } from '#platform/backup/expiry.ts';
import { makeBackup } from '#platform/backup/make-backup.ts';
import type { BackupSource, MadeBackup } from '#platform/backup/make-backup.ts';
import { takeFolderLock } from '#platform/storage/folder-lock.ts';
import type { Logger } from '#platform/log/log.ts';
import type { Clock } from '#platform/time/clock.ts';

/** What is backed up into which folder, and how long a backup is kept there. */
export interface BackupPlan {
  readonly source: BackupSource;
  readonly folder: string;
  readonly keepDays: number;
}

export interface BackupContext {
  readonly clock: Clock;
  readonly log: Logger;
  /** Ends a backup that is being made. */
  readonly signal: AbortSignal;
}

/**
 * Makes a backup, removes those that have expired, whether it was made or not (decision 0061), and says both in one line of the
 * log. Answers whether all of it was done.
 */
export async function runBackup(plan: BackupPlan, context: BackupContext): Promise<boolean> {
  try {
    return await holdingFolder(plan.folder, () => makeAndExpire(plan, context));
  } catch (error) {
    context.log.error({ err: error }, 'backup failed');
    return false;
  }
}

/** Removes what no backup may outlive, between two runs. */
export async function expireBackups(plan: BackupPlan, { clock, log }: BackupContext): Promise<void> {
  const removed = await holdingFolder(plan.folder, () => removeExpired(plan, { now: clock.now(), isNewMade: false }));
  if (removed > 0) log.info({ removed }, 'expired backups removed');
}

async function makeAndExpire(plan: BackupPlan, { clock, log, signal }: BackupContext): Promise<boolean> {
  const { folder, source, keepDays } = plan;
  await removeRests(folder);
  const begunAt = clock.now();
  const [making] = await Promise.allSettled([makeBackup(source, { folder, begunAt, signal })]);
  const isNewMade = making.status === 'fulfilled';
  const [removing] = await Promise.allSettled([removeExpired(plan, { now: clock.now(), isNewMade })]);
  const backups = await listBackups(folder);
  const now = clock.now();
  const facts = {
    ...(isNewMade ? factsOf(making.value) : {}),
    ...(removing.status === 'fulfilled' ? { removed: removing.value } : {}),
    kept: backups.length,
    keepDays,
    newestAgeHours: newestAgeHours(backups, now),
    isOverdue: isOverdue(backups, now),
    durationMs: now.getTime() - begunAt.getTime(),
  };
  if (making.status === 'rejected' && signal.aborted) log.warn(facts, 'backup given up: asked to stop');
  else if (making.status === 'rejected') log.error({ err: making.reason, ...facts }, 'backup failed');
  else if (removing.status === 'fulfilled') log.info(facts, 'backup made');
  if (removing.status === 'rejected')
    log.error({ err: removing.reason, ...facts }, 'expired backups could not be removed');
  return isNewMade && removing.status === 'fulfilled';
}

/** A line of the log has the name of its process already. */
function factsOf({ name, ...sizes }: MadeBackup) {
  return { backup: name, ...sizes };
}

async function removeExpired(
  { folder, keepDays }: BackupPlan,
  { now, isNewMade }: { now: Date; isNewMade: boolean },
): Promise<number> {
  const expired = expiredBackups(await listBackups(folder), { now, keepDays, isNewMade });
  await removeBackups(
    folder,
    expired.map(({ name }) => name),
  );
  return expired.length;
}

/** One at a time: what another run is making looks like what a killed one has left. */
async function holdingFolder<Done>(folder: string, work: () => Promise<Done>): Promise<Done> {
  const lock = takeFolderLock(join(folder, 'backup.lock'));
  try {
    return await work();
  } finally {
    lock.release();
  }
}
