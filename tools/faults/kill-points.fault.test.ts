import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { itemState } from '../../server/src/modules/sends/index.ts';
import { createBigSend, judge, untilSettled } from '../../server/src/testing/big-send.ts';
import type { BigSend } from '../../server/src/testing/big-send.ts';
import { openGate, startMailSink } from '../../server/src/testing/mail-sink.ts';
import type { Gate, MailSink } from '../../server/src/testing/mail-sink.ts';
import { endProcesses } from '../../server/src/testing/own-process.ts';
import type { OwnProcess } from '../../server/src/testing/own-process.ts';
import { openTestContext } from '../../server/src/testing/test-context.ts';
import type { TestContext } from '../../server/src/testing/test-context.ts';
import { untilDatabaseRests } from './database-rests.ts';
import { openCleanDatabase } from './own-database.ts';
import { startWorker } from './send-worker.ts';

/**
 * The worker killed at each place of a message's way, held there until the kill. Only between the final dot and the commit
 * of its answer may a result be lost; everywhere else the send goes on as if nothing had happened.
 */

const contacts = 120;
const connections = 5;
const before = 40;
const waiting = { timeout: 30_000, interval: 20 };

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  await endProcesses();
  for (const close of closings.splice(0).reverse()) await close();
});

interface Stage {
  readonly context: TestContext;
  readonly send: BigSend;
  readonly mail: MailSink;
  readonly gates: Readonly<Record<'greeting' | 'recipient' | 'message', Gate>>;
}

interface Point {
  readonly name: string;
  /** Lets the worker come to the point and no further; answers what frees the way again. */
  reach(stage: Stage, start: () => Promise<OwnProcess>): Promise<{ worker: OwnProcess; free: () => Promise<void> }>;
  /** Whether what was under way may be lost. */
  readonly leavesUnknown: boolean;
}

const points: readonly Point[] = [
  {
    name: 'after the claim',
    leavesUnknown: false,
    async reach({ send, gates }, start) {
      gates.greeting.shut();
      const worker = await start();
      await vi.waitFor(async () => expect(await inState(send, itemState.claimed)).toBeGreaterThan(0), waiting);
      return { worker, free: gates.greeting.release };
    },
  },
  {
    name: 'before DATA',
    leavesUnknown: false,
    async reach({ gates }, start) {
      gates.recipient.shut();
      const worker = await start();
      await vi.waitFor(() => expect(gates.recipient.waiting()).toBe(connections), waiting);
      return { worker, free: gates.recipient.release };
    },
  },
  {
    name: 'after the dot, before its answer',
    leavesUnknown: true,
    async reach({ mail, gates }, start) {
      const worker = await start();
      await seen(mail, before);
      gates.message.shut();
      await vi.waitFor(() => expect(gates.message.waiting()).toBe(connections), waiting);
      return { worker, free: gates.message.release };
    },
  },
  {
    name: 'after the answer, before its commit',
    leavesUnknown: true,
    async reach({ context, mail, send }, start) {
      const worker = await start();
      await seen(mail, before);
      const free = await holdResults(context);
      await standsStill(mail);
      expect(mail.messages.length).toBeGreaterThan(await inState(send, itemState.accepted));
      return { worker, free };
    },
  },
  {
    name: 'after the commit',
    leavesUnknown: false,
    async reach({ mail, send, gates }, start) {
      const worker = await start();
      await seen(mail, before);
      gates.recipient.shut();
      await vi.waitFor(() => expect(gates.recipient.waiting()).toBe(connections), waiting);
      const committed = async () => expect(await inState(send, itemState.accepted)).toBe(mail.messages.length);
      await vi.waitFor(committed, waiting);
      return { worker, free: gates.recipient.release };
    },
  },
];

describe.each(points)('killed $name', ({ reach, leavesUnknown }) => {
  test('every contact gets one message, and only what may be lost is unknown', async () => {
    const stage = await setUp();
    const { send, mail } = stage;
    const { worker, free } = await reach(stage, () => startWorker(stage.context, stage.mail));
    await worker.kill();
    const sunk = mail.messages.length;
    const known = await inState(send, itemState.accepted);
    await free();
    await send.letLeasesEnd();
    await startWorker(stage.context, stage.mail);

    await untilSettled(send);
    await send.letEvidenceWaitEnd();
    await vi.waitFor(async () => expect((await send.entry()).status).toBe('finished'), waiting);
    const { unknown, ...faults } = judge(send.addresses, mail.messages, await send.items());
    expect(faults).toEqual({ missing: [], twice: [], claimed: [], denied: [], open: [] });
    // Messages that came without a result are unknown, and no more than were on the connections and on the way to the ledger.
    expect(sunk > known).toBe(leavesUnknown);
    expect(unknown.length).toBeGreaterThanOrEqual(sunk - known);
    expect(unknown.length).toBeLessThanOrEqual(leavesUnknown ? 2 * connections : 0);
  });
});

test('killed in the sends of many companies, when no result can be written: what is unknown stays as little', async () => {
  const context = await openOwnContext();
  const sends: BigSend[] = [];
  // A transaction works for one company: that many could wait with results in their hands.
  while (sends.length < 24) sends.push(await createBigSend(context, 20));
  const inAll = async (state: number) =>
    (await Promise.all(sends.map((send) => inState(send, state)))).reduce((sum, count) => sum + count, 0);
  const all = sends.length * 20;
  const greeting = openGate();
  const mail = await startMailSink({ connections, connection: greeting.pass });
  closings.push(mail.close);
  // The worker has claimed something of every company before the first message leaves.
  greeting.shut();
  const worker = await startWorker(context, mail, { DATABASE_POOL_MAX: '30' });
  await vi.waitFor(async () => expect(await inAll(itemState.claimed)).toBe(all), waiting);
  await greeting.release();
  await seen(mail, before);
  const free = await holdResults(context);
  await standsStill(mail);
  await worker.kill();
  const sunk = mail.messages.length;
  await free();
  await untilDatabaseRests(context);

  expect(sunk).toBeLessThan(all);
  const handedOver = await inAll(itemState.handedOver);
  expect(handedOver).toBeGreaterThan(0);
  expect(handedOver).toBeLessThanOrEqual(2 * connections);
  expect(sunk - (await inAll(itemState.accepted))).toBeLessThanOrEqual(handedOver);
});

async function openOwnContext(): Promise<TestContext> {
  const database = await openCleanDatabase();
  closings.push(database.stop);
  const context = await openTestContext({ databaseUrl: database.url });
  closings.push(context.close);
  return context;
}

async function setUp(): Promise<Stage> {
  const context = await openOwnContext();
  const send = await createBigSend(context, contacts);
  const gates = { greeting: openGate(), recipient: openGate(), message: openGate() };
  const mail = await startMailSink({
    connections,
    connection: gates.greeting.pass,
    recipient: () => gates.recipient.pass().then(() => 'accept' as const),
    message: () => gates.message.pass().then(() => 'accept' as const),
  });
  closings.push(mail.close);
  return { context, send, mail, gates };
}

/** Keeps results from being written down, as a database does that stalls at the worst moment. Answers how to end it. */
async function holdResults({ config }: TestContext): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: config.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE send_progress IN SHARE ROW EXCLUSIVE MODE');
  return () => client.end();
}

async function inState(send: BigSend, state: number): Promise<number> {
  return (await send.states()).get(state) ?? 0;
}

function seen(mail: MailSink, count: number): Promise<void> {
  return vi.waitFor(() => expect(mail.messages.length).toBeGreaterThanOrEqual(count), { timeout: 30_000, interval: 2 });
}

/** Waits until no message has come for a second. */
async function standsStill(mail: MailSink): Promise<void> {
  let known = -1;
  await vi.waitFor(
    () => {
      const count = mail.messages.length;
      const isSame = count === known;
      known = count;
      expect(isSame).toBe(true);
    },
    { timeout: 30_000, interval: 1_000 },
  );
}
