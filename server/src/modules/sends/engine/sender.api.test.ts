import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';
import type { ResponseId, SendId } from '@escuta/contract/ids';
import type { QueueEntry, QueueItem } from '@escuta/contract/sends';
import { runWrites } from '#platform/db/writes.ts';
import { newId } from '#platform/crypto/ids.ts';
import { SmtpPool } from '#platform/mail/smtp-pool.ts';
import { parseSmtpUrl } from '#platform/mail/smtp-url.ts';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../../testing/factories.ts';
import { openGate, startMailSink } from '../../../testing/mail-sink.ts';
import type { MailSink } from '../../../testing/mail-sink.ts';
import { createManyContacts, createPublishedSurvey } from '../../../testing/send-factories.ts';
import type { TestContext } from '../../../testing/test-context.ts';
import { workerStage } from '../../../testing/worker-stage.ts';
import { itemState, recordEvidence } from '../index.ts';
import type { SendStatus } from '../send.ts';
import { emailTransport } from '../channels/email/email-transport.ts';
import { startSender } from './sender.ts';

const { context, clock, closings } = workerStage({ publicUrl: 'https://escuta.test', mailFrom: 'pesquisas@mail.test' });

async function sink(judge: Parameters<typeof startMailSink>[0] = {}): Promise<MailSink> {
  const opened = await startMailSink(judge);
  closings.push(opened.close);
  return opened;
}

function sender(to: MailSink, changes: Partial<TestContext> = {}) {
  const pool = new SmtpPool(parseSmtpUrl(to.url));
  const started = startSender({ ...context, clock, ...changes }, { email: emailTransport(pool) });
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await started.stop();
    await pool.close(1_000);
  };
  closings.push(stop);
  return { stop };
}

async function workplace() {
  const user = await signedIn(context);
  const unit = { companyId: user.companyId, businessUnitId: await unitOf(context, user.companyId) };
  return { ...user, unit, survey: await createPublishedSurvey(context, unit) };
}
type Workplace = Awaited<ReturnType<typeof workplace>>;

async function sendToAll({ headers, survey }: Workplace): Promise<SendId> {
  const payload = { surveyId: survey.surveyId, audience: { kind: 'all' }, channel: 'email' };
  return (await context.app.inject({ method: 'POST', url: '/api/sends', headers, payload })).json()._id;
}

async function entryOf({ headers }: Workplace, id: string): Promise<QueueEntry> {
  return (await context.app.inject({ url: `/api/queues/${id}`, headers })).json();
}

async function itemsOf({ headers }: Workplace, id: string): Promise<Map<string | undefined, QueueItem>> {
  const items: QueueItem[] = (await context.app.inject({ url: `/api/queues/${id}/items`, headers })).json();
  return new Map(items.map((item) => [item.customer?.email ?? undefined, item]));
}

/** Ends what hangs. A loaded machine once took 33 s for a send of sixty: that is slow, not wrong. */
const hangsMs = 90_000;
vi.setConfig({ testTimeout: hangsMs + 5_000 });

function until(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: hangsMs, interval: 50 });
}

function finished(at: Workplace, id: string): Promise<void> {
  return until(async () => expect((await entryOf(at, id)).status).toBe('finished'));
}

async function statesOf({ companyId }: Workplace, id: string): Promise<number[]> {
  const { rows } = await context.database.withCompany(companyId, (tx) =>
    sql<{ state: number }>`SELECT state FROM send_items WHERE company_id = ${companyId} AND send_id = ${id}`.execute(
      tx,
    ),
  );
  return rows.map(({ state }) => state);
}

/** The state of the one item of a send. */
async function stateOf(at: Workplace, id: string): Promise<number | undefined> {
  return (await statesOf(at, id))[0];
}

/** Answers the survey by the link of the first message to somebody; `seq` counts their steps. */
async function answerTo(mail: MailSink, address: string) {
  const { text = '' } = await PostalMime.parse(mail.messages.find(({ to }) => to === address)?.raw ?? '');
  const [, token] = /\/r\/([A-Za-z0-9_-]{54})/.exec(text) ?? [];
  const responseId = newId<ResponseId>();
  return (seq: number) => {
    const payload = { responseId, seq, answers: { score: 9 }, complete: true };
    return context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload });
  };
}

const addressesOf = (mail: MailSink) => mail.messages.map((message) => message.to).sort();

test('[ENTITY-09, ENTITY-10] every contact gets exactly one message, and a refused one its reason', async () => {
  const at = await workplace();
  const addresses = await createManyContacts(context, at.unit, 60);
  const mail = await sink({
    recipient: (to) => (to.startsWith('contact-7@') ? { code: 550, words: 'No such user here' } : 'accept'),
  });
  sender(mail);
  const id = await sendToAll(at);
  await finished(at, id);

  expect(addressesOf(mail)).toEqual(addresses.filter((address) => !address.startsWith('contact-7@')).sort());
  expect(await entryOf(at, id)).toMatchObject({
    total: 60,
    scheduledSum: 60,
    statusSum: 59,
    sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    percentageStatus: 1,
    processing: { accepted: 59, heldBack: 0, failed: 1, unknown: 0, pending: 0 },
  });
  const items = await itemsOf(at, id);
  expect(items.get('contact-7@many.example')).toMatchObject({
    response: 'NOT_EXECUTED',
    responseReason: 'rejected_by_server',
    detail: expect.stringContaining('No such user'),
  });
  expect(items.get('contact-8@many.example')).toMatchObject({
    response: 'EXECUTED',
    responseReason: null,
    executed_at: expect.any(String),
  });
  const { days, marked } = await context.database.withCompany(at.companyId, async (tx) => ({
    days: await tx
      .selectFrom('invitation_daily')
      .select(['sent', 'failed'])
      .where('company_id', '=', at.companyId)
      .execute(),
    marked: await tx
      .selectFrom('contacts')
      .select('id')
      .where('company_id', '=', at.companyId)
      .where('last_sent_at', 'is not', null)
      .execute(),
  }));
  expect(days).toEqual([{ sent: 60, failed: 1 }]);
  expect(marked).toHaveLength(59);
});

test('the message greets by first name, links each score, and can be unsubscribed from in one click', async () => {
  const at = await workplace();
  await createContact(context, { ...at.unit, name: 'João Conceição', email: 'joao@test.example' });
  const mail = await sink();
  sender(mail);
  const id = await sendToAll(at);
  await finished(at, id);

  const [message] = mail.messages;
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(message?.raw ?? '');
  const itemId = (await itemsOf(at, id)).get('joao@test.example')?._id;
  expect(email.subject).toBe('João, conte como foi');
  expect(email.text).toContain('Olá, João!');
  expect(email.messageId).toBe(`<${itemId}@mail.test>`);
  const link = /https:\/\/escuta\.test\/r\/([A-Za-z0-9_-]{54})/.exec(email.text ?? '');
  for (const score of [0, 10]) expect(email.html).toContain(`${link?.[0]}?n=${score}"`);
  const headers = new Map(email.headers.map((header) => [header.key, header.value]));
  expect(headers.get('list-unsubscribe')).toBe(`<https://escuta.test/u/${link?.[1]}>`);
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});

test('a message that we fail to make is our fault in the report, and not its receiver’s address', async () => {
  const at = await workplace();
  await createManyContacts(context, at.unit, 2);
  const mail = await sink();
  // The first two links are of the messages that are tried out when the send begins: to a name, and to nobody's.
  let links = 0;
  const sign: TestContext['secrets']['sign'] = (...parts) => {
    links += 1;
    if (links > 2) throw new Error('no key to sign links with');
    return context.secrets.sign(...parts);
  };
  sender(mail, { secrets: { ...context.secrets, sign } });
  const id = await sendToAll(at);
  await finished(at, id);
  expect([...(await itemsOf(at, id)).values()]).toMatchObject(
    Array.from({ length: 2 }, () => ({ response: 'NOT_EXECUTED', responseReason: 'message_not_made', detail: null })),
  );
  expect(mail.messages).toEqual([]);
});

test('contacts that must not be written to are skipped with their reason', async () => {
  const at = await workplace();
  await createContact(context, { ...at.unit, email: 'yes@test.example' });
  await createContact(context, { ...at.unit, email: 'joão@test.example' });
  await createContact(context, { ...at.unit, email: null, tel: '+5511987654321' });
  await createContact(context, { ...at.unit, email: 'gone@test.example' });
  await suppress(at, 'gone@test.example');
  // Who unsubscribed from another unit of the company has not left this one.
  const businessUnitId = await otherUnitOf(context, at.companyId);
  await suppress({ ...at, unit: { ...at.unit, businessUnitId } }, 'yes@test.example');
  const mail = await sink();
  sender(mail);
  const id = await sendToAll(at);
  await finished(at, id);

  expect(addressesOf(mail)).toEqual(['yes@test.example']);
  const answers = Object.fromEntries(
    [...(await itemsOf(at, id))].map(([email, item]) => [email ?? 'none', [item.response, item.responseReason]]),
  );
  expect(answers).toEqual({
    'yes@test.example': ['EXECUTED', null],
    'joão@test.example': ['NOT_EXECUTED', 'address_invalid'],
    none: ['NOT_EXECUTED', 'address_missing'],
    'gone@test.example': ['NOT_EXECUTED', 'unsubscribed'],
  });
});

test('[CONSENT-07] who unsubscribes after the plan is not written to', async () => {
  const at = await workplace();
  await createManyContacts(context, at.unit, 10);
  let mayGoOn = () => undefined as void;
  const unsubscribed = new Promise<void>((resolve) => {
    mayGoOn = resolve;
  });
  // One connection, and a server that takes its time with the first message: the others are planned and claimed.
  const mail = await sink({ connections: 1, message: () => unsubscribed.then(() => 'accept' as const) });
  sender(mail);
  const id = await sendToAll(at);
  await until(async () => expect(mail.messages).toHaveLength(1));
  const first = mail.messages[0]?.to ?? '';
  const others = [...(await itemsOf(at, id)).keys()].filter((email) => email !== first);
  await suppress(at, others[4] ?? '');
  mayGoOn();
  await finished(at, id);

  expect(mail.messages).toHaveLength(9);
  expect(addressesOf(mail)).not.toContain(others[4]);
  expect((await itemsOf(at, id)).get(others[4])).toMatchObject({
    response: 'NOT_EXECUTED',
    responseReason: 'unsubscribed',
  });
  expect((await entryOf(at, id)).processing).toEqual({ accepted: 9, heldBack: 1, failed: 0, unknown: 0, pending: 0 });
});

test('a message whose answer got lost is of unknown result, is never sent again, and is closed after half an hour', async () => {
  const at = await workplace();
  await createManyContacts(context, at.unit, 12);
  const mail = await sink({ message: (to) => (to.startsWith('contact-3@') ? 'drop' : 'accept') });
  sender(mail);
  const id = await sendToAll(at);
  await until(async () =>
    expect((await entryOf(at, id)).processing).toEqual({
      accepted: 11,
      heldBack: 0,
      failed: 0,
      unknown: 1,
      pending: 0,
    }),
  );
  expect(await entryOf(at, id)).toMatchObject({ status: 'processing', statusSum: 11 });
  expect((await itemsOf(at, id)).get('contact-3@many.example')).toMatchObject({
    response: null,
    responseReason: 'unknown_result',
  });

  clock.advance(31 * 60_000);
  await finished(at, id);
  expect((await itemsOf(at, id)).get('contact-3@many.example')).toMatchObject({
    response: 'NOT_EXECUTED',
    responseReason: 'unknown_result',
  });
  expect(mail.messages.filter((message) => message.to.startsWith('contact-3@'))).toHaveLength(1);
});

test('a company that prefers delivery gets one more attempt, with the same Message-ID and the same link', async () => {
  const at = await workplace();
  await context.database.withSystem((tx) =>
    tx.updateTable('companies').set({ unknown_policy: 'prefer_delivery' }).where('id', '=', at.companyId).execute(),
  );
  await createManyContacts(context, at.unit, 2);
  let dropped = 0;
  const mail = await sink({ message: (to) => (to.startsWith('contact-1@') && ++dropped === 1 ? 'drop' : 'accept') });
  sender(mail);
  const id = await sendToAll(at);
  await until(async () => expect((await entryOf(at, id)).processing.unknown).toBe(1));
  clock.advance(31 * 60_000);
  await finished(at, id);

  const twice = mail.messages.filter((message) => message.to.startsWith('contact-1@'));
  expect(twice).toHaveLength(2);
  expect(new Set(twice.map((message) => message.messageId)).size).toBe(1);
  const links = twice.map((message) => /\/r\/[A-Za-z0-9_=\r\n-]{54,}/.exec(message.raw)?.[0]);
  expect(links[0]).toBeDefined();
  expect(links[1]).toBe(links[0]);
  expect((await entryOf(at, id)).processing).toEqual({ accepted: 2, heldBack: 0, failed: 0, unknown: 0, pending: 0 });
});

test('the one more attempt of a company that prefers delivery is the last, whatever became of it', async () => {
  const at = await workplace();
  await context.database.withSystem((tx) =>
    tx.updateTable('companies').set({ unknown_policy: 'prefer_delivery' }).where('id', '=', at.companyId).execute(),
  );
  await createManyContacts(context, at.unit, 1);
  const mail = await sink({ message: () => 'drop' });
  sender(mail);
  const id = await sendToAll(at);
  for (const attempts of [1, 2]) {
    await until(async () =>
      expect([mail.messages.length, await stateOf(at, id)]).toEqual([attempts, itemState.unknown]),
    );
    clock.advance(31 * 60_000);
  }
  await until(async () => expect(mail.messages.length > 2 || (await entryOf(at, id)).status === 'finished').toBe(true));

  expect(mail.messages).toHaveLength(2);
  expect((await entryOf(at, id)).processing).toEqual({ accepted: 0, heldBack: 0, failed: 0, unknown: 1, pending: 0 });
  expect((await itemsOf(at, id)).get('contact-1@many.example')).toMatchObject({
    response: 'NOT_EXECUTED',
    responseReason: 'unknown_result',
  });
});

test('an answer settles an unknown result: the message arrived', async () => {
  const at = await workplace();
  await createManyContacts(context, at.unit, 1);
  const mail = await sink({ message: () => 'drop' });
  sender(mail);
  const id = await sendToAll(at);
  await until(async () => expect((await entryOf(at, id)).processing.unknown).toBe(1));
  const itemId = (await itemsOf(at, id)).get('contact-1@many.example')!._id;
  await context.database.withCompany(at.companyId, (tx) =>
    runWrites(tx, [
      recordEvidence({ companyId: at.companyId, evidence: [{ itemId, kind: 'answer', at: context.clock.now() }] }),
    ]),
  );
  clock.advance(2_000);
  await finished(at, id);
  expect((await entryOf(at, id)).processing).toEqual({ accepted: 1, heldBack: 0, failed: 0, unknown: 0, pending: 0 });
  expect(mail.messages).toHaveLength(1);
});

test.each([
  ['while its result is open', 0],
  ['after it was closed', 31 * 60_000],
])('an answer %s proves at once that the message arrived, and the counters follow', async (_, laterMs) => {
  const at = await workplace();
  await createManyContacts(context, at.unit, 2);
  const mail = await sink({ message: () => 'drop' });
  sender(mail);
  const id = await sendToAll(at);
  await until(async () => expect((await entryOf(at, id)).processing.unknown).toBe(2));
  clock.advance(laterMs);
  if (laterMs > 0) await finished(at, id);

  const answer = await answerTo(mail, 'contact-1@many.example');
  expect((await answer(1)).statusCode).toBe(200);
  expect((await entryOf(at, id)).processing).toEqual({ accepted: 1, heldBack: 0, failed: 0, unknown: 1, pending: 0 });
  expect((await itemsOf(at, id)).get('contact-1@many.example')).toMatchObject({
    response: 'EXECUTED',
    responseReason: null,
  });
  await answer(2);
  const days = await context.database.withCompany(at.companyId, (tx) =>
    tx
      .selectFrom('invitation_daily')
      .select(['sent', 'failed', 'responded', 'completed'])
      .where('company_id', '=', at.companyId)
      .execute(),
  );
  expect(days).toEqual([{ sent: 1, failed: 0, responded: 1, completed: 1 }]);
  clock.advance(31 * 60_000);
  await finished(at, id);
  expect((await entryOf(at, id)).processing).toEqual({ accepted: 1, heldBack: 0, failed: 0, unknown: 1, pending: 0 });
  expect(mail.messages).toHaveLength(2);
});

test('a message that was deferred and yet arrived is not sent again once it was answered', async () => {
  const at = await workplace();
  await createManyContacts(context, at.unit, 1);
  const mail = await sink({ message: () => ({ code: 451, words: 'later' }) });
  const first = sender(mail);
  const id = await sendToAll(at);
  await until(async () => expect(await stateOf(at, id)).toBe(itemState.deferred));
  await first.stop();
  expect((await (await answerTo(mail, 'contact-1@many.example'))(1)).statusCode).toBe(200);

  clock.advance(10 * 60_000);
  const back = await sink();
  sender(back);
  await finished(at, id);
  expect((await entryOf(at, id)).processing).toEqual({ accepted: 1, heldBack: 0, failed: 0, unknown: 0, pending: 0 });
  expect(back.messages).toEqual([]);
});

test('a message that is about to be sent once more is not, when it was answered', async () => {
  const at = await workplace();
  await context.database.withSystem((tx) =>
    tx.updateTable('companies').set({ unknown_policy: 'prefer_delivery' }).where('id', '=', at.companyId).execute(),
  );
  await createManyContacts(context, at.unit, 1);
  const mail = await sink({ message: () => 'drop' });
  const first = sender(mail);
  const id = await sendToAll(at);
  await until(async () => expect(await stateOf(at, id)).toBe(itemState.unknown));
  const answer = await answerTo(mail, 'contact-1@many.example');
  await mail.close();
  clock.advance(31 * 60_000);
  await until(async () => expect(await stateOf(at, id)).toBeLessThanOrEqual(itemState.claimed));
  expect((await answer(1)).statusCode).toBe(200);
  await first.stop();

  const back = await sink();
  sender(back);
  await finished(at, id);
  expect((await entryOf(at, id)).processing).toEqual({ accepted: 1, heldBack: 0, failed: 0, unknown: 0, pending: 0 });
  expect(back.messages).toEqual([]);
});

test('a deferred message is tried again later and not before', async () => {
  const at = await workplace();
  await createManyContacts(context, at.unit, 5);
  let refusals = 0;
  const mail = await sink({
    recipient: (to) =>
      to.startsWith('contact-2@') && ++refusals === 1 ? { code: 451, words: 'Greylisted' } : 'accept',
  });
  sender(mail);
  const id = await sendToAll(at);
  await until(async () => expect((await entryOf(at, id)).statusSum).toBe(4));
  expect((await itemsOf(at, id)).get('contact-2@many.example')).toMatchObject({
    response: null,
    detail: expect.stringContaining('Greylisted'),
  });
  clock.advance(30_000);
  expect((await entryOf(at, id)).statusSum).toBe(4);
  clock.advance(40_000);
  await finished(at, id);
  expect((await entryOf(at, id)).processing).toEqual({ accepted: 5, heldBack: 0, failed: 0, unknown: 0, pending: 0 });
  expect(mail.messages).toHaveLength(5);
});

test('stopped in the middle and started again, nothing is lost and nothing sent twice', async () => {
  const at = await workplace();
  const addresses = await createManyContacts(context, at.unit, 400);
  let stop: Promise<void> | undefined;
  const mail = await sink({
    message: () => {
      if (mail.messages.length === 100) stop = first.stop();
      return 'accept';
    },
  });
  const first = sender(mail);
  const id = await sendToAll(at);
  await until(async () => expect(stop).toBeDefined());
  await stop;
  const before = mail.messages.length;
  expect(before).toBeLessThan(400);
  expect((await entryOf(at, id)).processing).toMatchObject({ accepted: before, unknown: 0 });

  sender(mail);
  await finished(at, id);
  expect(addressesOf(mail)).toEqual(addresses.sort());
});

test.each(['greeting', 'recipient'] as const)(
  'a worker that stops while the mail server is silent at the %s gives back what waits on its connections',
  async (silentAt) => {
    const at = await workplace();
    await createManyContacts(context, at.unit, 8);
    const gate = openGate();
    gate.shut();
    const mail = await sink(
      silentAt === 'greeting'
        ? { connection: gate.pass }
        : { recipient: () => gate.pass().then(() => 'accept' as const) },
    );
    const first = sender(mail);
    const id = await sendToAll(at);
    await until(async () => expect(gate.waiting()).toBeGreaterThan(0));
    await until(async () => expect(await statesOf(at, id)).toEqual(Array.from({ length: 8 }, () => itemState.claimed)));
    await first.stop();
    expect(await statesOf(at, id)).toEqual(Array.from({ length: 8 }, () => itemState.ready));
    await gate.release();
    sender(mail);
    await finished(at, id);
    expect(mail.messages).toHaveLength(8);
  },
);

test('two workers share a send: exactly one message each', async () => {
  const at = await workplace();
  const addresses = await createManyContacts(context, at.unit, 800);
  const mail = await sink();
  sender(mail);
  sender(mail);
  const id = await sendToAll(at);
  await finished(at, id);
  expect(addressesOf(mail)).toEqual(addresses.sort());
  expect((await entryOf(at, id)).processing).toEqual({ accepted: 800, heldBack: 0, failed: 0, unknown: 0, pending: 0 });
});

test('a paused send hands nothing more over, and goes on where it stood', async () => {
  const at = await workplace();
  await createManyContacts(context, at.unit, 50);
  let mayGoOn = () => undefined as void;
  const paused = new Promise<void>((resolve) => {
    mayGoOn = resolve;
  });
  const mail = await sink({ connections: 2, message: () => paused.then(() => 'accept' as const) });
  sender(mail);
  const id = await sendToAll(at);
  await until(async () => expect(mail.messages).toHaveLength(2));
  await setStatus(at, id, 'paused');
  mayGoOn();
  await until(async () => expect((await entryOf(at, id)).processing.accepted).toBe(2));
  expect(await entryOf(at, id)).toMatchObject({ status: 'paused' });
  expect(mail.messages).toHaveLength(2);

  await setStatus(at, id, 'running');
  await context.database.withCompany(at.companyId, (tx) =>
    tx
      .insertInto('send_runnable')
      .values({ company_id: at.companyId, send_id: id, provider_account: 'smtp', next_at: context.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  clock.advance(2_000);
  await finished(at, id);
  expect(new Set(addressesOf(mail)).size).toBe(50);
  expect(mail.messages).toHaveLength(50);
});

test('the ledger knows the address that was written to, also where the contact has got another one since the plan', async () => {
  const at = await workplace();
  await createManyContacts(context, at.unit, 10);
  const gate = Promise.withResolvers<void>();
  const mail = await sink({ connections: 2, message: () => gate.promise.then(() => 'accept' as const) });
  const first = sender(mail);
  const id = await sendToAll(at);
  await until(async () => expect(mail.messages).toHaveLength(2));
  await setStatus(at, id, 'paused');
  gate.resolve();
  await until(async () => expect((await entryOf(at, id)).processing.accepted).toBe(2));
  await first.stop();
  await context.database.withCompany(at.companyId, async (tx) => {
    await sql`UPDATE contacts SET email = 'moved-' || email WHERE company_id = ${at.companyId}`.execute(tx);
    await tx
      .insertInto('send_runnable')
      .values({ company_id: at.companyId, send_id: id, provider_account: 'smtp', next_at: context.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  await setStatus(at, id, 'running');
  sender(mail);
  clock.advance(2_000);
  await finished(at, id);
  const { rows: kept } = await context.database.withCompany(at.companyId, (tx) =>
    sql<{ hash: string }>`
      SELECT encode(coalesce(written_hash, address_hash), 'hex') AS hash FROM send_items WHERE company_id = ${at.companyId}
    `.execute(tx),
  );
  const { rows: written } = await context.database.pool.query<{ hash: string }>(
    "SELECT encode(address_hash(email), 'hex') AS hash FROM unnest($1::text[]) AS sent (email)",
    [addressesOf(mail)],
  );
  expect(addressesOf(mail).filter((address) => address.startsWith('moved-'))).toHaveLength(8);
  expect(kept.map(({ hash }) => hash).sort()).toEqual(written.map(({ hash }) => hash).sort());
});

test('a small send of another company does not wait for a large one', async () => {
  const large = await workplace();
  const small = await workplace();
  await createManyContacts(context, large.unit, 2_000);
  await createManyContacts(context, small.unit, 20);
  const mail = await sink({ connections: 5 });
  sender(mail);
  const largeId = await sendToAll(large);
  await until(async () => expect(mail.messages.length).toBeGreaterThan(200));
  const smallId = await sendToAll(small);
  await finished(small, smallId);
  expect((await entryOf(large, largeId)).status).toBe('processing');
});

function suppress(at: Workplace, email: string) {
  return context.database.withCompany(at.companyId, (tx) =>
    sql`INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason)
      VALUES (${at.companyId}, ${at.unit.businessUnitId}, 'email', address_hash(${email}), 'unsubscribed')`.execute(tx),
  );
}

function setStatus(at: Workplace, id: SendId, status: SendStatus) {
  return context.database.withCompany(at.companyId, (tx) =>
    tx.updateTable('sends').set({ status }).where('company_id', '=', at.companyId).where('id', '=', id).execute(),
  );
}
