import type { Schedule, Subscription } from '#platform/jobs/jobs.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';

/** The same reaction to a fact, each run counted and timed under its job's name. */
export function measuredSubscription(subscription: Subscription, metrics: Metrics): Subscription {
  const { job, run } = subscription;
  return { ...subscription, run: (...task) => timed(job, metrics, () => run(...task)) };
}

/** The same work by the clock, counted and timed. */
export function measuredSchedule(schedule: Schedule, metrics: Metrics): Schedule {
  return { ...schedule, run: () => timed(schedule.job, metrics, schedule.run) };
}

async function timed(job: string, metrics: Metrics, run: () => Promise<void>): Promise<void> {
  const beganMs = performance.now();
  let result: 'done' | 'failed' = 'failed';
  try {
    await run();
    result = 'done';
  } finally {
    metrics.count('escuta_jobs_total', { job, result });
    metrics.observe('escuta_job_seconds', { job }, (performance.now() - beganMs) / 1000);
  }
}
