import { startSender } from '#modules/sends/sender.ts';
import { startJobs } from '#platform/jobs/jobs.ts';
import type { makeHouse } from './house.ts';
import { openOutgoingMail } from './outgoing-mail.ts';
import { allSchedules, allSubscriptions } from './workers.ts';

/** Works until stopped; a stop lets the running jobs and the messages on their way finish and gives the rest back. */
export async function runWorker(house: Awaited<ReturnType<typeof makeHouse>>): Promise<{ stop(): Promise<void> }> {
  const jobs = await startJobs({
    databaseUrl: house.config.databaseUrl,
    database: house.database,
    log: house.log,
    subscriptions: allSubscriptions(house),
    schedules: allSchedules(house),
  });
  const mail = await openOutgoingMail(house);
  const sender = mail ? startSender(house, mail.pool) : undefined;
  house.log.info({}, 'working');
  return {
    async stop() {
      await Promise.all([jobs.stop(), sender?.stop()]);
      await mail?.close();
    },
  };
}
