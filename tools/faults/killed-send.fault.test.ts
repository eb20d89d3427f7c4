import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { seeded } from '../../server/src/demo/random.ts';
import { createBigSend, judge, untilSettled } from '../../server/src/testing/big-send.ts';
import { startMailSink } from '../../server/src/testing/mail-sink.ts';
import type { MailSink } from '../../server/src/testing/mail-sink.ts';
import { endProcesses } from '../../server/src/testing/own-process.ts';
import { openTestContext } from '../../server/src/testing/test-context.ts';
import { answerMessage } from './answer-message.ts';
import { untilDatabaseRests } from './database-rests.ts';
import { ownDatabases } from './own-database.ts';
import { startWorker } from './send-worker.ts';

/** A send of 5,000 messages while its worker and its database are killed, at moments chosen by chance. */

const contacts = 5_000;
const connections = 20;
const workerKills = 3;
const databaseKills = 2;
/** The same test twice, unless somebody asks for another one. */
const seed = Number(process.env['FAULT_SEED'] ?? 20_261_121);

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  await endProcesses();
  for (const close of closings.splice(0).reverse()) await close();
});

describe.each(ownDatabases)('on $name', ({ isMissing, open }) => {
  test.skipIf(isMissing)(
    `kill -9 of worker and database loses nothing and sends nothing twice (seed ${seed})`,
    async () => {
      const database = await open();
      closings.push(database.stop);
      const context = await openTestContext({ databaseUrl: database.url });
      closings.push(context.close);
      const send = await createBigSend(context, contacts);
      // A server that takes a moment, so that messages are under way on every connection at any time.
      const mail = await startMailSink({
        connections,
        message: () => sleep(3, 'accept' as const),
      });
      closings.push(mail.close);

      let worker = await startWorker(context, mail);
      const handedOver: number[] = [];
      for (const { kind, at } of killPlan()) {
        await seen(mail, at);
        if (kind === 'worker') {
          await worker.kill();
          await untilDatabaseRests(context);
          handedOver.push(await send.inFlight());
          await send.letLeasesEnd();
          worker = await startWorker(context, mail);
        } else {
          await database.killNow();
          await database.startAgain();
          // The worker goes on by itself.
          await seen(mail, mail.messages.length + 3 * connections);
        }
      }
      // What was on a connection, and results on their way into the ledger: never the batch that was claimed.
      expect(Math.max(...handedOver)).toBeLessThanOrEqual(2 * connections);

      await untilSettled(send);
      await send.letEvidenceWaitEnd();
      await vi.waitFor(async () => expect((await send.entry()).status).toBe('finished'), waiting);
      const { unknown, ...faults } = judge(send.addresses, mail.messages, await send.items());
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
      expect(await answerMessage(context, mail.messages.at(-1))).toBe(200);
    },
  );
});

const waiting = { timeout: 30_000, interval: 100 };

/** When what is killed, counted in messages that the mail server has seen. */
function killPlan(): { kind: 'worker' | 'database'; at: number }[] {
  const chance = seeded(seed);
  const kinds = [...Array(workerKills).fill('worker'), ...Array(databaseKills).fill('database')] as const;
  const share = contacts / (kinds.length + 1);
  return kinds
    .map((kind) => ({ kind, order: chance.next() }))
    .sort((one, other) => one.order - other.order)
    .map(({ kind }, place) => ({ kind, at: Math.floor(share * (place + 0.2 + 0.6 * chance.next())) }));
}

function seen(mail: MailSink, count: number): Promise<void> {
  return vi.waitFor(() => expect(mail.messages.length).toBeGreaterThanOrEqual(count), { timeout: 60_000, interval: 2 });
}
