import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyId, SendId } from '@escuta/contract/ids';
import type { QueueEntry } from '@escuta/contract/sends';
import { signedIn, unitOf } from '../testing/factories.ts';
import { startMailSink } from '../testing/mail-sink.ts';
import { endProcesses, startProcess } from '../testing/own-process.ts';
import { createManyContacts, createPublishedSurvey, forgetSends } from '../testing/send-factories.ts';
import { openTestContext } from '../testing/test-context.ts';
import type { TestContext } from '../testing/test-context.ts';

/** Health, metrics and a graceful stop, of the processes as they run in production. */

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterEach(endProcesses);
afterAll(() => context.close());

const environment = () => ({
  DATABASE_URL: context.config.databaseUrl,
  DATA_DIR: context.config.dataDir,
  SECRET_KEY: 'a secret key for tests, of 32 characters or more',
  DATABASE_POOL_MAX: '4',
});

async function report(address: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${address}/readyz`);
  return { status: answer.status, body: await answer.json() };
}

/** The sum of a metric over the lines that hold every one of `labels`. */
async function metric(address: string, name: string, ...labels: string[]): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => labels.every((label) => line.includes(label)));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

describe('/readyz', () => {
  test('names each check, and says 503 with the one that failed: here files cannot be written', async () => {
    const blocked = await openTestContext();
    writeFileSync(join(blocked.config.dataDir, 'files'), 'a file where the folder should be');
    const refused = await blocked.app.inject('/readyz');
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toEqual({
      ready: false,
      checks: { running: 'ok', database: 'ok', migrations: 'ok', files: 'failed' },
    });
    rmSync(join(blocked.config.dataDir, 'files'));
    const ready = await blocked.app.inject('/readyz');
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toEqual({
      ready: true,
      checks: { running: 'ok', database: 'ok', migrations: 'ok', files: 'ok' },
    });
    await blocked.close();
  });

  test('a database that does not answer makes it 503 within seconds; /healthz asks nobody', async () => {
    const silent = await listenInSilence();
    const away = await openTestContext({ databaseUrl: `postgres://nobody@127.0.0.1:${silent.port}/none` });
    const answer = await away.app.inject('/readyz');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ ready: false, checks: { database: 'late', files: 'ok' } });
    expect((await away.app.inject('/healthz')).statusCode).toBe(200);
    await silent.close();
    await away.close();
  });
});

test('api and worker answer health and metrics on a port of their own; the port of the product has no metrics', async () => {
  const user = await signedIn(context);
  const api = await startProcess('api', environment());
  const worker = await startProcess('worker', environment());
  for (const started of [api, worker]) {
    expect((await fetch(`${started.operations()}/healthz`)).status).toBe(200);
    expect(await report(started.operations())).toMatchObject({ status: 200, body: { ready: true } });
    expect(await metric(started.operations(), 'escuta_ready')).toBe(1);
    expect(await metric(started.operations(), 'process_resident_memory_bytes')).toBeGreaterThan(0);
    expect((await fetch(`${started.operations()}/api/contacts`)).status).toBe(404);
  }

  for (const path of ['/metrics', '/api/metrics']) {
    const onProduct = await fetch(`${api.address()}${path}`);
    expect(await onProduct.text()).not.toContain('process_resident_memory_bytes');
  }

  await fetch(`${api.address()}/api/contacts?search=Maria`, { headers: user.headers });
  const strayToken = 'x'.repeat(40);
  await fetch(`${api.address()}/r/${strayToken}`);
  await fetch(`${api.address()}/nowhere/maria@cliente.example.map`, { method: 'PUT' });
  const seconds = 'escuta_http_request_seconds_count';
  expect(await metric(api.operations(), seconds, 'route="/api/contacts"', 'method="GET"', 'status="2xx"')).toBe(1);
  expect(await metric(api.operations(), seconds, 'route="/r/:token"', 'status="4xx"')).toBe(1);
  expect(await metric(api.operations(), seconds, 'route="none"', 'method="PUT"')).toBe(1);
  const text = await (await fetch(`${api.operations()}/metrics`)).text();
  for (const value of ['Maria', 'maria', strayToken, user.companyId]) expect(text).not.toContain(value);

  const ofWorker = await (await fetch(`${worker.operations()}/metrics`)).text();
  for (const name of ['outbox_oldest_seconds', 'sends_runnable', 'send_queue_items', 'send_unknown_items'])
    expect(ofWorker).toMatch(new RegExp(`^escuta_${name} \\d`, 'm'));
  expect(ofWorker).toContain('escuta_job_queue{job="imports.run",state="ready"}');
  expect(text).not.toContain('escuta_job_queue{');
});

test('an api that is told to stop is not ready, takes nobody new, and finishes the request under way', async () => {
  const user = await signedIn(context);
  const api = await startProcess('api', environment());
  const contact = JSON.stringify({ name: 'Last Guest', email: 'last.guest@stop.example', tel: null });
  const answered = Promise.withResolvers<[status: number | undefined, connection: string | undefined]>();
  const isUnderWay = Promise.withResolvers<void>();
  // The headers are there and the server has asked for the body: the request is under way for as long as we like.
  const slow = request(`${api.address()}/api/contacts`, {
    method: 'POST',
    headers: {
      ...user.headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(contact),
      expect: '100-continue',
    },
  });
  slow.on('continue', () => isUnderWay.resolve());
  slow.on('response', (response) => {
    answered.resolve([response.resume().statusCode, response.headers.connection]);
  });
  slow.on('error', answered.reject);
  slow.flushHeaders();
  await isUnderWay.promise;

  api.signal('SIGTERM');
  await api.logged('stopping');
  expect(await report(api.operations())).toEqual({
    status: 503,
    body: { ready: false, checks: { running: 'failed' } },
  });
  expect((await fetch(`${api.operations()}/healthz`)).status).toBe(200);
  await expect(untilRefused(`${api.address()}/healthz`)).resolves.toBeUndefined();

  slow.end(contact);
  expect(await answered.promise).toEqual([201, 'close']);
  expect(await api.ended).toBe(0);
  const found = await context.app.inject({ url: '/api/contacts?search=last.guest', headers: user.headers });
  expect(found.json().total).toBe(1);
});

test('an api that is told to stop answers what still comes on open connections, and closes them', async () => {
  const api = await startProcess('api', environment());
  const { hostname, port } = new URL(api.address());
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(Number(port), hostname).setEncoding('utf8');
      socket.write('GET /healthz HTTP/1.1\r\nHost: escuta.example\r\n\r\n');
      expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: keep-alive\r\n/is);
      // The rest of the next question comes later.
      socket.write('GET /healthz HTTP/1.1\r\n');
      return socket;
    }),
  );
  const linesBefore = api.output().split('\n').length;

  api.signal('SIGTERM');
  await api.logged('stopping');
  await expect(untilRefused(`${api.address()}/healthz`)).resolves.toBeUndefined();
  const answers = sockets.map(async (socket) => {
    socket.write('Host: escuta.example\r\n\r\n');
    const closed = once(socket, 'close');
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is);
    await closed;
  });
  await Promise.all(answers);
  expect(await api.ended).toBe(0);
  const said = api.output().split('\n').slice(linesBefore);
  const told = said.map((line): string => JSON.parse(line).msg);
  // The login of these tests is a strong one, and whoever looks at it takes its time.
  expect(told.filter((message) => !message.startsWith('the database login'))).toEqual(['stopping', 'stopped']);
});

test(
  'a worker stopped in the middle of a send gives everything back, and the next one ends it at once',
  // A lease lasts a minute: whoever waits for one is too late.
  { timeout: 50_000 },
  async () => {
    const contacts = 500;
    await forgetSends(context);
    const user = await signedIn(context);
    const unit = { companyId: user.companyId, businessUnitId: await unitOf(context, user.companyId) };
    const survey = await createPublishedSurvey(context, unit);
    const addresses = new Set(await createManyContacts(context, unit, contacts));
    const isInTheMiddle = Promise.withResolvers<void>();
    // A worker does the jobs of other tests too, some of which write a mail.
    const invitations = () => mail.messages.map(({ to }) => to).filter((to) => addresses.has(to));
    const mail = await startMailSink({
      message: async () => {
        if (invitations().length === 150) isInTheMiddle.resolve();
        await new Promise((resolve) => setTimeout(resolve, 10));
        return 'accept' as const;
      },
    });
    const payload = { surveyId: survey.surveyId, audience: { kind: 'all' }, channel: 'email' };
    const created = await context.app.inject({ method: 'POST', url: '/api/sends', headers: user.headers, payload });
    const sendId = created.json<QueueEntry>()._id;

    const first = await startProcess('worker', { ...environment(), SMTP_URL: mail.url });
    await isInTheMiddle.promise;
    expect(await metric(first.operations(), 'escuta_send_items_claimed_total')).toBeGreaterThan(150);
    first.signal('SIGTERM');
    expect(await first.ended).toBe(0);
    const handedOver = invitations().length;
    expect(handedOver).toBeLessThan(contacts);
    // Nothing claimed, nothing handed over without an answer, nothing unknown: only ready and accepted are left.
    expect(await countStates(unit.companyId, sendId)).toEqual({ ready: contacts - handedOver, accepted: handedOver });

    const second = await startProcess('worker', { ...environment(), SMTP_URL: mail.url });
    const done = await second.logged('a send is done');
    expect(done['sendId']).toBe(sendId);
    expect(invitations().sort()).toEqual([...addresses].sort());
    expect(await metric(second.operations(), 'escuta_message_results_total', 'channel="email",result="accepted"')).toBe(
      contacts - handedOver,
    );
    expect(await metric(second.operations(), 'escuta_messages_handed_over_total', 'channel="email"')).toBe(
      contacts - handedOver,
    );
    expect(await metric(second.operations(), 'escuta_send_held_back')).toBe(0);
    await mail.close();
  },
);

/** The next answer on a connection, whose body is short JSON. */
async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  while (!answer.endsWith('}')) answer += String((await once(socket, 'data'))[0]);
  return answer;
}

async function countStates(companyId: CompanyId, sendId: SendId): Promise<Record<string, number>> {
  const names = new Map([
    [0, 'ready'],
    [3, 'accepted'],
  ]);
  const rows = await context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('send_items')
      .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
      .where('company_id', '=', companyId)
      .where('send_id', '=', sendId)
      .groupBy('state')
      .execute(),
  );
  return Object.fromEntries(rows.map(({ state, count }) => [names.get(state) ?? `state ${state}`, Number(count)]));
}

/** Asks until nobody takes the connection. */
async function untilRefused(address: string): Promise<void> {
  for (;;) {
    try {
      await fetch(address, { headers: { connection: 'close' } });
    } catch {
      return;
    }
  }
}

/** A port that takes connections and never says a word, as a database that hangs. */
async function listenInSilence(): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<{ destroy(): unknown }>();
  const server = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
