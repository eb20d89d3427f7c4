import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { Export } from '@escuta/contract/exports';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import { askForExport, readExport, runExportNow, runExportUntilKilled } from '../../testing/export-steps.ts';
import { createItemRow, createPublishedSurvey, createSendRow } from '../../testing/send-factories.ts';
import { storedRows } from '../../testing/stored-file.ts';
import { testContext } from '../../testing/test-context.ts';
import { itemState } from '#modules/sends/index.ts';

const context = testContext();

/** A unit with a bulk send of one survey by e-mail to three people, and one of another by SMS to one. */
async function workplace() {
  const user = await signedIn(context);
  const unit = { companyId: user.companyId, businessUnitId: await unitOf(context, user.companyId) };
  const email = await sendTo(unit, { title: 'Hospedagem' }, ['Ana', '=1+1', 'Caio']);
  const sms = await sendTo(unit, { title: 'Restaurante', channel: 'sms' }, ['Dora']);
  return { ...user, unit, email, sms };
}

async function sendTo(
  unit: {
    companyId: Awaited<ReturnType<typeof signedIn>>['companyId'];
    businessUnitId: Awaited<ReturnType<typeof unitOf>>;
  },
  send: Partial<Parameters<typeof createSendRow>[1]>,
  names: readonly string[],
) {
  const survey = await createPublishedSurvey(context, unit);
  const made = await createSendRow(context, { ...unit, ...survey, createdAt: context.clock.now(), ...send });
  for (const name of names) {
    const { id: contactId } = await createContact(context, { ...unit, name });
    const executedAt = context.clock.now();
    await createItemRow(context, { ...unit, ...made, contactId, state: itemState.accepted, executedAt });
  }
  return made;
}

type Headers = Record<string, string>;

async function ask(headers: Headers, asked: object = {}): Promise<Export['_id']> {
  const answer = await askForExport(context, headers, 'sends', asked);
  expect(answer.statusCode).toBe(202);
  return answer.json<Export>()._id;
}

const download = (headers: Headers, { file }: Export) =>
  context.app.inject({ url: `/api/exports/files/${file}`, headers });

/** Asks for an export of sends, runs it, and gives its file. */
async function exported(headers: Headers, companyId: Parameters<typeof runExportNow>[1], asked: object = {}) {
  const id = await ask(headers, asked);
  await runExportNow(context, companyId, id);
  const entry = await readExport(context, headers, id);
  const answer = await download(headers, entry);
  expect([entry.status, answer.statusCode]).toEqual(['finished', 200]);
  return { entry, answer };
}

/** What stands in the columns of the survey and of the name. */
const told = (text: string) =>
  Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { delimiter: ';', skipEmptyLines: true }).data.map((cells) => [
    cells[1],
    cells[3],
  ]);
const heads = ['Pesquisa', 'Nome'];
const ofSms = [['Restaurante', 'Dora']];
const ofEmail = [
  ['Hospedagem', 'Caio'],
  ['Hospedagem', "'=1+1"],
  ['Hospedagem', 'Ana'],
];

test('an export of sends waits, runs and is fetched, in its own unit', async () => {
  const { headers, companyId, unit } = await workplace();
  const { entry, answer } = await exported(headers, companyId);
  expect(entry).toMatchObject({
    type: 'export_sends',
    totalData: 4,
    progress: 1,
    data: { surveyTitle: null, exportMode: null },
    _business: { _id: unit.businessUnitId },
  });
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="envios-.*\.csv"/);
  expect(told(answer.payload)).toEqual([heads, ...ofSms, ...ofEmail]);

  const there = { ...headers, 'x-business-id': await otherUnitOf(context, companyId) };
  expect((await download(there, entry)).statusCode).toBe(404);
  expect(told((await exported(there, companyId)).answer.payload)).toEqual([heads]);
  const elsewhere = await signedIn(context);
  expect((await download(elsewhere.headers, entry)).statusCode).toBe(404);
  expect(told((await exported(elsewhere.headers, elsewhere.companyId)).answer.payload)).toEqual([heads]);
});

test('an export of sends is of one of them, of days or of words', async () => {
  const { headers, companyId, unit, email } = await workplace();
  const rows = async (filter: object) => told((await exported(headers, companyId, { filter })).answer.payload).slice(1);
  expect(await rows({ sendId: email.sendId })).toEqual(ofEmail);
  expect(await rows({ search: 'RESTAURANTE' })).toEqual(ofSms);
  expect(await rows({ to: '2020-01-01' })).toEqual([]);

  const there = { ...unit, businessUnitId: await otherUnitOf(context, companyId) };
  const individual = await sendTo(unit, { origin: 'individual' }, ['Eva']);
  for (const { sendId } of [individual, await sendTo(there, {}, ['Hugo'])])
    expect((await askForExport(context, headers, 'sends', { filter: { sendId } })).statusCode).toBe(404);
});

test('[EXPORTX-02] an export of sends is CSV, XLSX or JSON', async () => {
  const { headers, companyId, sms } = await workplace();
  const filter = { sendId: sms.sendId };
  const json = await exported(headers, companyId, { filter, format: 'json', language: 'en' });
  expect(json.answer.json()).toMatchObject([{ Survey: 'Restaurante', Name: 'Dora', Result: 'Sent' }]);
  const xlsx = await exported(headers, companyId, { filter, format: 'xlsx', language: 'es' });
  const rows = await storedRows(xlsx.answer.rawPayload, { format: 'xlsx', sheet: 0 });
  expect(rows.map(({ cells }) => [cells[1], cells[3], cells[5]])).toEqual([
    ['Encuesta', 'Nombre', 'Resultado'],
    ['Restaurante', 'Dora', 'Enviado'],
  ]);
});

test('[FILES-06, FILES-07] an export of sends goes on behind its last piece, without what was sent since it began', async () => {
  const { headers, companyId, unit } = await workplace();
  const earlier = { itemsMonth: '2026-10-01' };
  await sendTo(unit, { ...earlier, title: 'Piscina' }, ['Gil']);
  const id = await ask(headers);
  await runExportUntilKilled(context, companyId, id, { rowsPerPart: 1 });
  expect(await readExport(context, headers, id)).toMatchObject({ status: 'running', file: null });
  // Behind the place where it reads, and asked for later than its start.
  const createdAt = new Date(context.clock.now().getTime() + 60_000);
  await sendTo(unit, { ...earlier, title: 'Tarde', createdAt }, ['Eva']);

  await runExportNow(context, companyId, id, { rowsPerPart: 1 });
  const entry = await readExport(context, headers, id);
  const rows = [...ofSms, ...ofEmail, ['Piscina', 'Gil']];
  expect(told((await download(headers, entry)).payload)).toEqual([heads, ...rows]);
});

test('an export of sends leaves out what was sent since it began, also in a month that it reads', async () => {
  const { headers, companyId, unit } = await workplace();
  const createdAt = new Date(context.clock.now().getTime() + 60_000);
  await sendTo(unit, { title: 'Tarde', createdAt }, ['Eva']);
  expect(told((await exported(headers, companyId)).answer.payload)).toEqual([heads, ...ofSms, ...ofEmail]);
});

test('[PERMS-16, EXPORTX-07] an export of sends names people to who may take names away, and is refused to who may not export', async () => {
  const { headers, companyId } = await workplace();
  const open = await exported(headers, companyId);
  const analyst = await signedIn(context, { companyId, role: 'ana' });
  expect((await download(analyst.headers, { ...open.entry })).statusCode).toBe(403);
  expect((await readExport(context, analyst.headers, open.entry._id)).file).toBeNull();
  const masked = await exported(analyst.headers, companyId);
  expect(told(masked.answer.payload).map(([, who]) => who)).toEqual(['Nome', 'Do***', 'Ca***', "'=1***", '***']);
  const flagged = await signedIn(context, { companyId, role: 'ana', exportsPersonalData: true });
  expect(told((await exported(flagged.headers, companyId)).answer.payload)).toEqual([heads, ...ofSms, ...ofEmail]);
  for (const role of ['pdv', 'readonly', 'notesonly', 'dashonly'] as const) {
    const refused = await signedIn(context, { companyId, role });
    expect([role, (await askForExport(context, refused.headers, 'sends')).statusCode]).toEqual([role, 403]);
  }
});

test('an export of sends is told of in the audit', async () => {
  const { headers, companyId } = await workplace();
  await exported(headers, companyId, { format: 'json' });
  const audit = await context.app.inject({ url: '/api/audit-events?action=sends.exported', headers });
  const after = { format: 'json', background: true };
  expect(audit.json().data).toMatchObject([{ action: 'sends.exported', target: { type: 'sends' }, after }]);
});

test.each([
  ['America/Sao_Paulo', 'pt', 'envios'],
  ['Pacific/Pago_Pago', 'es', 'envios'],
  ['Pacific/Kiritimati', 'en', 'sends'],
])(
  'its file is called as the one that is had at once, by the day of the unit: %s, %s',
  async (timezone, language, word) => {
    const { headers, companyId, unit } = await workplace();
    await context.database.withCompany(companyId, (tx) =>
      tx
        .updateTable('business_units')
        .set({ timezone })
        .where('company_id', '=', companyId)
        .where('id', '=', unit.businessUnitId)
        .execute(),
    );
    const { answer } = await exported(headers, companyId, { language });
    const url = `/api/sends/export?format=csv&fileLanguage=${language}`;
    const atOnce = await context.app.inject({ url, headers });
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(context.clock.now());
    expect(answer.headers['content-disposition']).toContain(`filename="${word}-${day}.csv"`);
    expect(answer.headers['content-disposition']).toBe(atOnce.headers['content-disposition']);
  },
);
