import { describe, expect, test } from 'vitest';
import { roles } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import type { SuppressionReason } from '@escuta/contract/consents';
import type { BusinessUnitId, CompanyId, ContactId, SuppressionId } from '@escuta/contract/ids';
import type { SendChannel } from '@escuta/contract/sends';
import { createCompany, createContact, signedIn } from '../../../testing/factories.ts';
import { createShopField, signedInToShop } from '../../../testing/narrowed-people.ts';
import { plantSuppressions } from '../../../testing/plant-suppressions.ts';
import { createSentInvitations } from '../../../testing/response-factories.ts';
import { createManyContacts, createPublishedSurvey } from '../../../testing/send-factories.ts';
import { askedIndexes, recordPlans } from '../../../testing/recorded-plans.ts';
import { testContext } from '../../../testing/test-context.ts';
import { hashAddresses } from '../address-hash.ts';
import { findAddressed } from './queries.ts';

const context = testContext();
type Body = ReturnType<typeof JSON.parse>;
type Unit = { companyId: CompanyId; businessUnitId: BusinessUnitId };

/** A unit, and somebody at work there. */
async function workplace(role: Role = 'own') {
  const company = await createCompany(context);
  const { companyId, businessUnitId, otherUnitId } = company;
  const user = await signedIn(context, { companyId, role });
  const headers: Record<string, string> = { ...user.headers, 'x-business-id': businessUnitId };
  const call = async (method: 'GET' | 'POST', path: string, payload?: object, as = headers) => {
    const asked = { method, url: `/api${path}`, headers: as, ...(payload ? { payload } : {}) };
    const answer = await context.app.inject(asked);
    return { status: answer.statusCode, body: answer.json<Body>() };
  };
  const list = async (query = '', as = headers) => (await call('GET', `/suppressions${query}`, undefined, as)).body;
  const add = (addresses: readonly string[], channels: readonly SendChannel[] = ['email', 'sms'], as = headers) =>
    call('POST', '/suppressions', { addresses, channels }, as);
  const check = (address: string, as = headers) => call('POST', '/suppressions/checks', { address }, as);
  const lift = (id: SuppressionId, consent: object | null = null, as = headers) =>
    call('POST', `/suppressions/${id}/lift`, { consent }, as);
  const audited = async (action: string): Promise<Body[]> =>
    (await call('GET', `/audit-events?action=${action}`)).body.data;
  const consents = async (id: ContactId): Promise<Body[]> => (await call('GET', `/contacts/${id}/consents`)).body.data;
  const elsewhere = { ...headers, 'x-business-id': otherUnitId };
  const unit: Unit = { companyId, businessUnitId };
  return { unit, otherUnitId, user, headers, elsewhere, call, list, add, check, lift, audited, consents };
}

function suppress(
  unit: Unit,
  rows: readonly { address: string; channel?: SendChannel; reason?: SuppressionReason; at?: Date }[],
) {
  return plantSuppressions(
    context,
    unit,
    rows.map((row) => ({ reason: 'bounced', ...row })),
  );
}

const agreed = { basis: 'consent', text_version: 'Ligou em 26/11' };

describe('the list', () => {
  test('[PEOPLE-08] names channel, reason, day and whose address it is today; of the others only that they are there', async () => {
    const { unit, list } = await workplace();
    const ana = await createContact(context, { ...unit, name: 'Ana Souza', email: 'ana.souza@casa.example' });
    const bia = await createContact(context, { ...unit, name: 'Bia', email: null, tel: '+5511987654321' });
    const [first, second, third] = [10, 20, 30].map((minute) => new Date(Date.UTC(2026, 10, 1, 9, minute)));
    await suppress(unit, [
      { address: ana.email!, reason: 'unsubscribed', at: first! },
      { address: bia.tel!, channel: 'sms', reason: 'complained', at: third! },
      { address: 'ninguem@casa.example', reason: 'bounced', at: second! },
    ]);
    const { data, total } = await list();
    const entry = { _id: expect.any(String), erased: false };
    expect(total).toBe(3);
    expect(data).toEqual([
      {
        ...entry,
        channel: 'sms',
        reason: 'complained',
        at: third!.toISOString(),
        contact: { _id: bia.id, name: 'Bia', address: bia.tel },
        stays: 'person',
        needs_consent: false,
      },
      {
        ...entry,
        channel: 'email',
        reason: 'bounced',
        at: second!.toISOString(),
        contact: null,
        stays: null,
        needs_consent: false,
      },
      {
        ...entry,
        channel: 'email',
        reason: 'unsubscribed',
        at: first!.toISOString(),
        contact: { _id: ana.id, name: 'Ana Souza', address: ana.email },
        stays: 'person',
        needs_consent: false,
      },
    ]);
  });

  test('comes in pages, narrowed by channel and by reason', async () => {
    const { unit, list } = await workplace();
    const reasons = ['manual', 'bounced', 'unsubscribed'] as const;
    const at = (place: number) => new Date(Date.UTC(2026, 9, 1) + Math.floor(place / 2) * 60_000);
    const given = Array.from({ length: 25 }, (_, place) => ({
      address: place % 5 === 0 ? `+55119876543${String(place).padStart(2, '0')}` : `p${place}@casa.example`,
      channel: place % 5 === 0 ? ('sms' as const) : ('email' as const),
      reason: reasons[place % 3]!,
      at: at(place),
    }));
    await suppress(unit, given);
    const [one, two, three] = [await list('?limit=10'), await list('?limit=10&page=2'), await list('?limit=10&page=3')];
    const all = [one, two, three].flatMap(({ data }) => data);
    expect([one, two, three].map(({ data, total }) => [data.length, total])).toEqual([
      [10, 25],
      [10, 25],
      [5, 25],
    ]);
    expect(new Set(all.map(({ _id }: Body) => _id)).size).toBe(25);
    const days = all.map<string>(({ at: day }: Body) => day);
    expect(days).toEqual(days.toSorted().toReversed());
    expect((await list('?channel=sms')).total).toBe(5);
    expect((await list('?reason=manual')).total).toBe(9);
    const both = await list('?reason=manual&channel=sms');
    expect([both.total, both.data.map(({ reason, channel }: Body) => [reason, channel])]).toEqual([
      2,
      [
        ['manual', 'sms'],
        ['manual', 'sms'],
      ],
    ]);
    expect((await list('?page=9')).data).toEqual([]);
  });

  test('[CONSENT-04] follows who has the address: none before, a contact since, none when it has another one', async () => {
    const { unit, add, list, call } = await workplace();
    await add(['depois@casa.example']);
    expect((await list()).data[0].contact).toBeNull();
    const { body } = await call('POST', '/contacts', { name: 'Depois', email: 'Depois@casa.example', tel: null });
    expect((await list()).data[0].contact).toMatchObject({ _id: body._id, address: 'depois@casa.example' });
    await context.database.withCompany(unit.companyId, (tx) =>
      tx
        .updateTable('contacts')
        .set({ email: 'outro@casa.example' })
        .where('company_id', '=', unit.companyId)
        .where('id', '=', body._id)
        .execute(),
    );
    expect((await list()).data[0].contact).toBeNull();
  });

  test('masks name and address as the list of contacts does', async () => {
    const { unit, headers, list, call } = await workplace();
    const { companyId } = unit;
    const ana = await createContact(context, { ...unit, name: 'Mariana Souza', email: 'mariana@hospede.example' });
    await suppress(unit, [{ address: ana.email! }]);
    for (const role of ['readonly', 'notesonly'] as const) {
      const reader = await signedIn(context, { companyId, role });
      const as = { ...reader.headers, 'x-business-id': unit.businessUnitId };
      const { data } = await list('', as);
      const contacts = (await call('GET', '/contacts', undefined, as)).body.data;
      expect(data[0].contact).toEqual({ _id: ana.id, name: contacts[0].name, address: contacts[0].email });
      expect(data[0].contact.address).toBe('ma***@ho***.example');
    }
    expect((await list('', headers)).data[0].contact.address).toBe('mariana@hospede.example');
  });

  test('is read by who reads contacts, worked on by who edits them, and by nobody who is narrowed', async () => {
    const { unit } = await workplace();
    const { companyId, businessUnitId } = unit;
    const may = async (as: Record<string, string>) => {
      const asked = [
        { method: 'GET' as const, url: '/api/suppressions' },
        { method: 'POST' as const, url: '/api/suppressions/checks', payload: { address: 'a@casa.example' } },
        { method: 'POST' as const, url: '/api/suppressions', payload: { addresses: ['x'], channels: ['email'] } },
      ];
      const answers = [];
      for (const one of asked) answers.push((await context.app.inject({ ...one, headers: as })).statusCode);
      return answers;
    };
    const found: Record<string, number[]> = {};
    for (const role of roles) {
      const { headers } = await signedIn(context, { companyId, role, units: [businessUnitId] });
      found[role] = await may({ ...headers, 'x-business-id': businessUnitId });
    }
    const [edits, reads, nothing] = [
      [200, 200, 200],
      [200, 403, 403],
      [403, 403, 403],
    ];
    expect(found).toEqual({
      own: edits,
      adm: edits,
      acmng: edits,
      ana: edits,
      pdv: edits,
      readonly: reads,
      notesonly: reads,
      dashonly: nothing,
      agent: nothing,
    });
    const fieldId = await createShopField(context, companyId);
    const narrowed = await signedInToShop(context, { ...unit, fieldId, shop: 'Centro' });
    expect(await may(narrowed.headers)).toEqual(nothing);
    expect(await may({})).toEqual([401, 401, 401]);
  });
});

describe('checking an address', () => {
  test('says on each channel that reaches it whether it is written to, since when and why', async () => {
    const { unit, check } = await workplace();
    const at = new Date(Date.UTC(2026, 5, 1));
    await suppress(unit, [
      { address: 'joao@casa.example', reason: 'unsubscribed', at },
      { address: '+5511987654321', channel: 'sms', reason: 'manual', at },
    ]);
    expect((await check('  Joao@CASA.example ')).body).toEqual({
      channels: [
        {
          channel: 'email',
          suppression: expect.objectContaining({ reason: 'unsubscribed', at: at.toISOString(), stays: 'person' }),
        },
      ],
    });
    expect((await check('(11) 98765-4321')).body.channels).toMatchObject([
      { channel: 'sms', suppression: { reason: 'manual', needs_consent: true } },
    ]);
    expect((await check('maria@casa.example')).body).toEqual({ channels: [{ channel: 'email', suppression: null }] });
    expect((await check('+34 612 34 56 78')).body).toEqual({ channels: [{ channel: 'sms', suppression: null }] });
  });

  test('refuses what is no address, and finds nothing of another unit or company', async () => {
    const { unit, elsewhere, check } = await workplace();
    await suppress(unit, [{ address: 'ana@casa.example' }]);
    for (const garbage of ['ana', 'ana@', '@casa.example', '123', "' OR 1=1 --", 'a@b.c@d', '\u0000', '=1+1'])
      expect([garbage, (await check(garbage)).body.code]).toEqual([garbage, 'ADDRESS_NOT_VALID']);
    for (const garbage of ['', '   ', 'a'.repeat(400)]) expect((await check(garbage)).status).toBe(400);
    const stranger = await workplace();
    for (const as of [elsewhere, stranger.headers])
      expect((await check('ana@casa.example', as)).body.channels).toEqual([{ channel: 'email', suppression: null }]);
  });
});

describe('adding addresses', () => {
  test('[CONSENT-04] says how many are new, how many were there, and which lines are none; and is audited without them', async () => {
    const { unit, user, add, list, audited } = await workplace();
    await suppress(unit, [{ address: 'antes@casa.example', reason: 'unsubscribed' }]);
    const { status, body } = await add([
      'Nova@casa.example',
      'nada disso',
      'antes@casa.example',
      ' nova@CASA.example',
      '(11) 98765-4321',
      'a@b',
      '+55 11 98765-4321',
    ]);
    expect([status, body]).toEqual([
      200,
      {
        added: 2,
        already_there: 3,
        left_out: [
          { place: 1, reason: 'not_an_address' },
          { place: 5, reason: 'not_an_address' },
        ],
      },
    ]);
    const { data } = await list();
    expect(data.map(({ channel, reason }: Body) => [channel, reason]).toSorted()).toEqual([
      ['email', 'manual'],
      ['email', 'unsubscribed'],
      ['sms', 'manual'],
    ]);
    const events = await audited('suppressions.added');
    expect(events).toMatchObject([
      {
        actor: { _id: user.userId },
        target: { type: 'suppressions' },
        after: { added: 2, channels: ['email', 'sms'] },
      },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/casa\.example|98765/);
    await add(['nova@casa.example', 'nada']);
    expect(await audited('suppressions.added')).toHaveLength(1);
  });

  test('stops the chosen channels alone', async () => {
    const { add, list } = await workplace();
    expect((await add(['ana@casa.example', '(11) 98765-4321'], ['sms'])).body).toEqual({
      added: 1,
      already_there: 0,
      left_out: [{ place: 0, reason: 'other_channel' }],
    });
    expect((await list()).data.map(({ channel }: Body) => channel)).toEqual(['sms']);
  });

  test('enters the history of consent of who has the address, and a send leaves them out; nowhere else', async () => {
    const { unit, otherUnitId, add, consents, call } = await workplace();
    const ana = await createContact(context, { ...unit, email: 'ana@casa.example', tel: '+5511987654321' });
    const bia = await createContact(context, { ...unit, email: 'bia@casa.example' });
    const there = await createContact(context, { ...unit, businessUnitId: otherUnitId, email: 'ana@casa.example' });
    const preview = async () =>
      (await call('POST', '/sends/audience', { audience: { kind: 'all' }, channel: 'email' })).body;
    expect(await preview()).toMatchObject({ contacts: 2, eligible: 2 });
    await add(['ana@casa.example']);
    await add(['ana@casa.example']);
    expect(await preview()).toMatchObject({ contacts: 2, eligible: 1 });
    const me = (await call('GET', '/me')).body.nome;
    expect(await consents(ana.id)).toMatchObject([
      { channel: 'email', status: 'withdrawn', source: 'staff', basis: 'consent', by: me },
    ]);
    expect(await consents(bia.id)).toEqual([]);
    const ofThere = await context.database.withCompany(unit.companyId, (tx) =>
      tx
        .selectFrom('contact_consents')
        .select('id')
        .where('company_id', '=', unit.companyId)
        .where('contact_id', '=', there.id)
        .execute(),
    );
    expect(ofThere).toEqual([]);
  });

  test('two people who add the same addresses at once add each once', async () => {
    const { unit, add, list, consents } = await workplace();
    const ana = await createContact(context, { ...unit, email: 'p0@casa.example' });
    const addresses = Array.from({ length: 60 }, (_, place) => `p${place}@casa.example`);
    const answers = await Promise.all([
      add(addresses),
      add(addresses.toReversed()),
      add(addresses),
      add(addresses.toReversed()),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.added, 0)).toBe(60);
    for (const { body } of answers) expect(body.added + body.already_there).toBe(60);
    expect((await list()).total).toBe(60);
    expect(await consents(ana.id)).toHaveLength(1);
  });

  test('takes 500 at once and no more, and refuses what is no list', async () => {
    const { add, list, call } = await workplace();
    const many = Array.from({ length: 500 }, (_, place) => `muitos${place}@casa.example`);
    expect((await add(many)).body).toMatchObject({ added: 500, already_there: 0 });
    expect((await add([...many, 'mais@casa.example'])).status).toBe(400);
    expect((await add([])).status).toBe(400);
    for (const wrong of [
      { addresses: 'ana@casa.example', channels: ['email'] },
      { addresses: ['ana@casa.example'], channels: [] },
      { addresses: ['ana@casa.example'], channels: ['fax'] },
      { addresses: ['ana@casa.example'] },
      { addresses: [null], channels: ['email'] },
    ])
      expect((await call('POST', '/suppressions', wrong)).status).toBe(400);
    expect((await add(['\u0000', "'; DROP TABLE suppressions; --", '=cmd()', '🦊@🦊'])).body).toMatchObject({
      added: 0,
      already_there: 0,
    });
    expect((await list()).total).toBe(500);
  });

  test('is of one unit: another unit of the company, and another company, write on', async () => {
    const { add, list, elsewhere } = await workplace();
    const stranger = await workplace();
    await add(['ana@casa.example']);
    expect((await list('', elsewhere)).total).toBe(0);
    expect((await stranger.list()).total).toBe(0);
    expect((await add(['ana@casa.example'], ['email'], elsewhere)).body.added).toBe(1);
    expect((await list()).total).toBe(1);
  });

  test('of an address that bounced it says that the person wants nothing, which is the stricter word', async () => {
    const { unit, add, list } = await workplace();
    await suppress(unit, [{ address: 'ana@casa.example', reason: 'bounced' }]);
    expect((await add(['ana@casa.example'])).body).toMatchObject({ added: 0, already_there: 1 });
    expect((await list()).data).toMatchObject([{ reason: 'manual', needs_consent: true }]);
  });
});

describe('lifting one', () => {
  const only = async (list: () => Promise<Body>): Promise<Body> => (await list()).data[0];

  test('what the company stopped is lifted with what the person agreed to, on record, and a send reaches them again', async () => {
    const { unit, add, list, lift, audited, consents, call } = await workplace();
    const ana = await createContact(context, { ...unit, email: 'ana@casa.example' });
    await add(['ana@casa.example']);
    const { _id } = await only(list);
    expect((await lift(_id)).body.code).toBe('CONSENT_MISSING');
    expect((await list()).total).toBe(1);
    context.clock.advance(1_000);
    expect((await lift(_id, agreed)).status).toBe(200);
    expect((await list()).total).toBe(0);
    expect((await lift(_id, agreed)).status).toBe(404);
    expect(await consents(ana.id)).toMatchObject([
      { status: 'granted', source: 'staff', basis: 'consent', text_version: 'Ligou em 26/11' },
      { status: 'withdrawn', source: 'staff' },
    ]);
    const preview = { audience: { kind: 'all' }, channel: 'email' };
    expect((await call('POST', '/sends/audience', preview)).body).toMatchObject({ contacts: 1, eligible: 1 });
    const events = await audited('suppression.lifted');
    expect(events).toMatchObject([
      { target: { type: 'suppression', _id }, after: { channel: 'email', reason: 'manual', basis: 'consent' } },
    ]);
    expect(JSON.stringify(events)).not.toContain('Ligou');
    const kept = await context.database.withCompany(unit.companyId, (tx) =>
      tx.selectFrom('lifted_suppressions').select('reason').where('company_id', '=', unit.companyId).execute(),
    );
    expect(kept).toEqual([{ reason: 'manual' }]);
  });

  test('an address that bounced is lifted as it is, unless who has it told the company to stop', async () => {
    const { unit, list, lift, call, consents } = await workplace();
    const ana = await createContact(context, { ...unit, email: 'ana@casa.example' });
    await suppress(unit, [{ address: 'ana@casa.example' }]);
    expect((await lift((await only(list))._id)).status).toBe(200);
    expect(await consents(ana.id)).toEqual([]);
    await suppress(unit, [{ address: 'ana@casa.example', reason: 'bounced' }]);
    const said = { channel: 'email', status: 'withdrawn', basis: 'consent', text_version: null };
    await call('POST', `/contacts/${ana.id}/consents`, said);
    const entry = await only(list);
    expect(entry).toMatchObject({ needs_consent: true });
    expect((await lift(entry._id)).body.code).toBe('CONSENT_MISSING');
  });

  test('[CONSENT-07] what the person stopped themselves is theirs to take back, also beside a bounce or a stop of the company', async () => {
    const { unit, add, list, lift } = await workplace();
    const survey = await createPublishedSurvey(context, unit);
    const { contact, token } = await createSentInvitations(context, { ...unit, ...survey, count: 1 });
    const press = (payload: string) =>
      context.app.inject({
        method: 'POST',
        url: `/u/${token}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      });
    const stays = { code: 'SUPPRESSION_STAYS', params: { reason: 'person' } };

    await press('');
    expect(await only(list)).toMatchObject({ reason: 'unsubscribed', stays: 'person' });
    expect((await lift((await only(list))._id, agreed)).body).toMatchObject(stays);
    await press('back=1');

    for (const before of ['manual', 'bounced'] as const) {
      if (before === 'manual') await add([contact.email!]);
      else await suppress(unit, [{ address: contact.email!, reason: before }]);
      context.clock.advance(1_000);
      await press('');
      const entry = await only(list);
      expect(entry).toMatchObject({ reason: 'unsubscribed', stays: 'person' });
      expect((await lift(entry._id, agreed)).body).toMatchObject(stays);
      expect((await list()).total).toBe(1);
      // Their own way back opens no more than they had shut.
      context.clock.advance(1_000);
      await press('back=1');
      expect(await only(list)).toMatchObject({ reason: before, stays: null });
      expect((await lift(entry._id, agreed)).status).toBe(200);
    }
  });

  test('[CONSENT-07] an unsubscription of who is no contact any more outlives what the company adds and lifts', async () => {
    const { unit, add, list, lift, call } = await workplace();
    const survey = await createPublishedSurvey(context, unit);
    const { contact, token } = await createSentInvitations(context, { ...unit, ...survey, count: 1 });
    await add([contact.email!]);
    await call('POST', `/contacts/${contact.id}/consents`, {
      channel: 'email',
      status: 'granted',
      basis: 'consent',
      text_version: null,
    });
    const removed = await context.app.inject({
      method: 'DELETE',
      url: `/api/contacts/${contact.id}`,
      headers: {
        ...(await signedIn(context, { companyId: unit.companyId })).headers,
        'x-business-id': unit.businessUnitId,
      },
    });
    expect(removed.statusCode).toBe(200);
    await context.app.inject({
      method: 'POST',
      url: `/u/${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });
    const entry = await only(list);
    expect(entry).toMatchObject({ reason: 'unsubscribed', contact: null, stays: 'person' });
    expect((await lift(entry._id, agreed)).status).toBe(409);
  });

  test('[PRIVACY-11] who was erased is never lifted, and the list says that they were', async () => {
    const { unit, call, add, list, check, lift } = await workplace();
    const ana = await createContact(context, { ...unit, email: 'ana@casa.example' });
    await add(['ana@casa.example']);
    await call('POST', `/contacts/${ana.id}/anonymisation`, { comments: 'remove' });
    const entry = await only(list);
    expect(entry).toMatchObject({ erased: true, contact: null, stays: 'erased' });
    expect((await lift(entry._id, agreed)).body).toMatchObject({
      code: 'SUPPRESSION_STAYS',
      params: { reason: 'erased' },
    });
    expect((await check('ana@casa.example')).body.channels[0].suppression).toMatchObject({ erased: true });
    await add(['ana@casa.example']);
    expect(await only(list)).toMatchObject({ erased: true, stays: 'erased' });
  });

  test('[PRIVACY-11] who was erased and comes back, and is erased again, was erased on the first day', async () => {
    const { unit, call } = await workplace();
    const erased = async () => {
      const { id } = await createContact(context, { ...unit, email: 'ana@casa.example' });
      await call('POST', `/contacts/${id}/anonymisation`, { comments: 'remove' });
      const { rows } = await context.database.pool.query<{ erased_at: Date }>(
        'SELECT erased_at FROM suppressions WHERE company_id = $1',
        [unit.companyId],
      );
      return rows;
    };
    const first = { erased_at: context.clock.now() };
    // In each of the two units.
    expect(await erased()).toEqual([first, first]);
    context.clock.advance(60_000);
    expect(await erased()).toEqual([first, first]);
  });

  test('is not there for another unit or another company, and refuses what it does not know', async () => {
    const { unit, elsewhere, list, lift, call } = await workplace();
    await suppress(unit, [{ address: 'ana@casa.example' }]);
    const { _id } = await only(list);
    const stranger = await workplace();
    for (const as of [elsewhere, stranger.headers]) expect((await lift(_id, agreed, as)).status).toBe(404);
    const reader = await signedIn(context, { companyId: unit.companyId, role: 'readonly' });
    expect((await lift(_id, agreed, { ...reader.headers, 'x-business-id': unit.businessUnitId })).status).toBe(403);
    for (const wrong of [{}, { consent: { basis: 'none', text_version: null } }, { consent: 'yes' }])
      expect((await call('POST', `/suppressions/${_id}/lift`, wrong)).status).toBe(400);
    expect((await list()).total).toBe(1);
  });

  test('two people who lift the same one at once lift it once', async () => {
    const { unit, list, lift, audited } = await workplace();
    await suppress(unit, [{ address: 'ana@casa.example' }]);
    const { _id } = await only(list);
    const statuses = (await Promise.all([lift(_id), lift(_id)])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 404]));
    expect(await audited('suppression.lifted')).toHaveLength(1);
  });
});

test('whose address a hash is of is found among the contacts of the transaction’s company alone', async () => {
  const [one, other] = [await createCompany(context), await createCompany(context)];
  const mine = await createContact(context, { ...one, email: 'ana@casa.example', tel: '+5511987654321' });
  await createContact(context, { ...other, email: 'ana@casa.example' });
  const found = (unit: Unit) =>
    context.database.withCompany(one.companyId, async (tx) => {
      const hashes = await hashAddresses(tx, ['ana@casa.example', '+5511987654321', 'nobody@casa.example']);
      const addressed = await findAddressed(tx, unit, [...hashes.values()]);
      return [...hashes].map(([address, hash]) => [address, addressed.get(hash.toString('hex'))]);
    });
  const nobody = [
    ['ana@casa.example', undefined],
    ['+5511987654321', undefined],
    ['nobody@casa.example', undefined],
  ];
  expect(await found(one)).toEqual([
    ['ana@casa.example', mine.id],
    ['+5511987654321', mine.id],
    ['nobody@casa.example', undefined],
  ]);
  expect(await found({ companyId: one.companyId, businessUnitId: one.otherUnitId })).toEqual(nobody);
  expect(await found(other)).toEqual(nobody);
});

test('among many contacts it is found by the indexes of hashes, also before there are statistics', async () => {
  const unit = await createCompany(context);
  await createManyContacts(context, unit, 5_000);
  const plans = recordPlans(context.database.pool);
  await context.database.withCompany(unit.companyId, async (tx) => {
    const hashes = await hashAddresses(tx, ['ana@casa.example']);
    await findAddressed(tx, unit, [...hashes.values()]);
  });
  const asking = plans().filter(({ text }) => text.includes('addressed.id'));
  expect(asking.map(({ plan }) => askedIndexes(plan))).toEqual([['contacts_email_hash', 'contacts_tel_hash']]);
});
