import { PgBoss } from 'pg-boss';
import { v5 } from 'uuid';
import type { EventName, EventPayload, Fact } from '@escuta/contract/events';
import type { Database } from '#platform/db/database.ts';
import { keepAliveMs } from '#platform/db/pool.ts';
import { forgetEvents, readOutbox } from '#platform/events/outbox.ts';
import type { Logger } from '#platform/log/log.ts';
import { repeat } from '#platform/jobs/repeat.ts';

/** What the work of a job is told of its tries. */
export interface Tries {
  /** Somebody began it before, and failed or is gone. */
  readonly isRetry: boolean;
}

const sliceMs = 30_000;

/**
 * After how many milliseconds the rest of long work goes to a new job, so that others get their turn. What is begun once more hands
 * over as soon as it has moved: the tries of the next job are counted afresh, and no number of kills stops what goes on.
 */
export function sliceMsOf({ isRetry }: Tries): number {
  return isRetry ? 0 : sliceMs;
}

/** What a worker does when a fact has happened. May run twice for one fact: the act behind it must not mind. */
export interface Subscription {
  readonly event: EventName;
  /** The queue, unique in the product: `imports.run`. */
  readonly job: string;
  readonly run: (fact: Fact, signal: AbortSignal, tries: Tries) => Promise<void>;
}

/** Work that repeats: every day at a time, or every few seconds. */
export interface Schedule {
  readonly job: string;
  /** Cron expression in UTC. */
  readonly cron: string;
  readonly run: () => Promise<void>;
}

export interface JobsOptions {
  readonly databaseUrl: string;
  readonly database: Database;
  readonly log: Logger;
  readonly subscriptions: readonly Subscription[];
  readonly schedules: readonly Schedule[];
  /** How often the clock is compared with the schedules, 5 s unless told: work begins at most that long after its minute. */
  readonly clockSeconds?: number;
}

export interface Jobs {
  /** The jobs of every queue, as last counted: some ten seconds old. */
  counts(): Promise<readonly { job: string; ready: number; active: number; failed: number }[]>;
  stop(): Promise<void>;
}

/** A killed worker's job is noticed after this long without a sign of life, and starts again within 60 s in all. */
const heartbeatSeconds = 20;
const superviseSeconds = 10;
/** The library hands its options to `pg`, whose own it does not name. */
const ofTheDriver = { keepAlive: true, keepAliveInitialDelayMillis: keepAliveMs };
const relayBatch = 500;
const relayPollMs = 500;
const deterministicIds = '7b1c4c56-3f2e-4a53-9a3f-5b7f0d3c9e11';

/** Types a subscription by its event. */
export function on<Name extends EventName>(
  event: Name,
  job: string,
  run: (fact: Fact<EventPayload<Name>>, signal: AbortSignal, tries: Tries) => Promise<void>,
): Subscription {
  return { event, job, run: run as Subscription['run'] };
}

/** Starts the relay from the outbox to the job library, and the workers of every subscription and schedule. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { databaseUrl, database, log, subscriptions, schedules, clockSeconds = 5 } = options;
  // NOTE: each transaction of the library travels in one message, with limits of its own inside (30 s, for locks and for
  // silence): the server ends it without another word of ours, so a frozen process leaves none open.
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'escuta-jobs',
    max: 3,
    ...ofTheDriver,
    // The migration made it: a login that owns nothing may not make schemas, not even one that is there.
    createSchema: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    cronMonitorIntervalSeconds: clockSeconds,
    cronWorkerIntervalSeconds: clockSeconds,
    useListenNotify: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job library failed'));
  await boss.start();
  const stopping = new AbortController();
  for (const subscription of subscriptions) await workOn(boss, subscription, { log, stopping: stopping.signal });
  for (const schedule of schedules) await workOnSchedule(boss, schedule, log);

  const relay = repeat(relayPollMs, log, () => relayOnce(boss, database, subscriptions));
  return {
    async counts() {
      const queues = await boss.getQueues();
      return queues.map(({ name, readyCount, activeCount, failedCount }) => ({
        job: name,
        ready: readyCount,
        active: activeCount,
        failed: failedCount,
      }));
    },
    async stop() {
      // Jobs that listen end now and go back to the queue; the others get the time that the library waits.
      stopping.abort();
      await relay.stop();
      await boss.stop({ graceful: true, timeout: 8_000 });
    },
  };
}

/** How a job that a fact started is tried again: eight times, after 1 s and then longer, up to five minutes. */
const factPolicy = {
  retryLimit: 8,
  retryBackoff: true,
  retryDelay: 1,
  retryDelayMax: 300,
  heartbeatSeconds,
  expireInSeconds: 6 * 3600,
};
/** Longer than a job waits between two tries: what stands still for this long has nobody who tries. */
export const stillMsMax = 3 * factPolicy.retryDelayMax * 1_000;
/** What a day of trying did not move will not go. */
export const givenUpAfterMs = 24 * 3_600_000;
/** A scheduled job comes again by its schedule. */
const schedulePolicy = { retryLimit: 2, heartbeatSeconds };

async function workOn(
  boss: PgBoss,
  { job, run }: Subscription,
  { log, stopping }: { log: Logger; stopping: AbortSignal },
): Promise<void> {
  await boss.createQueue(job, factPolicy);
  // One that was installed before has the policy of its day.
  await boss.updateQueue(job, factPolicy);
  const options = { pollingIntervalSeconds: 0.5, localConcurrency: 2, includeMetadata: true } as const;
  await boss.work<Fact>(job, options, async ([task]) => {
    if (!task) return;
    try {
      await run(task.data, AbortSignal.any([task.signal, stopping]), { isRetry: task.retryCount > 0 });
    } catch (error) {
      if (stopping.aborted) log.info({ job }, 'a job was given back');
      else log.error({ job, err: error }, 'a job failed and will be tried again');
      throw error;
    }
  });
}

async function workOnSchedule(boss: PgBoss, { job, cron, run }: Schedule, log: Logger): Promise<void> {
  await boss.createQueue(job, { policy: 'singleton', ...schedulePolicy });
  await boss.updateQueue(job, schedulePolicy);
  await boss.schedule(job, cron);
  await boss.work(job, { pollingIntervalSeconds: 5 }, async () => {
    try {
      await run();
      log.info({ job }, 'a scheduled job ran');
    } catch (error) {
      log.error({ job, err: error }, 'a scheduled job failed');
      throw error;
    }
  });
}

/**
 * Hands committed facts to the job library, then forgets them. A crash between the two hands them over again under
 * the same job ids, which the library ignores.
 */
async function relayOnce(boss: PgBoss, database: Database, subscriptions: readonly Subscription[]): Promise<boolean> {
  const facts = await readOutbox(database, relayBatch);
  if (facts.length === 0) return false;
  for (const { event, job } of subscriptions) {
    const tasks = facts
      .filter((fact) => fact.name === event)
      .map((fact) => ({
        id: v5(`${fact.id}:${job}`, deterministicIds),
        data: { companyId: fact.companyId, occurredAt: fact.occurredAt, payload: fact.payload } satisfies Fact,
      }));
    if (tasks.length > 0) await boss.insert(job, tasks);
  }
  await forgetEvents(database, facts);
  return facts.length === relayBatch;
}
