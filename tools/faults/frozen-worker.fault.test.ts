import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { itemState } from '../../server/src/modules/sends/index.ts';
import { createBigSend, untilSettled } from '../../server/src/testing/big-send.ts';
import type { BigSend } from '../../server/src/testing/big-send.ts';
import { openCuttableLink } from '../../server/src/testing/cuttable-link.ts';
import type { CuttableLink } from '../../server/src/testing/cuttable-link.ts';
import { openGate, startMailSink } from '../../server/src/testing/mail-sink.ts';
import type { Gate, MailSink } from '../../server/src/testing/mail-sink.ts';
import { endProcesses } from '../../server/src/testing/own-process.ts';
import type { OwnProcess } from '../../server/src/testing/own-process.ts';
import { openTestContext } from '../../server/src/testing/test-context.ts';
import type { TestContext } from '../../server/src/testing/test-context.ts';
import { answerMessage } from './answer-message.ts';
import { openCleanDatabase } from './own-database.ts';
import { expectReachedOnce } from './reached-once.ts';
import { startWorker } from './send-worker.ts';

/**
 * Two workers of one send, one of them frozen between two statements of a transaction, holding its rows. A link
 * to the database keeps the answer of a statement until its worker is frozen, so that it always freezes at the same statement.
 */

/** More than both workers hold before the freeze, so that the other one has work left. */
const contacts = 4_000;
const connections = 5;
/** How long the mail servers take over a message: a send that is through before the workers look after it shows nothing. */
const messageMs = 25;
/** How long leases last, and how long after its worker froze others must go on with what it held. */
const leaseMs = 60_000;
const goesOnWithinMs = 65_000;
const answersWithinMs = 1_000;
/** So many messages of the other worker show that it waits for nothing. */
const steps = 100;
const waiting = { timeout: 30_000, interval: 20 };

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  await endProcesses();
  for (const close of closings.splice(0).reverse()) await close();
});

interface Stage {
  readonly context: TestContext;
  readonly send: BigSend;
  readonly link: CuttableLink;
  readonly frozen: { readonly worker: OwnProcess; readonly mail: MailSink };
  readonly other: { readonly mail: MailSink };
  /** Opens the gates of both mail servers. */
  go(): Promise<void>;
}

describe.skipIf(inject('sharedServer') === null)('a worker that is frozen', { timeout: 240_000 }, () => {
  test('while it writes hand-overs and results stops neither the other worker nor those who answer', async () => {
    const stage = await setUp();
    const { context, send, frozen, other } = stage;
    const hold = await freeze(stage, 'add_to_invitation_days');
    const frozenAt = new Date();
    await goesOn(stage, hold);

    const isTakenOver = async () => expect(await heldSince(stage, frozenAt)).toBe(0);
    await vi.waitFor(isTakenOver, { timeout: goesOnWithinMs, interval: 200 });
    await vi.waitFor(async () => expect(await settled(send)).toBe(contacts), { timeout: 90_000, interval: 200 });
    // What it was handing over when it froze is unknown, until it tells.
    expect((await send.states()).get(itemState.unknown) ?? 0).toBeLessThanOrEqual(2 * connections);

    frozen.worker.signal('SIGCONT');
    await expectReachedOnce(stage.send, [stage.frozen.mail, stage.other.mail]);
    expect(await answerMessage(context, other.mail.messages.at(-1))).toBe(200);
  });

  test.each([
    ['while it claims', 'insert into "send_leases"'],
    ['while it ends its cycle of the send', 'UPDATE send_runnable'],
    ['while it looks after the send', 'DELETE FROM send_leases'],
  ])('%s holds nothing that the others need', async (_, words) => {
    const stage = await setUp();
    const hold = await freeze(stage, words);
    await goesOn(stage, hold);

    await vi.waitFor(async () => expect(await hold.isOpen()).toBe(false), waiting);
    await untilSettled(stage.send);
    stage.frozen.worker.signal('SIGCONT');
    await expectReachedOnce(stage.send, [stage.frozen.mail, stage.other.mail]);
  });
});

async function setUp(): Promise<Stage> {
  const database = await openCleanDatabase();
  closings.push(database.stop);
  const context = await openTestContext({ databaseUrl: database.url });
  closings.push(context.close);
  const link = await openCuttableLink(database.url);
  closings.push(link.close);
  const send = await createBigSend(context, contacts);
  const gate = openGate();
  gate.shut();
  const frozenMail = await sink(gate);
  const otherMail = await sink(gate);
  const worker = await startWorker(context, frozenMail, { DATABASE_URL: link.url });
  await vi.waitFor(() => expect(gate.waiting()).toBe(connections), waiting);
  await startWorker(context, otherMail);
  await vi.waitFor(() => expect(gate.waiting()).toBe(2 * connections), waiting);
  // What an api does once in its life is no part of what an answer waits for.
  expect(await answerMessage(context, otherMail.messages[0])).toBe(200);
  return { context, send, link, frozen: { worker, mail: frozenMail }, other: { mail: otherMail }, go: gate.release };
}

async function sink(gate: Gate): Promise<MailSink> {
  const mail = await startMailSink({ connections, message: () => accepted(gate) });
  closings.push(mail.close);
  return mail;
}

async function accepted(gate: Gate): Promise<'accept'> {
  await gate.pass();
  return sleep(messageMs, 'accept');
}

interface Hold {
  /** Whether the frozen worker's transaction is still open. */
  isOpen(): Promise<boolean>;
}

/** Freezes the one worker when the database has done a statement with these words and waits for the next. */
async function freeze({ context, link, frozen, go }: Stage, words: string): Promise<Hold> {
  const caught = link.holdAnswersTo(words);
  await go();
  const port = await caught;
  const isOpen = async () => {
    const { rowCount } = await context.database.pool.query(
      `SELECT FROM pg_stat_activity WHERE client_port = $1 AND state = 'idle in transaction'`,
      [port],
    );
    return rowCount === 1;
  };
  await vi.waitFor(async () => expect(await isOpen()).toBe(true), waiting);
  frozen.worker.signal('SIGSTOP');
  await link.mend();
  return { isOpen };
}

/** While the transaction is open the other worker goes on, and who answers hears at once. */
async function goesOn({ context, other: { mail } }: Stage, hold: Hold): Promise<void> {
  const sunk = mail.messages.length;
  await vi.waitFor(() => expect(mail.messages.length).toBeGreaterThanOrEqual(sunk + steps), waiting);
  const askedAt = performance.now();
  expect(await answerMessage(context, mail.messages[sunk])).toBe(200);
  expect(performance.now() - askedAt).toBeLessThan(answersWithinMs);
  expect(await hold.isOpen()).toBe(true);
}

/** How many items are under leases that a worker took or renewed before it froze. */
function heldSince({ context, send: { companyId, sendId } }: Stage, frozenAt: Date): Promise<number> {
  const ends = new Date(frozenAt.getTime() + leaseMs);
  return context.database.withCompany(companyId, async (tx) => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM send_items
      WHERE company_id = ${companyId} AND send_id = ${sendId} AND lease_until <= ${ends}
        AND state IN (${itemState.claimed}, ${itemState.handedOver})
    `.execute(tx);
    return rows[0]?.count ?? 0;
  });
}

/** How many items have a result or are unknown. */
async function settled(send: BigSend): Promise<number> {
  const states = await send.states();
  return (states.get(itemState.accepted) ?? 0) + (states.get(itemState.unknown) ?? 0);
}
