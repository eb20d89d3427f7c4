import { describe, expect, test } from 'vitest';
import type { DuplicatePair } from '@escuta/contract/merges';
import type { BusinessUnitId, ContactId, CustomFieldId, DuplicatePairId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { createCompany, createContact, createContactCompany, signedIn } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { runSearch, searchAgain } from './run-search.ts';

const context = testContext();

/** A company with two units and somebody who sees both, unless it is said which. */
async function workplace(units?: 'first') {
  const company = await createCompany(context);
  const { companyId, businessUnitId, otherUnitId } = company;
  const changes = { companyId, role: 'ana' as const, ...(units ? { units: [businessUnitId] } : {}) };
  const user = await signedIn(context, changes);
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, in_: BusinessUnitId = businessUnitId) => {
    const headers = { ...user.headers, 'x-business-id': in_ };
    const answer = await context.app.inject({ method, url: `/api${path}`, headers });
    return { status: answer.statusCode, body: answer.json() };
  };
  const create = async (changes: object, unit: BusinessUnitId = businessUnitId, custom: object = {}) => {
    const { id } = await createContact(context, { companyId, businessUnitId: unit, ...changes });
    await context.database.withCompany(companyId, (tx) =>
      tx
        .updateTable('contacts')
        .set({ custom_fields: JSON.stringify(custom) })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute(),
    );
    return id;
  };
  const search = () => runSearch(context, { companyId });
  const pairs = async (query = '', in_: BusinessUnitId = businessUnitId): Promise<DuplicatePair[]> =>
    (await call('GET', `/contacts/duplicates${query}`, in_)).body.data;
  return { ...company, otherUnitId, call, create, search, pairs };
}
type Workplace = Awaited<ReturnType<typeof workplace>>;

/** Two contacts and why, as a text that is the same in any order. */
const who = ({ contacts, reasons }: DuplicatePair) =>
  [...contacts.map(({ contact }) => contact._id), ...reasons].toSorted().join(' ');
const these = (one: ContactId, other: ContactId, ...reasons: string[]) => [one, other, ...reasons].toSorted().join(' ');

async function defineCpf(
  { companyId }: Pick<Workplace, 'companyId'>,
  name: string,
  type: 'cpf' | 'cnpj' | 'text' = 'cpf',
) {
  const now = context.clock.now();
  const field = { internal_name: name, label: name, type, place: 1, created_at: now, updated_at: now };
  await context.database.withCompany(companyId, (tx) =>
    tx
      .insertInto('custom_fields')
      .values({ company_id: companyId, id: newId<CustomFieldId>(), ...field })
      .execute(),
  );
}

describe('duplicates are suggested', () => {
  test('[MERGE-04] by the same document, the same e-mail to its provider and the same phone', async () => {
    const here = await workplace();
    await defineCpf(here, 'cpf');
    await defineCpf(here, 'documento');
    await defineCpf(here, 'cnpj', 'cnpj');
    await defineCpf(here, 'apelido', 'text');
    const document = [
      await here.create({ name: 'Ana' }, undefined, { cpf: '52998224725', apelido: 'Aninha' }),
      await here.create({ name: 'Aninha' }, undefined, { documento: '52998224725' }),
    ] as const;
    const company = [
      await here.create({ name: 'Padaria Lua' }, undefined, { cnpj: '11222333000181' }),
      await here.create({ name: 'Lua Pães' }, undefined, { cnpj: '11222333000181' }),
    ] as const;
    await here.create({ name: 'Outra' }, undefined, { cpf: '11144477735', apelido: 'Aninha' });
    const email = [
      await here.create({ name: 'Bia', email: 'bia.souza@gmail.com' }),
      await here.create({ name: 'Beatriz', email: 'biasouza+hotel@googlemail.com' }),
    ] as const;
    await here.create({ name: 'Bia de outro', email: 'bia.souza@test.example' });
    await here.create({ name: 'Bia sem ponto', email: 'biasouza@test.example' });
    const phone = [
      await here.create({ name: 'Caio', email: null, tel: '+5491123456789' }),
      await here.create({ name: 'Cayo', email: null, tel: '+541123456789' }),
    ] as const;
    expect(await here.pairs()).toEqual([]);
    await here.search();
    const found = await here.pairs();
    expect(found.map(who)).toEqual(
      expect.arrayContaining([
        these(...document, 'document'),
        these(...company, 'document'),
        these(...email, 'email'),
        these(...phone, 'phone'),
      ]),
    );
    expect(found).toHaveLength(4);
    expect(found.every(({ can_merge }) => can_merge)).toBe(true);
  });

  test('by two documents that agree as by one: each reason is said once, and weighs once', async () => {
    const here = await workplace();
    await defineCpf(here, 'cpf');
    await defineCpf(here, 'cnpj', 'cnpj');
    const pair = async (cpf: string, [one, other]: [object, object], custom: object = {}) => {
      const create = (changes: object) => here.create(changes, undefined, { cpf, ...custom });
      return [await create(one), await create(other)] as const;
    };
    const alone = { email: null };
    const elsewhere = await pair('39053344705', [alone, alone]);
    const documents = await pair('52998224725', [alone, alone], { cnpj: '11222333000181' });
    const mails = [{ email: 'bia.souza@gmail.com' }, { email: 'biasouza@gmail.com' }] as const;
    const mailed = await pair('11144477735', [...mails]);
    await here.search();
    await here.search();
    expect((await here.pairs()).map(who)).toEqual([
      these(...mailed, 'document', 'email'),
      these(...elsewhere, 'document'),
      these(...documents, 'document'),
    ]);
  });

  test('[MERGE-05] by a name that is nearly the same, among those who work for one company', async () => {
    const here = await workplace();
    const marcia = await here.create({ name: 'Márcia Souza' });
    const almost = await here.create({ name: 'Marcia Sousa' });
    const luis = await here.create({ name: 'Luís Carlos Prado' });
    const luiz = await here.create({ name: 'Luiz C. Prado' });
    const others = [
      await here.create({ name: 'Márcia Tavares' }),
      await here.create({ name: 'Carlos Eduardo Maia' }),
      await here.create({ name: 'Carlos Eduardo Campos' }),
      await here.create({ name: 'Luís Fernando Amorim Teles' }),
      await here.create({ name: '' }),
    ];
    const unit = { companyId: here.companyId, businessUnitId: here.businessUnitId };
    await createContactCompany(context, { ...unit, name: 'Padaria Lua', of: [marcia, almost, luis, luiz, ...others] });
    // The same names elsewhere, and where nobody knows a company.
    const there = await here.create({ name: 'Márcia Souza' });
    await createContactCompany(context, { ...unit, name: 'Hotel Sol', of: [there] });
    await here.create({ name: 'Marcia Sousa' });
    await here.search();
    expect((await here.pairs()).map(who).toSorted()).toEqual(
      [these(marcia, almost, 'name'), these(luis, luiz, 'name')].toSorted(),
    );
  });

  test('[MERGE-04] across units to who may see both, and they are not merged', async () => {
    const here = await workplace();
    const one = await here.create({ name: 'Ana', email: 'ana@test.example' });
    const other = await here.create({ name: 'Ana', email: 'ana@test.example' }, here.otherUnitId);
    await here.search();
    for (const unit of [here.businessUnitId, here.otherUnitId]) {
      const [pair, ...rest] = await here.pairs('', unit);
      expect([who(pair!), pair!.can_merge, rest]).toEqual([these(one, other, 'email'), false, []]);
      expect(pair!.contacts.map(({ business }) => business._id).toSorted()).toEqual(
        [here.businessUnitId, here.otherUnitId].toSorted(),
      );
    }
    const { headers } = await signedIn(context, {
      companyId: here.companyId,
      role: 'ana',
      units: [here.businessUnitId],
    });
    const answer = await context.app.inject({ url: '/api/contacts/duplicates', headers });
    expect(answer.json()).toMatchObject({ data: [], total: 0 });
  });

  test('and not shown where one of both is not in the unit that the pair names', async () => {
    const here = await workplace();
    const one = await here.create({ name: 'Ana' });
    const other = await here.create({ name: 'Ana' }, here.otherUnitId);
    const pair = { company_id: here.companyId, id: newId<DuplicatePairId>(), one_id: one, other_id: other };
    const units = { one_unit_id: here.businessUnitId, other_unit_id: here.businessUnitId };
    await context.database.withCompany(here.companyId, (tx) =>
      tx
        .insertInto('duplicate_pairs')
        .values({ ...pair, ...units, reasons: ['name'], found_at: context.clock.now() })
        .execute(),
    );
    expect(await here.pairs()).toEqual([]);
  });

  test('never with somebody of another company, nor by what more than ten share', async () => {
    const here = await workplace();
    const elsewhere = await workplace();
    await defineCpf(here, 'cnpj', 'cnpj');
    await here.create({ name: 'Ana', email: 'ana@test.example' });
    await elsewhere.create({ name: 'Ana', email: 'ana@test.example' });
    for (let at = 0; at < 11; at += 1)
      await here.create({ name: `Pessoa ${at}` }, undefined, { cnpj: '11222333000181' });
    await here.search();
    await elsewhere.search();
    expect([await here.pairs(), await elsewhere.pairs()]).toEqual([[], []]);
  });

  test('in pages, with how many there are', async () => {
    const here = await workplace();
    for (let at = 0; at < 3; at += 1) {
      await here.create({ name: 'Um', email: `pessoa${at}@test.example` });
      await here.create({ name: 'Dois', email: `pessoa${at}+hotel@test.example` });
    }
    await here.search();
    const first = await here.call('GET', '/contacts/duplicates?limit=2');
    expect(first.body).toMatchObject({ total: 3, is_searching: false, searched_at: expect.any(String) });
    const second = await here.pairs('?limit=2&page=2');
    const ids = [...first.body.data, ...second].map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('a suggestion', () => {
  test('that somebody dismissed does not come back with the next search, until that is taken back', async () => {
    const here = await workplace();
    await here.create({ name: 'Ana', email: 'ana@test.example' });
    await here.create({ name: 'Ana', email: 'ana+hotel@test.example' });
    await here.search();
    const [pair] = await here.pairs();
    expect((await here.call('POST', `/duplicate-pairs/${pair!._id}/dismissal`, here.otherUnitId)).status).toBe(404);
    expect((await here.call('POST', `/duplicate-pairs/${pair!._id}/dismissal`)).status).toBe(200);
    await here.search();
    expect(await here.pairs()).toEqual([]);
    await here.call('DELETE', `/duplicate-pairs/${pair!._id}/dismissal`);
    expect((await here.pairs()).map(({ _id }) => _id)).toEqual([pair!._id]);
  });

  test('goes with the contact, with its person, and where it does not hold any more', async () => {
    const here = await workplace();
    const couple = async (name: string) => [
      await here.create({ name, email: `${name}@test.example` }),
      await here.create({ name, email: `${name}+hotel@test.example` }),
    ];
    const [deleted, anonymized, changed] = [await couple('ana'), await couple('bia'), await couple('caio')];
    await here.search();
    expect(await here.pairs()).toHaveLength(3);
    const owner = await signedIn(context, { companyId: here.companyId, role: 'own' });
    const ask = (method: 'DELETE' | 'POST', url: string, payload?: object) =>
      context.app.inject({
        method,
        url: `/api/contacts/${url}`,
        headers: owner.headers,
        ...(payload ? { payload } : {}),
      });
    expect((await ask('DELETE', deleted[0]!)).statusCode).toBe(200);
    expect((await ask('POST', `${anonymized[0]!}/anonymisation`, { comments: 'remove' })).statusCode).toBe(200);
    expect((await here.pairs()).map(who)).toEqual([these(changed[0]!, changed[1]!, 'email')]);
    await context.database.withCompany(here.companyId, (tx) =>
      tx
        .updateTable('contacts')
        .set({ email: 'outro@test.example' })
        .where('company_id', '=', here.companyId)
        .where('id', '=', changed[0]!)
        .execute(),
    );
    await here.search();
    expect(await here.pairs()).toEqual([]);
  });

  test('is looked for again at night, and what fails in one company keeps no other from it', async () => {
    const [one, other] = [await workplace(), await workplace()];
    const duplicates: [Workplace, ContactId, ContactId][] = [];
    for (const here of [one, other]) {
      await here.search();
      const mails = ['bia.souza@gmail.com', 'biasouza@gmail.com'] as const;
      const [first, second] = [await here.create({ email: mails[0] }), await here.create({ email: mails[1] })];
      duplicates.push([here, first, second]);
    }
    for (const broken of [one, other]) {
      const database = {
        ...context.database,
        withCompany: ((companyId, work, limits) => {
          if (companyId === broken.companyId) throw new Error('a lock that nobody gives');
          return context.database.withCompany(companyId, work, limits);
        }) as typeof context.database.withCompany,
      };
      await expect(searchAgain({ ...context, database })).rejects.toThrow('failed');
    }
    for (const [here, first, second] of duplicates)
      expect((await here.pairs()).map(who)).toEqual([these(first, second, 'email')]);
  });

  test('is looked for when somebody asks, once at a time', async () => {
    const here = await workplace();
    expect((await here.call('GET', '/contacts/duplicates')).body).toMatchObject({
      searched_at: null,
      is_searching: false,
    });
    for (let at = 0; at < 2; at += 1) {
      expect((await here.call('POST', '/contacts/duplicates/searches')).status).toBe(202);
    }
    const asked = await context.database.withSystem((tx) =>
      tx
        .selectFrom('outbox')
        .select('name')
        .where('company_id', '=', here.companyId)
        .where('name', '=', 'duplicates.asked')
        .execute(),
    );
    expect(asked).toHaveLength(1);
    expect((await here.call('GET', '/contacts/duplicates')).body.is_searching).toBe(true);
    await here.search();
    expect((await here.call('GET', '/contacts/duplicates')).body.is_searching).toBe(false);
  });
});
