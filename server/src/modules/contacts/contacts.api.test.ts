import { describe, expect, test } from 'vitest';
import { contactFieldNames } from '@escuta/contract/contact-fields';
import { shownParticulars } from '@escuta/contract/contact-particulars';
import type { ContactCompanyId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

async function workplace(role: Parameters<typeof signedIn>[1] = {}) {
  const user = await signedIn(context, role);
  const businessUnitId = await unitOf(context, user.companyId);
  return { ...user, businessUnitId };
}

describe('the list of contacts', () => {
  test('[PAGING-03, ENTITY-16] holds data and total, newest first, page by page', async () => {
    const { headers, companyId, businessUnitId } = await workplace();
    for (const name of ['Ana', 'Bruno', 'Carla']) await createContact(context, { companyId, businessUnitId, name });

    const first = (await context.app.inject({ url: '/api/contacts?limit=2', headers })).json();
    const second = (await context.app.inject({ url: '/api/contacts?limit=2&page=2', headers })).json();

    expect(first.total).toBe(3);
    expect(first.data.map((contact: { name: string }) => contact.name)).toEqual(['Carla', 'Bruno']);
    expect(second.data.map((contact: { name: string }) => contact.name)).toEqual(['Ana']);
    expect(Object.keys(first.data[0]).sort()).toEqual(
      [
        '_company',
        '_id',
        'anonymized_at',
        'created_at',
        'custom_fields',
        'last_answered_at',
        'last_metric',
        'last_score',
        'last_sent_at',
        'quarantine_until',
        'stopped',
        ...contactFieldNames,
        ...Object.keys(shownParticulars),
      ].sort(),
    );
  });

  test('[ENTITY-16] gives each field its value: company, custom fields, phone in E.164, score and times', async () => {
    const { headers, companyId, businessUnitId } = await workplace();
    const { id } = await createContact(context, { companyId, businessUnitId, name: 'Rita', tel: '+5511987654321' });
    const company = newId<ContactCompanyId>();
    const at = new Date('2026-11-05T12:00:00.000Z');
    const field = { internal_name: 'quarto', label: 'Quarto', type: 'text', options: [] };
    const payload = { ...field, required: false, sensitive: false, searchable: false };
    await context.app.inject({ method: 'POST', url: '/api/custom-fields', headers, payload });
    await context.database.withCompany(companyId, async (tx) => {
      await tx
        .insertInto('contact_companies')
        .values({ company_id: companyId, id: company, business_unit_id: businessUnitId, name: 'Padaria Lua' })
        .execute();
      await tx
        .updateTable('contacts')
        .set({
          contact_company_id: company,
          custom_fields: JSON.stringify({ quarto: '101' }),
          last_score: 7,
          last_metric: 'nps',
        })
        .set({ last_sent_at: at, last_answered_at: new Date(at.getTime() + 60_000) })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute();
    });
    const { data } = (await context.app.inject({ url: '/api/contacts', headers })).json();
    expect(data[0]).toMatchObject({
      _id: id,
      tel: '+5511987654321',
      _company: { _id: company, name: 'Padaria Lua' },
      custom_fields: { quarto: '101' },
      last_score: 7,
      last_metric: 'nps',
      last_sent_at: '2026-11-05T12:00:00.000Z',
      last_answered_at: '2026-11-05T12:01:00.000Z',
    });
    const { customer } = (await context.app.inject({ url: `/api/contacts/${id}`, headers })).json();
    const masked = { name: 'Ri***', email: 'co***@te***.example', tel: '+55 11 9****-**21', tel_country: 'BR' };
    expect(customer).toEqual({ ...data[0], ...masked });
  });

  test('finds any fragment of name, e-mail or phone, whatever the accents', async () => {
    const { headers, companyId, businessUnitId } = await workplace();
    await createContact(context, { companyId, businessUnitId, name: 'João Conceição', tel: '+5511987654321' });
    await createContact(context, { companyId, businessUnitId, name: 'Rita', email: '100%_rita@test.example' });

    const search = async (words: string) =>
      (await context.app.inject({ url: '/api/contacts', query: { search: words }, headers }))
        .json()
        .data.map((c: { name: string }) => c.name);

    expect(await search('conceicao')).toEqual(['João Conceição']);
    expect(await search('98765')).toEqual(['João Conceição']);
    expect(await search('100%_')).toEqual(['Rita']);
    expect(await search('%')).toEqual(['Rita']);
    expect(await search('ri')).toEqual(['Rita']);
    for (const phone of ['(11) 98765', '11 98765-4321', '98765-4321', '+55 11 98765-4321', '(11)'])
      expect(await search(phone)).toEqual(['João Conceição']);
    expect(await search(' joão   conceição ')).toEqual(['João Conceição']);
  });

  test('a letter and its accent are one sign, as two they are the same: of names, tags, searches and conditions', async () => {
    const { headers } = await workplace();
    const apart = (text: string) => text.normalize('NFD');
    for (const as of [String, apart]) {
      const who = { name: as('José Conceição'), email: `${as.name}@x.example`, tel: null, birthday: null };
      const contact = { ...who, tags: [as('Café')] };
      const made = await context.app.inject({ method: 'POST', url: '/api/contacts', headers, payload: contact });
      expect(made.statusCode).toBe(201);
    }
    const found = async (url: string) => (await context.app.inject({ url, headers })).json().data;
    const conditions = (as: typeof apart) => [
      { kind: 'text', field: 'name', test: { op: 'is', value: as('José Conceição') } },
      { kind: 'tag', test: { op: 'has', value: as('Café') } },
    ];
    for (const as of [String, apart]) {
      const two = await found(`/api/contacts?search=${encodeURIComponent(as('josé conc'))}`);
      expect(two.map(({ name, tags }: { name: string; tags: string[] }) => [name, tags])).toEqual([
        ['José Conceição', ['Café']],
        ['José Conceição', ['Café']],
      ]);
      const definition = { match: 'all', of: conditions(as) };
      const preview = { method: 'POST', url: '/api/segments/preview', headers, payload: { definition } } as const;
      expect((await context.app.inject(preview)).json()).toMatchObject({ total: 2 });
    }
  });

  test('a search counts, orders and turns pages; an import narrows it', async () => {
    const { headers, companyId, businessUnitId } = await workplace();
    for (const name of ['Ana Silva', 'Bia Silva', 'Caio Silva', 'Davi Souza'])
      await createContact(context, { companyId, businessUnitId, name });
    const list = async (query: Record<string, string>) => {
      const { data, ...total } = (
        await context.app.inject({ url: '/api/contacts', query: { limit: '2', ...query }, headers })
      ).json();
      return { ...total, names: data.map((c: { name: string }) => c.name) };
    };

    expect(await list({ search: 'silva' })).toEqual({ total: 3, names: ['Caio Silva', 'Bia Silva'] });
    expect(await list({ search: 'silva', page: '2' })).toEqual({ total: 3, names: ['Ana Silva'] });
    expect(await list({ search: 'silva', page: '3' })).toEqual({ total: 3, names: [] });
    expect(await list({ search: 'silva', sort: 'name' })).toEqual({ total: 3, names: ['Ana Silva', 'Bia Silva'] });
    expect(await list({ search: 'silva', importDataId: businessUnitId })).toEqual({ total: 0, names: [] });
    expect(await list({ page: '2' })).toEqual({ total: 4, names: ['Bia Silva', 'Ana Silva'] });
    expect(await list({ page: '2', sort: 'name' })).toEqual({ total: 4, names: ['Caio Silva', 'Davi Souza'] });
    expect(await list({ page: '3' })).toEqual({ total: 4, names: [] });
  });

  test('masks people for notesonly, who sees scores and no identities', async () => {
    const { headers, companyId, businessUnitId } = await workplace({ role: 'notesonly' });
    const { id } = await createContact(context, {
      companyId,
      businessUnitId,
      name: 'Maria da Silva',
      email: 'maria@example.com',
      tel: '+5511987654321',
    });
    await context.database.withCompany(companyId, (tx) =>
      tx
        .updateTable('contacts')
        .set({ custom_fields: JSON.stringify({ cpf: '123.456.789-09' }), last_score: 7, last_metric: 'nps' })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute(),
    );
    const { data } = (await context.app.inject({ url: '/api/contacts', headers })).json();
    expect(data[0]).toMatchObject({ name: 'Ma*** da Si***', email: 'ma***@ex***.com', tel: '+55 11 9****-**21' });
    expect([data[0].custom_fields, data[0].last_score]).toEqual([{}, 7]);
    expect((await context.app.inject({ url: `/api/contacts/${id}`, headers })).json()).toEqual({
      customer: { ...data[0], tel_country: 'BR' },
      name: data[0].name,
    });
    for (const query of ['search=maria@', 'sort=name']) {
      expect((await context.app.inject({ url: `/api/contacts?${query}`, headers })).json().code).toBe('FORBIDDEN');
    }
  });

  test('refuses a search that no text of ours can hold', async () => {
    const { headers } = await workplace();
    const refused = await context.app.inject({ url: '/api/contacts?search=%00', headers });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'INVALID_INPUT']);
  });

  test('[ROLE-09] refuses a role without the right, and who is not signed in', async () => {
    const { headers } = await workplace({ role: 'dashonly' });
    const refused = await context.app.inject({ url: '/api/contacts', headers });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'FORBIDDEN']);
    expect((await context.app.inject({ url: '/api/contacts' })).statusCode).toBe(401);
  });
});

describe('creating and changing a contact', () => {
  test('keeps the phone in E.164 and the e-mail in lower case', async () => {
    const { headers } = await workplace();
    const payload = { name: ' Paula Souza ', email: 'Paula@Example.com', tel: '(21) 99876-5432' };
    const created = await context.app.inject({ method: 'POST', url: '/api/contacts', headers, payload });
    expect(created.statusCode).toBe(201);
    expect(created.json()).toMatchObject({ name: 'Paula Souza', email: 'paula@example.com', tel: '+5521998765432' });

    const url = `/api/contacts/${created.json()._id}`;
    const changed = await context.app.inject({
      method: 'PUT',
      url,
      headers,
      payload: { ...payload, name: 'Paula Lima' },
    });
    expect(changed.json()).toMatchObject({ name: 'Paula Lima', customer: { email: 'pa***@ex***.com' } });
    expect((await context.app.inject({ url, headers })).json()).toEqual(changed.json());
  });

  test('[CONTACT-36] refuses a duplicate and names it, a phone that is none, and a contact without address', async () => {
    const { headers, companyId, businessUnitId } = await workplace();
    const duplicate = await createContact(context, { companyId, businessUnitId, email: 'duplicate@example.com' });
    const post = (payload: object) => context.app.inject({ method: 'POST', url: '/api/contacts', headers, payload });

    const refused = await post({ name: 'Other', email: 'DUPLICATE@example.com', tel: null });
    expect([refused.statusCode, refused.json().code, refused.json().params]).toEqual([
      409,
      'CONTACT_EXISTS',
      { id: duplicate.id, field: 'email' },
    ]);
    const other = await createContact(context, { companyId, businessUnitId, email: 'other@example.com' });
    const change = await context.app.inject({
      method: 'PUT',
      url: `/api/contacts/${other.id}`,
      headers,
      payload: { name: 'Other', email: 'Duplicate@Example.com', tel: null },
    });
    expect([change.statusCode, change.json().code, change.json().params]).toEqual([
      409,
      'CONTACT_EXISTS',
      { id: duplicate.id, field: 'email' },
    ]);
    expect((await post({ name: 'X', email: null, tel: '12' })).json().code).toBe('PHONE_NOT_VALID');
    expect((await post({ name: 'X', email: null, tel: '' })).json().code).toBe('ADDRESS_MISSING');
  });

  test('the same Idempotency-Key creates once and gives the first answer again', async () => {
    const { headers } = await workplace();
    const request = {
      method: 'POST' as const,
      url: '/api/contacts',
      headers: { ...headers, 'idempotency-key': 'double-click-1' },
      payload: { name: 'Once', email: 'once@example.com', tel: null },
    };
    const [first, second] = await Promise.all([context.app.inject(request), context.app.inject(request)]);
    expect(first.statusCode).toBe(201);
    expect(second.json()).toEqual(first.json());
    expect((await context.app.inject({ url: '/api/contacts', headers })).json().total).toBe(1);
  });

  test('takes an address that only another unit of the company has', async () => {
    const { headers, companyId, businessUnitId } = await workplace();
    const otherUnit = await otherUnitOf(context, companyId);
    await createContact(context, { companyId, businessUnitId: otherUnit, email: 'both@example.com' });
    const mine = await createContact(context, { companyId, businessUnitId, email: 'mine@example.com' });
    const payload = { name: 'Both', email: 'both@example.com', tel: null };
    const changed = await context.app.inject({ method: 'PUT', url: `/api/contacts/${mine.id}`, headers, payload });
    expect([changed.statusCode, changed.json().customer.email]).toEqual([200, 'bo***@ex***.com']);
  });

  test.each(['another company', 'another unit of the company'])('does not find the contact of %s', async (where) => {
    const mine = await workplace();
    const unit = { companyId: mine.companyId, businessUnitId: await otherUnitOf(context, mine.companyId) };
    const other =
      where === 'another company'
        ? await workplace()
        : { ...unit, headers: { ...mine.headers, 'x-business-id': unit.businessUnitId } };
    const theirs = await createContact(context, other);
    const url = `/api/contacts/${theirs.id}`;
    const payload = { name: 'Stolen', email: 'stolen@example.com', tel: null };
    expect((await context.app.inject({ url, headers: mine.headers })).statusCode).toBe(404);
    expect((await context.app.inject({ method: 'PUT', url, headers: mine.headers, payload })).statusCode).toBe(404);
    expect((await context.app.inject({ url, headers: other.headers })).json().name).toBe(theirs.name);
  });
});
