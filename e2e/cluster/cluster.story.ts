import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { getMe, signIn as signInRoute, signOut } from '@escuta/contract/access';
import { getImport, startImport, uploadContactsFile } from '@escuta/contract/imports';
import { recordAnswer } from '@escuta/contract/responses';
import { createSend, getQueue, listQueueItems, listQueues } from '@escuta/contract/sends';
import type { QueueEntry } from '@escuta/contract/sends';
import { createSurvey, listSurveys, publishSurvey } from '@escuta/contract/surveys';
import { demoPassword, signIn } from '../testing/sign-in.ts';
import { callerOf, nobody } from './ask.ts';
import type { Caller } from './ask.ts';
import { startMailSink } from './mail-sink.ts';
import type { MailSink } from './mail-sink.ts';
import { startCluster } from './running-cluster.ts';
import type { RunningCluster } from './running-cluster.ts';

const owner = 'own@aurora.example';
const contacts = 2_400;
/** Of each worker; a crash leaves at most twice as many messages of unknown result (docs/sending.md). */
const connections = 10;
const surveyTitle = 'Pesquisa do conjunto';

let mail: MailSink;
let cluster: RunningCluster;

test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(180_000);
  mail = await startMailSink({ delayMs: 40, connections });
  cluster = await startCluster({
    PORT: new URL(String(baseURL)).port,
    HOST: '127.0.0.1',
    SMTP_URL: mail.url,
    DATA_DIR: '',
  });
});
test.afterAll(async () => {
  await cluster?.stop();
  await mail?.close();
});

test('two apis and two workers are one Escuta, and stay it when one of each is killed', async ({ page }) => {
  test.setTimeout(240_000);
  const me = await callerOf(cluster.apis[0], owner);
  await test.step('a session is known to both', () => sessions(me));
  const importId = await test.step('a file uploaded to one is read by the others', () => importContacts(me));
  const surveyId = await test.step('a survey', () => publish(me));
  const sendId = await test.step('one key makes one send', () => sendOnce(me, { surveyId, importId }));

  await signIn(page, owner);
  await page.goto('/queues?first=true');
  const progress = follow(me, sendId);
  await test.step('one link makes one response', async () => {
    await progress.until(() => mail.messages.length >= 100);
    await answerTwice(me, surveyId);
  });

  await test.step('one of each is killed in the middle', async () => {
    await progress.until(() => mail.messages.length >= contacts / 4);
    expect(mail.connectionsMax, 'both workers send').toBeGreaterThan(connections);
    await Promise.all([cluster.kill('worker 1'), cluster.kill('api 1')]);
    expect(mail.messages.length).toBeLessThan(contacts);
    progress.leave(cluster.apis[0]);
  });

  await test.step('the rest goes on by itself', async () => {
    const { processing } = await progress.until(
      ({ processing: { accepted, unknown } }) => accepted + unknown >= contacts,
    );
    expect(processing.unknown).toBeLessThanOrEqual(2 * connections);
    await expect(rowOf(page)).toContainText(`${processing.accepted.toLocaleString('pt-BR')} enviados`);
    await expect(page).toHaveURL(/\/queues\?first=true/);
    await page.reload();
    await expect(rowOf(page)).toContainText(processing.accepted.toLocaleString('pt-BR'));
  });
  const unknown = await test.step('the ledger and the mail server agree', () => compare(me, sendId));
  await test.step('an answer settles the unknown result of its message', async () => {
    const arrived = mail.messages.filter(({ to }) => unknown.includes(to));
    await answerAll(arrived.map(({ raw }) => tokenIn(raw)));
    const left = unknown.length - arrived.length;
    const { status } = await progress.until(({ processing: { unknown }, status: now }) =>
      left > 0 ? unknown === left : now === 'finished',
    );
    expect(status).toBe(left > 0 ? 'processing' : 'finished');
  });
});

function rowOf(page: Page) {
  return page.getByRole('row').filter({ hasText: surveyTitle });
}

async function sessions(me: Caller): Promise<void> {
  const [first, second] = cluster.apis;
  expect((await me.ask(first, getMe, {})).email).toBe(owner);
  expect((await me.ask(second, getMe, {})).email).toBe(owner);

  const other = await callerOf(second, owner);
  await other.ask(first, signOut, {});
  expect(await other.attempt(second, getMe, {})).toMatchObject({ status: 401, code: 'NOT_SIGNED_IN' });

  // Five wrong passwords block the account at this address, whoever is asked.
  const wrong = { email: 'agent@aurora.example', senha: 'not the password' };
  for (const api of [first, second, first, second, first]) {
    expect((await nobody.ask(api, signInRoute, { body: wrong })).result).toBe(0);
  }
  const right = { ...wrong, senha: demoPassword };
  expect(await nobody.attempt(second, signInRoute, { body: right })).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
}

async function importContacts(me: Caller): Promise<string> {
  const [first, second] = cluster.apis;
  const rows = Array.from(
    { length: contacts },
    (_, index) => `Pessoa ${index + 1},pessoa-${index + 1}@conjunto.example`,
  );
  const form = new FormData();
  form.set('file', new Blob([`nome,email\n${rows.join('\n')}\n`], { type: 'text/csv' }), 'conjunto.csv');
  const { uploadId, hasHeader, mapping } = await me.ask(first, uploadContactsFile, { form });
  const { _id } = await me.ask(second, startImport, { body: { uploadId, hasHeader, mapping } });
  await expect
    .poll(async () => (await me.ask(first, getImport, { params: { id: _id } })).status, { timeout: 30_000 })
    .toBe('finished');
  expect((await me.ask(second, getImport, { params: { id: _id } })).counts.created).toBe(contacts);
  return _id;
}

async function publish(me: Caller): Promise<string> {
  const [first, second] = cluster.apis;
  const body = { template: 'nps-relationship', title: surveyTitle } as const;
  const { survey, revision } = await me.ask(first, createSurvey, { body });
  await me.ask(second, publishSurvey, { params: { id: survey._id }, body: { revision } });
  return survey._id;
}

/** The same request to both at once, as a browser repeats it that never heard the answer. */
async function sendOnce(me: Caller, { surveyId, importId }: { surveyId: string; importId: string }): Promise<string> {
  const body = { surveyId, audience: { kind: 'import', importId }, channel: 'email' } as const;
  const headers = { 'idempotency-key': randomUUID() };
  const made = await Promise.all(
    [...cluster.apis, ...cluster.apis].map((api) => me.ask(api, createSend, { body, headers })),
  );
  const [sendId = '', ...others] = [...new Set(made.map(({ _id }) => _id))];
  expect(others).toEqual([]);
  const { data } = await me.ask(cluster.apis[1], listQueues, { query: { limit: 20, page: 1 } });
  expect(data.filter((entry) => entry.survey[0]?._id === surveyId).map((entry) => entry._id)).toEqual([sendId]);
  return sendId;
}

/** Asks the apis in turn how far a send is: what one said, the other never takes back. */
function follow(me: Caller, sendId: string) {
  let apis: readonly string[] = cluster.apis;
  let turn = 0;
  let before: Pick<QueueEntry, 'statusSum' | 'scheduledSum'> = { statusSum: 0, scheduledSum: 0 };

  return {
    leave: (api: string) => (apis = apis.filter((each) => each !== api)),
    async until(isReached: (entry: QueueEntry) => boolean): Promise<QueueEntry> {
      for (;;) {
        const entry = await me.ask(apis[turn++ % apis.length] ?? '', getQueue, { params: { id: sendId } });
        expect(entry.statusSum).toBeGreaterThanOrEqual(before.statusSum);
        expect(entry.scheduledSum).toBeGreaterThanOrEqual(before.scheduledSum);
        before = entry;
        if (isReached(entry)) return entry;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

/** Each link answered on both apis at once: on two devices, and by one page that sends again. */
async function answerTwice(me: Caller, surveyId: string): Promise<void> {
  const tokens = mail.messages.slice(0, 20).map(({ raw }) => tokenIn(raw));
  const answers = await Promise.all(
    tokens.map(async (token, index) => {
      const isSamePage = index % 2 === 0;
      const responseId = randomUUID();
      const replies = await Promise.all(
        cluster.apis.map((api) => {
          const body = {
            responseId: isSamePage ? responseId : randomUUID(),
            seq: 1,
            answers: { score: 9 },
            complete: true,
          };
          return nobody.attempt(api, recordAnswer, { params: { token }, body });
        }),
      );
      return { isSamePage, refusals: replies.flatMap(({ code }) => code ?? []) };
    }),
  );
  for (const { isSamePage, refusals } of answers) expect(refusals).toEqual(isSamePage ? [] : ['ALREADY_ANSWERED']);
  const { data } = await me.ask(cluster.apis[0], listSurveys, { query: { limit: 100, page: 1, search: surveyTitle } });
  expect(data.find(({ _id }) => _id === surveyId)?.responses).toBe(tokens.length);
}

async function answerAll(tokens: readonly string[]): Promise<void> {
  for (const token of tokens) {
    const body = { responseId: randomUUID(), seq: 1, answers: { score: 8 }, complete: true };
    const { code } = await nobody.attempt(cluster.apis[1], recordAnswer, { params: { token }, body });
    // One of those that were answered before the kill may be among them.
    expect([null, 'ALREADY_ANSWERED']).toContain(code);
  }
}

/** The token of the answer link, out of a message in quoted-printable. */
function tokenIn(raw: string): string {
  const plain = raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  return /\/r\/([\w-]{20,})/.exec(plain)?.[1] ?? '';
}

/**
 * Nobody got two messages; who is listed as reached got one, and who got none is listed without a result. Answers the
 * addresses whose result is unknown.
 */
async function compare(me: Caller, sendId: string): Promise<string[]> {
  const items = await me.ask(cluster.apis[1], listQueueItems, { params: { id: sendId } });
  const times = new Map<string, number>();
  for (const { to } of mail.messages) times.set(to, (times.get(to) ?? 0) + 1);
  expect([...times].filter(([, count]) => count > 1)).toEqual([]);
  expect(items).toHaveLength(contacts);
  const missing = items.filter(({ customer }) => !times.has(customer?.email ?? ''));
  expect(missing.filter(({ response }) => response !== null)).toEqual([]);
  const unknown = items.filter(({ response }) => response === null);
  expect(unknown.length).toBeLessThanOrEqual(2 * connections);
  return unknown.map(({ customer }) => customer?.email ?? '');
}
