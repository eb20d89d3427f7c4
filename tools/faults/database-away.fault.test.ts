import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createBigSend, untilSettled } from '../../server/src/testing/big-send.ts';
import { openCuttableLink } from '../../server/src/testing/cuttable-link.ts';
import { startMailSink } from '../../server/src/testing/mail-sink.ts';
import type { MailSink } from '../../server/src/testing/mail-sink.ts';
import { endProcesses, startProcess } from '../../server/src/testing/own-process.ts';
import { openTestContext } from '../../server/src/testing/test-context.ts';
import { ownDatabases } from './own-database.ts';
import { expectReachedOnce } from './reached-once.ts';

/** A worker in the middle of a send whose database goes away: it waits, forgets nothing, and goes on by itself. */

const contacts = 500;
const connections = 20;
/** As long as a database takes to fail over. */
const awayMs = 30_000;
const stopsWithinMs = 1_000;

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  await endProcesses();
  for (const close of closings.splice(0).reverse()) await close();
});

describe.each(ownDatabases)('on $name', ({ isMissing, open }) => {
  test.skipIf(isMissing)(
    'a database that goes away in the middle of a send costs no message and no restart',
    { timeout: 90_000 + awayMs },
    async () => {
      const database = await open();
      closings.push(database.stop);
      const context = await openTestContext({ databaseUrl: database.url });
      closings.push(context.close);
      const send = await createBigSend(context, contacts);
      const mail = await startMailSink({ connections, message: () => sleep(3, 'accept' as const) });
      closings.push(mail.close);
      const link = await openCuttableLink(database.url);
      closings.push(link.close);
      const worker = await startProcess('worker', {
        DATABASE_URL: link.url,
        DATA_DIR: context.config.dataDir,
        SMTP_URL: mail.url,
        DATABASE_POOL_MAX: '4',
      });

      // Short interruptions at moments when work is done and its answers do not arrive: what was written is unclear.
      for (let time = 1; time <= 2; time += 1) {
        await seen(mail, time * 60);
        link.loseAnswers();
        await sleep(50);
        await link.cut();
        await link.mend();
      }

      await seen(mail, mail.messages.length + 60);
      await link.cut();
      await sleep(stopsWithinMs);
      const sentByThen = mail.messages.length;
      await sleep(awayMs - stopsWithinMs);
      expect(mail.messages.length).toBe(sentByThen);
      await link.mend();
      await seen(mail, sentByThen + connections);

      link.stall();
      await sleep(stopsWithinMs);
      await link.mend();
      await untilSettled(send);
      // A worker that lives knows what became of its messages: nothing is unknown.
      await expectReachedOnce(send, [mail]);
      expect(worker.isRunning()).toBe(true);
    },
  );
});

function seen(mail: MailSink, count: number): Promise<void> {
  return vi.waitFor(() => expect(mail.messages.length).toBeGreaterThanOrEqual(count), { timeout: 30_000, interval: 5 });
}
