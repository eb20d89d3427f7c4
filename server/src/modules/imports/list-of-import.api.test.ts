import { expect, test } from 'vitest';
import type { Export } from '@escuta/contract/exports';
import type { ContactId, ImportId } from '@escuta/contract/ids';
import { countAllContacts } from '#modules/contacts/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import { createContact, otherUnitOf } from '../../testing/factories.ts';
import { askForExport, readExport, runExportNow } from '../../testing/export-steps.ts';
import { meetContacts, runImportNow, upload } from '../../testing/import-steps.ts';
import { mergeWorkplace } from '../../testing/merge-steps.ts';
import { createManyContacts } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { runUndo } from './undo-import.ts';

const context = testContext();

async function workplace() {
  const place = await mergeWorkplace(context);
  const importFile = async (...names: string[]): Promise<ImportId> => {
    // Each at a time of its own, as the timeline tells them.
    context.clock.advance(1_000);
    const file = ['nome;e-mail', ...names.map((name) => `${name};${addressOf(name)}`)].join('\n');
    const { uploadId, hasHeader, mapping } = (await upload(context, place, file)).json();
    const { status, body } = await place.call('POST', '/imports', { uploadId, hasHeader, mapping });
    expect(status).toBe(202);
    await runImportNow(context, place.companyId, body._id);
    return body._id;
  };
  const read = async (id: ImportId, query = '', as = place.headers) => {
    const { body } = await place.call('GET', `/contacts?limit=100&importDataId=${id}${query}`, undefined, as);
    return body as { total: number; data: { _id: ContactId; name: string }[] };
  };
  /** Who is on the list of an import, by name; it must say as many. */
  const list = async (...asked: Parameters<typeof read>) => {
    const { total, data } = await read(...asked);
    const names = data.map(({ name }) => name).toSorted();
    expect(names).toHaveLength(total);
    return names;
  };
  const idOf = async (id: ImportId, name: string) =>
    (await read(id)).data.find((contact) => contact.name === name)!._id;
  const undo = async (id: ImportId) => {
    expect((await place.call('POST', `/imports/${id}/undo`)).status).toBe(202);
    await runUndo(context, { companyId: place.companyId, importId: id }, AbortSignal.timeout(60_000));
  };
  return { ...place, importFile, read, list, idOf, undoImport: undo };
}

/** Of the first name alone, so that another file may give the same person another name. */
const addressOf = (name: string) => `${name.split(' ')[0]!.toLowerCase()}@x.com`;

test('[IMPORT-12] a later file with the same people leaves the list, the audience and the file of an earlier one as they were', async () => {
  const { companyId, headers, call, importFile, list } = await workplace();
  const first = await importFile('Ana Silva', 'Bia', 'Caio Silva');
  const second = await importFile('Ana Lima', 'Bia', 'Rui');
  expect(await list(first)).toEqual(['Ana Lima', 'Bia', 'Caio Silva']);
  expect(await list(second)).toEqual(['Ana Lima', 'Bia', 'Rui']);
  for (const sort of ['name', 'created_at']) {
    expect(await list(first, `&sort=${sort}`)).toHaveLength(3);
    expect(await list(first, `&sort=${sort}&search=silva`)).toEqual(['Caio Silva']);
    expect(await list(first, `&sort=${sort}&search=ia`)).toEqual(['Bia']);
    expect(await list(second, `&sort=${sort}&search=lima`)).toEqual(['Ana Lima']);
    expect(await list(second, `&sort=${sort}&search=silva`)).toEqual([]);
  }
  const audience = { kind: 'import', importId: first };
  const counted = await call('POST', '/sends/audience', { audience, channel: 'email' });
  expect(counted.body).toMatchObject({ contacts: 3 });
  const asked = (await askForExport(context, headers, 'contacts', { filter: { importDataId: first } })).json<Export>();
  // Two rows a page: the walk goes on where it stands.
  await runExportNow(context, companyId, asked._id, { rowsPerPage: 2 });
  const { file } = await readExport(context, headers, asked._id);
  const rows = (await context.app.inject({ url: `/api/exports/files/${file}`, headers })).body.split('\r\n');
  expect(
    rows
      .slice(1)
      .flatMap((row) => row.match(/\w+@x.com/)?.[0] ?? [])
      .toSorted(),
  ).toEqual(['ana@x.com', 'bia@x.com', 'caio@x.com']);
});

test('the list of an import is of its own unit and company', async () => {
  const { companyId, headers, importFile, list } = await workplace();
  const id = await importFile('Ana', 'Bia');
  const other = await workplace();
  await other.importFile('Ana');
  expect(await list(id)).toEqual(['Ana', 'Bia']);
  const sister = { ...headers, 'x-business-id': await otherUnitOf(context, companyId) };
  expect(await list(id, '', sister)).toEqual([]);
  expect(await other.list(id)).toEqual([]);
});

test('[CIMPORT-14] an undone import lists those alone whom it left as they are, and the earlier one all that it brought', async () => {
  const { importFile, list, undoImport } = await workplace();
  const first = await importFile('Ana', 'Bia', 'Caio');
  const second = await importFile('Ana Lima', 'Bia', 'Rui');
  await undoImport(second);
  expect(await list(first)).toEqual(['Ana', 'Bia', 'Caio']);
  expect(await list(second)).toEqual(['Bia']);
});

test('who stays of two is on the lists of the imports of both, and a reversal gives each their own', async () => {
  const { importFile, list, idOf, merged, undo, timeline } = await workplace();
  const first = await importFile('Ana', 'Caio');
  const second = await importFile('Bia', 'Caio');
  const both = await importFile('Ana', 'Bia');
  const [kept, other] = [await idOf(first, 'Ana'), await idOf(second, 'Bia')];
  const told = async (id: ContactId) =>
    (await timeline(id)).filter(({ kind }) => kind === 'import').map((entry) => [entry.outcome, entry.import._id]);
  const before = [await told(kept), await told(other)];
  expect(before).toEqual([
    [
      ['found', both],
      ['created', first],
    ],
    [
      ['found', both],
      ['created', second],
    ],
  ]);
  const merge = await merged(kept, other);
  expect([await list(first), await list(second), await list(both)]).toEqual([
    ['Ana', 'Caio'],
    ['Ana', 'Caio'],
    ['Ana'],
  ]);
  expect(await told(kept)).toEqual([
    ['found', both],
    ['found', second],
    ['created', first],
  ]);
  expect((await undo(merge)).status).toBe(200);
  expect([await list(first), await list(second)]).toEqual([
    ['Ana', 'Caio'],
    ['Bia', 'Caio'],
  ]);
  expect(await list(both)).toEqual(['Ana', 'Bia']);
  expect([await told(kept), await told(other)]).toEqual(before);
});

test('who is deleted leaves the lists of all imports', async () => {
  const { companyId, call, importFile, list, idOf, merged, undoImport } = await workplace();
  const first = await importFile('Ana', 'Bia', 'Caio');
  const second = await importFile('Ana', 'Bia', 'Caio', 'Rui', 'Eva');
  const rows = async () => {
    const found = await context.database.withCompany(companyId, (tx) =>
      tx.selectFrom('contact_imports').select('contact_id').where('company_id', '=', companyId).execute(),
    );
    return found.length;
  };
  expect(await rows()).toBe(8);
  const [ana, bia] = [await idOf(first, 'Ana'), await idOf(first, 'Bia')];
  expect((await call('DELETE', `/contacts/${ana}`)).status).toBe(200);
  expect([await list(first), await rows()]).toEqual([['Bia', 'Caio'], 6]);
  await merged(bia, await idOf(first, 'Caio'));
  expect([await list(first), await rows()]).toEqual([['Bia'], 4]);
  await undoImport(second);
  expect([await list(second), await rows()]).toEqual([['Bia'], 2]);
});

// cspell:ignore xquique xquela
test('a very large import is searched, counted and sorted as a small one is', { timeout: 60_000 }, async () => {
  const { companyId, businessUnitId, unit, read } = await workplace();
  await createManyContacts(context, unit, 50_010);
  const met = await createContact(context, { ...unit, name: 'Xquique' });
  await createContact(context, { ...unit, name: 'Xquela' });
  const id = newId<ImportId>();
  // All but four.
  const left = ['Maria da Silva 10', 'Maria da Silva 777', 'Maria da Silva 7771', 'Xquela'];
  const rows = await context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('contacts')
      .select('id')
      .where('company_id', '=', companyId)
      .where('business_unit_id', '=', businessUnitId)
      .where('name', 'not in', left)
      .execute(),
  );
  await meetContacts(
    context,
    { companyId, importId: id },
    rows.map((row) => row.id),
  );
  const counted = await context.database.withCompany(companyId, (tx) =>
    countAllContacts(tx, { companyId, businessUnitId, importId: id }),
  );
  expect(counted).toBe(rows.length);
  const names = async (query: string) => (await read(id, query)).data.map(({ name }) => name);
  expect((await names('&sort=name')).slice(0, 3)).toEqual([
    'Maria da Silva 1',
    'Maria da Silva 100',
    'Maria da Silva 1000',
  ]);
  expect((await names('&sort=created_at'))[0]).toBe(met.name);
  expect(await read(id)).toMatchObject({ total: 10_000, totalIsAtLeast: true });
  // 777 and 7770 to 7779, of whom two were left out.
  expect((await read(id, '&search=silva%20777')).total).toBe(9);
  expect(await names('&search=xq')).toEqual([met.name]);
  expect(await read(newId<ImportId>(), '&search=silva%20777')).toMatchObject({ total: 0 });
});
