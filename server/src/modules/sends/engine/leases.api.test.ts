import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { SmtpPool } from '#platform/mail/smtp-pool.ts';
import { parseSmtpUrl } from '#platform/mail/smtp-url.ts';
import { createBigSend } from '../../../testing/big-send.ts';
import type { BigSend } from '../../../testing/big-send.ts';
import { openGate, startMailSink } from '../../../testing/mail-sink.ts';
import type { Gate, MailSink, SinkVerdict } from '../../../testing/mail-sink.ts';
import { workerStage } from '../../../testing/worker-stage.ts';
import { leaseMs } from './claim-items.ts';
import { itemState } from '../index.ts';
import { emailTransport } from '../channels/email/email-transport.ts';
import { startSender } from './sender.ts';
import { evidenceWaitMs } from './settle-unknown.ts';

const connections = 2;
const { context, clock, closings } = workerStage();

test('a worker that needs longer than a lease keeps what it claimed', async () => {
  const send = await createBigSend(context, 30);
  const { mail, gate } = await heldSink();
  sender(mail);
  await held(gate);
  const [claim] = await claimsOf(send);
  expect(claim).toMatchObject({ items: 30 - connections });

  clock.advance(0.7 * leaseMs);
  const enough = new Date(Number(claim?.ends) + 0.5 * leaseMs);
  // It renews by a clock that no test moves, four times in a lease.
  const renewed = expect.objectContaining({ token: claim?.token, items: 30 - connections, isRenewed: true });
  await until(async () => expect(await claimsOf(send, enough)).toEqual([renewed]));
  clock.advance(0.5 * leaseMs);
  const other = await sink();
  sender(other);
  // What was handed over cannot be renewed: being unknown shows that somebody has looked at all leases.
  await until(async () => expect((await send.states()).get(itemState.unknown)).toBe(connections));
  expect(await claimsOf(send, enough)).toEqual([renewed]);

  await gate.release();
  await finished(send);
  expect(other.messages).toEqual([]);
  expect(mail.messages.map(({ to }) => to).sort()).toEqual([...send.addresses].sort());
  expect((await send.entry()).processing).toEqual({ accepted: 30, heldBack: 0, failed: 0, unknown: 0, pending: 0 });
});

test.each<{ what: string; verdict: SinkVerdict; accepted: number; failed: number }>([
  { what: 'acceptance', verdict: 'accept', accepted: connections, failed: 0 },
  { what: 'refusal', verdict: { code: 550, words: 'No such user here' }, accepted: 0, failed: connections },
])('an open unknown result takes a late $what: it is the truth', async ({ verdict, accepted, failed }) => {
  const { send, gate, mail, other } = await withOpenUnknown(verdict);
  await gate.release();
  await finished(send);
  expect((await send.entry()).processing).toEqual({ accepted, heldBack: 0, failed, unknown: 0, pending: 0 });
  expect(await daysOf(send)).toEqual([{ sent: connections, failed }]);
  expect([mail.messages.length, other.messages.length]).toEqual([connections, 0]);
});

test('an unknown result that was closed takes no late one', async () => {
  const { send, gate, worker } = await withOpenUnknown('accept');
  clock.advance(evidenceWaitMs + 1_000);
  await finished(send);
  const closed = await send.items();
  const unknown = { accepted: 0, heldBack: 0, failed: 0, unknown: connections, pending: 0 };
  expect((await send.entry()).processing).toEqual(unknown);

  await gate.release();
  // A worker that stops writes down first what came back.
  await worker.stop();
  expect((await send.entry()).processing).toEqual(unknown);
  expect(await send.items()).toEqual(closed);
  expect(await daysOf(send)).toEqual([]);
});

/** A send whose every message is held by the mail server, for longer than its lease: another worker has seen to it. */
async function withOpenUnknown(verdict: SinkVerdict) {
  const send = await createBigSend(context, connections);
  const { mail, gate } = await heldSink(verdict);
  const worker = sender(mail);
  await held(gate);
  clock.advance(leaseMs + 1_000);
  const other = await sink();
  sender(other);
  await until(async () => expect((await send.states()).get(itemState.unknown)).toBe(connections));
  return { send, mail, gate, worker, other };
}

async function sink(judge: Parameters<typeof startMailSink>[0] = {}): Promise<MailSink> {
  const opened = await startMailSink({ connections, ...judge });
  closings.push(opened.close);
  return opened;
}

/** A mail server that takes messages whole and keeps its answers until its gate opens. */
async function heldSink(verdict: SinkVerdict = 'accept'): Promise<{ mail: MailSink; gate: Gate }> {
  const gate = openGate();
  gate.shut();
  return { mail: await sink({ message: () => gate.pass().then(() => verdict) }), gate };
}

function held(gate: Gate): Promise<void> {
  return until(() => expect(gate.waiting()).toBe(connections));
}

function sender(to: MailSink) {
  const pool = new SmtpPool(parseSmtpUrl(to.url));
  const started = startSender({ ...context, clock }, { email: emailTransport(pool) });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= started.stop().then(() => pool.close(1_000)));
  closings.push(stop);
  return { stop };
}

function until(check: () => Promise<void> | void): Promise<void> {
  return vi.waitFor(check, { timeout: 25_000, interval: 50 });
}

function finished(send: BigSend): Promise<void> {
  return until(async () => expect((await send.entry()).status).toBe('finished'));
}

/** The claims under which a send's items are held, and whether all of a claim's leases end later than `before`. */
async function claimsOf({ companyId, sendId }: BigSend, before = new Date(0)) {
  const { rows } = await context.database.withCompany(companyId, (tx) =>
    sql<{ token: string; items: number; ends: Date }>`
      SELECT lease_token AS token, count(*)::int AS items, min(lease_until) AS ends FROM send_items
      WHERE company_id = ${companyId} AND send_id = ${sendId} AND state = ${itemState.claimed} GROUP BY lease_token
    `.execute(tx),
  );
  return rows.map((row) => ({ ...row, isRenewed: row.ends > before }));
}

function daysOf({ companyId }: BigSend) {
  return context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('invitation_daily')
      .select(({ fn }) => [fn.sum<number>('sent').as('sent'), fn.sum<number>('failed').as('failed')])
      .where('company_id', '=', companyId)
      .groupBy('day')
      .execute(),
  );
}
