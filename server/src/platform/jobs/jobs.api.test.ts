import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ImportId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { emit } from '#platform/events/outbox.ts';
import { createCompany } from '../../testing/factories.ts';
import { openTestContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';
import { on, startJobs } from './jobs.ts';
import type { Jobs, Schedule, Subscription } from './jobs.ts';

const soon = { timeout: 15_000, interval: 100 };

let context: TestContext;
let jobs: Jobs | undefined;
beforeEach(async () => {
  context = await openTestContext();
  // What other tests told and nobody heard.
  await context.database.pool.query('DELETE FROM outbox');
});
afterEach(async () => {
  await jobs?.stop();
  await context.close();
});

async function work(subscriptions: Subscription[], schedules: Schedule[] = []): Promise<void> {
  const { database, log, config } = context;
  jobs = await startJobs({ databaseUrl: config.databaseUrl, database, log, subscriptions, schedules, clockSeconds: 1 });
}

/** A queue of this test alone: the library's tables are shared by the whole run. */
const queueName = () => `test.${newId()}`;

test('a committed fact reaches each of its subscribers once, with its company and its time', async () => {
  const { companyId } = await createCompany(context);
  const importId = newId<ImportId>();
  const heard: string[] = [];
  const times: string[] = [];
  await work([
    on(
      'import.started',
      queueName(),
      async (fact) => void heard.push(`one ${fact.companyId} ${fact.payload.importId}`),
    ),
    on(
      'import.started',
      queueName(),
      async (fact) => void heard.push(`two ${fact.companyId} ${fact.payload.importId}`),
    ),
    on('import.started', queueName(), async (fact) => void times.push(fact.occurredAt)),
    on('send.created', queueName(), async () => void heard.push('another fact')),
  ]);

  const { at } = await context.database.withCompany(companyId, async (tx) => {
    await emit(tx, companyId, 'import.started', { importId });
    return (await sql<{ at: Date }>`SELECT now() AS at`.execute(tx)).rows[0]!;
  });

  await vi.waitFor(
    () => expect(heard.toSorted()).toEqual([`one ${companyId} ${importId}`, `two ${companyId} ${importId}`]),
    soon,
  );
  await vi.waitFor(() => expect(times).toEqual([at.toISOString()]), soon);
  const left = await context.database.withSystem((tx) =>
    tx.selectFrom('outbox').select('id').where('company_id', '=', companyId).execute(),
  );
  expect(left).toEqual([]);
});

test('a fact that was rolled back is never told', async () => {
  const { companyId } = await createCompany(context);
  const told: string[] = [];
  await work([on('import.started', queueName(), async (fact) => void told.push(fact.payload.importId))]);
  const lost = newId<ImportId>();
  const kept = newId<ImportId>();

  const failing = context.database.withCompany(companyId, async (tx) => {
    await emit(tx, companyId, 'import.started', { importId: lost });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await context.database.withCompany(companyId, (tx) => emit(tx, companyId, 'import.started', { importId: kept }));

  await vi.waitFor(() => expect(told).toEqual([kept]), soon);
});

test('a job that fails is tried again, and told so', async () => {
  const { companyId } = await createCompany(context);
  const retries: boolean[] = [];
  await work([
    on('import.started', queueName(), async (_fact, _signal, { isRetry }) => {
      retries.push(isRetry);
      if (retries.length === 1) throw new Error('the first time fails');
    }),
  ]);

  await context.database.withCompany(companyId, (tx) =>
    emit(tx, companyId, 'import.started', { importId: newId<ImportId>() }),
  );

  await vi.waitFor(() => expect(retries).toEqual([false, true]), soon);
});

test('a job that listens ends at once when its worker stops, and the next worker does it again', async () => {
  const { companyId } = await createCompany(context);
  const queue = queueName();
  const began = Promise.withResolvers<void>();
  await work([
    on('import.started', queue, async (_fact, signal) => {
      began.resolve();
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    }),
  ]);
  await context.database.withCompany(companyId, (tx) =>
    emit(tx, companyId, 'import.started', { importId: newId<ImportId>() }),
  );
  await began.promise;

  // The library would wait eight seconds for a job that does not listen.
  const late = sleep(7_000, 'late');
  expect(await Promise.race([jobs?.stop(), late])).toBeUndefined();

  let isDone = false;
  await work([on('import.started', queue, async () => void (isDone = true))]);
  await vi.waitFor(() => expect(isDone).toBe(true), soon);
});

test('queues that were installed before get the policies of today', async () => {
  const [job, scheduled] = [queueName(), queueName()];
  const subscriptions = [on('import.started', job, async () => {})];
  const schedules = [{ job: scheduled, cron: '0 0 1 1 *', run: async () => {} }];
  const policies = async () =>
    (
      await context.database.pool.query(
        'SELECT name, retry_limit, retry_delay, retry_backoff, expire_seconds, heartbeat_seconds FROM pgboss.queue WHERE name = ANY($1) ORDER BY name',
        [[job, scheduled]],
      )
    ).rows;
  await work(subscriptions, schedules);
  const today = await policies();
  expect(today).toHaveLength(2);
  await jobs?.stop();
  await context.database.pool.query(
    'UPDATE pgboss.queue SET retry_limit = 1, retry_delay = 99, heartbeat_seconds = 999 WHERE name = ANY($1)',
    [[job, scheduled]],
  );
  await work(subscriptions, schedules);
  expect((await policies()).map(({ retry_limit, heartbeat_seconds }) => [retry_limit, heartbeat_seconds])).toEqual(
    today.map(({ retry_limit, heartbeat_seconds }) => [retry_limit, heartbeat_seconds]),
  );
  expect((await policies()).find(({ name }) => name === job)).toEqual(today.find(({ name }) => name === job));
});

test('work by the clock runs when its time comes', async () => {
  let runs = 0;
  await work([], [{ job: queueName(), cron: '* * * * *', run: async () => void (runs += 1) }]);
  await vi.waitFor(() => expect(runs).toBeGreaterThan(0), { timeout: 25_000, interval: 100 });
});
