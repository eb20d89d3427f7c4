import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ImportId } from '@escuta/contract/ids';
import type { Import } from '@escuta/contract/imports';
import { forgetBefore } from '#modules/contacts/index.ts';
import { itemState } from '#modules/sends/index.ts';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import { factsOf } from '../../testing/facts-of.ts';
import { runImportNow, upload } from '../../testing/import-steps.ts';
import { createItemRow, createPublishedSurvey, createSendRow } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { runUndo } from './undo-import.ts';

const context = testContext();

async function workplace() {
  const user = await signedIn(context);
  return { ...user, businessUnitId: await unitOf(context, user.companyId) };
}
type Workplace = Awaited<ReturnType<typeof workplace>>;

async function importFile(
  { headers, companyId }: Workplace,
  content: string,
  settings: object = {},
): Promise<ImportId> {
  const { uploadId, hasHeader, mapping } = (await upload(context, { headers }, content)).json();
  const payload = { uploadId, hasHeader, mapping, ...settings };
  const { _id } = (await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload })).json<Import>();
  await runImportNow(context, companyId, _id);
  return _id;
}

const ask = ({ headers }: Pick<Workplace, 'headers'>, id: ImportId) =>
  context.app.inject({ method: 'POST', url: `/api/imports/${id}/undo`, headers });
const seen = async ({ headers }: Pick<Workplace, 'headers'>, id: ImportId): Promise<Import> =>
  (await context.app.inject({ url: `/api/imports/${id}`, headers })).json();

/** Asks for the undo and does it here and now; answers the import as the screen then sees it. */
async function undo(unit: Workplace, id: ImportId): Promise<Import> {
  const asked = await ask(unit, id);
  expect([asked.statusCode, asked.json().undo]).toEqual([202, { status: 'running', undone: 0, kept: 0 }]);
  await runUndo(context, { companyId: unit.companyId, importId: id }, AbortSignal.timeout(60_000));
  return seen(unit, id);
}

/** All that is known of the contacts of the company, but the day of their last change. */
function contactsOf({ companyId }: Workplace) {
  return context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('contacts')
      .select(['id', 'name', 'email', 'tel', 'birthday', 'contact_company_id', 'custom_fields', 'tags'])
      .where('company_id', '=', companyId)
      .orderBy('id')
      .execute(),
  );
}

const contactBy = async (unit: Workplace, email: string) =>
  (await contactsOf(unit)).find((contact) => contact.email === email);

/** The form of a person, with other words. */
async function edit({ headers }: Workplace, id: string, name: string, email: string) {
  const payload = { name, email, tel: null };
  const answer = await context.app.inject({ method: 'PUT', url: `/api/contacts/${id}`, headers, payload });
  expect(answer.statusCode).toBe(200);
}

/** Merges two people; answers the merge. */
async function merge({ headers }: Workplace, kept: string, other: string): Promise<string> {
  const compared = await context.app.inject({ url: `/api/contacts/${kept}/comparison?with=${other}`, headers });
  const versions = { kept: compared.json().kept.version, other: compared.json().other.version };
  const payload = { other, versions };
  const merged = await context.app.inject({ method: 'POST', url: `/api/contacts/${kept}/merges`, headers, payload });
  expect(merged.statusCode).toBe(201);
  return merged.json()._id;
}

async function reverse({ headers }: Workplace, id: string) {
  const reversed = await context.app.inject({ method: 'POST', url: `/api/merges/${id}/undo`, headers });
  expect(reversed.statusCode).toBe(200);
}

/** Defines a text field, or changes one into a field of another type; answers its address. */
async function writeField(
  { headers }: Workplace,
  name: string,
  change?: { url: string; type: string },
): Promise<string> {
  const settings = { options: [], required: false, sensitive: false, searchable: false };
  const field = { label: name, type: change?.type ?? 'text', ...settings };
  const answer = change
    ? await context.app.inject({ method: 'PUT', url: change.url, headers, payload: field })
    : await context.app.inject({
        method: 'POST',
        url: '/api/custom-fields',
        headers,
        payload: { ...field, internal_name: name },
      });
  expect(answer.statusCode).toBe(change ? 200 : 201);
  return `/api/custom-fields/${answer.json()._id}`;
}

async function deleteField({ headers }: Workplace, url: string) {
  expect((await context.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(200);
}

const head = 'nome;e-mail;telefone;nascimento;empresa';

test('[CIMPORT-14] an import is undone: who came in goes, who was changed is what they were, of more than one chunk', async () => {
  const unit = await workplace();
  await createContact(context, { ...unit, name: 'Zoe', email: 'zoe@x.com', tel: '+5511987650001' });
  await importFile(unit, `${head}\nAna;ana@x.com;11987654321;17/05/1990;Sol\nBia;bia@x.com;;;\nCaio;;11987650009;;\n`);
  const before = await contactsOf(unit);
  const others = Array.from({ length: 2_300 }, (_, at) => `Pessoa ${at};pessoa${at}@x.com;;;Lua`);
  const changes = [
    'Ana Lima;ana@x.com;11911112222;01/01/1980;Lua',
    'Bia;bia@x.com;;;',
    'Caio;caio@x.com;11987650009;;',
  ];
  const id = await importFile(unit, [head, ...others, ...changes].join('\n'));
  expect(await seen(unit, id)).toMatchObject({ counts: { created: 2_300, updated: 2, unchanged: 1 }, undo: null });

  const undone = await undo(unit, id);
  expect(undone).toMatchObject({ undo: { status: 'finished', undone: 2_302, kept: 0 }, undoUntil: null });
  expect(await contactsOf(unit)).toEqual(before);
  // Once more there is nothing to do.
  expect((await ask(unit, id)).json()).toMatchObject({ code: 'UNDO_NOT_POSSIBLE' });
  await runUndo(context, { companyId: unit.companyId, importId: id }, AbortSignal.timeout(60_000));
  expect((await seen(unit, id)).undo).toEqual(undone.undo);
});

test('an undo that is begun once more goes to a new job as soon as it has moved, and goes on there', async () => {
  const unit = await workplace();
  const people = Array.from({ length: 300 }, (_, at) => `Pessoa ${at};pessoa${at}@x.com;;;`);
  const id = await importFile(unit, [head, ...people].join('\n'));
  const before = await contactsOf(unit);
  await ask(unit, id);
  const named = { companyId: unit.companyId, importId: id };
  await runUndo(context, named, AbortSignal.timeout(60_000), { isRetry: true });
  expect((await seen(unit, id)).undo).toMatchObject({ status: 'running', undone: 250 });
  expect(await contactsOf(unit)).toHaveLength(before.length - 250);
  expect(await factsOf(context, unit.companyId, 'import.undone')).toBe(2);
  await runUndo(context, named, AbortSignal.timeout(60_000));
  expect((await seen(unit, id)).undo).toEqual({ status: 'finished', undone: 300, kept: 0 });
  expect(await factsOf(context, unit.companyId, 'import.undone')).toBe(2);
});

test('[CIMPORT-14] imports are undone one after the other, the last first: each finds what it left, and an edit between them stays', async () => {
  const unit = await workplace();
  const before = await contactsOf(unit);
  const files = [
    'Ana;ana@x.com;;;\nBia;bia@x.com;;;',
    'Ana Lima;ana@x.com;;;Sol\nBia Lima;bia@x.com;;;',
    'Ana Dias;ana@x.com;;;',
  ];
  const ids = [];
  for (const rows of files) {
    context.clock.advance(1_000);
    ids.push(await importFile(unit, `${head}\n${rows}\n`));
  }
  const bia = await contactBy(unit, 'bia@x.com');
  context.clock.advance(1_000);
  await edit(unit, bia!.id, 'Bia Souza', 'bia@x.com');
  const undone = [];
  for (const id of ids.toReversed()) {
    context.clock.advance(1_000);
    undone.push((await undo(unit, id)).undo);
  }
  expect(undone).toEqual([
    { status: 'finished', undone: 1, kept: 0 },
    { status: 'finished', undone: 1, kept: 1 },
    { status: 'finished', undone: 1, kept: 1 },
  ]);
  expect(await contactsOf(unit)).toEqual([...before, { ...bia, name: 'Bia Souza' }]);
});

test('[CIMPORT-14] companies that an import brought go with it, but those that somebody works for, may again, has changed or asks for', async () => {
  const unit = await workplace();
  const { companyId, headers } = unit;
  const companies = () =>
    context.database.withCompany(companyId, (tx) =>
      tx.selectFrom('contact_companies').select(['id', 'name']).where('company_id', '=', companyId).execute(),
    );
  const companyBy = async (name: string) => (await companies()).find((company) => company.name === name)!.id;
  await importFile(unit, `${head}\nAna;ana@x.com;;;Sol\n`);
  const others = Array.from({ length: 2_300 }, (_, at) => `Pessoa ${at};pessoa${at}@x.com;;;Lixo ${at}`);
  const named = { bia: 'Lua', caio: 'Marte', eva: 'Vega', gil: 'Rigel', rui: 'SOL' };
  const brought = Object.entries(named).map(([name, company]) => `${name};${name}@x.com;;;${company}`);
  const id = await importFile(unit, [head, ...others, ...brought].join('\n'));
  expect(await companies()).toHaveLength(2_305);

  context.clock.advance(1_000);
  await edit(unit, (await contactBy(unit, 'bia@x.com'))!.id, 'Bia Lima', 'bia@x.com');
  const written = await context.app.inject({
    method: 'PUT',
    url: `/api/contact-companies/${await companyBy('Marte')}`,
    headers,
    payload: { nome: 'Marte Hotéis', cnpj: null, segmento: null },
  });
  expect(written.statusCode).toBe(200);
  const condition = { kind: 'company', test: { op: 'is', value: await companyBy('Vega') } };
  const segment = await context.app.inject({
    method: 'POST',
    url: '/api/segments',
    headers,
    payload: { name: 'De Vega', definition: { match: 'all', of: [condition] } },
  });
  expect(segment.statusCode).toBe(201);

  const [ana, gil] = [(await contactBy(unit, 'ana@x.com'))!.id, (await contactBy(unit, 'gil@x.com'))!.id];
  const merged = await merge(unit, ana, gil);

  expect((await undo(unit, id)).undo).toEqual({ status: 'finished', undone: 2_303, kept: 2 });
  expect((await companies()).map(({ name }) => name).sort()).toEqual(['Lua', 'Marte Hotéis', 'Rigel', 'Sol', 'Vega']);
  await reverse(unit, merged);
  expect((await contactBy(unit, 'gil@x.com'))!.contact_company_id).toBe(await companyBy('Rigel'));
});

test('[CIMPORT-15] who was touched since stays: edited, imported again, written to, taken up by a send, answered, or anonymized', async () => {
  const unit = await workplace();
  await importFile(unit, `${head}\nAna;ana@x.com;;;\nRui;rui@x.com;;;\nEva;eva@x.com;;;\n`);
  const people = ['edited', 'again', 'sent', 'planned', 'answered', 'erased', 'alone'].map(
    (name) => `${name};${name}@x.com;;;`,
  );
  const changes = ['Ana Lima;ana@x.com;;;', 'Rui Lima;rui@x.com;;;', 'Eva Lima;eva@x.com;;;'];
  const id = await importFile(unit, [head, ...people, ...changes].join('\n'));
  const idOf = async (name: string) => (await contactBy(unit, `${name}@x.com`))!.id;

  context.clock.advance(1_000);
  await edit(unit, await idOf('edited'), 'Edited', 'edited@x.com');
  await edit(unit, await idOf('ana'), 'Ana Souza', 'ana@x.com');
  await importFile(unit, `${head}\nAgain;again@x.com;;;\n`);
  const survey = await createPublishedSurvey(context, unit);
  const send = await createSendRow(context, { ...unit, ...survey, total: 2 });
  await createItemRow(context, { ...unit, ...send, contactId: await idOf('planned'), state: itemState.ready });
  const mark = async (name: string, column: 'last_sent_at' | 'last_answered_at') => {
    const marked = await idOf(name);
    await context.database.withCompany(unit.companyId, (tx) =>
      tx
        .updateTable('contacts')
        .set({ [column]: context.clock.now() })
        .where('company_id', '=', unit.companyId)
        .where('id', '=', marked)
        .execute(),
    );
  };
  await mark('sent', 'last_sent_at');
  await mark('eva', 'last_sent_at');
  await mark('answered', 'last_answered_at');
  const anonymized = await context.app.inject({
    method: 'POST',
    url: `/api/contacts/${await idOf('erased')}/anonymisation`,
    headers: unit.headers,
    payload: { comments: 'remove' },
  });
  expect(anonymized.statusCode).toBe(200);

  expect((await undo(unit, id)).undo).toEqual({ status: 'finished', undone: 2, kept: 8 });
  const names = (await contactsOf(unit)).map(({ name }) => name);
  expect(names.sort()).toEqual(['', 'Again', 'Ana Souza', 'Edited', 'Eva Lima', 'Rui', 'answered', 'planned', 'sent']);
});

test('[CIMPORT-15] who came back by the reversal of a merge stays, as somebody who was touched since', async () => {
  const unit = await workplace();
  const ana = await createContact(context, { ...unit, name: 'Ana', email: 'ana@x.com' });
  const id = await importFile(unit, `${head}\nBia;bia@x.com;;;\nCaio;caio@x.com;;;\n`);
  const bia = (await contactBy(unit, 'bia@x.com'))!.id;

  context.clock.advance(1_000);
  const merged = await merge(unit, ana.id, bia);
  await reverse(unit, merged);
  expect(await contactBy(unit, 'bia@x.com')).toMatchObject({ id: bia });

  expect((await undo(unit, id)).undo).toEqual({ status: 'finished', undone: 1, kept: 1 });
  expect((await contactsOf(unit)).map(({ name }) => name).sort()).toEqual(['Ana', 'Bia']);
});

test('[CIMPORT-15] of whom it was written down since that they agreed or refused stays, with that evidence', async () => {
  const unit = await workplace();
  await importFile(unit, `${head}\nAna;ana@x.com;;;\nRui;rui@x.com;;;\n`);
  const id = await importFile(
    unit,
    `${head}\nAna Lima;ana@x.com;;;\nRui Lima;rui@x.com;;;\nBia;bia@x.com;;;\nCaio;caio@x.com;;;\nEva;eva@x.com;;;\n`,
  );
  context.clock.advance(1_000);
  const record = async (name: string, status: 'granted' | 'withdrawn') => {
    const url = `/api/contacts/${(await contactBy(unit, `${name}@x.com`))!.id}/consents`;
    const payload = { channel: 'email', status, basis: 'consent', text_version: 'Termo 3' };
    const answer = await context.app.inject({ method: 'POST', url, headers: unit.headers, payload });
    expect(answer.statusCode).toBe(201);
    return url;
  };
  const history = await record('bia', 'granted');
  await record('ana', 'granted');
  await record('caio', 'withdrawn');

  expect((await undo(unit, id)).undo).toEqual({ status: 'finished', undone: 2, kept: 3 });
  expect((await contactsOf(unit)).map(({ name }) => name).sort()).toEqual(['Ana Lima', 'Bia', 'Caio', 'Rui']);
  const { data } = (await context.app.inject({ url: history, headers: unit.headers })).json();
  expect(data).toMatchObject([{ status: 'granted', text_version: 'Termo 3' }]);
});

test('[CIMPORT-15] the same file once more has touched nobody: the first import is undone, and the second still lists whom it met', async () => {
  const unit = await workplace();
  await importFile(unit, `${head}\nAna;ana@x.com;;;\n`);
  const file = `${head}\nAna Lima;ana@x.com;;;\nBia;bia@x.com;;;\nCaio;caio@x.com;;;\n`;
  const first = await importFile(unit, file);
  context.clock.advance(1_000);
  const again = await importFile(unit, file);
  expect(await seen(unit, again)).toMatchObject({ counts: { created: 0, updated: 0, unchanged: 3 } });
  const url = `/api/contacts?importDataId=${again}`;
  const listed = async () => (await context.app.inject({ url, headers: unit.headers })).json().data;
  expect(await listed()).toHaveLength(3);

  expect((await undo(unit, first)).undo).toEqual({ status: 'finished', undone: 3, kept: 0 });
  expect((await contactsOf(unit)).map(({ name }) => name)).toEqual(['Ana']);
  expect(await listed()).toMatchObject([{ name: 'Ana' }]);
});

test('whose address of before is somebody else’s now stays, and does not keep the others from coming back', async () => {
  const unit = await workplace();
  await importFile(unit, `${head}\nAna;ana@x.com;11987654321;;Sol\nRui;rui@x.com;;;Sol\n`);
  const id = await importFile(unit, `${head}\nAna;ana@x.com;11911112222;;\nRui Lima;rui@x.com;;;Lua\n`);
  await createContact(context, { ...unit, name: 'Novo', email: null, tel: '+5511987654321' });
  expect((await undo(unit, id)).undo).toEqual({ status: 'finished', undone: 1, kept: 1 });
  expect(await contactBy(unit, 'ana@x.com')).toMatchObject({ tel: '+5511911112222' });
  expect(await contactBy(unit, 'rui@x.com')).toMatchObject({ name: 'Rui', contact_company_id: expect.any(String) });
});

test('[PRIVACY-11] no address comes back of somebody who was erased since the import', async () => {
  const unit = await workplace();
  const erasePhone = async (tel: string) => {
    const { id } = await createContact(context, { ...unit, email: null, tel });
    const url = `/api/contacts/${id}/anonymisation`;
    const payload = { comments: 'remove' };
    const erased = await context.app.inject({ method: 'POST', url, headers: unit.headers, payload });
    expect(erased.statusCode).toBe(200);
  };
  const before = '+5521987654321';
  await erasePhone(before);
  context.clock.advance(1_000);
  await importFile(unit, `${head}\nAna;ana@x.com;11987654321;;\nRui;rui@x.com;11955554444;;\nEva;eva@x.com;;;\n`);
  const eva = (await contactBy(unit, 'eva@x.com'))!.id;
  const typed = { method: 'PUT', url: `/api/contacts/${eva}`, headers: unit.headers } as const;
  const payload = { name: 'Eva', email: 'eva@x.com', tel: before };
  expect((await context.app.inject({ ...typed, payload })).statusCode).toBe(200);
  const changes = ['Ana;ana@x.com;11911112222;;', 'Rui Lima;rui@x.com;11955554444;;', 'Eva;eva@x.com;11933334444;;'];
  const id = await importFile(unit, [head, ...changes].join('\n'));
  context.clock.advance(1_000);
  await erasePhone('+5511987654321');

  expect((await undo(unit, id)).undo).toEqual({ status: 'finished', undone: 2, kept: 1 });
  expect(await contactBy(unit, 'ana@x.com')).toMatchObject({ tel: '+5511911112222' });
  expect(await contactBy(unit, 'rui@x.com')).toMatchObject({ name: 'Rui', tel: '+5511955554444' });
  // Whom the company wrote down again after an erasure has what they had.
  expect(await contactBy(unit, 'eva@x.com')).toMatchObject({ tel: before });
});

test('no value of a custom field comes back that was deleted since, also where another has its name, or that is of another type', async () => {
  const unit = await workplace();
  const columns = 'nome;e-mail;placa;quarto;andar';
  const [, quarto, andar] = [
    await writeField(unit, 'placa'),
    await writeField(unit, 'quarto'),
    await writeField(unit, 'andar'),
  ];
  await importFile(unit, `${columns}\nAna;ana@x.com;ABC;suíte;térreo\n`);
  context.clock.advance(1_000);
  const id = await importFile(unit, `${columns}\nAna Lima;ana@x.com;XYZ;101;\n`, { blankCells: 'clear' });
  expect((await contactBy(unit, 'ana@x.com'))!.custom_fields).toEqual({ placa: 'XYZ', quarto: '101' });

  await deleteField(unit, quarto);
  // In the instant of the import: what a field is does not depend on clocks.
  await writeField(unit, 'quarto');
  await writeField(unit, 'andar', { url: andar, type: 'number' });
  expect((await undo(unit, id)).undo).toEqual({ status: 'finished', undone: 1, kept: 0 });
  const ana = await contactBy(unit, 'ana@x.com');
  expect([ana!.name, ana!.custom_fields]).toEqual(['Ana', { placa: 'ABC' }]);
});

test('values that were kept before their fields were are brought back to fields that were there then', async () => {
  const unit = await workplace();
  const columns = 'nome;e-mail;placa;quarto';
  const [, quarto] = [await writeField(unit, 'placa'), await writeField(unit, 'quarto')];
  await importFile(unit, `${columns}\nAna;ana@x.com;ABC;suíte\n`);
  context.clock.advance(1_000);
  const id = await importFile(unit, `${columns}\nAna Lima;ana@x.com;XYZ;101\n`);
  await context.database.withCompany(unit.companyId, (tx) =>
    sql`
      WITH kept AS (DELETE FROM contact_import_changes WHERE company_id = ${unit.companyId} RETURNING *)
      INSERT INTO contact_import_changes
      SELECT company_id, import_id, contact_id, changed_at, before - 'fields' FROM kept`.execute(tx),
  );
  context.clock.advance(1_000);
  await deleteField(unit, quarto);
  await writeField(unit, 'quarto');
  expect((await undo(unit, id)).undo).toEqual({ status: 'finished', undone: 1, kept: 0 });
  const ana = await contactBy(unit, 'ana@x.com');
  expect([ana!.name, ana!.custom_fields]).toEqual(['Ana', { placa: 'ABC' }]);
});

test('an import is undone for a day after its end, by whom it is visible to, in its own unit', async () => {
  const unit = await workplace();
  const { companyId, businessUnitId } = unit;
  const id = await importFile(unit, `${head}\nAna;ana@x.com;;;\n`);
  const { ended_at: endedAt, undoUntil } = await seen(unit, id);
  expect(Date.parse(undoUntil!) - Date.parse(endedAt!)).toBe(24 * 3_600_000);

  const sister = { ...unit.headers, 'x-business-id': await otherUnitOf(context, companyId) };
  expect((await ask({ headers: sister }, id)).statusCode).toBe(404);
  expect((await ask(await signedIn(context), id)).statusCode).toBe(404);
  expect((await ask(await signedIn(context, { companyId, role: 'pdv', units: [businessUnitId] }), id)).statusCode).toBe(
    403,
  );
  expect((await ask(await signedIn(context, { companyId, role: 'readonly' }), id)).statusCode).toBe(403);

  await context.database.withCompany(companyId, (tx) =>
    tx
      .updateTable('imports')
      .set({ ended_at: new Date(context.clock.now().getTime() - 24 * 3_600_000 - 1_000) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  );
  expect((await ask(unit, id)).json()).toMatchObject({ code: 'UNDO_NOT_POSSIBLE' });
  expect(await contactBy(unit, 'ana@x.com')).toBeDefined();
});

test('one that runs still, or has changed nobody, cannot be undone', async () => {
  const unit = await workplace();
  const { headers } = unit;
  const nobody = await importFile(unit, `${head}\nNinguém;;;;\n`);
  expect((await ask(unit, nobody)).json()).toMatchObject({ code: 'UNDO_NOT_POSSIBLE' });
  const { uploadId, hasHeader, mapping } = (await upload(context, unit, `${head}\nAna;ana@x.com;;;\n`)).json();
  const payload = { uploadId, hasHeader, mapping };
  const { _id } = (await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload })).json();
  expect((await ask(unit, _id)).json()).toMatchObject({ code: 'UNDO_NOT_POSSIBLE' });
});

test('what contacts were before is forgotten in time, and at once with the person', async () => {
  const unit = await workplace();
  const kept = () =>
    context.database.withCompany(unit.companyId, (tx) =>
      tx
        .selectFrom('contact_import_changes')
        .select(['contact_id', 'before'])
        .where('company_id', '=', unit.companyId)
        .execute(),
    );
  await importFile(unit, `${head}\nAna;ana@x.com;;;\nRui;rui@x.com;;;\n`);
  await importFile(unit, `${head}\nAna Lima;ana@x.com;;;\nRui Lima;rui@x.com;;;\n`);
  const [ana, rui] = [await contactBy(unit, 'ana@x.com'), await contactBy(unit, 'rui@x.com')];
  expect((await kept()).map(({ contact_id: of }) => of).sort()).toEqual([ana!.id, rui!.id].sort());
  const url = `/api/contacts/${ana!.id}/anonymisation`;
  await context.app.inject({ method: 'POST', url, headers: unit.headers, payload: { comments: 'remove' } });
  expect(await kept()).toMatchObject([{ contact_id: rui!.id, before: { name: 'Rui' } }]);
  const { clock } = context;
  await forgetBefore(context, new Date(clock.now().getTime() - 1_000));
  expect(await kept()).toHaveLength(1);
  await forgetBefore(context, new Date(clock.now().getTime() + 1_000));
  expect(await kept()).toEqual([]);
});
