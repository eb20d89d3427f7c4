import { startJobs } from '#platform/jobs/jobs.ts';
import type { makeHouse } from './house.ts';
import { allSchedules, allSubscriptions } from './workers.ts';

/** Works until stopped; a stop lets the running jobs finish and gives the rest back. */
export async function runWorker(house: Awaited<ReturnType<typeof makeHouse>>): Promise<{ stop(): Promise<void> }> {
  const jobs = await startJobs({
    databaseUrl: house.config.databaseUrl,
    database: house.database,
    log: house.log,
    subscriptions: allSubscriptions(house),
    schedules: allSchedules(house),
  });
  house.log.info({}, 'working');
  return { stop: () => jobs.stop() };
}
