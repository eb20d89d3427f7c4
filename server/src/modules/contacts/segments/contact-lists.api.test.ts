import { describe, expect, test } from 'vitest';
import type { ContactId, SegmentId } from '@escuta/contract/ids';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../../testing/factories.ts';
import type { createUser } from '../../../testing/factories.ts';
import { testContext } from '../../../testing/test-context.ts';
import { addMembers } from './add-members.ts';

const context = testContext();

async function workplace(changes: Parameters<typeof createUser>[1] = {}) {
  const user = await signedIn(context, changes);
  const { companyId } = user;
  const businessUnitId = await unitOf(context, companyId);
  const ask = async (signature: string, payload?: object, headers: Record<string, string> = user.headers) => {
    const [method, path] = signature.split(' ') as ['GET', string];
    const answer = await context.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const create = async (name: string, there = businessUnitId) =>
    (await createContact(context, { companyId, businessUnitId: there, name })).id;
  const freeze = async (name: string, from: object): Promise<SegmentId> =>
    (await ask('POST /contact-lists', { name, from })).body._id;
  const add = (list: SegmentId, from: object) => ask(`POST /contact-lists/${list}/members`, { from });
  const remove = (list: SegmentId, from: object) => ask(`POST /contact-lists/${list}/removals`, { from });
  const names = async (list: SegmentId) => {
    const { body } = await ask(`GET /contacts?segment=${list}&limit=100`);
    return body.data.map(({ name }: { name: string }) => name).toSorted();
  };
  return { ...user, businessUnitId, ask, create, freeze, add, remove, names };
}

describe('contacts that are added to a list', () => {
  test('[BULK-01] are all that the filter finds, not those of a page, and who is on it already stands on it once', async () => {
    const { create, freeze, add, names, ask } = await workplace();
    const silvas = Array.from({ length: 130 }, (_, at) => `Silva ${at}`);
    for (const name of silvas) await create(name);
    await create('Prado');
    const list = await freeze('Lista', { filter: { search: 'silva 12' } });
    expect(await names(list)).toHaveLength(11);
    context.clock.advance(1_000);
    const { status, body } = await add(list, { filter: { search: 'silva' } });
    expect([status, body]).toEqual([200, { added: 119 }]);
    const updated_at = context.clock.now().toISOString();
    expect((await ask(`GET /segments/${list}`)).body).toMatchObject({ kind: 'list', contacts: 130, updated_at });
    expect((await ask(`GET /contacts/count?segment=${list}`)).body).toEqual({ total: 130 });
    expect((await ask(`GET /contacts/count?segment=${list}&search=prado`)).body).toEqual({ total: 0 });
    expect((await add(list, { filter: { search: 'silva' } })).body).toEqual({ added: 0 });
    const { data } = (await ask('GET /audit-events?action=contact_list.extended')).body;
    expect(data.map(({ after }: { after: unknown }) => after)).toEqual([{ added: 119 }]);
  });

  test('[BULK-01] are those picked by hand; ids of another unit or company, and who was erased, are nobody', async () => {
    const here = await workplace();
    const ana = await here.create('Ana');
    const bia = await here.create('Bia');
    const erased = await here.create('Caio');
    const deleted = await here.create('Dora');
    const inOtherUnit = await here.create('Elsewhere', await otherUnitOf(context, here.companyId));
    const stranger = await (await workplace()).create('Stranger');
    await here.ask(`POST /contacts/${erased}/anonymisation`, { comments: 'remove' });
    await here.ask(`DELETE /contacts/${deleted}`, {});
    const others = [inOtherUnit, stranger, erased, deleted];
    const list = await here.freeze('Feita à mão', { contactIds: [ana, ...others] });
    expect(await here.names(list)).toEqual(['Ana']);
    expect((await here.add(list, { contactIds: [bia, ana, ...others] })).body).toEqual({ added: 1 });
    expect((await here.add(list, { contactIds: others })).body).toEqual({ added: 0 });
    expect(await here.names(list)).toEqual(['Ana', 'Bia']);
    const tooMany = Array.from({ length: 101 }, () => ana);
    for (const contactIds of [[], tooMany]) expect((await here.add(list, { contactIds })).status).toBe(400);
  });

  test('are no part of a list of others, of a segment, or of one that is gone', async () => {
    const here = await workplace();
    const ana = await here.create('Ana');
    const list = await here.freeze('Lista', { contactIds: [ana] });
    const condition = { kind: 'text', field: 'name', test: { op: 'contains', value: 'ana' } };
    const segment = await here.ask('POST /segments', { name: 'Anas', definition: { match: 'all', of: [condition] } });
    expect((await here.add(segment.body._id, { contactIds: [ana] })).status).toBe(404);
    const there = await workplace();
    const bia = await there.create('Bia');
    expect((await there.add(list, { contactIds: [bia] })).status).toBe(404);
    const otherUnit = { ...here.headers, 'x-business-id': await otherUnitOf(context, here.companyId) };
    const members = `POST /contact-lists/${list}/members`;
    expect((await here.ask(members, { from: { contactIds: [ana] } }, otherUnit)).status).toBe(404);
    await here.ask(`DELETE /segments/${list}`);
    expect((await here.add(list, { contactIds: [ana] })).status).toBe(404);
  });

  test('[BULK-01] are added by who edits segments: who reads may not', async () => {
    const here = await workplace();
    const ana = await here.create('Ana');
    const bia = await here.create('Bia');
    const list = await here.freeze('Lista', { contactIds: [ana] });
    const from = { contactIds: [bia] };
    for (const role of ['dashonly', 'notesonly', 'readonly'] as const) {
      const { ask } = await workplace({ companyId: here.companyId, role });
      expect((await ask(`POST /contact-lists/${list}/members`, { from })).status).toBe(403);
      expect((await ask('POST /contact-lists', { name: 'Outra', from })).status).toBe(403);
    }
    const pdv = await workplace({ companyId: here.companyId, role: 'pdv' });
    expect((await pdv.add(list, from)).body).toEqual({ added: 1 });
  });

  test('that are too many for the list leave it as it was', async () => {
    const { companyId, businessUnitId, create, freeze, names } = await workplace();
    const ana = await create('Ana');
    const [bia, caio] = [await create('Bia'), await create('Caio')];
    const list = await freeze('Lista', { contactIds: [ana] });
    const addTo = (most: number, contactIds: ContactId[]) =>
      context.database.withCompany(companyId, (tx) =>
        addMembers(tx, { listId: list, filter: { companyId, businessUnitId, contactIds }, most }),
      );
    await expect(addTo(2, [ana, bia, caio])).rejects.toMatchObject({ code: 'LIST_TOO_LONG', params: { most: 2 } });
    expect(await names(list)).toEqual(['Ana']);
    // Who is on it takes no room.
    expect(await addTo(2, [ana, bia])).toBe(1);
    await expect(addTo(2, [caio])).rejects.toMatchObject({ code: 'LIST_TOO_LONG' });
    expect(await addTo(2, [ana])).toBe(0);
    expect(await names(list)).toEqual(['Ana', 'Bia']);
  });

  test('stand on it once where two add them at the same time', async () => {
    const { create, freeze, add, names } = await workplace();
    const ana = await create('Ana');
    for (const name of ['Bia', 'Caio', 'Dora']) await create(name);
    const list = await freeze('Lista', { contactIds: [ana] });
    const answers = await Promise.all([1, 2, 3].map(() => add(list, { filter: {} })));
    const added = answers.map(({ body }) => body.added as number);
    expect(added.toSorted((one, other) => one - other)).toEqual([0, 0, 3]);
    expect(await names(list)).toEqual(['Ana', 'Bia', 'Caio', 'Dora']);
  });
});

describe('contacts that are taken off a list', () => {
  test('are all that the filter finds among its members, and stay contacts; other lists keep them', async () => {
    const { create, freeze, remove, names, ask } = await workplace();
    for (let at = 0; at < 130; at += 1) await create(`Silva ${at}`);
    await create('Prado');
    const list = await freeze('Lista', { filter: {} });
    const other = await freeze('Outra', { filter: {} });
    context.clock.advance(1_000);
    const from = { filter: { search: 'silva', segment: list } };
    expect(await remove(list, from)).toEqual({ status: 200, body: { removed: 130 } });
    const updated_at = context.clock.now().toISOString();
    expect((await ask(`GET /segments/${list}`)).body).toMatchObject({ kind: 'list', contacts: 1, updated_at });
    expect(await names(list)).toEqual(['Prado']);
    context.clock.advance(1_000);
    expect((await remove(list, from)).body).toEqual({ removed: 0 });
    expect((await ask(`GET /segments/${list}`)).body).toMatchObject({ updated_at });
    expect((await ask(`GET /contacts/count?segment=${other}`)).body).toEqual({ total: 131 });
    expect((await ask('GET /contacts/count')).body).toEqual({ total: 131 });
    const { data } = (await ask('GET /audit-events?action=contact_list.reduced')).body;
    const facts = data.map(({ after, target }: { after: object; target: object }) => ({ after, target }));
    expect(facts).toEqual([{ after: { removed: 130 }, target: { type: 'segment', _id: list, label: 'Lista' } }]);
  });

  test('are those picked by hand: of another list, unit or company, and of a segment, nobody is', async () => {
    const here = await workplace();
    const there = await workplace();
    const [ana, bia] = [await here.create('Ana'), await here.create('Bia')];
    const list = await here.freeze('Lista', { contactIds: [ana, bia] });
    const others = [await here.create('Caio'), await there.create('Dora')];
    expect((await here.remove(list, { contactIds: [ana, ...others] })).body).toEqual({ removed: 1 });
    expect(await here.names(list)).toEqual(['Bia']);
    const from = { contactIds: [bia] };
    const otherUnit = { ...here.headers, 'x-business-id': await otherUnitOf(context, here.companyId) };
    expect((await there.remove(list, from)).status).toBe(404);
    expect((await here.ask(`POST /contact-lists/${list}/removals`, { from }, otherUnit)).status).toBe(404);
    const condition = { kind: 'text', field: 'name', test: { op: 'contains', value: 'bia' } };
    const segment = await here.ask('POST /segments', { name: 'Bias', definition: { match: 'all', of: [condition] } });
    expect((await here.remove(segment.body._id, from)).status).toBe(404);
    const reader = await workplace({ companyId: here.companyId, role: 'readonly' });
    expect((await reader.remove(list, from)).status).toBe(403);
    expect(await here.names(list)).toEqual(['Bia']);
  });
});
