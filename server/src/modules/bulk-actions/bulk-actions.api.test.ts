import { describe, expect, test } from 'vitest';
import type { BulkAction } from '@escuta/contract/bulk-actions';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import type { createUser } from '../../testing/factories.ts';
import { factsOf } from '../../testing/facts-of.ts';
import { createManyContacts } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { reviveBulkActions } from './revive-bulk-actions.ts';
import { runBulkAction } from './run-bulk-action.ts';

const context = testContext();

async function workplace(changes: Parameters<typeof createUser>[1] = {}) {
  const user = await signedIn(context, changes);
  const { companyId } = user;
  const businessUnitId = await unitOf(context, companyId);
  const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await context.app.inject({
      method,
      url: `/api${path}`,
      headers: user.headers,
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const run = (bulkActionId: BulkAction['_id']) =>
    runBulkAction(context, { companyId, bulkActionId }, AbortSignal.timeout(60_000));
  const tag = (target: object, tags: readonly string[], kind = 'tag') =>
    call('POST', '/bulk-actions/tags', { target, kind, tags });
  const erase = (target: object, expected: number, kind = 'delete') =>
    call('POST', '/bulk-actions/erasures', { target, kind, expected });
  const preview = (target: object, kind = 'delete') => call('POST', '/bulk-actions/erasures/preview', { target, kind });
  const create = (name: string, there = businessUnitId) =>
    createContact(context, { companyId, businessUnitId: there, name });
  return { ...user, businessUnitId, call, run, tag, erase, preview, create };
}
type Workplace = Awaited<ReturnType<typeof workplace>>;

/** What each contact of the company is called, with its tags. */
async function tagsOf({ companyId }: Workplace): Promise<Record<string, readonly string[]>> {
  const rows = await context.database.withCompany(companyId, (tx) =>
    tx.selectFrom('contacts').select(['name', 'tags']).where('company_id', '=', companyId).orderBy('name').execute(),
  );
  return Object.fromEntries(rows.map(({ name, tags }) => [name, tags]));
}

async function latest({ call }: Workplace): Promise<BulkAction> {
  return (await call('GET', '/bulk-actions')).body.data[0];
}

describe('tags for many contacts', () => {
  test('[BULK-01] reach all that the filter finds, in this unit alone, and whoever comes later is left out', async () => {
    const unit = await workplace();
    const names = Array.from({ length: 1_030 }, (_, at) => `Silva ${at}`);
    for (const name of names) await unit.create(name);
    await unit.create('Prado');
    await unit.create('Silva de outra unidade', await otherUnitOf(context, unit.companyId));
    const { status, body } = await unit.tag({ filter: { search: 'silva' } }, ['VIP', 'vip', 'Praia']);
    expect([status, body]).toMatchObject([
      202,
      { kind: 'tag', tags: ['VIP', 'Praia'], status: 'running', total: 1_030 },
    ]);
    await unit.create('Silva de depois');
    await unit.run(body._id);
    const tags = await tagsOf(unit);
    expect(names.filter((name) => String(tags[name]) === 'VIP,Praia')).toHaveLength(1_030);
    expect([tags['Prado'], tags['Silva de outra unidade'], tags['Silva de depois']]).toEqual([[], [], []]);
    expect(await latest(unit)).toMatchObject({ status: 'finished', total: 1_030, done: 1_030, skipped: 0 });
    const { body: audit } = await unit.call('GET', '/audit-events?action=contacts.tagged');
    expect(audit.data.map(({ after }: { after: unknown }) => after)).toEqual([
      { tags: ['VIP', 'Praia'], total: 1_030 },
    ]);
  });

  test('are added once whatever the capitals, taken away again, and never more than a contact may have', async () => {
    const unit = await workplace();
    const ana = await unit.create('Ana');
    const bia = await unit.create('Bia');
    await unit.create('Caio');
    const picked = { contactIds: [ana.id, bia.id] };
    const first = await unit.tag(picked, ['VIP', 'Sol']);
    await unit.run(first.body._id);
    const second = await unit.tag(picked, ['vip', 'Lua']);
    await unit.run(second.body._id);
    expect(await tagsOf(unit)).toEqual({ Ana: ['VIP', 'Sol', 'Lua'], Bia: ['VIP', 'Sol', 'Lua'], Caio: [] });
    const third = await unit.tag({ contactIds: [bia.id] }, ['SOL'], 'untag');
    await unit.run(third.body._id);
    expect(await tagsOf(unit)).toEqual({ Ana: ['VIP', 'Sol', 'Lua'], Bia: ['VIP', 'Lua'], Caio: [] });
    const many = Array.from({ length: 18 }, (_, at) => `tag ${at}`);
    const fourth = await unit.tag(picked, many);
    await unit.run(fourth.body._id);
    const tags = await tagsOf(unit);
    expect([tags['Ana']?.length, tags['Bia']?.length]).toEqual([3, 20]);
    expect(await latest(unit)).toMatchObject({ done: 2, skipped: 1 });
  });
});

describe('an erasure of many contacts', () => {
  test('[BULK-01] deletes all that the filter finds, and begins only when they are as many as was said', async () => {
    const unit = await workplace();
    for (const name of ['Ana Silva', 'Bia Silva', 'Caio Prado']) await unit.create(name);
    const filter = { search: 'silva' };
    expect(await unit.erase({ filter }, 3)).toMatchObject({
      status: 409,
      body: { code: 'COUNT_DIFFERS', params: { total: 2 } },
    });
    expect((await unit.call('GET', '/bulk-actions')).body.data).toEqual([]);
    expect((await unit.preview({ filter })).body).toEqual({ total: 2 });
    const { body } = await unit.erase({ filter }, 2);
    await unit.run(body._id);
    expect(Object.keys(await tagsOf(unit))).toEqual(['Caio Prado']);
    expect(await latest(unit)).toMatchObject({ kind: 'delete', status: 'finished', total: 2, done: 2, skipped: 0 });
    const { body: audit } = await unit.call('GET', '/audit-events?action=contact.deleted');
    const actors = audit.data.map(({ actor }: { actor: { _id: string } }) => actor._id);
    expect(actors).toEqual([unit.userId, unit.userId]);
  });

  test('[BULK-01] anonymizes, and leaves out of whom nothing is known; who is deleted meanwhile is skipped', async () => {
    const unit = await workplace();
    for (const name of ['Ana Silva', 'Bia Silva']) await unit.create(name);
    const gone = await unit.create('Caio Silva');
    const { body } = await unit.erase({ filter: {} }, 3, 'anonymize');
    await context.app.inject({ method: 'DELETE', url: `/api/contacts/${gone.id}`, headers: unit.headers });
    await unit.run(body._id);
    expect(await latest(unit)).toMatchObject({ kind: 'anonymize', done: 3, skipped: 1 });
    expect(await tagsOf(unit)).toEqual({ '': [] });
    expect((await unit.tag({ filter: {} }, ['VIP'])).body.code).toBe('NOT_FOUND');
    expect((await unit.erase({ filter: {} }, 2)).status).toBe(202);
  });

  test('goes to a new job as soon as it has moved, where it is begun once more', async () => {
    const unit = await workplace();
    for (const name of ['Ana', 'Bia', 'Caio']) await unit.create(name);
    const { body } = await unit.erase({ filter: {} }, 3);
    const named = { companyId: unit.companyId, bulkActionId: body._id };
    await runBulkAction(context, named, AbortSignal.timeout(60_000), { isRetry: true });
    expect(await latest(unit)).toMatchObject({ status: 'running', done: 1 });
    expect(await factsOf(context, unit.companyId, 'bulk-action.started')).toBe(2);
    await unit.run(body._id);
    expect(await latest(unit)).toMatchObject({ status: 'finished', done: 3 });
    expect(await factsOf(context, unit.companyId, 'bulk-action.started')).toBe(2);
  });

  test('[BULK-02] begins as it was counted though somebody is anonymized already, found or picked by hand', async () => {
    const unit = await workplace();
    const people = await Promise.all(['Ana', 'Bia', 'Caio'].map((name) => unit.create(name)));
    const end = async (target: object, expected: number, kind: string) => {
      const { status, body } = await unit.erase(target, expected, kind);
      expect(status).toBe(202);
      await unit.run(body._id);
    };
    await end({ contactIds: [people[0]!.id] }, 1, 'anonymize');
    const picked = { contactIds: people.slice(0, 2).map(({ id }) => id) };
    expect((await unit.preview(picked, 'anonymize')).body).toEqual({ total: 1 });
    await end(picked, 1, 'anonymize');
    expect((await unit.preview({ filter: {} }, 'anonymize')).body).toEqual({ total: 1 });
    await end({ filter: {} }, 1, 'anonymize');
    expect((await unit.preview({ filter: {} }, 'anonymize')).body).toEqual({ total: 0 });
    expect((await unit.preview({ filter: {} }, 'delete')).body).toEqual({ total: 3 });
    await end({ filter: {} }, 3, 'delete');
  });

  test('goes on where a worker ended, and only once', async () => {
    const unit = await workplace();
    for (const name of ['Ana', 'Bia', 'Caio']) await unit.create(name);
    const { body } = await unit.erase({ filter: {} }, 3);
    const named = { companyId: unit.companyId, bulkActionId: body._id };
    let asked = 0;
    const stop = () => {
      asked += 1;
      if (asked > 2) throw new Error('the worker stops');
    };
    const ending = Object.assign(new AbortController().signal, { throwIfAborted: stop });
    await expect(runBulkAction(context, named, ending)).rejects.toThrow('the worker stops');
    expect(await latest(unit)).toMatchObject({ status: 'running', done: 2 });
    expect(Object.keys(await tagsOf(unit))).toHaveLength(1);
    await Promise.all([unit.run(body._id), unit.run(body._id)]);
    expect(await latest(unit)).toMatchObject({ status: 'finished', done: 3, skipped: 0 });
  });
});

test.each(['delete', 'anonymize'])('[BULK-01] to %s reaches all contacts, not those of a page', async (kind) => {
  const unit = await workplace();
  // A page of the list has twenty.
  await createManyContacts(context, unit, 25);
  const { body } = await unit.erase({ filter: {} }, 25, kind);
  await unit.run(body._id);
  expect(await latest(unit)).toMatchObject({ kind, status: 'finished', total: 25, done: 25, skipped: 0 });
  expect((await unit.call('GET', '/contacts/count?search=silva')).body).toEqual({ total: 0 });
});

describe('an action on many contacts', () => {
  test('is the only one of its unit, and is cancelled by who began it', async () => {
    const unit = await workplace();
    await unit.create('Ana');
    await unit.create('Bia');
    const { body } = await unit.tag({ filter: {} }, ['VIP']);
    expect(await unit.tag({ filter: {} }, ['Sol'])).toMatchObject({
      status: 409,
      body: { code: 'BULK_ACTION_RUNNING' },
    });
    const colleague = await workplace({ companyId: unit.companyId });
    const cancellation = `/bulk-actions/${body._id}/cancellation`;
    expect((await colleague.call('POST', cancellation, {})).body.code).toBe('FORBIDDEN');
    expect((await unit.call('POST', cancellation, {})).body).toMatchObject({ status: 'cancelled', done: 0 });
    await unit.run(body._id);
    expect(await tagsOf(unit)).toEqual({ Ana: [], Bia: [] });
    expect((await unit.call('POST', cancellation, {})).body).toMatchObject({ status: 'cancelled' });
    const { body: audit } = await unit.call('GET', '/audit-events?action=contacts.bulk_cancelled');
    expect(audit.data.map(({ after }: { after: unknown }) => after)).toEqual([{ total: 2, done: 0 }]);
    expect((await unit.tag({ filter: {} }, ['Sol'])).status).toBe(202);
  });

  test('finds nobody by a name for who may not see names, and changes nothing for who may not edit', async () => {
    const unit = await workplace();
    await unit.create('Ana Silva');
    const reader = await workplace({ companyId: unit.companyId, role: 'readonly' });
    expect((await reader.tag({ filter: {} }, ['VIP'])).body.code).toBe('FORBIDDEN');
    expect((await reader.preview({ filter: {} })).body.code).toBe('FORBIDDEN');
    const scores = await workplace({ companyId: unit.companyId, role: 'notesonly' });
    expect((await scores.call('GET', '/contacts/count?search=silva')).body.code).toBe('FORBIDDEN');
    expect((await scores.call('GET', '/contacts/count')).body).toEqual({ total: 1 });
  });

  test('that stands still is begun again after a quarter of an hour, and given up after a day', async () => {
    const unit = await workplace();
    await unit.create('Ana');
    await unit.tag({ filter: {} }, ['VIP']);
    const emitted = async () => {
      const { rows } = await context.database.pool.query(
        `SELECT id FROM outbox WHERE company_id = $1 AND name = 'bulk-action.started'`,
        [unit.companyId],
      );
      return rows.length;
    };
    const before = await emitted();
    context.clock.advance(14 * 60_000);
    await reviveBulkActions(context);
    expect(await emitted()).toBe(before);
    context.clock.advance(2 * 60_000);
    await reviveBulkActions(context);
    expect(await emitted()).toBe(before + 1);
    context.clock.advance(24 * 3_600_000);
    await reviveBulkActions(context);
    expect((await latest(await workplace({ companyId: unit.companyId }))).status).toBe('error');
  });
});
