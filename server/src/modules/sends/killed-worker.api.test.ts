import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { QueueItem } from '@escuta/contract/sends';
import { signedIn, unitOf } from '../../testing/factories.ts';
import { startMailSink } from '../../testing/mail-sink.ts';
import { createManyContacts, createPublishedSurvey } from '../../testing/send-factories.ts';
import { openTestHouse } from '../../testing/test-house.ts';
import type { TestHouse } from '../../testing/test-house.ts';
import { itemState } from './item-state.ts';

const workerProgram = join(import.meta.dirname, '../../main/worker.ts');
const contacts = 1_000;
const connections = 10;

let house: TestHouse;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  house = await openTestHouse();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await kill(worker);
});
afterAll(() => house.close());

function startWorker(smtpUrl: string): ChildProcess {
  const { databaseUrl, dataDir } = house.config;
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SMTP_URL: smtpUrl,
    DATABASE_POOL_MAX: '4',
    LOG_LEVEL: 'error',
  };
  const worker = spawn(process.execPath, [workerProgram], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  workers.push(worker);
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
}

test('a worker killed in the middle of a send loses nothing and sends nothing twice', { timeout: 90_000 }, async () => {
  const user = await signedIn(house);
  const place = { companyId: user.companyId, businessUnitId: await unitOf(house, user.companyId) };
  const survey = await createPublishedSurvey(house, place);
  const addresses = await createManyContacts(house, place, contacts);
  const killAt = 350;
  const reached = Promise.withResolvers<void>();
  // A server that takes a moment, so that messages are under way on every connection when the worker dies.
  const mail = await startMailSink({
    connections,
    message: async () => {
      if (mail.messages.length === killAt) reached.resolve();
      await new Promise((resolve) => setTimeout(resolve, 5));
      return 'accept' as const;
    },
  });
  const payload = { surveyId: survey.surveyId, audience: { kind: 'all' }, channel: 'email' };
  const sendId = (await house.app.inject({ method: 'POST', url: '/api/sends', headers: user.headers, payload })).json()
    ._id as string;

  const first = startWorker(mail.url);
  await reached.promise;
  await kill(first);
  const states = await countStates(place.companyId, sendId);
  const handedOver = states.get(itemState.handedOver) ?? 0;
  // What was on a connection, and results on their way into the ledger: never the batch that was claimed.
  expect(handedOver).toBeLessThanOrEqual(2 * connections);
  await letLeasesEnd(place.companyId, sendId);

  startWorker(mail.url);
  await vi.waitFor(
    async () =>
      expect((await countStates(place.companyId, sendId)).get(itemState.accepted)).toBe(contacts - handedOver),
    { timeout: 60_000, interval: 200 },
  );
  await mail.close();

  const items: QueueItem[] = (
    await house.app.inject({ url: `/api/queues/${sendId}/items`, headers: user.headers })
  ).json();
  const byAddress = new Map(items.map((item) => [item.customer?.email, item]));
  const times = new Map<string, number>();
  for (const { to } of mail.messages) times.set(to, (times.get(to) ?? 0) + 1);
  // The judge: what the mail server saw against what the ledger says.
  const twice = [...times].filter(([, count]) => count > 1);
  const lost = addresses.filter((address) => !times.has(address) && byAddress.get(address)?.response === 'EXECUTED');
  const silent = addresses.filter((address) => !times.has(address) && byAddress.get(address)?.response !== null);
  expect(twice).toEqual([]);
  expect(lost).toEqual([]);
  expect(silent).toEqual([]);
  expect(items).toHaveLength(contacts);
  expect(items.filter((item) => item.response === null)).toHaveLength(handedOver);
});

async function countStates(companyId: string, sendId: string): Promise<Map<number, number>> {
  const rows = await house.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('send_items')
      .select(['state', sql<number>`count(*)::int`.as('count')])
      .where('company_id', '=', companyId)
      .where('send_id', '=', sendId)
      .groupBy('state')
      .execute(),
  );
  return new Map(rows.map((row) => [row.state, row.count]));
}

/** The minute that a dead worker's leases last, without waiting for it. */
async function letLeasesEnd(companyId: string, sendId: string): Promise<void> {
  await house.database.withCompany(companyId, (tx) =>
    sql`UPDATE send_items SET lease_until = lease_until - interval '61 seconds' WHERE company_id = ${companyId} AND send_id = ${sendId} AND lease_until IS NOT NULL`.execute(
      tx,
    ),
  );
}
