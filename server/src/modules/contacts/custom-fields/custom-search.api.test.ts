import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { ContactId } from '@escuta/contract/ids';
import type { Import } from '@escuta/contract/imports';
import type { CustomField, NewCustomField } from '@escuta/contract/custom-fields';
import { runUndo } from '#modules/imports/index.ts';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../../testing/factories.ts';
import { runImportNow, upload } from '../../../testing/import-steps.ts';
import { narrow } from '../../../testing/narrowed-people.ts';
import { createManyContacts } from '../../../testing/send-factories.ts';
import { testContext } from '../../../testing/test-context.ts';
import { customSearchText } from './custom-search.ts';
import { listCustomFields } from './queries.ts';
import { contactsSchedules } from '../jobs.ts';
import { contactsSubscriptions } from '../subscribers.ts';
import { fillCustomSearch } from './fill-search.ts';

const context = testContext();

// cspell:locale en-US,pt-BR,pt
// cspell:ignore italico nivel giras axql terc orquidea begonia magnolia azaleia
const room: NewCustomField = {
  internal_name: 'quarto',
  label: 'Quarto',
  type: 'text',
  options: [],
  required: false,
  sensitive: false,
  searchable: true,
};

/** Somebody in a company of their own with these fields, each a text that is searched unless it says otherwise. */
async function workplace(...fields: Partial<NewCustomField>[]) {
  const user = await signedIn(context);
  const { companyId } = user;
  const businessUnitId = await unitOf(context, companyId);
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    unit = businessUnitId,
  ) => {
    const headers = { ...user.headers, 'x-business-id': unit };
    const answer = await context.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const made: CustomField[] = [];
  for (const field of fields.length === 0 ? [{}] : fields) {
    const { status, body } = await call('POST', '/custom-fields', { ...room, ...field });
    expect(status).toBe(201);
    made.push(body);
  }
  const fill = () => fillCustomSearch(context, companyId, AbortSignal.timeout(60_000), 2);
  /** Says something else of a field, and lets the contacts follow. */
  const change = async ({ _id, internal_name: _name, place: _place, ...form }: CustomField, said: object) => {
    expect((await call('PUT', `/custom-fields/${_id}`, { ...form, ...said })).status).toBe(200);
  };
  const create = async (name: string, custom_fields: Record<string, string>, unit = businessUnitId) => {
    const form = { name, email: `${name.toLowerCase()}@x.example`, tel: null, custom_fields };
    const { status, body } = await call('POST', '/contacts', form, unit);
    expect([status, body.code]).toEqual([201, undefined]);
    return body._id as ContactId;
  };
  const edit = async (id: ContactId, name: string, custom_fields: Record<string, string | null>) => {
    const form = { name, email: `${name.toLowerCase()}@x.example`, tel: null, custom_fields };
    expect((await call('PUT', `/contacts/${id}`, form)).status).toBe(200);
  };
  /** The names that a search finds, in the list and in the count. */
  const found = async (search: string, unit = businessUnitId): Promise<string[]> => {
    const query = `search=${encodeURIComponent(search)}`;
    const list = (await call('GET', `/contacts?limit=20&sort=name&page=1&${query}`, undefined, unit)).body;
    const count = (await call('GET', `/contacts/count?${query}`, undefined, unit)).body;
    expect([list.total, count.total]).toEqual([list.data.length, list.data.length]);
    return list.data.map(({ name }: { name: string }) => name);
  };
  const importFile = async (content: string): Promise<Import['_id']> => {
    const { uploadId, hasHeader, mapping } = (await upload(context, user, content)).json();
    const { body } = await call('POST', '/imports', { uploadId, hasHeader, mapping });
    await runImportNow(context, companyId, body._id);
    return body._id;
  };
  const undoImport = async (importId: Import['_id']) => {
    await call('POST', `/imports/${importId}/undo`);
    await runUndo(context, { companyId, importId }, AbortSignal.timeout(60_000));
  };
  return { ...user, businessUnitId, fields: made, call, fill, change, create, edit, found, importFile, undoImport };
}
type Workplace = Awaited<ReturnType<typeof workplace>>;

/** Those whose search text is not what their values make. */
async function strays({ companyId }: Pick<Workplace, 'companyId'>) {
  const { rows } = await context.database.withCompany(companyId, async (tx) => {
    const text = customSearchText(await listCustomFields(tx, companyId), sql.ref('contacts.custom_fields'));
    return sql`SELECT name, custom_search_text FROM contacts
      WHERE company_id = ${companyId} AND custom_search_text IS DISTINCT FROM ${text}`.execute(tx);
  });
  return rows;
}

/** What the facts of a company ask of the workers. */
async function factsOf({ companyId }: Pick<Workplace, 'companyId'>) {
  const { rows } = await context.database.withSystem((tx) =>
    sql<{ name: string }>`SELECT name FROM outbox WHERE company_id = ${companyId}`.execute(tx),
  );
  return rows.map(({ name }) => name).filter((name) => name === 'custom-field.search-changed');
}

describe('a searchable field', () => {
  test.each([
    ['a part of it', 'giras'],
    ['other capitals, without accents', 'ITALICO'],
    ['two letters, in the middle', 'xq'],
    ['two letters, at the end', 'wv'],
    ['words in a row, and spaces too many', ' Ala   girassol '],
    ['digits that could be of a phone', '1234-56'],
    ['signs that mean something in a pattern', '50%_'],
    ['one letter', 'ý'],
  ])('[PEOPLE-11] is searched by %s', async (_what, search) => {
    const unit = await workplace();
    await unit.create('Ana', { quarto: 'Ala Girassol axql, itálico AB-1234-56 50%_ ý wv' });
    await unit.create('Bia', { quarto: 'Ala Lírio' });
    await createContact(context, { ...unit, name: 'Caio' });
    expect(await unit.found(search)).toEqual(['Ana']);
    // So many that few are found otherwise than by walking through all.
    await createManyContacts(context, unit, 600);
    expect(await unit.found(search)).toEqual(['Ana']);
  });

  test('[PEOPLE-11] finds once who is found by their name and by a value', async () => {
    const unit = await workplace();
    await unit.create('Girassol', { quarto: 'Girassol' });
    await unit.create('Ana', { quarto: 'Girassol' });
    expect(await unit.found('giras')).toEqual(['Ana', 'Girassol']);
  });

  test('[PEOPLE-11] is searched as people see its value, and as it is kept; the name is found as ever', async () => {
    const unit = await workplace(
      { internal_name: 'cpf', label: 'CPF', type: 'cpf' },
      { internal_name: 'cnpj', label: 'CNPJ', type: 'cnpj' },
      { internal_name: 'renda', label: 'Renda', type: 'number' },
      { internal_name: 'nivel', label: 'Nível', type: 'select', options: ['Ouro', 'Prata'] },
      { internal_name: 'visita', label: 'Visita', type: 'date' },
    );
    await unit.create('Ana', { cpf: '52998224725', cnpj: '11222333000181', renda: '1234.5', nivel: 'Prata' });
    await unit.create('Bia', { nivel: 'Ouro', visita: '2024-05-17' });
    for (const search of [
      '529.982.247-25',
      '529982',
      '982.247',
      '11.222.333/0001-81',
      '1122233300',
      '1234,5',
      '1234.5',
      'prat',
    ])
      expect([search, await unit.found(search)]).toEqual([search, ['Ana']]);
    expect(await unit.found('ouro')).toEqual(['Bia']);
    expect(await unit.found('bia@x')).toEqual(['Bia']);
    // Dates are not searched, and no search reads across two values.
    for (const search of ['2024-05-17', '2024', 'prata 1234', 'a 1'])
      expect([search, await unit.found(search)]).toEqual([search, []]);
  });

  test('[PEOPLE-11] is searched in its unit and its company alone', async () => {
    const [one, other] = [await workplace(), await workplace()];
    const there = await otherUnitOf(context, one.companyId);
    await one.create('Ana', { quarto: 'Girassol' });
    await one.create('Bia', { quarto: 'Girassol' }, there);
    await other.create('Caio', { quarto: 'Girassol' });
    expect(await one.found('giras')).toEqual(['Ana']);
    expect(await one.found('giras', there)).toEqual(['Bia']);
    expect(await other.found('giras')).toEqual(['Caio']);
    const asked = (companyId: string, unit: string) =>
      context.database.withCompany(one.companyId, (tx) =>
        sql`SELECT id FROM find_contacts_by_custom_fields(${companyId}, ${unit}, NULL, 'giras', 100)`.execute(tx),
      );
    expect((await asked(one.companyId, one.businessUnitId)).rows).toHaveLength(1);
    expect((await asked(other.companyId, other.businessUnitId)).rows).toEqual([]);
    expect((await asked(one.companyId, other.businessUnitId)).rows).toEqual([]);
  });

  test('[PEOPLE-11] that is sensitive is not searched, whatever its flag, nor is one that is not searchable', async () => {
    const unit = await workplace(
      { sensitive: true },
      { internal_name: 'andar', label: 'Andar', searchable: false },
      { internal_name: 'ala', label: 'Ala' },
    );
    await unit.create('Ana', { quarto: 'Girassol', andar: 'Terceiro', ala: 'Norte' });
    expect([await unit.found('giras'), await unit.found('terc'), await unit.found('norte')]).toEqual([[], [], ['Ana']]);
    expect(await strays(unit)).toEqual([]);
  });

  test('[PEOPLE-11] is searched by nobody who may not know whom they see', async () => {
    const unit = await workplace();
    await unit.create('Ana', { quarto: 'Girassol' });
    for (const role of ['notesonly', 'readonly'] as const) {
      const { headers } = await signedIn(context, { companyId: unit.companyId, role });
      const answer = await context.app.inject({ url: '/api/contacts?search=giras', headers });
      expect([role, answer.json().code]).toEqual([role, 'FORBIDDEN']);
    }
  });

  test('[PEOPLE-11] is searched by who is narrowed among their own contacts', async () => {
    const unit = await workplace({}, { internal_name: 'loja', label: 'Loja', searchable: false });
    const user = await signedIn(context, { companyId: unit.companyId, role: 'pdv' });
    const [, shop] = unit.fields;
    await unit.create('Ana', { quarto: 'Girassol', loja: 'Centro' });
    await unit.create('Bia', { quarto: 'Girassol', loja: 'Praia' });
    await narrow(context, { companyId: unit.companyId, userId: user.userId, fieldId: shop!._id, shop: 'Centro' });
    const headers = { ...user.headers, 'x-business-id': unit.businessUnitId };
    const answer = await context.app.inject({ url: '/api/contacts?search=giras', headers });
    expect(answer.json()).toMatchObject({ total: 1, data: [{ name: 'Ana' }] });
  });

  test('[PEOPLE-11] narrows what an export and an action on many reach', async () => {
    const unit = await workplace();
    await unit.create('Ana', { quarto: 'Girassol' });
    await unit.create('Bia', { quarto: 'Lírio' });
    const target = { filter: { search: 'giras' } };
    const tagging = await unit.call('POST', '/bulk-actions/tags', { target, kind: 'tag', tags: ['vip'] });
    expect(tagging.body).toMatchObject({ total: 1 });
    const file = await context.app.inject({
      url: '/api/contacts/export?format=csv&fileLanguage=pt&search=giras',
      headers: unit.headers,
    });
    expect(file.body).toContain('Ana');
    expect(file.body).not.toContain('Bia');
  });
});

describe('the search text of custom values', () => {
  test('[PEOPLE-11] follows whoever writes values: a person, a program, a file, and their undoing', async () => {
    const unit = await workplace({}, { internal_name: 'andar', label: 'Andar', searchable: false });
    const ana = await unit.create('Ana', { quarto: 'Girassol', andar: 'Terceiro' });
    await unit.edit(ana, 'Ana', { quarto: 'Orquídea' });
    expect([await unit.found('giras'), await unit.found('orquidea')]).toEqual([[], ['Ana']]);
    await unit.edit(ana, 'Ana', { andar: 'Quarto' });
    expect(await unit.found('orquidea')).toEqual(['Ana']);

    const upserted = await unit.call('POST', '/contacts/upserts', {
      contacts: [
        { name: 'Bia', email: 'bia@x.example', custom_fields: { quarto: 'Magnólia' } },
        { email: 'ana@x.example', custom_fields: { quarto: 'Azaleia' } },
      ],
    });
    expect([upserted.status, upserted.body.code]).toEqual([200, undefined]);
    expect([await unit.found('magnolia'), await unit.found('azaleia')]).toEqual([['Bia'], ['Ana']]);
    expect(await strays(unit)).toEqual([]);

    const head = 'nome;e-mail;Quarto';
    const file = await unit.importFile(`${head}\nAna;ana@x.example;Begônia\nCaio;caio@x.example;Begônia\n`);
    expect(await unit.found('begonia')).toEqual(['Ana', 'Caio']);
    expect(await strays(unit)).toEqual([]);
    // A file that says nothing of the field takes nobody out of the search.
    await unit.importFile('nome;e-mail;telefone\nCaio;caio@x.example;11987654321\n');
    expect(await unit.found('begonia')).toEqual(['Ana', 'Caio']);
    await unit.undoImport(file);
    expect([await unit.found('azaleia'), await unit.found('begonia')]).toEqual([['Ana'], []]);
    expect(await strays(unit)).toEqual([]);

    await unit.edit(ana, 'Ana', { quarto: null });
    expect(await unit.found('azaleia')).toEqual([]);
    expect(await strays(unit)).toEqual([]);
  });

  test('[PEOPLE-11] follows a merge and its undoing, also where the flag changed in between', async () => {
    const unit = await workplace();
    const ana = await unit.create('Ana', { quarto: 'Girassol' });
    const bia = await unit.create('Bia', { quarto: 'Orquídea' });
    const { kept, other } = (await unit.call('GET', `/contacts/${ana}/comparison?with=${bia}`)).body;
    const versions = { kept: kept.version, other: other.version };
    const choices = { 'custom_fields.quarto': 'other', email: 'kept' };
    const merge = await unit.call('POST', `/contacts/${ana}/merges`, { other: bia, versions, choices });
    expect([merge.status, merge.body.code]).toEqual([201, undefined]);
    expect([await unit.found('orquidea'), await unit.found('giras')]).toEqual([['Ana'], []]);
    expect(await strays(unit)).toEqual([]);
    await unit.change(unit.fields[0]!, { searchable: false });
    await unit.fill();
    expect((await unit.call('POST', `/merges/${merge.body._id}/undo`, {})).status).toBe(200);
    expect([await unit.found('orquidea'), await unit.found('giras'), await strays(unit)]).toEqual([[], [], []]);
    await unit.change(unit.fields[0]!, { searchable: true });
    await unit.fill();
    expect([await unit.found('orquidea'), await unit.found('giras')]).toEqual([['Bia'], ['Ana']]);
    expect(await strays(unit)).toEqual([]);
  });

  test('[PEOPLE-11] the undoing of a merge finds both again at once', async () => {
    const unit = await workplace();
    const ana = await unit.create('Ana', { quarto: 'Girassol' });
    const bia = await unit.create('Bia', { quarto: 'Orquídea' });
    const { kept, other } = (await unit.call('GET', `/contacts/${ana}/comparison?with=${bia}`)).body;
    const versions = { kept: kept.version, other: other.version };
    const choices = { 'custom_fields.quarto': 'other' };
    const merge = await unit.call('POST', `/contacts/${ana}/merges`, { other: bia, versions, choices });
    await unit.call('POST', `/merges/${merge.body._id}/undo`, {});
    expect([await unit.found('orquidea'), await unit.found('giras')]).toEqual([['Bia'], ['Ana']]);
    expect(await strays(unit)).toEqual([]);
  });

  test('[PEOPLE-11] goes with who is anonymized, and with a field that is deleted', async () => {
    const unit = await workplace({}, { internal_name: 'ala', label: 'Ala' });
    const ana = await unit.create('Ana', { quarto: 'Girassol', ala: 'Norte' });
    await unit.create('Bia', { quarto: 'Girassol', ala: 'Norte' });
    expect((await unit.call('POST', `/contacts/${ana}/anonymisation`, { comments: 'remove' })).status).toBe(200);
    expect([await unit.found('giras'), await unit.found('norte')]).toEqual([['Bia'], ['Bia']]);
    expect(await strays(unit)).toEqual([]);
    expect((await unit.call('DELETE', `/custom-fields/${unit.fields[0]!._id}`)).status).toBe(200);
    expect([await unit.found('giras'), await unit.found('norte')]).toEqual([[], ['Bia']]);
    expect(await strays(unit)).toEqual([]);
  });
});

describe('the flag of a field', () => {
  const five = async (unit: Workplace) => {
    for (const name of ['Ana', 'Bia', 'Caio', 'Davi', 'Eva'])
      await unit.create(name, { quarto: 'Girassol', ala: 'Norte' });
  };
  const all = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva'];

  test('[PEOPLE-11] brings contacts into the search in the background, and takes them out of it at once', async () => {
    const unit = await workplace({ searchable: false }, { internal_name: 'ala', label: 'Ala' });
    const [field] = unit.fields;
    await five(unit);
    await unit.change(field!, { label: 'Aposento' });
    expect(await factsOf(unit)).toEqual([]);
    await unit.change(field!, { searchable: true });
    expect(await factsOf(unit)).toHaveLength(1);
    await unit.fill();
    expect([await unit.found('giras'), await unit.found('norte'), await strays(unit)]).toEqual([all, all, []]);

    await unit.change(field!, { searchable: true, sensitive: true });
    expect(await factsOf(unit)).toHaveLength(2);
    expect(await unit.found('giras')).toEqual([]);
    await unit.fill();
    expect([await unit.found('giras'), await unit.found('norte'), await strays(unit)]).toEqual([[], all, []]);
  });

  test('[PEOPLE-11] changes again while contacts are filled: what is found in the end is what it says', async () => {
    const unit = await workplace({ searchable: false }, { internal_name: 'ala', label: 'Ala' });
    const [field] = unit.fields;
    await five(unit);
    await unit.change(field!, { searchable: true });
    // Killed behind the first contacts.
    const stopping = new AbortController();
    const { withCompany } = context.database;
    let calls = 0;
    const database = {
      ...context.database,
      withCompany: ((...args: Parameters<typeof withCompany>) => {
        calls += 1;
        if (calls === 2) stopping.abort();
        return withCompany(...args);
      }) as typeof withCompany,
    };
    await expect(fillCustomSearch({ database }, unit.companyId, stopping.signal, 2)).rejects.toThrow(/abort/i);
    expect(await strays(unit)).toHaveLength(3);
    await unit.change(field!, { searchable: false });
    expect([await unit.found('giras'), await unit.found('norte')]).toEqual([[], []]);
    await unit.fill();
    expect([await unit.found('giras'), await unit.found('norte'), await strays(unit)]).toEqual([[], all, []]);
  });

  test('[PEOPLE-11] a change while the last contacts are filled is not taken for done', async () => {
    const unit = await workplace({ searchable: false }, { internal_name: 'ala', label: 'Ala' });
    const [field] = unit.fields;
    await five(unit);
    await unit.change(field!, { searchable: true });
    const { withCompany } = context.database;
    let calls = 0;
    const database = {
      ...context.database,
      withCompany: (async (...args: Parameters<typeof withCompany>) => {
        calls += 1;
        // Before the last call, which says that all is done: 1 to ask, 3 to fill.
        if (calls === 5) await unit.change(field!, { searchable: false });
        return withCompany(...args);
      }) as typeof withCompany,
    };
    await fillCustomSearch({ database }, unit.companyId, AbortSignal.timeout(60_000), 2);
    expect([await unit.found('giras'), await strays(unit)]).toEqual([[], []]);
  });

  test('[PEOPLE-11] is followed after a lost job, too', async () => {
    const unit = await workplace({ searchable: false }, { internal_name: 'ala', label: 'Ala' });
    await five(unit);
    await unit.change(unit.fields[0]!, { searchable: true });
    const later = (minutes: number) => ({
      ...context,
      clock: { ...context.clock, now: () => new Date(context.clock.now().getTime() + minutes * 60_000) },
    });
    const revive = (minutes: number) => {
      const again = contactsSchedules(later(minutes)).find(({ job }) => job === 'contacts.revive-search');
      expect(again?.cron).toBe('*/5 * * * *');
      return again?.run();
    };
    await revive(14);
    expect(await factsOf(unit)).toHaveLength(1);
    await revive(16);
    expect(await factsOf(unit)).toHaveLength(2);
    const follow = contactsSubscriptions(context).find(({ event }) => event === 'custom-field.search-changed');
    const fact = { companyId: unit.companyId, occurredAt: context.clock.now().toISOString(), payload: {} };
    await follow?.run(fact, AbortSignal.timeout(60_000), { isRetry: false });
    await revive(16);
    expect(await factsOf(unit)).toHaveLength(2);
    expect(await unit.found('giras')).toEqual(all);
  });
});
