import type { Role } from '@escuta/contract/access-policy';
import type { ContactCompany } from '@escuta/contract/contact-companies';
import { describe, expect, test } from 'vitest';
import { createContact, createContactCompany, otherUnitOf, signedIn, unitOf } from '../../../testing/factories.ts';
import { holding } from '../../../testing/holding.ts';
import { meets } from '../../../testing/meets.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();

/** Somebody at work in a unit; the unit beside it and another company have companies of the same names. */
async function workplace(role: Role = 'own') {
  const { headers, companyId, userId } = await signedIn(context, { role });
  const unit = { companyId, businessUnitId: await unitOf(context, companyId) };
  const beside = { companyId, businessUnitId: await otherUnitOf(context, companyId) };
  return { headers, userId, unit, beside, ask: asking(headers), ...unit };
}

type Method = 'GET' | 'POST' | 'PUT';
function asking(headers: Record<string, string>) {
  return async (method: Method, path: string, payload?: object) => {
    const answer = await context.app.inject({
      method,
      url: `/api/${path}`,
      headers,
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
}

const padaria = { nome: ' Padaria  Lua ', cnpj: '11.222.333/0001-81', segmento: 'Alimentação' };
const person = { name: 'Maria', email: 'maria@example.com', tel: null };

describe('a company that contacts work for', () => {
  test('[PEOPLE-13] has nome, cnpj and segmento, kept in one form', async () => {
    const { ask } = await workplace();
    const created = await ask('POST', 'contact-companies', padaria);
    expect(created.status).toBe(201);
    const whole = { nome: 'Padaria Lua', cnpj: '11222333000181', segmento: 'Alimentação' };
    expect(created.body).toEqual({ _id: expect.any(String), created_at: expect.any(String), ...whole });
    const path = `contact-companies/${created.body._id}`;
    expect((await ask('GET', path)).body).toEqual(created.body);

    const changed = { nome: 'Mercado Sol', cnpj: '12abc34501de35', segmento: null };
    expect((await ask('PUT', path, changed)).body).toMatchObject({ ...changed, cnpj: '12ABC34501DE35' });
    expect((await ask('PUT', path, { nome: 'Mercado Sol', cnpj: null, segmento: 'Varejo' })).body).toMatchObject({
      cnpj: null,
      segmento: 'Varejo',
    });
  });

  test.each([
    ['no name', { ...padaria, nome: '  ' }],
    ['a CNPJ with wrong check digits', { ...padaria, cnpj: '11.222.333/0001-80' }],
    ['a CNPJ of one digit', { ...padaria, cnpj: '00000000000000' }],
    ['an empty CNPJ', { ...padaria, cnpj: '' }],
    ['an empty segment', { ...padaria, segmento: ' ' }],
  ])('is refused with %s', async (_what, form) => {
    const { ask } = await workplace();
    expect(await ask('POST', 'contact-companies', form)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
  });

  test('is once in its unit, by name in any letters and by CNPJ; who comes second is told which', async () => {
    const { ask, beside } = await workplace();
    // The same in another unit is another company.
    await createContactCompany(context, { ...beside, name: 'Padaria Lua', cnpj: '11222333000181' });
    const lua = (await ask('POST', 'contact-companies', padaria)).body as ContactCompany;
    const sol = (await ask('POST', 'contact-companies', { nome: 'Sol', cnpj: null, segmento: null }))
      .body as ContactCompany;
    const taken = (field: string) => ({
      status: 409,
      body: { code: 'CONTACT_COMPANY_EXISTS', params: { id: lua._id, field } },
    });
    const named = { nome: 'PADARIA LUA', cnpj: null, segmento: null };
    const numbered = { nome: 'Outra', cnpj: '11222333000181', segmento: null };
    expect(await ask('POST', 'contact-companies', named)).toMatchObject(taken('nome'));
    expect(await ask('POST', 'contact-companies', numbered)).toMatchObject(taken('cnpj'));
    expect(await ask('PUT', `contact-companies/${sol._id}`, named)).toMatchObject(taken('nome'));
    expect(await ask('PUT', `contact-companies/${sol._id}`, numbered)).toMatchObject(taken('cnpj'));
    // Its own name and CNPJ are no other's.
    expect((await ask('PUT', `contact-companies/${lua._id}`, { ...padaria, nome: 'padaria lua' })).status).toBe(200);
  });

  test('is made once by two at the same moment', async () => {
    const { ask } = await workplace();
    const made = await Promise.all([1, 2, 3, 4].map(() => ask('POST', 'contact-companies', padaria)));
    const created = made.find(({ status }) => status === 201)!;
    expect(made.filter(({ status }) => status === 409)).toHaveLength(3);
    const told = made.filter(({ status }) => status === 409).map(({ body }) => body.params.id);
    expect(new Set(told)).toEqual(new Set([created.body._id]));
  });

  test('of those that take one name or one CNPJ at the same moment, one does, and the others are told which', async () => {
    const { ask } = await workplace();
    const bare = { cnpj: null, segmento: null };
    const ids: string[] = [];
    for (const nome of ['Um', 'Dois', 'Três'])
      ids.push((await ask('POST', 'contact-companies', { ...bare, nome })).body._id);
    const wanted = Array.from({ length: 4 }, (_, times) => [
      (at: number) => ({ ...padaria, nome: `Com CNPJ ${at}` }),
      () => ({ ...bare, nome: `Padaria ${times}` }),
    ]).flat();
    for (const form of wanted) {
      const asked = await Promise.all(ids.map((id, at) => ask('PUT', `contact-companies/${id}`, form(at))));
      expect(asked.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
      const [taker] = asked.filter(({ status }) => status === 200);
      const told = asked.flatMap(({ status, body }) => (status === 409 ? [body.params.id] : []));
      expect(told).toEqual([taker?.body._id, taker?.body._id]);
    }
  });

  test('leaves in the audit who made it and what changed', async () => {
    const { ask } = await workplace();
    const { _id } = (await ask('POST', 'contact-companies', padaria)).body;
    const changed = { ...padaria, segmento: 'Varejo' };
    await ask('PUT', `contact-companies/${_id}`, changed);
    await ask('PUT', `contact-companies/${_id}`, changed);
    const { data } = (await ask('GET', 'audit-events?limit=50')).body;
    const target = { type: 'contact_company', _id, label: 'Padaria Lua' };
    const ofCompany = data.filter((event: { action: string }) => event.action.startsWith('contact_company.'));
    expect(ofCompany).toMatchObject([
      {
        action: 'contact_company.changed',
        target,
        before: { segmento: 'Alimentação' },
        after: { segmento: 'Varejo' },
      },
      { action: 'contact_company.created', target, after: { cnpj: '11222333000181', segmento: 'Alimentação' } },
    ]);
    expect(ofCompany).toHaveLength(2);
  });

  test('is read by who reads contacts and changed by who edits them', async () => {
    const { companyId, businessUnitId, ask } = await workplace();
    const { _id } = (await ask('POST', 'contact-companies', padaria)).body;
    const asks = async (role: Role) => {
      const { headers } = await signedIn(context, { companyId, role, units: [businessUnitId] });
      const as = asking(headers);
      return [
        (await as('GET', 'contact-companies')).status,
        (await as('GET', `contact-companies/${_id}`)).status,
        (await as('PUT', `contact-companies/${_id}`, padaria)).status,
        (await as('POST', 'contact-companies', { ...padaria, nome: role, cnpj: null })).status,
      ];
    };
    expect(await asks('pdv')).toEqual([200, 200, 200, 201]);
    for (const role of ['readonly', 'notesonly'] as const) expect(await asks(role)).toEqual([200, 200, 403, 403]);
    for (const role of ['dashonly', 'agent'] as const) expect(await asks(role)).toEqual([403, 403, 403, 403]);
  });
});

describe('finding a company for a select', () => {
  test('[CONTACT-39] finds by words, in the unit, and gives _id and name', async () => {
    const { ask, unit, beside } = await workplace();
    const ids: Record<string, string> = {};
    for (const name of ['Café Central', 'Padaria Lua', '100% Polpa', 'Grande Padaria'])
      ids[name] = await createContactCompany(context, { ...unit, name });
    await createContactCompany(context, { ...beside, name: 'Padaria de outra unidade' });
    await createContactCompany(context, { ...(await workplace()).unit, name: 'Padaria de outra conta' });
    await ask('PUT', `contact-companies/${ids['Café Central']}`, { ...padaria, nome: 'Café Central' });
    const find = async (words: string) =>
      (await ask('GET', `contact-companies?search=${encodeURIComponent(words)}`)).body.data;
    const named = async (words: string) => (await find(words)).map(({ name }: { name: string }) => name);

    expect(await find('lua')).toEqual([{ _id: ids['Padaria Lua'], name: 'Padaria Lua' }]);
    // Those that begin with the words come first, whatever the alphabet says.
    expect(await named('padaria')).toEqual(['Padaria Lua', 'Grande Padaria']);
    expect(await named('CAFE')).toEqual(['Café Central']);
    expect(await named('  central ')).toEqual(['Café Central']);
    expect(await named('11.222.333')).toEqual(['Café Central']);
    // A CNPJ has letters too: a word is looked for in names alone, a piece of a CNPJ has a digit.
    await ask('PUT', `contact-companies/${ids['Padaria Lua']}`, {
      ...padaria,
      nome: 'Padaria Lua',
      cnpj: '12ABC34501DE35',
    });
    expect(await named('abc')).toEqual([]);
    expect(await named('12.abc')).toEqual(['Padaria Lua']);
    expect(await named('%')).toEqual(['100% Polpa']);
    expect(await named('nada disso')).toEqual([]);
    expect(await named('')).toEqual(['100% Polpa', 'Café Central', 'Grande Padaria', 'Padaria Lua']);
    expect((await ask('GET', 'contact-companies?limit=2')).body.data).toHaveLength(2);
  });
});

describe('the company of a contact', () => {
  test('[CONTACT-38] a contact takes name, email, tel and _company; what is left out stays, null clears', async () => {
    const { ask, unit } = await workplace();
    const _id = await createContactCompany(context, { ...unit, name: 'Padaria Lua' });
    const created = (await ask('POST', 'contacts', { ...person, _company: _id })).body;
    expect(created._company).toEqual({ _id, name: 'Padaria Lua' });
    const path = `contacts/${created._id}`;
    const change = async (form: object) => (await ask('PUT', path, { ...person, ...form })).body;

    expect(await change({ name: 'Maria Lima' })).toMatchObject({ name: 'Maria Lima', customer: { _company: { _id } } });
    expect(await change({ _company: null })).toMatchObject({ customer: { email: 'ma***@ex***.com', _company: null } });
    expect(await change({ _company: _id })).toMatchObject({
      name: 'Maria',
      customer: { tel: null, _company: { _id } },
    });
    const { data } = (await ask('GET', 'audit-events?action=contact.changed')).body;
    expect(data.map(({ after }: { after: object }) => after)).toEqual([
      { fields: ['company'] },
      { fields: ['name', 'company'] },
      { fields: ['name'] },
    ]);
  });

  test.each(['another unit', 'another company'])('[CONTACT-38] is refused when it is of %s', async (where) => {
    const { ask, unit, beside } = await workplace();
    const theirs = where === 'another unit' ? beside : (await workplace()).unit;
    const _company = await createContactCompany(context, { ...theirs, name: 'Padaria Lua' });
    const contact = await createContact(context, unit);
    for (const [method, path] of [
      ['POST', 'contacts'],
      ['PUT', `contacts/${contact.id}`],
    ] as const)
      expect(await ask(method, path, { ...person, _company })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    expect((await ask('GET', 'contacts')).body.data).toMatchObject([{ name: contact.name, _company: null }]);
  });

  test.skipIf(!meets)('is refused when somebody takes it away in the same moment, and nothing is changed', async () => {
    const { ask, unit } = await workplace();
    const _company = await createContactCompany(context, { ...unit, name: 'Padaria Lua' });
    const contact = await createContact(context, unit);
    const [saved] = await holding(
      context,
      (undo) => undo.query('DELETE FROM contact_companies WHERE company_id = $1', [unit.companyId]),
      async (areWaiting) => {
        const saving = ask('PUT', `contacts/${contact.id}`, { ...person, _company });
        await areWaiting(1);
        return [saving];
      },
    );
    expect(saved).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await ask('GET', 'contacts')).body.data).toMatchObject([{ name: contact.name, _company: null }]);
  });

  test('the list of contacts holds who works for one, in any order, page by page, and by words', async () => {
    const { ask, unit, beside } = await workplace();
    const people = [];
    for (const name of ['Ana Silva', 'Bia Souza', 'Caio Silva', 'Davi Silva'])
      people.push((await createContact(context, { ...unit, name })).id);
    const lua = await createContactCompany(context, { ...unit, name: 'Padaria Lua', of: people.slice(0, 3) });
    await createContactCompany(context, { ...unit, name: 'Sol', of: people.slice(3) });
    const foreign = await createContactCompany(context, { ...beside, name: 'Padaria Lua' });
    const list = async (query: string, contactCompanyId: string = lua) => {
      const { data, total } = (await ask('GET', `contacts?contactCompanyId=${contactCompanyId}${query}`)).body;
      return [total, ...data.map(({ name }: { name: string }) => name)];
    };
    expect(await list('')).toEqual([3, 'Caio Silva', 'Bia Souza', 'Ana Silva']);
    expect(await list('&sort=name&limit=2')).toEqual([3, 'Ana Silva', 'Bia Souza']);
    expect(await list('&limit=2&page=2')).toEqual([3, 'Ana Silva']);
    expect(await list('&search=silva')).toEqual([2, 'Caio Silva', 'Ana Silva']);
    expect(await list('&search=silva&sort=name')).toEqual([2, 'Ana Silva', 'Caio Silva']);
    expect(await list('', foreign)).toEqual([0]);
    const file = await context.app.inject({
      url: `/api/contacts/export?format=csv&contactCompanyId=${lua}`,
      headers: (await signedIn(context, { companyId: unit.companyId })).headers,
    });
    expect(file.payload.trim().split('\r\n')).toHaveLength(4);
  });

  test('who may not identify people sees the company, and its people masked', async () => {
    const { companyId, unit } = await workplace();
    const { id } = await createContact(context, { ...unit, name: 'Maria da Silva' });
    const lua = await createContactCompany(context, { ...unit, name: 'Padaria Lua', of: [id] });
    const { headers } = await signedIn(context, { companyId, role: 'notesonly', units: [unit.businessUnitId] });
    const { data } = (await asking(headers)('GET', `contacts?contactCompanyId=${lua}`)).body;
    expect(data).toMatchObject([{ name: 'Ma*** da Si***', _company: { _id: lua, name: 'Padaria Lua' } }]);
  });
});
