import { expect, test } from 'vitest';
import type { UploadId } from '@escuta/contract/ids';
import type { Import, Rehearsal } from '@escuta/contract/imports';
import { newId } from '#platform/crypto/ids.ts';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../../testing/factories.ts';
import { rehearse, runImportNow, upload } from '../../../testing/import-steps.ts';
import { testContext } from '../../../testing/test-context.ts';
import { runRehearsal } from './run-rehearsal.ts';

const context = testContext();

async function workplace() {
  const user = await signedIn(context);
  return { ...user, businessUnitId: await unitOf(context, user.companyId) };
}
type Workplace = Awaited<ReturnType<typeof workplace>>;

interface Preview {
  uploadId: UploadId;
  hasHeader: boolean;
  mapping: string[];
}

async function uploaded(unit: Workplace, content: string) {
  const { uploadId, hasHeader, mapping } = (await upload(context, unit, content)).json<Preview>();
  return { uploadId, settings: { hasHeader, mapping } };
}

async function importWith(unit: Workplace, uploadId: UploadId, settings: object): Promise<Import> {
  const { headers, companyId } = unit;
  const payload = { uploadId, ...settings };
  const started = (await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload })).json<Import>();
  await runImportNow(context, companyId, started._id);
  return (await context.app.inject({ url: `/api/imports/${started._id}`, headers })).json();
}

/** Every row of every table that an import writes to, as text. */
async function everything({ companyId }: Workplace): Promise<string> {
  const tables = ['contacts', 'contact_companies', 'suppressions', 'imports', 'import_row_errors'] as const;
  const rows = await context.database.withCompany(companyId, async (tx) => {
    const read = [];
    for (const table of tables)
      read.push(await tx.selectFrom(table).selectAll().where('company_id', '=', companyId).execute());
    return read;
  });
  return JSON.stringify(rows);
}

/** Somebody known, somebody to change, and files that meet both: in more than one chunk, so that rows meet rows before them. */
async function withPeople() {
  const unit = await workplace();
  await createContact(context, { ...unit, name: 'Ana', email: 'ana@x.com', tel: null });
  await createContact(context, { ...unit, name: 'Bia', email: 'bia@x.com', tel: '+5511987650002' });
  await createContact(context, { ...unit, name: 'Caio', email: null, tel: '+5511987650003' });
  const sister = await otherUnitOf(context, unit.companyId);
  await createContact(context, { companyId: unit.companyId, businessUnitId: sister, name: 'Edu', email: 'edu@x.com' });
  const others = Array.from({ length: 1_200 }, (_, at) => `Pessoa ${at};pessoa${at}@x.com;;Padaria ${at % 3}`);
  const rows = [
    'nome;e-mail;telefone;empresa',
    'Ana;ana@x.com;;',
    'Bia Nova;bia@x.com;(11) 98765-0012;',
    'Edu;edu@x.com;;',
    ...others,
    'Outra;nova@x.com;(11) 98765-0002;',
    'Pessoa de novo;pessoa7@x.com;;',
    'Ninguém;;;',
    'Dois;ana@x.com;(11) 98765-0003;',
    'Sem fone;fone@x.com;123;',
  ];
  return { unit, file: rows.join('\n') };
}

test.each(['create', 'update', 'create_and_update'])(
  '[CIMPORT-09] [CIMPORT-11] in mode %s it counts what the import then does, and changes nothing',
  async (mode) => {
    const { unit, file } = await withPeople();
    const { uploadId, settings } = await uploaded(unit, file);
    const named = { ...settings, mode };
    const url = `/api/imports/uploads/${uploadId}/rehearsal`;
    const asked = await context.app.inject({ method: 'PUT', url, headers: unit.headers, payload: named });
    expect([asked.statusCode, asked.json().status]).toEqual([202, 'pending']);

    const before = await everything(unit);
    const job = { companyId: unit.companyId, uploadId, rehearsalId: asked.json()._id };
    await runRehearsal(context, job, AbortSignal.timeout(60_000));
    expect(await everything(unit)).toBe(before);

    const told = (await context.app.inject({ url, headers: unit.headers })).json<Rehearsal>();
    const done = await importWith(unit, uploadId, named);
    expect(told).toMatchObject({ status: 'finished', progress: 1, totalData: 1_208, error: null });
    expect(told.counts).toEqual(done.counts);
    // Of each count there is something to tell, so that they cannot be mistaken for one another.
    const { created, updated, unchanged, rejected, warned } = told.counts;
    expect({ created, updated, unchanged, rejected, warned }).toEqual(
      {
        create: { created: 1_202, updated: 0, unchanged: 0, rejected: 6, warned: 1 },
        update: { created: 0, updated: 1, unchanged: 1, rejected: 1_206, warned: 0 },
        create_and_update: { created: 1_203, updated: 1, unchanged: 1, rejected: 3, warned: 1 },
      }[mode],
    );
  },
);

test('[CIMPORT-10] it lists the first 100 issues in the order of the file, each with its cell, refused and warned alike', async () => {
  const unit = await workplace();
  const bad = Array.from({ length: 130 }, (_, at) => (at % 2 ? `P${at};p${at}@;` : `P${at};p${at}@x.com;${at}`));
  const { uploadId, settings } = await uploaded(unit, ['nome;e-mail;fone', 'Bom;bom@x.com;', ...bad].join('\n'));
  const { counts, issues } = await rehearse(context, unit, uploadId, settings);
  expect(counts).toEqual({ created: 66, updated: 0, unchanged: 0, rejected: 65, warned: 65 });
  expect(issues.map(({ row }) => row)).toEqual(Array.from({ length: 100 }, (_, at) => at + 3));
  expect(issues.slice(0, 2)).toEqual([
    { row: 3, isWarning: true, problems: [{ reason: 'phone_invalid', column: 'fone', cell: '0' }] },
    { row: 4, isWarning: false, problems: [{ reason: 'email_invalid', column: 'e-mail', cell: 'p1@' }] },
  ]);
});

test('a row that repeats another is told by the cell that it repeats, before the import and by it', async () => {
  const unit = await workplace();
  const known = { name: 'Bia', email: 'bia@x.com', tel: '+5511987650002' };
  await createContact(context, { ...unit, ...known });
  const stranger = await workplace();
  await createContact(context, { ...stranger, ...known, email: 'eva@x.com' });
  const others = Array.from({ length: 1_000 }, (_, at) => `Pessoa ${at};;pessoa${at}@x.com;`);
  const rows = [
    'nome;fone;e-mail;id externo',
    'Ana;(11) 98765-0001;ana@x.com;CRM-1',
    'Bia;;bia@x.com;',
    'Eva;;eva@x.com;',
    'Ana;;;CRM-1',
    'Ana;;ANA@x.com;CRM-2',
    // Behind the first chunk.
    ...others,
    'Bia;(11) 98765-0002;;',
    'Ana;(11) 98765-0001;nova@x.com;',
    'Pessoa;;pessoa7@x.com;',
  ];
  const { uploadId, settings } = await uploaded(unit, rows.join('\n'));
  const told = await rehearse(context, unit, uploadId, settings);
  expect(told.issues.map(({ row, problems }) => [row, ...problems])).toEqual(
    [
      [5, 'id externo', 'CRM-1'],
      [6, 'e-mail', 'ANA@x.com'],
      [1_007, 'fone', '(11) 98765-0002'],
      [1_008, 'fone', '(11) 98765-0001'],
      [1_009, 'e-mail', 'pessoa7@x.com'],
    ].map(([row, column, cell]) => [row, { reason: 'duplicate_in_file', column, cell }]),
  );
  const { counts, _id } = await importWith(unit, uploadId, settings);
  expect([told.counts, counts.rejected]).toEqual([counts, 5]);
  const { body } = await context.app.inject({ url: `/api/imports/${_id}/errors`, headers: unit.headers });
  expect(body.match(/repetido no arquivo \(.+?\)/g)?.map((words) => words.slice(21, -1))).toEqual(
    told.issues.map(({ problems }) => problems[0]?.column),
  );
});

test('tags that find no place beside twenty are warned of, before the import and by it', async () => {
  const unit = await workplace();
  const tags = Array.from({ length: 20 }, (_, at) => `t${at}`);
  const people = `e-mail,tags\nana@x.com,${tags.join(';')}\nbia@x.com,${tags.slice(1).join(';')}\ncaio@x.com,praia\n`;
  const first = await uploaded(unit, people);
  await importWith(unit, first.uploadId, first.settings);
  const more = 'e-mail,tags\nana@x.com,u1\nbia@x.com,u1;u2\ncaio@x.com,u1\n';
  const { uploadId, settings } = await uploaded(unit, more);
  const counts = { created: 0, updated: 2, unchanged: 1, rejected: 0, warned: 2 };
  const tooMany = (row: number, cell: string) => ({
    row,
    isWarning: true,
    problems: [{ reason: 'tags_left_out', column: 'tags', cell }],
  });
  expect(await rehearse(context, unit, uploadId, settings)).toMatchObject({
    counts,
    issues: [tooMany(2, 'u1'), tooMany(3, 'u1;u2')],
  });
  const imported = await importWith(unit, uploadId, settings);
  expect(imported.counts).toEqual(counts);
  for (const [language, words] of [
    ['pt', 'O contato fica com no máximo 20 etiquetas; as que não couberam ficaram de fora (tags).'],
    ['es', 'El contacto tiene como máximo 20 etiquetas; las que no cupieron quedaron fuera (tags).'],
    ['en', 'A contact has at most 20 tags; those beyond them were left out (tags).'],
  ] as const) {
    const url = `/api/imports/${imported._id}/errors?language=${language}`;
    const { body } = await context.app.inject({ url, headers: unit.headers });
    expect(body.split(words)).toHaveLength(3);
    // Some of the tags may have come in.
    expect(body).not.toMatch(/import\w+ (sem|sin|without)/i);
  }
});

test('what would end the import ends it too, with what would have come in before', async () => {
  const unit = await workplace();
  const { uploadId, settings } = await uploaded(unit, 'nome;e-mail\nAna;ana@x.com\n');
  await context.files.remove(`imports/${unit.companyId}/${uploadId}`);
  expect(await rehearse(context, unit, uploadId, settings)).toMatchObject({ status: 'error', error: 'FILE_MISSING' });
});

test.each([
  ['a fault of ours', new TypeError('of ours'), true],
  ['a value that the database refuses', Object.assign(new Error('of the rows'), { code: '22021' }), true],
  ['a database that is away', Object.assign(new Error('of the moment'), { code: '57P01' }), false],
])('%s ends it, or has its job tried again', async (_what, fault, ends) => {
  const unit = await workplace();
  const { uploadId, settings } = await uploaded(unit, 'nome;e-mail\nAna;ana@x.com\n');
  const url = `/api/imports/uploads/${uploadId}/rehearsal`;
  const asked = await context.app.inject({ method: 'PUT', url, headers: unit.headers, payload: settings });
  const job = { companyId: unit.companyId, uploadId, rehearsalId: asked.json()._id };
  const files = { ...context.files, size: () => Promise.reject(fault) };
  const run = runRehearsal({ ...context, files }, job, AbortSignal.timeout(60_000));
  const thrown = await run.catch((error: unknown) => error);
  expect(thrown).toBe(ends ? undefined : fault);
  const told = (await context.app.inject({ url, headers: unit.headers })).json<Rehearsal>();
  expect(told).toMatchObject(ends ? { status: 'error', error: 'IMPORT_FAILED' } : { status: 'pending', error: null });
});

test('another choice takes the place of the one before, whose worker lets go', async () => {
  const unit = await workplace();
  await createContact(context, { ...unit, name: 'Ana', email: 'ana@x.com' });
  const { uploadId, settings } = await uploaded(unit, 'nome;e-mail\nAna Nova;ana@x.com\n');
  const url = `/api/imports/uploads/${uploadId}/rehearsal`;
  const ask = (payload: object) => context.app.inject({ method: 'PUT', url, headers: unit.headers, payload });
  const first = (await ask(settings)).json<Rehearsal>();
  const second = await rehearse(context, unit, uploadId, { ...settings, mode: 'create' });
  await runRehearsal(
    context,
    { companyId: unit.companyId, uploadId, rehearsalId: first._id },
    AbortSignal.timeout(60_000),
  );
  const now = (await context.app.inject({ url, headers: unit.headers })).json<Rehearsal>();
  expect(now).toEqual(second);
  expect(now.counts).toMatchObject({ updated: 0, rejected: 1 });
});

test('it refuses what a start refuses, and is gone once the import has begun', async () => {
  const unit = await workplace();
  const { uploadId, settings } = await uploaded(unit, 'nome;e-mail\nAna;ana@x.com\n');
  const call = (payload?: object, id: string = uploadId, headers = unit.headers) =>
    context.app.inject({
      method: payload ? 'PUT' : 'GET',
      url: `/api/imports/uploads/${id}/rehearsal`,
      headers,
      ...(payload ? { payload } : {}),
    });
  expect((await call()).statusCode).toBe(404);
  expect((await call({ ...settings, mapping: ['name', 'ignore'] })).json()).toMatchObject({
    code: 'MAPPING_NOT_VALID',
    params: { problem: 'no_address' },
  });
  expect((await call({ ...settings, mode: 'destroy' })).statusCode).toBe(400);
  expect((await call(settings, newId())).statusCode).toBe(404);
  await rehearse(context, unit, uploadId, settings);
  const stranger = await workplace();
  expect((await call(undefined, uploadId, stranger.headers)).statusCode).toBe(404);
  expect((await call(settings, uploadId, stranger.headers)).statusCode).toBe(404);
  const sister = { ...unit.headers, 'x-business-id': await otherUnitOf(context, unit.companyId) };
  expect((await call(undefined, uploadId, sister)).statusCode).toBe(404);

  await importWith(unit, uploadId, settings);
  expect((await call()).statusCode).toBe(404);
  expect((await call(settings)).json()).toMatchObject({ code: 'UPLOAD_STARTED' });
});
