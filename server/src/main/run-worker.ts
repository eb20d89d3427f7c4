import { startSender } from '#modules/sends/sender.ts';
import { startJobs } from '#platform/jobs/jobs.ts';
import { measuredSchedule, measuredSubscription } from '#platform/metrics/measured-jobs.ts';
import { measuredMail } from '#platform/metrics/measured-mail.ts';
import type { MainHouse } from './house.ts';
import { openOutgoingMail } from './outgoing-mail.ts';
import { watchBacklog } from './watch-backlog.ts';
import { allSchedules, allSubscriptions } from './workers.ts';

/** Works until stopped; a stop lets the running jobs and the messages on their way finish and gives the rest back. */
export async function runWorker(house: MainHouse): Promise<{ stop(): Promise<void> }> {
  const { config, database, log, metrics } = house;
  const jobs = await startJobs({
    databaseUrl: config.databaseUrl,
    database,
    log,
    subscriptions: allSubscriptions(house).map((one) => measuredSubscription(one, metrics)),
    schedules: allSchedules(house).map((one) => measuredSchedule(one, metrics)),
  });
  const mail = await openOutgoingMail(house);
  const sender = mail ? startSender(house, measuredMail(mail.pool, metrics)) : undefined;
  watchBacklog(house, jobs);
  log.info({}, 'working');
  return {
    async stop() {
      await Promise.all([jobs.stop(), sender?.stop()]);
      await mail?.close();
    },
  };
}
