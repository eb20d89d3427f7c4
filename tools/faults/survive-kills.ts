import type { SendChannel } from '@escuta/contract/sends';
import { expect, vi } from 'vitest';
import { seeded } from '../../server/src/platform/drawing/random.ts';
import { createBigSend, judge, untilSettled } from '../../server/src/testing/big-send.ts';
import { openTestContext } from '../../server/src/testing/test-context.ts';
import type { TestContext } from '../../server/src/testing/test-context.ts';
import { untilDatabaseRests } from './database-rests.ts';
import type { OwnDatabase } from './own-database.ts';
import { startWorker } from './send-worker.ts';

const contacts = 5_000;
/** Messages that the provider of such a test takes at a time. */
export const connections = 20;
const workerKills = 3;
const databaseKills = 2;
/** The same test twice, unless somebody asks for another one. */
export const seed = Number(process.env['FAULT_SEED'] ?? 20_261_121);

/** A provider of the test: what it is told of by, and what it has seen. */
interface Sink<Message extends { readonly to: string }> {
  readonly setting: string;
  readonly url: string;
  readonly messages: readonly Message[];
}

interface Trial<Message extends { readonly to: string }> {
  readonly database: OwnDatabase;
  readonly channel: SendChannel;
  /** A provider that takes a moment, so that messages are under way on every connection at any time. */
  readonly sink: Sink<Message>;
  readonly closings: (() => Promise<void>)[];
}

/**
 * Sends 5,000 messages over a channel while the worker and the database are killed, at moments chosen by chance, and expects
 * that none is lost, none is sent twice, and that no more results are unknown than may be. Answers the context and the
 * last message.
 */
export async function surviveKills<Message extends { readonly to: string }>({
  database,
  channel,
  sink,
  closings,
}: Trial<Message>): Promise<{ context: TestContext; last: Message | undefined }> {
  const context = await openTestContext({ databaseUrl: database.url });
  closings.push(context.close);
  const send = await createBigSend(context, contacts, channel);
  let worker = await startWorker(context, sink);
  const handedOver: number[] = [];
  for (const { kind, at } of killPlan()) {
    await seen(sink, at);
    if (kind === 'worker') {
      await worker.kill();
      await untilDatabaseRests(context);
      handedOver.push(await send.inFlight());
      await send.letLeasesEnd();
      worker = await startWorker(context, sink);
    } else {
      await database.killNow();
      await database.startAgain();
      // The worker goes on by itself.
      await seen(sink, sink.messages.length + 3 * connections);
    }
  }
  // What was on a connection, and results on their way into the ledger: never the batch that was claimed.
  expect(Math.max(...handedOver)).toBeLessThanOrEqual(2 * connections);

  await untilSettled(send);
  await send.letEvidenceWaitEnd();
  await vi.waitFor(async () => expect((await send.entry()).status).toBe('finished'), {
    timeout: 30_000,
    interval: 100,
  });
  const { unknown, ...faults } = judge(send.addresses, sink.messages, await send.items());
  expect(faults).toEqual({ missing: [], twice: [], claimed: [], denied: [], open: [] });
  expect(unknown.length).toBeLessThanOrEqual(workerKills * 2 * connections);
  const { processing } = await send.entry();
  expect(processing).toEqual({
    accepted: contacts - unknown.length,
    heldBack: 0,
    failed: 0,
    unknown: unknown.length,
    pending: 0,
  });
  return { context, last: sink.messages.at(-1) };
}

/** When what is killed, counted in messages that the provider has seen. */
function killPlan(): { kind: 'worker' | 'database'; at: number }[] {
  const chance = seeded(seed);
  const kinds = [...Array(workerKills).fill('worker'), ...Array(databaseKills).fill('database')] as const;
  const share = contacts / (kinds.length + 1);
  return kinds
    .map((kind) => ({ kind, order: chance.next() }))
    .sort((one, other) => one.order - other.order)
    .map(({ kind }, at) => ({ kind, at: Math.floor(share * (at + 0.2 + 0.6 * chance.next())) }));
}

function seen(sink: Pick<Sink<{ to: string }>, 'messages'>, count: number): Promise<void> {
  return vi.waitFor(() => expect(sink.messages.length).toBeGreaterThanOrEqual(count), { timeout: 60_000, interval: 2 });
}
