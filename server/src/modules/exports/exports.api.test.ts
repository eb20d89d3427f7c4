import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import type { Export } from '@escuta/contract/exports';
import type { ExportId } from '@escuta/contract/ids';
import { createAnswer } from '../../testing/answer-factories.ts';
import { askForExport, readExport, runExportNow, runExportUntilKilled } from '../../testing/export-steps.ts';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import type { createUser } from '../../testing/factories.ts';
import { createManyContacts, createPublishedSurvey } from '../../testing/send-factories.ts';
import { storedRows } from '../../testing/stored-file.ts';
import { factsOf } from '../../testing/facts-of.ts';
import { testContext } from '../../testing/test-context.ts';
import { forgetFiles } from './forget-files.ts';
import { partKey } from './parts.ts';
import { reviveExports } from './revive-exports.ts';

const context = testContext();
const dayMs = 24 * 3_600_000;

async function workplace(changes: Parameters<typeof createUser>[1] = {}) {
  const user = await signedIn(context, changes);
  const businessUnitId = await unitOf(context, user.companyId);
  return { ...user, unit: { companyId: user.companyId, businessUnitId } };
}

type Headers = Awaited<ReturnType<typeof workplace>>['headers'];

/** Rows are made by the clock of the database, exports by that of the test: from here on both say the same, or later. */
const letTimePass = () => context.clock.advance(Math.max(0, Date.now() + 2_000 - context.clock.now().getTime()));

async function ask(headers: Headers, ...asked: [of?: 'contacts' | 'responses', asked?: object]): Promise<ExportId> {
  const answer = await askForExport(context, headers, ...asked);
  expect(answer.statusCode).toBe(202);
  return answer.json()._id;
}

const download = (headers: Headers, file: string | null) =>
  context.app.inject({ url: `/api/exports/files/${file}`, headers });

/** Asks for an export, runs it, and gives its file. */
async function exported(
  headers: Headers,
  companyId: Parameters<typeof runExportNow>[1],
  of: 'contacts' | 'responses',
  asked = {},
) {
  letTimePass();
  const id = await ask(headers, of, asked);
  await runExportNow(context, companyId, id);
  const entry = await readExport(context, headers, id);
  const answer = await download(headers, entry.file);
  expect([entry.status, answer.statusCode]).toEqual(['finished', 200]);
  return { entry, answer };
}

const linesOf = (text: string) =>
  Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { delimiter: ';', skipEmptyLines: true }).data;

function list(headers: Headers, path = 'exports', query = '') {
  return context.app.inject({ url: `/api/${path}${query}`, headers }).then((answer) => answer.json());
}

describe('an export', () => {
  test('[ENTITY-11, EXPORT-15] waits, runs and is fetched, and the list says so', async () => {
    const { headers, unit, companyId, userId } = await workplace();
    for (const person of ['Ana', '=1+1', 'Caio']) await createContact(context, { ...unit, name: person });
    await createContact(context, { ...unit, businessUnitId: await otherUnitOf(context, companyId), name: 'Elsewhere' });
    letTimePass();
    const id = await ask(headers);
    const waiting = await readExport(context, headers, id);
    expect(waiting).toMatchObject({
      _id: id,
      type: 'export_contacts',
      status: 'pending',
      ended_at: null,
      file: null,
      progress: 0,
      format: 'csv',
      data: { surveyTitle: null, exportMode: null },
      _business: { _id: unit.businessUnitId, _empresa: { _id: companyId } },
      _user: { _id: userId, nome: expect.stringMatching(/./) },
    });
    expect(waiting._business.nome).not.toBe('');
    expect(waiting._business._empresa.nome).not.toBe('');

    await runExportNow(context, companyId, id, { rowsPerPart: 2 });
    const { data, total } = await list(headers);
    expect(total).toBe(1);
    const [entry] = data as [Export];
    expect(entry).toMatchObject({ _id: id, status: 'finished', progress: 1, totalData: 3 });
    expect(entry.ended_at).not.toBeNull();
    const answer = await download(headers, entry.file);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="contatos-.*\.csv"/);
    const [head, ...rows] = linesOf(answer.payload);
    expect(head?.[0]).toBe('Nome');
    expect(rows.map(([who]) => who)).toEqual(['Caio', "'=1+1", 'Ana']);

    for (const page of [1, 2]) await ask(headers, 'contacts', { filter: { search: `${page}` } });
    expect(await list(headers, 'exports', '?limit=2&page=2')).toMatchObject({ total: 3, data: [{ _id: id }] });
    const other = { ...headers, 'x-business-id': await otherUnitOf(context, companyId) };
    expect(await list(other)).toEqual({ data: [], total: 0 });
    expect((await download(other, entry.file)).statusCode).toBe(404);
    const elsewhere = await workplace();
    expect((await download(elsewhere.headers, entry.file)).statusCode).toBe(404);
  });

  test('[EXPORT-16] is one of all to internal staff, who fetch no file from outside', async () => {
    // Files before this one may have moved their clocks ahead, and left exports of then.
    const { rows } = await context.database.pool.query<{ at: Date | null }>(
      'SELECT max(created_at) AS at FROM exports',
    );
    context.clock.advance(Math.max(0, (rows[0]?.at?.getTime() ?? 0) - context.clock.now().getTime()) + 1_000);
    const { headers, companyId, unit } = await workplace();
    const older = await ask(headers);
    await runExportNow(context, companyId, older);
    context.clock.advance(1_000);
    const id = await ask(headers);
    await runExportNow(context, companyId, id);
    const staff = await workplace({ role: 'acmng' });
    const { data, total } = await list(staff.headers, 'admin/exports', '?limit=1&page=1');
    expect(total).toBeGreaterThan(1);
    expect(data).toMatchObject([
      {
        _id: id,
        file: null,
        status: 'finished',
        _business: { _id: unit.businessUnitId, _empresa: { _id: companyId } },
      },
    ]);
    const second = await list(staff.headers, 'admin/exports', '?limit=1&page=2');
    expect(second).toMatchObject({ total, data: [{ _id: older }] });
    expect(second.data).toHaveLength(1);
    expect((await context.app.inject({ url: '/api/admin/exports', headers })).statusCode).toBe(403);
  });

  test('[EXPORTX-02] is CSV, XLSX or JSON', async () => {
    const { headers, unit, companyId } = await workplace();
    const { email } = await createContact(context, { ...unit, name: 'Ana' });
    const json = await exported(headers, companyId, 'contacts', { format: 'json', language: 'en' });
    expect(json.answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json.answer.json()).toMatchObject([{ Name: 'Ana', 'E-mail': email, Company: null, Tags: null }]);
    const xlsx = await exported(headers, companyId, 'contacts', { format: 'xlsx' });
    const rows = await storedRows(xlsx.answer.rawPayload, { format: 'xlsx', sheet: 0 });
    expect(rows[1]?.cells.slice(0, 2)).toEqual(['Ana', email]);
    const csv = await exported(headers, companyId, 'contacts', { format: 'csv' });
    expect(linesOf(csv.answer.payload)[1]?.slice(0, 2)).toEqual(['Ana', email]);
  });

  test('[BULK-01] is of the contacts that were picked: ids of others, and who was erased since, are in no file', async () => {
    const { headers, unit, companyId } = await workplace();
    const create = (name: string, changes = {}) => createContact(context, { ...unit, ...changes, name });
    const [ana, bia, caio, dora] = [
      await create('Ana'),
      await create('Bia'),
      await create('Caio'),
      await create('Dora'),
    ];
    const inOtherUnit = await create('Elsewhere', { businessUnitId: await otherUnitOf(context, companyId) });
    const stranger = await createContact(context, { ...(await workplace()).unit, name: 'Stranger' });
    await create('Nobody picked');
    const contactIds = [ana, bia, caio, dora, inOtherUnit, stranger].map(({ id }) => id);
    const namesOf = async (asked: object) => {
      const { entry, answer } = await exported(headers, companyId, 'contacts', { format: 'json', ...asked });
      const names: (string | null)[] = answer.json().map((row: Record<string, string | null>) => row['Nome'] ?? null);
      expect(entry.totalData).toBe(names.length);
      return names;
    };
    expect(await namesOf({ contactIds })).toEqual(['Dora', 'Caio', 'Bia', 'Ana']);
    expect(await namesOf({ contactIds, filter: { search: 'bia' } })).toEqual(['Bia']);
    const anonymized = `/api/contacts/${caio.id}/anonymisation`;
    await context.app.inject({ method: 'POST', url: anonymized, headers, payload: { comments: 'remove' } });
    await context.app.inject({ method: 'DELETE', url: `/api/contacts/${dora.id}`, headers, payload: {} });
    expect(await namesOf({ contactIds })).toEqual(['Bia', 'Ana']);
    const most = Array.from({ length: 101 }, () => ana.id);
    for (const wrong of [[], most])
      expect((await askForExport(context, headers, 'contacts', { contactIds: wrong })).statusCode).toBe(400);
    const pdv = await signedIn(context, { companyId, role: 'pdv' });
    const refused = await askForExport(context, pdv.headers, 'contacts', { contactIds });
    expect(refused.statusCode).toBe(403);
  });

  test('[BULK-01] is of all contacts that the filter finds, not of a page', async () => {
    const { headers, unit, companyId } = await workplace();
    for (let at = 0; at < 130; at += 1) await createContact(context, { ...unit, name: `Silva ${at}` });
    await createContact(context, { ...unit, name: 'Prado' });
    const { entry, answer } = await exported(headers, companyId, 'contacts', { filter: { search: 'silva' } });
    expect([entry.totalData, linesOf(answer.payload).length]).toEqual([130, 131]);
    expect(answer.payload).not.toContain('Prado');
  });

  test('of a segment that was deleted while it waited ends as failed, is told so, and gives the turn to the next', async () => {
    const { headers, unit, companyId } = await workplace();
    await createContact(context, { ...unit, name: 'Ana' });
    letTimePass();
    const payload = {
      name: 'Anas',
      definition: { match: 'all', of: [{ kind: 'text', field: 'name', test: { op: 'contains', value: 'Ana' } }] },
    };
    const segment = await context.app.inject({ method: 'POST', url: '/api/segments', headers, payload });
    expect(segment.statusCode).toBe(201);
    const filter = { segment: segment.json()._id };
    const { entry } = await exported(headers, companyId, 'contacts', { filter });
    expect(entry.totalData).toBe(1);
    const [id, next] = [await ask(headers, 'contacts', { filter }), await ask(headers)];
    const gone = await context.app.inject({ method: 'DELETE', url: `/api/segments/${filter.segment}`, headers });
    expect(gone.statusCode).toBe(200);
    await forgetEvents();
    await runExportNow(context, companyId, id);
    expect(await readExport(context, headers, id)).toMatchObject({ status: 'error', file: null, is_file_gone: false });
    expect(await factsOf(context, companyId, 'export.ended')).toBe(2);
    expect(await startedEvents(companyId)).toEqual([next]);
    // Asked for now, it is not found at once.
    const late = await context.app.inject({
      method: 'POST',
      url: '/api/exports/contacts',
      headers,
      payload: { filter, format: 'csv' },
    });
    expect([late.statusCode, late.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  test('its link is dead after seven days, and its file is removed', async () => {
    const { headers, unit, companyId } = await workplace();
    const { entry } = await exported(headers, companyId, 'contacts');
    const key = partKey(unit.companyId, entry.file!);
    const { headers: later } = await lateVisitor(companyId, 7 * dayMs - 1_000);
    expect((await download(later, entry.file)).statusCode).toBe(200);
    context.clock.advance(1_000);
    const dead = await download(later, entry.file);
    expect([dead.statusCode, dead.json().code]).toEqual([410, 'EXPORT_EXPIRED']);
    expect(await context.files.size(key)).toBeGreaterThan(0);
    await forgetFiles(context);
    expect(await context.files.size(key)).toBeNull();
    expect((await download(later, entry.file)).statusCode).toBe(404);
    expect(await readExport(context, later, entry._id)).toMatchObject({ status: 'finished', file: null });
  });

  test('whose file is not in the storage was downloaded by nobody, as the audit says', async () => {
    const { headers, companyId } = await workplace();
    const { entry } = await exported(headers, companyId, 'contacts');
    const downloads = async () => (await list(headers, 'audit-events', '?action=export.downloaded')).total;
    expect(await downloads()).toBe(1);
    await context.files.remove(partKey(companyId, entry.file!));
    expect((await download(headers, entry.file)).statusCode).toBe(404);
    expect(await downloads()).toBe(1);
  });

  test('is cancelled by who started it alone, and leaves nothing behind', async () => {
    const { headers, companyId, unit } = await workplace();
    await createContact(context, unit);
    letTimePass();
    const id = await ask(headers);
    const colleague = await signedIn(context, { companyId });
    const cancel = (who: Headers) => context.app.inject({ method: 'DELETE', url: `/api/exports/${id}`, headers: who });
    expect((await cancel(colleague.headers)).statusCode).toBe(403);
    // In the middle: a piece is stored when it is cancelled, and the next is not kept.
    await runUntil(id, companyId, 1, async () => {
      expect((await cancel(headers)).json()).toMatchObject({ status: 'cancelled', file: null });
    });
    expect(await readExport(context, headers, id)).toMatchObject({ status: 'cancelled', file: null });
    expect(await partsOf(companyId, id)).toEqual([]);
    const again = await cancel(headers);
    expect([again.statusCode, again.json().code]).toEqual([409, 'EXPORT_ENDED']);
  });

  test('no more than twenty wait in a unit', async () => {
    const { headers } = await workplace();
    for (let at = 0; at < 20; at += 1) await ask(headers);
    const answer = await askForExport(context, headers);
    expect([answer.statusCode, answer.json()]).toEqual([
      429,
      expect.objectContaining({ code: 'EXPORTS_WAITING', params: { most: 20 } }),
    ]);
  });
});

/** Somebody of a company who signs in when so much time has passed. */
function lateVisitor(companyId: Parameters<typeof runExportNow>[1], afterMs: number) {
  context.clock.advance(afterMs);
  return signedIn(context, { companyId });
}

/** Runs an export with a row a piece, and does something once as many pieces are stored. */
async function runUntil(
  id: ExportId,
  companyId: Parameters<typeof runExportNow>[1],
  stored: number,
  act: () => Promise<void>,
) {
  const { write } = context.files;
  let left = stored;
  context.files.write = async (key, source) => {
    await write.call(context.files, key, source);
    left -= 1;
    if (left === 0) await act();
  };
  await runExportNow(context, companyId, id, { rowsPerPart: 1 }).finally(() => {
    context.files.write = write;
  });
}

function partsOf(companyId: Parameters<typeof runExportNow>[1], id: ExportId) {
  return context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('export_parts')
      .select(['id', 'part_no'])
      .where('company_id', '=', companyId)
      .where('export_id', '=', id)
      .orderBy('part_no')
      .execute(),
  );
}

describe('the work of an export', () => {
  test('[FILES-06] holds the rows of its start, not those that came while it ran', async () => {
    const { headers, companyId, unit } = await workplace();
    for (const name of ['Ana', 'Bia', 'Caio']) await createContact(context, { ...unit, name });
    letTimePass();
    const id = await ask(headers);
    await runUntil(id, companyId, 2, async () => {
      const late = await createContact(context, { ...unit, name: 'Tarde' });
      // Behind the place where it reads, and later than its start.
      const createdAt = new Date(context.clock.now().getTime() + 60_000);
      await context.database.withCompany(companyId, (tx) =>
        tx
          .updateTable('contacts')
          .set({ created_at: createdAt })
          .where('company_id', '=', companyId)
          .where('id', '=', late.id)
          .execute(),
      );
    });
    const entry = await readExport(context, headers, id);
    expect(entry).toMatchObject({ status: 'finished', totalData: 3 });
    const watermark = await context.database.withCompany(companyId, (tx) =>
      tx
        .selectFrom('exports')
        .select('watermark')
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    );
    expect(watermark.watermark).toEqual(context.clock.now());
    const rows = linesOf((await download(headers, entry.file)).payload).slice(1);
    expect(rows.map(([name]) => name)).toEqual(['Caio', 'Bia', 'Ana']);

    // One that begins before they came, and reads after, leaves them out too.
    const next = await ask(headers, 'contacts', { filter: { search: 'tarde' } });
    await runExportNow(context, companyId, next);
    expect(await readExport(context, headers, next)).toMatchObject({ totalData: 0 });
  });

  test('[FILES-07] is stored by the piece, goes on behind the last one, and removes them in the end', async () => {
    const { headers, companyId, unit } = await workplace();
    const names = Array.from({ length: 7 }, (_, at) => `Pessoa ${at}`);
    for (const name of names) await createContact(context, { ...unit, name });
    letTimePass();
    const id = await ask(headers);
    await runExportUntilKilled(context, companyId, id, { rowsPerPart: 2 });
    expect(await readExport(context, headers, id)).toMatchObject({ status: 'running', totalData: 7, progress: 4 / 7 });
    expect((await partsOf(companyId, id)).map(({ part_no }) => part_no)).toEqual([1, 2, null]);

    const reads: string[] = [];
    const { write } = context.files;
    context.files.write = (key, source) => (reads.push(key), write.call(context.files, key, source));
    await runExportNow(context, companyId, id, { rowsPerPart: 2 });
    context.files.write = write;
    // Rows 5 and 6, row 7, and the file.
    expect(reads).toHaveLength(3);
    const entry = await readExport(context, headers, id);
    const rows = linesOf((await download(headers, entry.file)).payload).slice(1);
    expect(rows.map(([name]) => name)).toEqual(names.toReversed());
    expect(await partsOf(companyId, id)).toEqual([{ id: entry.file, part_no: null }]);
    expect(await context.files.size(reads[0]!)).toBeNull();
  });

  test('[FILES-07] is stored by 5,000 rows where nobody says another number', async () => {
    const { headers, companyId, unit } = await workplace();
    await createManyContacts(context, unit, 5_001);
    letTimePass();
    const id = await ask(headers);
    const doneRows: number[] = [];
    const { write } = context.files;
    context.files.write = async (key, source) => {
      const { done_rows: done } = await context.database.withCompany(companyId, (tx) =>
        tx
          .selectFrom('exports')
          .select('done_rows')
          .where('company_id', '=', companyId)
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      );
      doneRows.push(done);
      await write.call(context.files, key, source);
    };
    await runExportNow(context, companyId, id).finally(() => {
      context.files.write = write;
    });
    // Two pieces, and the file.
    expect(doneRows).toEqual([0, 5_000, 5_001]);
  });

  test('that is begun once more goes to a new job as soon as it has moved', async () => {
    const { headers, companyId, unit } = await workplace();
    for (let at = 0; at < 7; at += 1) await createContact(context, { ...unit, name: `Pessoa ${at}` });
    letTimePass();
    const id = await ask(headers);
    const jobsAsked = () => factsOf(context, companyId, 'export.started');
    expect(await jobsAsked()).toBe(1);
    await runExportNow(context, companyId, id, { rowsPerPart: 2, isRetry: true });
    expect(await readExport(context, headers, id)).toMatchObject({ status: 'running', progress: 2 / 7 });
    expect(await jobsAsked()).toBe(2);
    await runExportNow(context, companyId, id, { rowsPerPart: 2 });
    expect(await readExport(context, headers, id)).toMatchObject({ status: 'finished', totalData: 7 });
    expect(await jobsAsked()).toBe(2);
  });

  test('stores a piece once the checkpoint stands behind the one before, though rows are read meanwhile', async () => {
    const { headers, companyId, unit } = await workplace();
    for (let at = 0; at < 7; at += 1) await createContact(context, { ...unit, name: `Pessoa ${at}` });
    letTimePass();
    const id = await ask(headers);
    const keptBefore: number[] = [];
    const { write } = context.files;
    context.files.write = async (key, source) => {
      keptBefore.push((await partsOf(companyId, id)).filter(({ part_no: no }) => no !== null).length);
      await write.call(context.files, key, source);
    };
    await runExportNow(context, companyId, id, { rowsPerPart: 2, rowsPerPage: 1 }).finally(() => {
      context.files.write = write;
    });
    // Four pieces, and the file.
    expect(keptBefore).toEqual([0, 1, 2, 3, 4]);
  });

  test.each(['csv', 'json', 'xlsx'])('as %s holds every row once where a piece is of several pages', async (format) => {
    const { headers, companyId, unit } = await workplace();
    const names = Array.from({ length: 11 }, (_, at) => `Pessoa ${at};\n"${at}"`);
    for (const name of names) await createContact(context, { ...unit, name });
    letTimePass();
    const id = await ask(headers, 'contacts', { format });
    const sizes: string[] = [];
    const { write } = context.files;
    context.files.write = (key, source) => (sizes.push(key), write.call(context.files, key, source));
    await runExportNow(context, companyId, id, { rowsPerPart: 4, rowsPerPage: 2 }).finally(() => {
      context.files.write = write;
    });
    // Rows 1 to 4, 5 to 8, 9 to 11, and the file.
    expect(sizes).toHaveLength(4);
    const entry = await readExport(context, headers, id);
    expect(entry).toMatchObject({ status: 'finished', totalData: 11 });
    const stored = await buffer(Readable.from(await context.files.read(partKey(companyId, entry.file!))));
    const found =
      format === 'csv'
        ? linesOf(stored.toString())
            .slice(1)
            .map(([name]) => name)
        : format === 'json'
          ? (JSON.parse(stored.toString()) as Record<string, string>[]).map((row) => row['Nome'])
          : (await storedRows(stored, { format: 'xlsx', sheet: 0 })).slice(1).map(({ cells }) => cells[0]);
    expect(found).toEqual(names.toReversed());
  });

  test.each([
    ['a piece', 1],
    ['the file', 2],
  ])(
    'leaves nothing in the storage where it is cancelled and cleared away before %s is stored',
    async (_what, last) => {
      const { headers, companyId, unit } = await workplace();
      for (const name of ['Ana', 'Bia']) await createContact(context, { ...unit, name });
      letTimePass();
      const id = await ask(headers);
      const keys: string[] = [];
      const rowsLeft: unknown[] = [];
      const { write } = context.files;
      context.files.write = async (key, source) => {
        if (keys.push(key) === last) {
          await context.app.inject({ method: 'DELETE', url: `/api/exports/${id}`, headers });
          await forgetFiles(context);
          rowsLeft.push(await partsOf(companyId, id));
        }
        await write.call(context.files, key, source);
      };
      await runExportNow(context, companyId, id).finally(() => {
        context.files.write = write;
      });
      expect(await readExport(context, headers, id)).toMatchObject({ status: 'cancelled' });
      // No row led to what was stored afterwards.
      expect([keys.length, rowsLeft]).toEqual([last, [[]]]);
      expect(await Promise.all(keys.map((key) => context.files.size(key)))).toEqual(keys.map(() => null));
    },
  );

  test('two workers with one export write each row once', async () => {
    const { headers, companyId, unit } = await workplace();
    for (let at = 0; at < 9; at += 1) await createContact(context, { ...unit, name: `Pessoa ${at}` });
    letTimePass();
    const id = await ask(headers);
    const run = () => runExportNow(context, companyId, id, { rowsPerPart: 2 });
    await Promise.allSettled([run(), run()]);
    await run();
    const entry = await readExport(context, headers, id);
    const rows = linesOf((await download(headers, entry.file)).payload).slice(1);
    expect(rows.map(([name]) => name)).toEqual(Array.from({ length: 9 }, (_, at) => `Pessoa ${8 - at}`));
  });

  test('[FILES-08] is one at a time in a unit: the next waits until it ends', async () => {
    const { headers, companyId } = await workplace();
    const [first, second] = [await ask(headers), await ask(headers)];
    const elsewhere = { ...headers, 'x-business-id': await otherUnitOf(context, companyId) };
    const other = await ask(elsewhere);
    const stateOf = async (id: ExportId, who = headers) => (await readExport(context, who, id)).status;
    await runUntil(first, companyId, 1, async () => {
      await runExportNow(context, companyId, second);
      await runExportNow(context, companyId, other);
      expect([await stateOf(first), await stateOf(second)]).toEqual(['running', 'pending']);
      expect(await stateOf(other, elsewhere)).toBe('finished');
      await forgetEvents();
    });
    expect(await stateOf(first)).toBe('finished');
    // The end of the first gives the turn to the second.
    expect(await startedEvents(companyId)).toEqual([second]);
    await runExportNow(context, companyId, second);
    expect(await stateOf(second)).toBe('finished');
  });

  test('keeps its place in the line of its unit, whichever job comes first, and gives it up once it is cancelled', async () => {
    const { headers, companyId } = await workplace();
    const [first, second, third] = [await ask(headers), await ask(headers), await ask(headers)];
    const states = () =>
      Promise.all([first, second, third].map(async (id) => (await readExport(context, headers, id)).status));
    await forgetEvents();
    for (const id of [third, second]) await runExportNow(context, companyId, id);
    expect(await states()).toEqual(['pending', 'pending', 'pending']);
    await runExportNow(context, companyId, first);
    expect([await states(), await startedEvents(companyId)]).toEqual([['finished', 'pending', 'pending'], [second]]);
    await forgetEvents();
    const cancelled = await context.app.inject({ method: 'DELETE', url: `/api/exports/${second}`, headers });
    expect([cancelled.statusCode, await startedEvents(companyId)]).toEqual([200, [third]]);
    await runExportNow(context, companyId, third);
    expect(await states()).toEqual(['finished', 'cancelled', 'finished']);
  });

  test('whose turn it is and that does not begin for a day ends as failed, and the next has its own day', async () => {
    const { headers, companyId } = await workplace();
    const [first, second] = [await ask(headers), await ask(headers)];
    let reader = headers;
    const states = () => Promise.all([first, second].map(async (id) => (await readExport(context, reader, id)).status));
    const reviveLater = async (afterMs: number) => {
      reader = (await lateVisitor(companyId, afterMs)).headers;
      await forgetEvents();
      await reviveExports(context);
    };
    await reviveLater(dayMs);
    expect(await states()).toEqual(['pending', 'pending']);
    expect(new Set(await startedEvents(companyId))).toEqual(new Set([first, second]));
    await reviveLater(1_000);
    expect(await states()).toEqual(['error', 'pending']);
    await reviveLater(dayMs);
    expect([await states(), await startedEvents(companyId)]).toEqual([['error', 'pending'], [second]]);
    await reviveLater(1_000);
    expect(await states()).toEqual(['error', 'error']);
  });
});

async function forgetEvents(): Promise<void> {
  await context.database.withSystem((tx) => tx.deleteFrom('outbox').where('name', '=', 'export.started').execute());
}

async function startedEvents(companyId: Parameters<typeof runExportNow>[1]): Promise<unknown[]> {
  const rows = await context.database.withSystem((tx) =>
    tx
      .selectFrom('outbox')
      .select('payload')
      .where('company_id', '=', companyId)
      .where('name', '=', 'export.started')
      .execute(),
  );
  return rows.map(({ payload }) => (payload as { exportId: string }).exportId);
}

describe('an export of responses', () => {
  async function answered() {
    const place = await workplace();
    const survey = await createPublishedSurvey(context, place.unit);
    const other = await createPublishedSurvey(context, place.unit);
    const maria = await createContact(context, { ...place.unit, name: 'Maria da Silva' });
    const answeredAt = new Date('2026-11-10T15:00:00Z');
    await createAnswer(context, {
      ...place.unit,
      ...survey,
      score: 3,
      comment: '=SUM(A1)',
      contactId: maria.id,
      answeredAt,
    });
    await createAnswer(context, { ...place.unit, ...other, score: 10, answeredAt: new Date('2026-11-11T15:00:00Z') });
    await createAnswer(context, { ...place.unit, ...survey, score: 9, answeredAt, isTest: true });
    return { ...place, survey, other, maria };
  }

  test.each(['responses', 'questions'])(
    '[FILES-06] holds the answers of its start, not those that came while it ran, by %s',
    async (exportMode) => {
      const { headers, companyId, unit, survey } = await answered();
      letTimePass();
      const id = await ask(headers, 'responses', { exportMode });
      await runUntil(id, companyId, 1, async () => {
        // Behind the place where it reads, and later than its start.
        const answeredAt = new Date(context.clock.now().getTime() + 1_000);
        await createAnswer(context, { ...unit, ...survey, score: 0, comment: 'Tarde demais', answeredAt });
      });
      const entry = await readExport(context, headers, id);
      expect(entry).toMatchObject({ status: 'finished', totalData: 2 });
      expect((await download(headers, entry.file)).payload).not.toContain('Tarde demais');
      // One that begins before they came, and reads after, leaves them out too.
      const next = await ask(headers, 'responses', { exportMode });
      await runExportNow(context, companyId, next);
      expect(await readExport(context, headers, next)).toMatchObject({ totalData: 2 });
    },
  );

  test('[EXPORTX-03] has a row for each, or a row for each question', async () => {
    const { headers, companyId, survey } = await answered();
    const all = await exported(headers, companyId, 'responses');
    expect(all.entry).toMatchObject({ type: 'export_multi_survey', totalData: 2, data: { exportMode: 'responses' } });
    expect(linesOf(all.answer.payload).map((cells) => cells.slice(3, 6))).toEqual([
      ['Nota', 'Grupo', 'Comentário'],
      ['10', 'Promotor', ''],
      ['3', 'Detrator', "'=SUM(A1)"],
    ]);
    const asked = { filter: { surveyId: survey.surveyId }, exportMode: 'questions' };
    const single = await exported(headers, companyId, 'responses', asked);
    expect(single.entry).toMatchObject({
      type: 'export_single_survey',
      totalData: 1,
      data: { surveyTitle: survey.title, exportMode: 'questions' },
    });
    const [head, ...rows] = linesOf(single.answer.payload);
    expect(head?.slice(0, 4)).toEqual(['Resposta (id)', 'Respondida em (America/Sao_Paulo)', 'Pesquisa', 'Pergunta']);
    // The survey asks two questions.
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(([id]) => id)).size).toBe(1);
    expect(new Set(rows.map((cells) => cells[3])).size).toBe(2);
  });

  test('[EXPORTX-04] names values in words or by codes', async () => {
    const { headers, companyId, survey } = await answered();
    const codes = await exported(headers, companyId, 'responses', { exportValues: 'codes' });
    const [head, , row] = linesOf(codes.answer.payload);
    expect(head).toEqual(
      'answered_at (America/Sao_Paulo),survey,metric,score,group,comment,channel,origin,language,name,email,phone'.split(
        ',',
      ),
    );
    expect(row?.slice(1, 9)).toEqual([survey.surveyId, 'nps', '3', 'bottom', "'=SUM(A1)", 'email', 'invitation', 'pt']);
    const labels = await exported(headers, companyId, 'responses', { exportValues: 'labels', language: 'en' });
    expect(labels.answer.payload).toContain('Detractor');
    // A row for each question is named by the same choice.
    const byQuestion = async (exportValues: string) => {
      const asked = { exportMode: 'questions', exportValues };
      const { answer } = await exported(headers, companyId, 'responses', asked);
      const [names, , , line] = linesOf(answer.payload);
      return [names?.slice(2, 5), [...line!.slice(2, 5), ...line!.slice(7, 10)]];
    };
    expect(await byQuestion('codes')).toEqual([
      ['survey', 'question', 'metric'],
      [survey.surveyId, 'score', 'nps', 'email', 'invitation', 'pt'],
    ]);
    expect(await byQuestion('labels')).toEqual([
      ['Pesquisa', 'Pergunta', 'Métrica'],
      [survey.title, expect.stringContaining('recomendaria'), 'NPS', 'E-mail', 'Envio', 'Português'],
    ]);
  });

  test.each(['responses', 'questions'])(
    '[EXPORTX-05] has a code book as a sheet of its workbook, by %s',
    async (exportMode) => {
      const { headers, companyId, survey, other } = await answered();
      const asked = { format: 'xlsx', exportValues: 'codes', exportMode };
      const { answer } = await exported(headers, companyId, 'responses', asked);
      const book = (await storedRows(answer.rawPayload, { format: 'xlsx', sheet: 1 })).map(({ cells }) => cells);
      expect(book[0]).toEqual(['Coluna', 'Código', 'Significado']);
      for (const line of [
        ['survey', survey.surveyId, survey.title],
        ['survey', other.surveyId, other.title],
        ...(exportMode === 'responses' ? [['group', 'bottom', 'NPS: Detrator']] : []),
        ['channel', 'email', 'E-mail'],
        ['origin', 'link', 'Link aberto'],
      ])
        expect(book).toContainEqual(line);
      expect(book.filter(([column]) => column === 'question').length).toBeGreaterThan(1);
    },
  );

  test('[EXPORTX-07] names people to who may take names away, and to nobody else who finds the file', async () => {
    const { headers, companyId, maria } = await answered();
    const open = await exported(headers, companyId, 'responses');
    expect(open.answer.payload).toContain(maria.email!);
    const analyst = await signedIn(context, { companyId, role: 'ana' });
    expect((await download(analyst.headers, open.entry.file)).statusCode).toBe(403);
    expect(await readExport(context, analyst.headers, open.entry._id)).toMatchObject({
      file: null,
      is_file_gone: false,
    });
    const masked = await exported(analyst.headers, companyId, 'responses');
    expect(masked.answer.payload).not.toContain(maria.email!);
    expect(masked.answer.payload).not.toContain('Maria da Silva');
    expect((await askForExport(context, analyst.headers, 'contacts')).statusCode).toBe(403);
    const flagged = await signedIn(context, { companyId, role: 'ana', exportsPersonalData: true });
    expect((await exported(flagged.headers, companyId, 'responses')).answer.payload).toContain(maria.email!);
    expect((await download(flagged.headers, open.entry.file)).statusCode).toBe(200);
  });
});

describe('a person who is erased', () => {
  test('[PRIVACY-13] is in no file of the unit any more, and in none that is being written', async () => {
    const { headers, companyId, unit } = await workplace();
    const maria = await createContact(context, { ...unit, name: 'Maria Zulmira' });
    await createContact(context, { ...unit, name: 'Ana' });
    const { entry } = await exported(headers, companyId, 'contacts');
    const elsewhere = { ...headers, 'x-business-id': await otherUnitOf(context, companyId) };
    const kept = await exported(elsewhere, companyId, 'contacts');
    const running = await ask(headers, 'contacts', { filter: { search: '' } });
    const searching = await ask(headers, 'contacts', { filter: { search: 'maria zulmira' } });
    await runUntil(running, companyId, 2, async () => {
      const url = `/api/contacts/${maria.id}?comments=remove`;
      const erased = await context.app.inject({ method: 'DELETE', url, headers });
      expect(erased.json().tables).toContainEqual({ table: 'exports', rows: 3 });
    });
    expect((await download(headers, entry.file)).statusCode).toBe(404);
    // Who may take it away and who may not read the same: it is gone, not withheld.
    expect(await readExport(context, headers, entry._id)).toMatchObject({ file: null, is_file_gone: true });
    expect(await readExport(context, elsewhere, kept.entry._id)).toMatchObject({
      file: kept.entry.file,
      is_file_gone: false,
    });
    await runExportNow(context, companyId, running);
    const again = await readExport(context, headers, running);
    expect(again).toMatchObject({ status: 'finished', totalData: 1 });
    const { payload } = await download(headers, again.file);
    expect(payload).toContain('Ana');
    expect(payload).not.toContain('Zulmira');
    const search = await context.database.withCompany(companyId, (tx) =>
      tx
        .selectFrom('exports')
        .select('asked')
        .where('company_id', '=', companyId)
        .where('id', '=', searching)
        .executeTakeFirstOrThrow(),
    );
    expect(JSON.stringify(search.asked)).not.toMatch(/zul/i);
    await forgetFiles(context);
    expect(await context.files.size(partKey(companyId, entry.file!))).toBeNull();
  });

  test('[PRIVACY-13] is in no file whose first piece was on its way to the storage', async () => {
    const { headers, companyId, unit } = await workplace();
    await createContact(context, { ...unit, name: 'Ana' });
    // The youngest is in the first piece.
    const maria = await createContact(context, { ...unit, name: 'Maria Zulmira' });
    letTimePass();
    const id = await ask(headers);
    await runUntil(id, companyId, 1, async () => {
      const url = `/api/contacts/${maria.id}?comments=remove`;
      const erased = await context.app.inject({ method: 'DELETE', url, headers });
      expect(erased.json().tables).toContainEqual({ table: 'exports', rows: 1 });
    });
    await runExportNow(context, companyId, id);
    const entry = await readExport(context, headers, id);
    expect(entry).toMatchObject({ status: 'finished', totalData: 1 });
    const { payload } = await download(headers, entry.file);
    expect(payload).toContain('Ana');
    expect(payload).not.toContain('Zulmira');
  });
});

test('the length of a file is told before its first byte, and of HEAD alone; what is packed on its way has none', async () => {
  const { headers, companyId, unit } = await workplace();
  for (const name of ['Ana', 'Zoé']) await createContact(context, { ...unit, name });
  const { entry, answer } = await exported(headers, companyId, 'contacts');
  const elsewhere = await workplace();
  const other = await exported(elsewhere.headers, elsewhere.companyId, 'contacts');
  expect(answer.headers['content-length']).toBe(`${answer.rawPayload.length}`);
  expect(other.answer.headers['content-length']).toBe(`${other.answer.rawPayload.length}`);
  expect(other.answer.rawPayload.length).not.toBe(answer.rawPayload.length);
  const url = `/api/exports/files/${entry.file}`;
  const head = await context.app.inject({ method: 'HEAD', url, headers });
  expect([head.statusCode, head.headers['content-length'], head.payload]).toEqual([
    200,
    `${answer.rawPayload.length}`,
    '',
  ]);
  const packed = await context.app.inject({ url, headers: { ...headers, 'accept-encoding': 'gzip' } });
  expect([packed.headers['content-encoding'], packed.headers['content-length']]).toEqual(['gzip', undefined]);
  expect(gunzipSync(packed.rawPayload).equals(answer.rawPayload)).toBe(true);
});

test('a file that is read from the storage is the file that was written', async () => {
  const { headers, companyId, unit } = await workplace();
  await createContact(context, { ...unit, name: 'Ana' });
  const { entry, answer } = await exported(headers, companyId, 'contacts', { format: 'xlsx' });
  const stored = await buffer(Readable.from(await context.files.read(partKey(companyId, entry.file!))));
  expect(answer.rawPayload.equals(stored)).toBe(true);
});
