import { beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '@escuta/contract/access-policy';
import type { UserId } from '@escuta/contract/ids';
import { filterSearchBytesMax, savedFiltersMax } from '@escuta/contract/saved-filters';
import { createCompany, signedIn, switchAll } from '../../testing/factories.ts';
import { holding } from '../../testing/holding.ts';
import { meets } from '../../testing/meets.ts';
import { createShopField, signedInToShop } from '../../testing/narrowed-people.ts';
import { testContext } from '../../testing/test-context.ts';
import { savedFiltersSubscriptions } from './subscribers.ts';

const context = testContext();

type Person = { readonly headers: Record<string, string> };

async function ask({ headers }: Person, signature: string, payload?: object) {
  const [method, path] = signature.split(' ') as ['GET', string];
  const answer = await context.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}

let company: Awaited<ReturnType<typeof createCompany>>;
let ana: Person & { userId: UserId };
let bia: Person & { userId: UserId };
let owner: Person & { userId: UserId };

/** Somebody who works in both units of the company, and is in the first. */
async function hire(role: Role) {
  const { companyId, businessUnitId } = company;
  const { headers, userId } = await signedIn(context, { companyId, role });
  return { userId, headers: { ...headers, 'x-business-id': businessUnitId } };
}

const inOtherUnit = ({ headers }: Person): Person => ({
  headers: { ...headers, 'x-business-id': company.otherUnitId },
});

const search = { search: 'silva', sort: 'name' };
const form = { list: 'contacts', name: 'Silvas', shared: false, search };

async function save(person: Person, changes: object = {}) {
  const { status, body } = await ask(person, 'POST /saved-filters', { ...form, ...changes });
  expect([status, body.code]).toEqual([201, undefined]);
  return body as { _id: string };
}

async function seen(person: Person, list = 'contacts'): Promise<string[]> {
  const { status, body } = await ask(person, `GET /saved-filters?list=${list}`);
  expect(status).toBe(200);
  return body.data.map(({ name }: { name: string }) => name);
}

async function auditOf(person: Person) {
  const { body } = await ask(person, 'GET /audit-events?limit=100');
  return body.data
    .filter(({ action }: { action: string }) => action.startsWith('saved_filter'))
    .map(({ action, target, before, after }: Record<string, unknown>) => ({ action, target, before, after }));
}

/** What becomes of calls of Ana of which each has come to its unit, or to the filters, before any goes on. */
async function atOnce(signatures: string[], payload: object): Promise<number[]> {
  const all = await holding(
    context,
    async (holder) => {
      for (const table of ['business_units', 'saved_filters'])
        await holder.query(`SELECT FROM ${table} WHERE company_id = $1 FOR UPDATE`, [company.companyId]);
    },
    async (areWaiting) => {
      const calls = signatures.map((signature) => ask(ana, signature, payload));
      await areWaiting(signatures.length);
      return calls;
    },
  );
  return all.map(({ status }) => status).toSorted((one, other) => one - other);
}

beforeEach(async () => {
  company = await createCompany(context);
  await switchAll(context, company.companyId, true);
  owner = await hire('own');
  ana = await hire('ana');
  bia = await hire('ana');
});

describe('saving', () => {
  test('[FILTER-25] keeps the address of a list under a name, and changes and deletes it', async () => {
    const { _id } = await save(ana);
    await save(ana, { list: 'queues', search: { from: '2026-01-01', to: '2026-01-31' } });
    const mine = { _id, ...form, own: true, owner: 'Test User' };
    expect((await ask(ana, 'GET /saved-filters?list=contacts')).body).toEqual({ data: [mine] });
    expect(await ask(ana, `PATCH /saved-filters/${_id}`, { name: ' Todos os  Silvas ' })).toEqual({
      status: 200,
      body: { ...mine, name: 'Todos os Silvas' },
    });
    const changed = { ...mine, name: 'Todos os Silvas', search: { segment: 'x', scoreMin: 3, first: true } };
    expect((await ask(ana, `PATCH /saved-filters/${_id}`, { search: changed.search })).body).toEqual(changed);
    expect((await ask(ana, `DELETE /saved-filters/${_id}`)).body).toEqual({ ok: true });
    expect([await seen(ana), await seen(ana, 'queues')]).toEqual([[], ['Silvas']]);
    expect((await ask(ana, `DELETE /saved-filters/${_id}`)).status).toBe(404);
  });

  test('lists its owner’s own before those of others, each by name whatever its capitals', async () => {
    for (const name of ['b', 'A', 'C']) await save(ana, { name });
    for (const name of ['d', 'B']) await save(bia, { name, shared: true });
    expect(await seen(ana)).toEqual(['A', 'b', 'C', 'B', 'd']);
  });

  test('takes a name once for each owner, list and unit', async () => {
    const { _id } = await save(ana);
    expect(await ask(ana, 'POST /saved-filters', { ...form, name: 'SILVAS' })).toMatchObject({
      status: 409,
      body: { code: 'FILTER_EXISTS' },
    });
    const other = await save(ana, { name: 'Outros' });
    const renamed = await ask(ana, `PATCH /saved-filters/${other._id}`, { name: 'silvas' });
    expect(renamed).toMatchObject({ status: 409, body: { code: 'FILTER_EXISTS' } });
    expect((await ask(ana, `PATCH /saved-filters/${_id}`, { name: 'SILVAS' })).status).toBe(200);
    await save(bia);
    await save(ana, { list: 'queues' });
    await save(inOtherUnit(ana));
  });

  test.skipIf(!meets)('takes a name once also where it is given twice at once', async () => {
    const made = await atOnce(['POST /saved-filters', 'POST /saved-filters'], { ...form, name: 'Dois' });
    expect(made).toEqual([201, 409]);
    const ids = [await save(ana, { name: 'Três' }), await save(ana, { name: 'Quatro' })].map(({ _id }) => _id);
    const renamed = await atOnce(
      ids.map((id) => `PATCH /saved-filters/${id}`),
      { name: 'Cinco' },
    );
    expect(renamed).toEqual([200, 409]);
  });

  test('refuses an address that is long, empty, no plain values or a page, and a name of nothing', async () => {
    const long = { search: 'a'.repeat(filterSearchBytesMax) };
    const tooLong = { status: 422, body: { code: 'FILTER_TOO_LONG', params: { most: filterSearchBytesMax } } };
    expect(await ask(ana, 'POST /saved-filters', { ...form, search: long })).toMatchObject(tooLong);
    const { _id } = await save(ana);
    expect(await ask(ana, `PATCH /saved-filters/${_id}`, { search: long })).toMatchObject(tooLong);
    const wrong = [{}, { page: 2 }, { a: { b: 1 } }, { a: [1] }, { a: null }, { 'a b': 1 }].map((each) => ({
      ...form,
      search: each,
    }));
    for (const body of [...wrong, { ...form, name: ' \u200b ' }, { ...form, list: 'people' }]) {
      expect(await ask(ana, 'POST /saved-filters', body)).toMatchObject({ status: 400 });
    }
  });

  test('refuses more than fifty of one person for a list', async () => {
    for (let at = 0; at < savedFiltersMax; at += 1) await save(ana, { name: `Filtro ${at}` });
    expect(await ask(ana, 'POST /saved-filters', form)).toMatchObject({
      status: 422,
      body: { code: 'TOO_MANY_FILTERS', params: { most: savedFiltersMax } },
    });
    await save(ana, { list: 'queues' });
    await save(bia);
  });
});

describe('who sees it', () => {
  test('[FILTER-26] a private filter is its owner’s alone, whoever manages the company', async () => {
    const { _id } = await save(ana);
    for (const person of [bia, owner, inOtherUnit(ana)]) {
      expect(await seen(person)).toEqual([]);
      expect((await ask(person, `PATCH /saved-filters/${_id}`, { name: 'Meu' })).status).toBe(404);
      expect((await ask(person, `DELETE /saved-filters/${_id}`)).status).toBe(404);
    }
    expect(await seen(ana)).toEqual(['Silvas']);
  });

  test('[FILTER-27] a shared filter is seen by the others who work in the unit, and by no other unit or company', async () => {
    const { _id } = await save(ana, { shared: true });
    for (const person of [bia, owner]) {
      const { body } = await ask(person, 'GET /saved-filters?list=contacts');
      expect(body.data).toEqual([{ _id, ...form, shared: true, own: false, owner: 'Test User' }]);
    }
    const elsewhere = await createCompany(context);
    const stranger = await signedIn(context, { companyId: elsewhere.companyId });
    for (const person of [inOtherUnit(bia), stranger]) {
      expect(await seen(person)).toEqual([]);
      expect((await ask(person, `PATCH /saved-filters/${_id}`, { name: 'Meu' })).status).toBe(404);
      expect((await ask(person, `DELETE /saved-filters/${_id}`)).status).toBe(404);
    }
    await ask(ana, `PATCH /saved-filters/${_id}`, { shared: false });
    expect([await seen(bia), await seen(ana)]).toEqual([[], ['Silvas']]);
  });

  test('[FILTER-27] a shared filter is changed by its owner, and deleted also by who manages the people', async () => {
    const { _id } = await save(ana, { shared: true });
    for (const person of [bia, owner]) {
      const changed = await ask(person, `PATCH /saved-filters/${_id}`, { name: 'Meu' });
      expect(changed).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    expect((await ask(bia, `DELETE /saved-filters/${_id}`)).status).toBe(403);
    expect((await ask(owner, `DELETE /saved-filters/${_id}`)).status).toBe(200);
    expect(await seen(ana)).toEqual([]);
  });

  test('who may not read a list has no filters of it, and sees no shared one', async () => {
    const reader = await hire('readonly');
    const { _id } = await save(ana, { list: 'queues', shared: true });
    expect(await seen(reader, 'queues')).toEqual([]);
    expect((await ask(reader, `DELETE /saved-filters/${_id}`)).status).toBe(404);
    expect(await ask(reader, 'POST /saved-filters', { ...form, list: 'queues' })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
    await save(ana, { list: 'responses', shared: true });
    expect(await seen(reader, 'responses')).toEqual(['Silvas']);
    await switchAll(context, company.companyId, false);
    expect(await seen(reader, 'responses')).toEqual([]);
  });

  test('words that people are searched for are shared with those who see who everybody is', async () => {
    const { companyId, businessUnitId } = company;
    const fieldId = await createShopField(context, companyId);
    const narrowed = await signedInToShop(context, { companyId, businessUnitId, fieldId, shop: 'Centro' });
    const { _id } = await save(ana, { shared: true });
    await save(ana, { name: 'Por nome', search: { sort: 'name' }, shared: true });
    for (const person of [await hire('readonly'), narrowed]) {
      expect(await seen(person)).toEqual(['Por nome']);
      expect((await ask(person, `DELETE /saved-filters/${_id}`)).status).toBe(404);
    }
    expect(await seen(await hire('pdv'))).toEqual(['Por nome', 'Silvas']);
    await save(ana, { list: 'suppressions', search: { search: 'silva@' }, shared: true });
    await save(ana, { list: 'suppressions', name: 'Por e-mail', search: { channel: 'email' }, shared: true });
    expect(await seen(await hire('readonly'), 'suppressions')).toEqual(['Por e-mail']);
    expect(await seen(await hire('pdv'), 'suppressions')).toEqual(['Por e-mail', 'Silvas']);
  });

  test('a filter widens nothing: whoever opens it reads the list as they always do', async () => {
    const reader = await hire('readonly');
    await save(reader);
    expect((await ask(reader, 'GET /contacts?search=silva')).status).toBe(403);
  });
});

test('whoever leaves takes what they kept for themselves; what they shared stays, under their name', async () => {
  await save(ana);
  await save(inOtherUnit(ana), { name: 'Lá' });
  await save(bia, { name: 'Da Bia' });
  const { _id } = await save(ana, { name: 'De todos', shared: true });
  const left = await ask(owner, `POST /team/users/${ana.userId}/deactivation`, { successor: bia.userId });
  expect(left.status).toBe(200);
  const facts = await context.database.withSystem((tx) =>
    tx
      .selectFrom('outbox')
      .select('payload')
      .where('company_id', '=', company.companyId)
      .where('name', '=', 'user.deactivated')
      .execute(),
  );
  expect(facts.map(({ payload }) => payload)).toEqual([{ userId: ana.userId }]);
  const [forget] = savedFiltersSubscriptions(context);
  const fact = {
    companyId: company.companyId,
    occurredAt: context.clock.now().toISOString(),
    payload: facts[0]?.payload,
  };
  await forget?.run(fact, new AbortController().signal, { isRetry: false });

  const rows = await context.database.withCompany(company.companyId, (tx) =>
    tx.selectFrom('saved_filters').select('name').where('company_id', '=', company.companyId).orderBy('name').execute(),
  );
  expect(rows).toEqual([{ name: 'Da Bia' }, { name: 'De todos' }]);
  expect((await ask(bia, 'GET /saved-filters?list=contacts')).body.data).toMatchObject([
    { name: 'Da Bia', own: true },
    { _id, name: 'De todos', own: false, owner: 'Test User' },
  ]);
});

test('the audit tells what is done to shared filters, and nothing of private ones', async () => {
  const { _id } = await save(ana, { name: 'Um', shared: true });
  await ask(ana, `PATCH /saved-filters/${_id}`, { name: 'Dois', shared: false });
  await ask(ana, `PATCH /saved-filters/${_id}`, { name: 'Três' });
  await ask(ana, `PATCH /saved-filters/${_id}`, { shared: true });
  // The same again, whatever its order, is no change.
  await ask(ana, `PATCH /saved-filters/${_id}`, {
    name: 'Três',
    shared: true,
    search: { sort: 'name', search: 'silva' },
  });
  await ask(ana, `PATCH /saved-filters/${_id}`, { search: { search: 'souza' } });
  await ask(ana, `PATCH /saved-filters/${_id}`, { name: 'Souzas', search: { search: 'souza', sort: 'name' } });
  await ask(owner, `DELETE /saved-filters/${_id}`);
  const own = await save(ana);
  await ask(ana, `DELETE /saved-filters/${own._id}`);
  const target = (label: string) => ({ type: 'saved_filter', _id, label });
  expect((await auditOf(owner)).toReversed()).toEqual([
    { action: 'saved_filter.created', target: target('Um'), before: null, after: null },
    {
      action: 'saved_filter.changed',
      target: target('Dois'),
      before: { name: 'Um', shared: true },
      after: { name: 'Dois', shared: false },
    },
    {
      action: 'saved_filter.changed',
      target: target('Três'),
      before: { shared: false },
      after: { shared: true },
    },
    { action: 'saved_filter.changed', target: target('Três'), before: null, after: { filters: 'changed' } },
    {
      action: 'saved_filter.changed',
      target: target('Souzas'),
      before: { name: 'Três' },
      after: { name: 'Souzas', filters: 'changed' },
    },
    { action: 'saved_filter.deleted', target: target('Souzas'), before: null, after: null },
  ]);
});
