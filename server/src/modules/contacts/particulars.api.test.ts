import { expect, test } from 'vitest';
import type { ImportId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { nothingSaid } from './contact-fields.ts';
import { upsertContacts } from './upsert-contacts.ts';

const context = testContext();

const ana = { name: 'Ana', email: 'ana@example.com', tel: null };
const hers = {
  external_id: 'CRM-7',
  language: 'es',
  timezone: 'America/Bogota',
  tags: ['VIP', 'Praia'],
};

async function workplace(as: Parameters<typeof signedIn>[1] = {}) {
  const user = await signedIn(context, as);
  const businessUnitId = await unitOf(context, user.companyId);
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, headers = {}) => {
    const all = { ...user.headers, ...headers };
    const answer = await context.app.inject({ method, url: `/api${url}`, headers: all, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  return { ...user, businessUnitId, call };
}

test('[PEOPLE-12] a contact keeps external id, language, time zone and tags, and says where it came from', async () => {
  const { call } = await workplace();
  const { body: created } = await call('POST', '/contacts', { ...ana, ...hers, tags: ['VIP', ' Praia ', 'vip'] });
  const dates = { last_sent_at: null, last_answered_at: null, last_score: null, anonymized_at: null };
  expect(created).toMatchObject({ ...hers, ...dates, source: 'manual' });
  const { body: changed } = await call('PUT', `/contacts/${created._id}`, { ...ana, name: 'Ana Lima' });
  expect(changed).toMatchObject({ customer: hers, name: 'Ana Lima' });
  const { body: cleared } = await call('PUT', `/contacts/${created._id}`, {
    ...ana,
    name: 'Ana Lima',
    external_id: null,
    language: null,
    timezone: null,
    tags: [],
  });
  expect(cleared.customer).toMatchObject({ external_id: null, language: null, timezone: null, tags: [] });
  const { body: audit } = await call('GET', '/audit-events?action=contact.changed');
  expect(audit.data.map(({ after }: { after: unknown }) => after)).toEqual([
    { fields: ['external_id', 'language', 'timezone', 'tags'] },
    { fields: ['name'] },
  ]);
});

test('[PEOPLE-12] list and page of a contact say when they were last written to and last answered, with what score, and when they were anonymized', async () => {
  const { call, companyId } = await workplace();
  const { body: created } = await call('POST', '/contacts', ana);
  const facts = { last_sent_at: '2026-11-03T12:00:00.000Z', last_answered_at: '2026-11-04T12:00:00.000Z' };
  const score = { last_score: 9, last_metric: 'nps' } as const;
  await context.database.withCompany(companyId, (tx) =>
    tx
      .updateTable('contacts')
      .set({ ...facts, ...score })
      .where('company_id', '=', companyId)
      .where('id', '=', created._id)
      .execute(),
  );
  const shown = async () => [
    (await call('GET', `/contacts/${created._id}`)).body.customer,
    (await call('GET', '/contacts')).body.data[0],
  ];
  const told = { ...facts, ...score, anonymized_at: null };
  expect(await shown()).toMatchObject([told, told]);
  expect((await call('POST', `/contacts/${created._id}/anonymisation`, { comments: 'remove' })).status).toBe(200);
  const anonymized_at = context.clock.now().toISOString();
  expect(await shown()).toMatchObject([{ anonymized_at }, { anonymized_at }]);
});

test.each([
  ['a language that we do not speak', { language: 'fr' }],
  ['a zone that is none', { timezone: 'America/Atlantis' }],
  ['a tag of 41 signs', { tags: ['x'.repeat(41)] }],
  ['a tag that nobody sees', { tags: [' '] }],
  ['21 tags', { tags: Array.from({ length: 21 }, (_, at) => `tag ${at}`) }],
])('refuses %s', async (_, said) => {
  const { call } = await workplace();
  expect((await call('POST', '/contacts', { ...ana, ...said })).body.code).toBe('INVALID_INPUT');
});

test('[PEOPLE-09] is unique in its unit by e-mail, by phone and by external id, each where present', async () => {
  const { call, companyId } = await workplace();
  const tel = '+5511987654321';
  const { body: first } = await call('POST', '/contacts', { ...ana, tel, external_id: '7' });
  const { body: second } = await call('POST', '/contacts', { name: 'Bia', email: 'bia@example.com', tel: null });
  const same = { email: 'Ana@Example.com', tel: '(11) 98765-4321', external_id: '7' };
  for (const [field, value] of Object.entries(same)) {
    const payload = { name: 'Bia', email: 'bia@example.com', tel: null, [field]: value };
    const refusal = { status: 409, body: { code: 'CONTACT_EXISTS', params: { id: first._id, field } } };
    expect(await call('PUT', `/contacts/${second._id}`, payload)).toMatchObject(refusal);
    const other = { ...payload, email: field === 'email' ? value : 'other@example.com' };
    expect(await call('POST', '/contacts', other)).toMatchObject(refusal);
  }
  const there = { 'x-business-id': await otherUnitOf(context, companyId) };
  expect((await call('POST', '/contacts', { ...ana, tel, external_id: '7' }, there)).status).toBe(201);
});

test('is masked for who may not identify people: external id and tags', async () => {
  const { call, companyId } = await workplace();
  const { body } = await call('POST', '/contacts', { ...ana, ...hers });
  const notesonly = await workplace({ companyId, role: 'notesonly' });
  const { body: masked } = await notesonly.call('GET', `/contacts/${body._id}`);
  expect(masked.customer).toMatchObject({ external_id: '***', tags: [], language: 'es' });
});

test('lists the tags of the unit, those of most contacts first, for who may identify people', async () => {
  const { call, companyId } = await workplace();
  const there = { 'x-business-id': await otherUnitOf(context, companyId) };
  const tagged = async (email: string, tags: string[], headers = {}) =>
    expect((await call('POST', '/contacts', { name: 'Ana', email, tel: null, tags }, headers)).status).toBe(201);
  await tagged('a@example.com', ['Praia', 'VIP']);
  await tagged('b@example.com', ['vip', 'Centro']);
  await tagged('c@example.com', ['VIP']);
  await tagged('d@example.com', []);
  await tagged('e@example.com', ['Serra'], there);
  expect((await call('GET', '/contacts/tags')).body).toEqual({ data: ['VIP', 'Centro', 'Praia'] });
  expect((await call('GET', '/contacts/tags', undefined, there)).body).toEqual({ data: ['Serra'] });
  const stranger = await workplace();
  expect((await stranger.call('GET', '/contacts/tags')).body).toEqual({ data: [] });
  const notesonly = await workplace({ companyId, role: 'notesonly' });
  expect(await notesonly.call('GET', '/contacts/tags')).toEqual({ status: 200, body: { data: [] } });
});

test.each(['anonymisation', 'deletion'])('[PRIVACY-09] nothing of it is left after %s', async (kind) => {
  const { call, companyId, headers } = await workplace();
  const created = await call('POST', '/contacts', { ...ana, ...hers }, { 'idempotency-key': `key-${kind}` });
  const url = `/contacts/${created.body._id}`;
  const erased =
    kind === 'anonymisation'
      ? await context.app.inject({
          method: 'POST',
          url: `/api${url}/anonymisation`,
          headers,
          payload: { comments: 'remove' },
        })
      : await context.app.inject({ method: 'DELETE', url: `/api${url}`, headers });
  expect(erased.statusCode).toBe(200);
  for (const table of ['contacts', 'idempotency_keys', 'audit_events']) {
    const { rows } = await context.database.pool.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE company_id = $1`,
      [companyId],
    );
    expect(rows.filter(({ row }) => /CRM-7|VIP|Praia|Bogota/.test(row))).toEqual([]);
  }
});

test('an upsert finds by external id first, adds tags, and refuses an address of somebody else', async () => {
  const { companyId, businessUnitId, call } = await workplace();
  const upsert = async (row: object) => {
    const rows = await context.database.withCompany(companyId, (tx) =>
      upsertContacts(
        tx,
        { companyId, businessUnitId, importId: newId<ImportId>(), mode: 'create_and_update' },
        [{ ...nothingSaid, company: null, ...row }],
        context.clock.now(),
      ),
    );
    return rows.map(({ outcome }) => outcome);
  };
  await call('POST', '/contacts', { ...ana, ...hers });
  await call('POST', '/contacts', { name: 'Bia', email: 'bia@example.com', tel: null });
  expect(await upsert({ external_id: 'CRM-7', email: 'new@example.com', tags: ['vip', 'Sol'] })).toEqual(['updated']);
  const { body: listed } = await call('GET', '/contacts?search=ana');
  expect(listed.data).toMatchObject([
    { ...hers, email: 'new@example.com', tags: ['VIP', 'Praia', 'Sol'], source: 'manual' },
  ]);
  expect(await upsert({ external_id: 'CRM-7', email: 'new@example.com', tags: ['Sol'] })).toEqual(['unchanged']);
  expect(await upsert({ external_id: 'CRM-7', email: 'bia@example.com' })).toEqual(['external_id_taken']);
  expect(await upsert({ external_id: 'CRM-8', email: 'new@example.com' })).toEqual(['external_id_taken']);
  expect(await upsert({ external_id: 'CRM-8', email: 'bia@example.com' })).toEqual(['updated']);
  expect(await upsert({ external_id: 'CRM-9', email: 'c@example.com', tags: ['Sol'] })).toEqual(['created']);
  const { body: list } = await call('GET', '/contacts');
  expect(list.data).toMatchObject([
    { external_id: 'CRM-9', tags: ['Sol'], source: 'import' },
    { external_id: 'CRM-8' },
    {},
  ]);
});
