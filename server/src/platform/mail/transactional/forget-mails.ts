import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Schedule } from '#platform/jobs/jobs.ts';

/** What became of a mail can be asked for this long. */
const keptMs = 7 * 24 * 3_600_000;

/** Forgets, every night, mails of more than a week ago: what they said is gone long before. */
export function mailSchedules({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Schedule[] {
  const run = () =>
    database.withSystem(async (tx) => {
      const before = new Date(clock.now().getTime() - keptMs);
      await tx.deleteFrom('queued_mails').where('created_at', '<', before).execute();
    });
  return [{ job: 'mail.forget', cron: '41 4 * * *', run }];
}
