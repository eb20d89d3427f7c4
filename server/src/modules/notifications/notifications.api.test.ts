import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ImportId } from '@escuta/contract/ids';
import type { Notification } from '@escuta/contract/notifications';
import { newId } from '#platform/crypto/ids.ts';
import { createCompany, letIn, letManage, signedIn, unitOf } from '../../testing/factories.ts';
import { runImportNow, upload } from '../../testing/import-steps.ts';
import { createPublishedSurvey } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { readOutbox } from '#platform/events/outbox.ts';
import type { Subscription } from '#platform/jobs/jobs.ts';
import { notify } from './notify.ts';
import { notificationsSubscriptions } from './subscribers.ts';

const context = testContext();

type Signed = Awaited<ReturnType<typeof signedIn>>;

/** Tells a user that so many imports failed, each of its own. */
async function tell({ companyId, userId }: Pick<Signed, 'companyId' | 'userId'>, ...fileNames: string[]) {
  const { businessUnitId } = await createCompany(context);
  for (const fileName of fileNames) {
    const importId = newId<ImportId>();
    await context.database.withCompany(companyId, (tx) =>
      notify(
        tx,
        { companyId, userId, subjectId: importId },
        { kind: 'import_failed', importId, businessUnitId, type: 'import_contacts', fileName },
        context.clock.now(),
      ),
    );
  }
}

async function bell(headers: Record<string, string>) {
  const answer = await context.app.inject({ url: '/api/notification/', headers });
  return answer.json<{ data: Notification[]; unread: number }>();
}

const put = (headers: Record<string, string>, id = '') =>
  context.app.inject({ method: 'PUT', url: `/api/notification/${id}`, headers });

const files = ({ data }: { data: Notification[] }) =>
  data.map(({ content, read }) => ['fileName' in content && content.fileName, read]);

test('[NOTIF-01, NOTIF-04] lists what the user was told in this company, newest first, and nobody else’s', async () => {
  const { companyId } = await createCompany(context);
  const [ana, bia] = [await signedIn(context, { companyId, role: 'acmng' }), await signedIn(context, { companyId })];
  const elsewhere = await createCompany(context);
  await letManage(context, elsewhere.companyId, ana.userId);
  await letIn(context, elsewhere.companyId, ana.userId);
  await tell(ana, 'first.csv', 'second.csv');
  await tell(bia, 'of-bia.csv');
  await tell({ ...ana, companyId: elsewhere.companyId }, 'elsewhere.csv');

  const seen = await bell(ana.headers);
  expect(files(seen)).toEqual([
    ['second.csv', false],
    ['first.csv', false],
  ]);
  expect(seen.data[0]).toMatchObject({ _id: expect.any(String), created_at: context.clock.now().toISOString() });
  expect(seen.unread).toBe(2);
  expect(files(await bell({ ...ana.headers, 'x-empresa-id': elsewhere.companyId }))).toEqual([
    ['elsewhere.csv', false],
  ]);
});

test('[NOTIF-02] marks all of the user read, and leaves those of others', async () => {
  const { companyId } = await createCompany(context);
  const [ana, bia] = [await signedIn(context, { companyId }), await signedIn(context, { companyId })];
  await tell(ana, 'first.csv', 'second.csv');
  await tell(bia, 'of-bia.csv');
  expect((await put(ana.headers)).json()).toEqual({ ok: true });
  expect(await bell(ana.headers)).toMatchObject({ unread: 0, data: [{ read: true }, { read: true }] });
  expect(await bell(bia.headers)).toMatchObject({ unread: 1 });
});

test('[NOTIF-03] marks one read, twice without a word, and knows none of another user or company', async () => {
  const { companyId } = await createCompany(context);
  const [ana, bia] = [await signedIn(context, { companyId }), await signedIn(context, { companyId })];
  await tell(ana, 'first.csv', 'second.csv');
  const [second] = (await bell(ana.headers)).data;
  const stranger = await signedIn(context);
  for (const headers of [bia.headers, stranger.headers])
    expect((await put(headers, second!._id)).json()).toMatchObject({ code: 'NOT_FOUND' });
  expect((await bell(ana.headers)).unread).toBe(2);
  for (const _time of ['once', 'again']) expect((await put(ana.headers, second!._id)).statusCode).toBe(200);
  expect(files(await bell(ana.headers))).toEqual([
    ['second.csv', true],
    ['first.csv', false],
  ]);
  expect((await bell(ana.headers)).unread).toBe(1);
});

test('what was told before files of answers could be imported was of contacts', async () => {
  const { companyId } = await createCompany(context);
  const ana = await signedIn(context, { companyId });
  await tell(ana, 'first.csv');
  await context.database.withCompany(companyId, (tx) =>
    sql`UPDATE notifications SET content = content - 'type' WHERE company_id = ${companyId}`.execute(tx),
  );
  expect((await bell(ana.headers)).data[0]?.content).toMatchObject({ type: 'import_contacts', fileName: 'first.csv' });
});

test('who started an import is told when it has ended, once, and how it went; nobody else is', async () => {
  const { companyId, businessUnitId } = await createCompany(context);
  const [ana, bia] = [await signedIn(context, { companyId }), await signedIn(context, { companyId })];
  const start = async (file: string) => {
    const { uploadId, hasHeader, mapping } = (await upload(context, ana, file, 'clientes.csv')).json();
    const body = { uploadId, hasHeader, mapping };
    const started = await context.app.inject({
      method: 'POST',
      url: '/api/imports',
      headers: ana.headers,
      payload: body,
    });
    return started.json<{ _id: ImportId }>()._id;
  };
  const importId = await start('nome,e-mail\nMaria,maria@exemplo.example\nJoão,nenhum endereço\n');
  const facts = async () =>
    (await readOutbox(context.database, Number.MAX_SAFE_INTEGER)).filter((fact) => fact.companyId === companyId);
  const ended = async () => (await facts()).filter(({ name }) => name === 'import.ended');
  expect(await ended()).toEqual([]);
  // A second worker runs it to the same end.
  for (const _worker of ['first', 'second']) await runImportNow(context, companyId, importId);
  const [fact, ...more] = await ended();
  expect([fact?.payload, more]).toEqual([{ importId }, []]);

  const [{ run }] = notificationsSubscriptions(context) as [Subscription];
  for (const _time of ['once', 'again']) await run(fact!, AbortSignal.timeout(10_000), { isRetry: false });
  expect((await bell(ana.headers)).data.map(({ content }) => content)).toEqual([
    {
      kind: 'import_finished',
      importId,
      businessUnitId,
      type: 'import_contacts',
      fileName: 'clientes.csv',
      imported: 1,
      rejected: 1,
    },
  ]);
  expect((await bell(bia.headers)).data).toEqual([]);
});

test('an import is told by what the list of it holds: contacts that were so already too, answers only where they are new', async () => {
  const ana = await signedIn(context);
  const { companyId, headers } = ana;
  const businessUnitId = await unitOf(context, companyId);
  const { surveyId } = await createPublishedSurvey(context, { companyId, businessUnitId });
  const get = async (url: string) => (await context.app.inject({ url: `/api${url}`, headers })).json();
  const toldOf = async (user: Parameters<typeof upload>[1], file: string) => {
    const { uploadId, hasHeader, mapping } = (await upload(context, user, file, 'arquivo.csv')).json();
    const payload = { uploadId, hasHeader, mapping };
    const started = await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload });
    const importId = started.json<{ _id: ImportId }>()._id;
    await runImportNow(context, companyId, importId);
    const [{ run }] = notificationsSubscriptions(context) as [Subscription];
    const occurredAt = context.clock.now().toISOString();
    await run({ companyId, occurredAt, payload: { importId } }, AbortSignal.timeout(10_000), { isRetry: false });
    const { counts } = await get(`/imports/${importId}`);
    const [{ content }] = (await bell(headers)).data as [Notification];
    return { importId, counts, content };
  };

  const people = 'nome,e-mail\nMaria,maria@exemplo.example\n';
  await toldOf(ana, people);
  const met = await toldOf(ana, `${people}João,joao@exemplo.example\n`);
  expect(met.counts).toMatchObject({ created: 1, unchanged: 1 });
  expect(met.content).toMatchObject({ imported: 2 });
  expect((await get(`/contacts?importDataId=${met.importId}`)).total).toBe(2);

  const row = '04/03/2025 10:00;9;maria@exemplo.example\n';
  const answered = await toldOf({ ...ana, answersTo: surveyId }, `data;nota;e-mail\n${row}${row}`);
  expect(answered.counts).toMatchObject({ created: 1, unchanged: 1 });
  expect(answered.content).toMatchObject({ type: 'import_answers', imported: 1 });
  expect((await get(`/responses?importId=${answered.importId}`)).total).toBe(1);
});
