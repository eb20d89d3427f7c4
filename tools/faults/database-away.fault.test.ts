import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { createBigSend, judge } from '../../testing/big-send.ts';
import { openCuttableLink } from '../../testing/cuttable-link.ts';
import { startMailSink } from '../../testing/mail-sink.ts';
import type { MailSink } from '../../testing/mail-sink.ts';
import { startOurProcess } from '../../testing/our-process.ts';
import { openTestHouse } from '../../testing/test-house.ts';
import { itemState } from './item-state.ts';

/** A worker in the middle of a send whose database goes away: it waits, forgets nothing, and goes on by itself. */

const contacts = 800;
const connections = 20;
/** `FAULT_AWAY_MS=30000` for as long as a database takes to fail over. */
const awayMs = Number(process.env['FAULT_AWAY_MS'] ?? 4_000);
const stopsWithinMs = 1_000;
const recoveryMsMax = 10_000;

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

test(
  'a database that goes away in the middle of a send costs no message and no restart',
  { timeout: 90_000 + awayMs },
  async () => {
    const house = await openTestHouse();
    closings.push(house.close);
    const send = await createBigSend(house, contacts);
    const mail = await startMailSink({ connections, message: () => sleep(3, 'accept' as const) });
    closings.push(mail.close);
    const link = await openCuttableLink(inject('databaseUrl'));
    closings.push(link.close);
    const worker = startOurProcess('worker', {
      DATABASE_URL: link.url,
      DATA_DIR: house.config.dataDir,
      SMTP_URL: mail.url,
      DATABASE_POOL_MAX: '4',
    });
    closings.push(worker.kill);

    // Short interruptions at moments when work is done and its answers do not arrive: what was written is unclear.
    for (let time = 1; time <= 3; time += 1) {
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
    const backAt = performance.now();
    await seen(mail, sentByThen + connections);
    expect(performance.now() - backAt).toBeLessThan(recoveryMsMax);

    link.stall();
    await sleep(stopsWithinMs);
    await link.mend();
    await vi.waitFor(
      async () => {
        const states = await send.states();
        // Claims whose answer was lost wait for the end of their lease.
        if ((states.get(itemState.claimed) ?? 0) > 0 && !isMoving(mail)) await send.letLeasesEnd();
        expect((await send.entry()).status).toBe('finished');
      },
      { timeout: 60_000, interval: 500 },
    );

    // A worker that lives knows what became of its messages: nothing is in doubt.
    expect(judge(send.addresses, mail.messages, await send.items())).toEqual({
      missing: [],
      twice: [],
      claimed: [],
      denied: [],
      open: [],
      unknown: [],
    });
    expect(worker.process.exitCode).toBeNull();
  },
);

function seen(mail: MailSink, count: number): Promise<void> {
  return vi.waitFor(() => expect(mail.messages.length).toBeGreaterThanOrEqual(count), { timeout: 30_000, interval: 5 });
}

let lastSeen = 0;
function isMoving({ messages }: MailSink): boolean {
  const isMore = messages.length > lastSeen;
  lastSeen = messages.length;
  return isMore;
}
