import { afterEach, describe, expect, test, vi } from 'vitest';
import { itemState } from '../../server/src/modules/sends/index.ts';
import { createBigSend } from '../../server/src/testing/big-send.ts';
import type { BigSend } from '../../server/src/testing/big-send.ts';
import { openGate, startMailSink } from '../../server/src/testing/mail-sink.ts';
import type { Gate, MailSink } from '../../server/src/testing/mail-sink.ts';
import { endProcesses } from '../../server/src/testing/own-process.ts';
import type { OwnProcess } from '../../server/src/testing/own-process.ts';
import { openTestContext } from '../../server/src/testing/test-context.ts';
import type { TestContext } from '../../server/src/testing/test-context.ts';
import { openCleanDatabase } from './own-database.ts';
import { expectReachedOnce } from './reached-once.ts';
import { startWorker } from './send-worker.ts';

/**
 * A worker that sleeps in the middle of a send, as a frozen machine does, and wakes when another holds what it held. Each
 * worker has a mail server of its own, so that it shows who wrote to whom.
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

interface Sleeper {
  readonly mail: MailSink;
  /** Where its messages are held while it sleeps. */
  readonly gate: Gate;
}

interface Place {
  readonly name: string;
  /** What the sleeper's messages were when it fell asleep. */
  readonly state: number;
  /** The sleeper's mail server, which holds every message here once the gate is shut. */
  start(gate: Gate): Promise<MailSink>;
}

const places: readonly Place[] = [
  {
    // The refusals come when the other worker holds the same items: they must not pass for its results.
    name: 'before DATA, and is then refused',
    state: itemState.claimed,
    start(gate) {
      const held = new Set<string>();
      const recipient = async (to: string) => {
        if (gate.isShut()) held.add(to);
        await gate.pass();
        return held.has(to) ? { code: 550, words: 'No such user here' } : ('accept' as const);
      };
      return startMailSink({ connections, recipient });
    },
  },
  {
    // Its messages left and nobody sends them again, so their late results are the truth.
    name: 'after the dot, and is then told that they were taken',
    state: itemState.handedOver,
    start: (gate) => startMailSink({ connections, message: () => gate.pass().then(() => 'accept' as const) }),
  },
];

describe.each(places)('a worker that sleeps past its leases $name', ({ state, start }) => {
  test('sends and writes nothing that another worker holds: every contact gets one message', async () => {
    const { context, send } = await setUp();
    const gate = openGate();
    const sleeper: Sleeper = { gate, mail: await start(gate) };
    closings.push(sleeper.mail.close);
    const asleep = await fallAsleep(context, send, sleeper, state);
    const sunk = sleeper.mail.messages.length;
    await send.letLeasesEnd();

    // The other one takes over all that waits, and is held with its first messages after the dot.
    const otherGate = openGate();
    otherGate.shut();
    const other = await startMailSink({ connections, message: () => otherGate.pass().then(() => 'accept' as const) });
    closings.push(other.close);
    await startWorker(context, other);
    await vi.waitFor(() => expect(otherGate.waiting()).toBe(connections), waiting);
    const unknown = (await send.states()).get(itemState.unknown) ?? 0;
    expect(unknown).toBe(state === itemState.handedOver ? connections : 0);

    await gate.release();
    asleep.signal('SIGCONT');
    await vi.waitFor(async () => expect(await holdings(asleep)).toEqual([0, 0]), waiting);
    await otherGate.release();
    await expectReachedOnce(send, [sleeper.mail, other]);
    expect(sleeper.mail.messages).toHaveLength(sunk);
  });
});

async function setUp(): Promise<{ context: TestContext; send: BigSend }> {
  const database = await openCleanDatabase();
  closings.push(database.stop);
  const context = await openTestContext({ databaseUrl: database.url });
  closings.push(context.close);
  return { context, send: await createBigSend(context, contacts) };
}

/** Starts a worker and stops it in the middle of the send, when every connection is held and every result is written. */
async function fallAsleep(
  context: TestContext,
  send: BigSend,
  { mail, gate }: Sleeper,
  state: number,
): Promise<OwnProcess> {
  const worker = await startWorker(context, mail);
  await vi.waitFor(() => expect(mail.messages.length).toBeGreaterThanOrEqual(before), { ...waiting, interval: 2 });
  gate.shut();
  await vi.waitFor(() => expect(gate.waiting()).toBe(connections), waiting);
  await vi.waitFor(async () => {
    const states = await send.states();
    const left = mail.messages.length - (states.get(itemState.accepted) ?? 0);
    expect(left).toBe(state === itemState.handedOver ? connections : 0);
    expect(states.get(itemState.handedOver) ?? 0).toBe(left);
    expect(states.get(itemState.claimed) ?? 0).toBeGreaterThan(2 * connections);
  }, waiting);
  worker.signal('SIGSTOP');
  return worker;
}

/** How many items a worker has not begun to send, and how many of its results are not written. */
async function holdings(worker: OwnProcess): Promise<number[]> {
  const text = await (await fetch(`${worker.operations()}/metrics`)).text();
  return ['escuta_send_buffered_items', 'escuta_send_unwritten_results'].map((name) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]),
  );
}
