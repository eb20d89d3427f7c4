// Makes a backup into a folder and removes those that have expired (PRIVACY-14). With --every it stays, and makes one each so
// many hours. Section “Backup” of docs/operations.md.
import { followBackups } from '#platform/backup/follow-backups.ts';
import { runBackup } from '#platform/backup/run-backup.ts';
import type { BackupContext } from '#platform/backup/run-backup.ts';
import { createLog } from '#platform/log/log.ts';
import { makeFilesPrivate } from '#platform/storage/private-files.ts';
import { systemClock } from '#platform/time/clock.ts';
import { readBackupPlan } from './backup-plan.ts';
import { untilStopped } from './until-stopped.ts';

/** Nothing is waited for but pg_dump, which ends when it is told to. */
const stopWithinMs = 25_000;

makeFilesPrivate();
const { plan, everyHours, logLevel } = readBackupPlan(process.env);
const log = createLog('backup', logLevel);
const stopping = new AbortController();
const context: BackupContext = { clock: systemClock, log, signal: stopping.signal };
if (everyHours === null) await once();
else follow(everyHours);

async function once(): Promise<void> {
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  if (!(await runBackup(plan, context))) process.exitCode = 1;
}

function follow(hours: number): void {
  log.info({ everyHours: hours, keepDays: plan.keepDays }, 'making backups');
  const { stop } = followBackups(plan, hours, context);
  untilStopped(log, { stopWithinMs, onStopping: () => stopping.abort(), stops: [stop] });
}
