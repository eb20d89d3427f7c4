import { join } from 'node:path';
import type { ResponseId } from '@escuta/contract/ids';
import type { QueueItem } from '@escuta/contract/sends';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { openDevMailbox } from '#platform/mail/dev-mailbox.ts';
import { SmtpPool } from '#platform/mail/smtp-pool.ts';
import { parseSmtpUrl } from '#platform/mail/smtp-url.ts';
import { startLoopbackProvider } from '#platform/sms/loopback-provider.ts';
import { smsAsMail } from '#platform/sms/sms-as-mail.ts';
import { SmsClient } from '#platform/sms/sms-client.ts';
import { parseSmsUrl } from '#platform/sms/sms-url.ts';
import { createContact, otherUnitOf } from '../../../../testing/factories.ts';
import { startMailSink } from '../../../../testing/mail-sink.ts';
import { openDesk } from '../../../../testing/send-stage.ts';
import type { Desk } from '../../../../testing/send-stage.ts';
import { startSmsSink } from '../../../../testing/sms-sink.ts';
import { openTestContext } from '../../../../testing/test-context.ts';
import type { TestContext } from '../../../../testing/test-context.ts';
import { workerStage } from '../../../../testing/worker-stage.ts';
import { startSender } from '../../engine/sender.ts';
import { evidenceWaitMs } from '../../engine/settle-unknown.ts';
import { emailTransport } from '../email/email-transport.ts';
import { setProviderAccount } from '../provider-account.ts';
import { smsTransport } from './sms-transport.ts';

const { context, clock, closings } = workerStage({ publicUrl: 'https://escuta.test', smsFrom: 'Escuta' });

/** A worker of this installation, until the end of the test. */
function work(installation: Parameters<typeof startSender>[1]): void {
  const sender = startSender({ ...context, clock }, installation);
  closings.push(() => sender.stop());
}

function transportTo(url: string) {
  const client = new SmsClient(parseSmsUrl(url));
  closings.push(() => client.close(500));
  return smsTransport(client);
}

/** A provider with a worker that sends over it. */
async function provider(judge: Parameters<typeof startSmsSink>[0] = {}) {
  const sink = await startSmsSink(judge);
  closings.push(sink.close);
  work({ sms: transportTo(sink.url) });
  return sink;
}

const ana = { name: 'Ana Souza', email: null, tel: '+5511987650001' };
const bia = { name: 'Bia Lima', email: null, tel: '+5511987650002' };

async function deskWith(...people: { name: string; email: string | null; tel: string | null }[]): Promise<Desk> {
  const desk = await openDesk(context);
  for (const person of people) await createContact(context, { ...desk.unit, ...person });
  return desk;
}

async function itemsOf(desk: Desk, id: string): Promise<Map<string | null, QueueItem>> {
  const answer = await context.app.inject({ url: `/api/queues/${id}/items`, headers: desk.headers });
  const items: QueueItem[] = answer.json();
  return new Map(items.map((item) => [item.address, item]));
}

function tokenOf(text: string): string {
  return /\/r\/([\w-]{54})$/.exec(text.trim())?.[1] ?? 'none';
}

function until(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 25_000, interval: 50 });
}

test('an SMS goes from the choice to the outbox of this machine and back as an answer, in its unit only', async () => {
  const mailbox = await openDevMailbox(join(context.config.dataDir, 'dev-mailbox'));
  const loopback = await startLoopbackProvider({
    store: (message) => mailbox.store(smsAsMail(message)),
    onStoreFailed: () => undefined,
    clock: context.clock,
  });
  closings.push(loopback.close);
  work({ sms: transportTo(loopback.url) });
  const [desk, other] = [await deskWith(ana, bia), await deskWith({ ...ana, tel: '+5511987650009' })];
  const stranger = { companyId: desk.companyId, businessUnitId: await otherUnitOf(context, desk.companyId) };
  await createContact(context, { ...stranger, ...ana, tel: '+5511987650008' });

  const id = await desk.send({ channel: 'sms' });
  await desk.finished(id);
  expect(await desk.entry(id)).toMatchObject({ channel: 'sms', total: 2, statusSum: 2 });
  expect(new Set((await itemsOf(desk, id)).keys())).toEqual(new Set([ana.tel, bia.tel]));
  expect((await context.app.inject({ url: '/api/queues', headers: other.headers })).json().total).toBe(0);

  const seen = await context.app.inject('/dev/mailbox?to=5511987650001');
  expect(seen.body).toContain(`<td>${ana.tel}</td>`);
  expect(seen.body).toMatch(/SMS: Company .+: Ana, responda à nossa pesquisa/);
  expect((await mailbox.list({ limit: 10 })).total).toBe(2);
  const [entry] = (await mailbox.list({ limit: 10, to: ana.tel })).entries;
  const message = await mailbox.read(entry?.id ?? '');
  expect(message).toMatchObject({ to: ana.tel, from: 'Escuta' });

  const payload = { responseId: newId<ResponseId>(), seq: 1, answers: { score: 9 }, complete: true };
  const url = `/api/answers/${tokenOf(message?.text ?? '')}`;
  expect((await context.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200);
  const { rows } = await context.database.withCompany(desk.companyId, (tx) =>
    sql`SELECT channel, score, business_unit_id FROM responses WHERE company_id = ${desk.companyId}`.execute(tx),
  );
  expect(rows).toEqual([{ channel: 'sms', score: 9, business_unit_id: desk.unit.businessUnitId }]);
});

describe('the preview and the plan', () => {
  test('hold back who has no phone, a phone that no SMS reaches, or who was suppressed by phone', async () => {
    const sink = await provider();
    const desk = await deskWith(
      ana,
      bia,
      { name: 'Caio', email: 'caio@test.example', tel: null },
      { name: 'Davi', email: null, tel: '+551134567890' },
    );
    await context.database.withCompany(desk.companyId, (tx) =>
      sql`
        INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason)
        VALUES (${desk.companyId}, ${desk.unit.businessUnitId}, 'sms', address_hash(${bia.tel}), 'bounced'),
          (${desk.companyId}, ${desk.unit.businessUnitId}, 'email', address_hash(${ana.tel}), 'bounced')
      `.execute(tx),
    );
    const preview = await desk.preview({ channel: 'sms' });
    expect(preview).toMatchObject({ contacts: 4, eligible: 1 });
    expect(
      new Map(preview.heldBack.map((each: { reason: string; count: number }) => [each.reason, each.count])),
    ).toEqual(
      new Map([
        ['address_missing', 1],
        ['address_invalid', 1],
        ['suppressed', 1],
      ]),
    );
    expect(await desk.preview({ channel: 'email' })).toMatchObject({ contacts: 4, eligible: 1 });
    const id = await desk.send({ channel: 'sms' });
    await desk.finished(id);
    expect(sink.messages.map(({ to }) => to)).toEqual([ana.tel]);
    expect((await desk.entry(id)).processing).toMatchObject({ accepted: 1, heldBack: 3 });
  });

  test('whoever unsubscribes by the link of an SMS gets no other, and no e-mail either', async () => {
    const sink = await provider();
    const desk = await deskWith({ ...ana, email: 'ana@test.example' });
    await desk.finished(await desk.send({ channel: 'sms' }));
    const token = tokenOf(sink.messages[0]?.text ?? '');
    expect((await context.app.inject({ method: 'POST', url: `/u/${token}` })).statusCode).toBe(200);
    for (const channel of ['sms', 'email'])
      expect(await desk.preview({ channel, ignoreQuarantine: true })).toMatchObject({
        eligible: 0,
        heldBack: [{ reason: 'unsubscribed', count: 1 }],
      });
  });
});

test('of two sends at once over two channels, each person gets one', async () => {
  const mail = await startMailSink({ connections: 4 });
  const sms = await startSmsSink({ connections: 4 });
  closings.push(mail.close, sms.close);
  const people = Array.from({ length: 12 }, (_, n) => ({
    name: `Pessoa ${n}`,
    email: `p${n}@test.example`,
    tel: `+55119876600${String(n).padStart(2, '0')}`,
  }));
  const desk = await deskWith(...people);
  const sends = [await desk.send({ channel: 'email' }), await desk.send({ channel: 'sms' })];
  const pool = new SmtpPool(parseSmtpUrl(mail.url));
  closings.push(() => pool.close(500));
  work({ email: emailTransport(pool), sms: transportTo(sms.url) });
  for (const id of sends) await desk.finished(id);
  const reached = [
    ...mail.messages.map(({ to }) => people.findIndex(({ email }) => email === to)),
    ...sms.messages.map(({ to }) => people.findIndex(({ tel }) => tel === to)),
  ];
  expect(reached.toSorted((a, b) => a - b)).toEqual(people.map((_, n) => n));
});

describe('what the provider says', () => {
  test('of a number or of a message ends the item, with its words', async () => {
    await provider({
      message: ({ to }) =>
        to === ana.tel
          ? { status: 422, body: { code: 'invalid_recipient', message: 'no such number' } }
          : { status: 400, body: { message: 'blocked words' } },
    });
    const desk = await deskWith(ana, bia);
    const id = await desk.send({ channel: 'sms' });
    await desk.finished(id);
    const items = await itemsOf(desk, id);
    expect(items.get(ana.tel)).toMatchObject({
      response: 'NOT_EXECUTED',
      responseReason: 'address_invalid',
      detail: '422 no such number',
    });
    expect(items.get(bia.tel)).toMatchObject({ responseReason: 'rejected_by_server', detail: '400 blocked words' });
  });

  test('of our pace holds the account back, and costs no attempt', async () => {
    let asked = 0;
    await provider({ message: () => (++asked > 2 ? 'accept' : { status: 429 }) });
    const desk = await deskWith(ana);
    const id = await desk.send({ channel: 'sms' });
    await until(async () => expect(asked).toBeGreaterThan(0));
    clock.advance(10_000);
    await until(async () => expect(asked).toBeGreaterThan(1));
    clock.advance(10_000);
    await desk.finished(id);
    const { rows } = await context.database.withCompany(desk.companyId, (tx) =>
      sql`SELECT state, attempt FROM send_items WHERE company_id = ${desk.companyId}`.execute(tx),
    );
    expect(rows).toEqual([{ state: 3, attempt: 1 }]);
  });

  test('is lost: the result is unknown, nobody is written to twice, and it is closed in the end', async () => {
    const sink = await provider({ message: () => 'drop' });
    const desk = await deskWith(ana);
    const id = await desk.send({ channel: 'sms' });
    await until(async () => expect((await desk.entry(id)).processing.unknown).toBe(1));
    clock.advance(evidenceWaitMs + 1_000);
    await desk.finished(id);
    expect(sink.messages).toHaveLength(1);
    expect((await itemsOf(desk, id)).get(ana.tel)).toMatchObject({ responseReason: 'unknown_result' });
  });

  test.each([
    ['took it', { status: 200, body: { status: 'accepted' } }, { response: 'EXECUTED' }],
    ['refused it', { status: 200, body: { status: 'rejected' } }, { responseReason: 'rejected_by_server' }],
  ])('later, asked what became of it: it %s', async (_, answer, expected) => {
    const sink = await provider({ message: () => 'drop', lookUp: () => answer });
    const desk = await deskWith(ana);
    const id = await desk.send({ channel: 'sms' });
    await desk.finished(id);
    expect(sink.messages).toHaveLength(1);
    expect((await itemsOf(desk, id)).get(ana.tel)).toMatchObject(expected);
  });

  test('later, that it has never seen it: it is sent, with the same key, and not before a minute', async () => {
    let isLost = true;
    const sink = await provider({
      message: () => (isLost ? 'drop' : 'accept'),
      lookUp: () => ({ status: 404 }),
    });
    const desk = await deskWith(ana);
    const id = await desk.send({ channel: 'sms' });
    await until(async () => expect((await desk.entry(id)).processing.unknown).toBe(1));
    isLost = false;
    clock.advance(30_000);
    await until(async () => expect((await desk.entry(id)).processing.unknown).toBe(1));
    clock.advance(31_000);
    await desk.finished(id);
    expect(sink.messages.map(({ key }) => key)).toEqual([sink.messages[0]?.key, sink.messages[0]?.key]);
    expect((await desk.entry(id)).processing).toMatchObject({ accepted: 1, unknown: 0 });
  });
});

describe('an account', () => {
  /** Goes on as in production, where nobody sends over a channel without an account. */
  async function becomeProduction(changes: Partial<TestContext['config']> = {}): Promise<void> {
    await context.close();
    const config = { publicUrl: 'https://escuta.test', production: false, development: false, ...changes };
    Object.assign(context, await openTestContext(config));
  }

  test('must be there: otherwise the channel is not offered, and refused', async () => {
    await becomeProduction();
    const desk = await deskWith(ana);
    const ask = (url: string) => context.app.inject({ url: `/api${url}`, headers: desk.headers });
    expect((await ask('/sends/channels')).json()).toEqual({ data: ['email'] });
    const form = { surveyId: desk.survey.surveyId, audience: { kind: 'all' }, channel: 'sms' };
    for (const url of ['/api/sends', '/api/sends/message']) {
      const asked = await context.app.inject({ method: 'POST', url, headers: desk.headers, payload: form });
      expect([asked.statusCode, asked.json().code]).toEqual([409, 'CHANNEL_NOT_AVAILABLE']);
    }
  });

  test('of the installation is for everybody', async () => {
    await becomeProduction({ smsUrl: 'https://sms.example' });
    const desk = await deskWith(ana);
    const offered = await context.app.inject({ url: '/api/sends/channels', headers: desk.headers });
    expect(offered.json()).toEqual({ data: ['email', 'sms'] });
  });

  test('of a company carries its messages and nobody else’s, a send that began before goes on over the old one', async () => {
    const [installation, own, newer] = [await startSmsSink(), await startSmsSink(), await startSmsSink()];
    closings.push(installation.close, own.close, newer.close);
    const [desk, other] = [await deskWith(ana), await deskWith(bia)];
    const account = (url: string, sender: string) =>
      context.database.withCompany(desk.companyId, (tx) =>
        setProviderAccount(tx, context.secrets, {
          companyId: desk.companyId,
          channel: 'sms',
          url,
          sender,
          now: new Date(),
        }),
      );
    await account(own.url.replace('http://', 'http://key:s3cret@'), 'Aurora');
    const first = await desk.send({ channel: 'sms', ignoreQuarantine: true });
    await account(newer.url, 'Aurora 2');
    const second = await desk.send({ channel: 'sms', ignoreQuarantine: true });
    const others = await other.send({ channel: 'sms' });
    work({ sms: transportTo(installation.url) });
    await desk.finished(first);
    await desk.finished(second);
    await other.finished(others);
    const authorization = `Basic ${Buffer.from('key:s3cret').toString('base64')}`;
    expect(own.messages).toEqual([expect.objectContaining({ to: ana.tel, from: 'Aurora', authorization })]);
    expect(newer.messages).toEqual([expect.objectContaining({ to: ana.tel, from: 'Aurora 2' })]);
    expect(installation.messages).toEqual([expect.objectContaining({ to: bia.tel, from: 'Escuta' })]);
    const { rows } = await context.database.pool.query(
      "SELECT FROM provider_accounts WHERE sealed_url::text LIKE '%s3cret%'",
    );
    expect(rows).toEqual([]);
  });

  test('that cannot be opened pauses its sends, which say why', async () => {
    const sink = await startSmsSink();
    closings.push(sink.close);
    const [desk, other] = [await deskWith(ana), await deskWith(bia)];
    await context.database.withCompany(desk.companyId, async (tx) => {
      const form = {
        companyId: desk.companyId,
        channel: 'sms',
        url: sink.url,
        sender: 'Aurora',
        now: new Date(),
      } as const;
      const id = await setProviderAccount(tx, context.secrets, form);
      // As if it had been sealed for somebody else.
      await sql`UPDATE provider_accounts SET sealed_url = set_byte(sealed_url, 40, 0) WHERE company_id = ${desk.companyId} AND id = ${id}`.execute(
        tx,
      );
    });
    const id = await desk.send({ channel: 'sms' });
    const others = await other.send({ channel: 'sms' });
    work({ sms: transportTo(sink.url) });
    await until(async () =>
      expect(await desk.entry(id)).toMatchObject({ status: 'paused', pause_reason: 'account_not_usable' }),
    );
    await other.finished(others);
    expect(sink.messages.map(({ to }) => to)).toEqual([bia.tel]);
  });

  test('is refused when its address cannot be used', async () => {
    const { companyId } = await deskWith();
    const form = { companyId, channel: 'sms', url: 'http://sms.example', sender: 'Aurora', now: new Date() } as const;
    await expect(
      context.database.withCompany(companyId, (tx) => setProviderAccount(tx, context.secrets, form)),
    ).rejects.toThrow('begins with https://');
  });
});
