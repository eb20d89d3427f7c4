import { listBackups } from '#platform/backup/backup-folder.ts';
import { isBackupDue } from '#platform/backup/expiry.ts';
import { expireBackups, runBackup } from '#platform/backup/run-backup.ts';
import type { BackupContext, BackupPlan } from '#platform/backup/run-backup.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Repetition } from '#platform/jobs/repeat.ts';

/** How late a backup may expire, and be made. */
const lookMs = 60_000;
const againMs = 15 * 60_000;

/**
 * Makes a backup whenever the last one is `everyHours` old, also of a run before, and removes each when its time comes. One that
 * failed is tried again after a quarter of an hour.
 */
export function followBackups(plan: BackupPlan, everyHours: number, context: BackupContext): Repetition {
  let notBeforeMs = 0;
  return repeat(lookMs, context.log, async () => {
    const now = context.clock.now();
    const isDue = isBackupDue(await listBackups(plan.folder), { now, everyHours });
    if (!isDue || now.getTime() < notBeforeMs) {
      await expireBackups(plan, context);
      return false;
    }
    const isDone = await runBackup(plan, context);
    notBeforeMs = isDone ? 0 : context.clock.now().getTime() + againMs;
    return false;
  });
}
