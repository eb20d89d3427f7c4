import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { BusinessUnitId, ImportId, SurveyId } from '@escuta/contract/ids';
import type { QueueEntry } from '@escuta/contract/sends';
import { usualRateLimits } from '#platform/config/rate-limits.ts';
import { newId } from '#platform/crypto/ids.ts';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import { meetContacts } from '../../testing/import-steps.ts';
import { createItemRow, createPublishedSurvey, createSendRow, csatDefinition } from '../../testing/send-factories.ts';
import { openTestContext, testContext } from '../../testing/test-context.ts';
import { itemState } from './item-state.ts';

const context = testContext();

type Workplace = Awaited<ReturnType<typeof workplace>>;

async function workplace(changes: Parameters<typeof signedIn>[1] = {}) {
  const user = await signedIn(context, changes);
  const businessUnitId = await unitOf(context, user.companyId);
  const unit = { companyId: user.companyId, businessUnitId };
  return { ...user, ...unit, unit, survey: await createPublishedSurvey(context, unit) };
}

function get(url: string, { headers }: { headers: Record<string, string> }) {
  return context.app.inject({ url: `/api${url}`, headers });
}

function post(url: string, payload: object, { headers }: { headers: Record<string, string> }) {
  return context.app.inject({ method: 'POST', url: `/api${url}`, payload, headers });
}

function sendTo(at: Workplace, audience: object, headers: Record<string, string> = {}) {
  return post(
    '/sends',
    { surveyId: at.survey.surveyId, audience, channel: 'email' },
    { headers: { ...at.headers, ...headers } },
  );
}

function suppress(at: Workplace, email: string, reason: string) {
  return context.database.withCompany(at.companyId, (tx) =>
    sql`INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason) VALUES (${at.companyId}, ${at.businessUnitId}, 'email', address_hash(${email}), ${reason})`.execute(
      tx,
    ),
  );
}

describe('previewing an audience', () => {
  test('counts who would be written to and who is held back, by reason', async () => {
    const at = await workplace();
    for (const email of ['a@test.example', 'b@test.example', 'c@test.example', 'd@test.example'])
      await createContact(context, { ...at.unit, email });
    await createContact(context, { ...at.unit, email: null, tel: '+5511987654321' });
    await createContact(context, { ...at.unit, email: 'joão@test.example' });
    await suppress(at, 'c@test.example', 'unsubscribed');
    await suppress(at, 'd@test.example', 'bounced');

    const preview = await post('/sends/audience', { audience: { kind: 'all' }, channel: 'email' }, at);

    expect(preview.statusCode).toBe(200);
    expect(preview.json()).toMatchObject({ contacts: 6, eligible: 2 });
    const byReason = preview
      .json()
      .heldBack.sort((one: { reason: string }, two: { reason: string }) => (one.reason < two.reason ? -1 : 1));
    expect(byReason).toEqual(
      ['address_invalid', 'address_missing', 'suppressed', 'unsubscribed'].map((reason) => ({ reason, count: 1 })),
    );
  });

  test('holds an address back in the unit that gave it up, and in no other of the company', async () => {
    const at = await workplace();
    const other = { ...at, businessUnitId: await otherUnitOf(context, at.companyId) };
    const email = 'both@test.example';
    for (const { companyId, businessUnitId } of [at, other])
      await createContact(context, { companyId, businessUnitId, email });
    const preview = async ({ headers, businessUnitId }: Workplace) => {
      const unit = { headers: { ...headers, 'x-business-id': businessUnitId } };
      const { contacts, eligible, heldBack } = (
        await post('/sends/audience', { audience: { kind: 'all' }, channel: 'email' }, unit)
      ).json();
      return [contacts, eligible, heldBack];
    };
    const unsubscribed = [1, 0, [{ reason: 'unsubscribed', count: 1 }]];

    await suppress(other, email, 'unsubscribed');
    expect(await preview(at)).toEqual([1, 1, []]);
    expect(await preview(other)).toEqual(unsubscribed);
    await suppress(at, email, 'bounced');
    expect(await preview(at)).toEqual([1, 0, [{ reason: 'suppressed', count: 1 }]]);
    expect(await preview(other)).toEqual(unsubscribed);
  });

  test('knows all, a search, an import and a hand-picked list, within the unit only', async () => {
    const at = await workplace();
    const other = await workplace();
    const importId = newId<ImportId>();
    const ana = await createContact(context, { ...at.unit, name: 'Ana Conceição' });
    await createContact(context, { ...at.unit, name: 'Bruno' });
    const foreign = await createContact(context, other.unit);
    await meetContacts(context, { companyId: at.companyId, importId }, [ana.id]);
    const count = async (audience: object) =>
      (await post('/sends/audience', { audience, channel: 'email' }, at)).json().contacts;

    expect(await count({ kind: 'all' })).toBe(2);
    expect(await count({ kind: 'search', search: 'conceicao' })).toBe(1);
    expect(await count({ kind: 'import', importId })).toBe(1);
    expect(await count({ kind: 'contacts', contactIds: [ana.id, foreign.id] })).toBe(1);
  });
});

describe('asking for a send', () => {
  test('[ENTITY-07, ENTITY-08, ENTITY-09, ENTITY-10] puts an entry into the queue with every field of the specification', async () => {
    const at = await workplace();
    await createContact(context, at.unit);

    const created = await sendTo(at, { kind: 'all' });
    expect(created.statusCode).toBe(201);
    const entry = (await get(`/queues/${created.json()._id}`, at)).json();

    expect(entry).toMatchObject({
      _id: created.json()._id,
      type: 'cf',
      created_at: context.clock.now().toISOString(),
      status: 'waiting',
      scheduled: false,
      schedule_params: { type: 'default', scheduled_to: null },
      business: { _id: at.businessUnitId },
      survey: [{ _id: at.survey.surveyId, title: at.survey.title }],
      total: 1,
      scheduledSum: 0,
      statusSum: 0,
      percentageScheduled: 0,
      percentageStatus: 0,
      sent_at: null,
      processing: { accepted: 0, heldBack: 0, failed: 0, unknown: 0, pending: 1 },
      progress: 0,
    });
    expect(entry.empresa.nome).toMatch(/^Company/);
    expect(entry.business.nome).toMatch(/unit$/);
  });

  test('an entry says what its survey measures', async () => {
    const at = await workplace();
    const csat = await createPublishedSurvey(context, { ...at.unit, definition: csatDefinition });
    const { sendId } = await createSendRow(context, { ...at.unit, ...csat, total: 0 });
    const { _id } = (await sendTo(at, { kind: 'all' })).json();
    const listed = (await get('/queues', at)).json().data.map((entry: QueueEntry) => [entry._id, entry.metric]);
    expect(new Map(listed)).toEqual(
      new Map([
        [sendId, 'csat'],
        [_id, 'nps'],
      ]),
    );
    expect((await get(`/queues/${sendId}`, at)).json().metric).toBe('csat');
  });

  test('an empty audience finishes at once', async () => {
    const at = await workplace();
    const { _id } = (await sendTo(at, { kind: 'all' })).json();
    expect((await get(`/queues/${_id}`, at)).json()).toMatchObject({
      status: 'finished',
      total: 0,
      percentageStatus: 1,
    });
  });

  test('a double click sends once', async () => {
    const at = await workplace();
    await createContact(context, at.unit);
    const key = { 'idempotency-key': 'send-double-click' };
    const [first, second] = await Promise.all([sendTo(at, { kind: 'all' }, key), sendTo(at, { kind: 'all' }, key)]);
    expect(first.statusCode).toBe(201);
    expect(second.json()).toEqual(first.json());
    expect((await get('/queues', at)).json().total).toBe(1);
  });

  test('refuses a survey that is not published, not the unit’s, or not there', async () => {
    const at = await workplace();
    const other = await workplace();
    const closed = await createPublishedSurvey(context, { ...at.unit, status: 'closed' });
    const answer = async (surveyId: string) => {
      const refused = await post('/sends', { surveyId, audience: { kind: 'all' }, channel: 'email' }, at);
      return [refused.statusCode, refused.json().code];
    };
    expect(await answer(closed.surveyId)).toEqual([409, 'SURVEY_NOT_PUBLISHED']);
    expect(await answer(other.survey.surveyId)).toEqual([404, 'NOT_FOUND']);
    expect(await answer(newId())).toEqual([404, 'NOT_FOUND']);
    expect(await answer('no id')).toEqual([400, 'INVALID_INPUT']);
  });
});

test('a person, and a company, ask for so many sends in a row, counted before the request is read', async () => {
  const limited = await openTestContext({
    rateLimits: {
      ...usualRateLimits,
      'send-user': { burst: 2, perMinute: 60 },
      'send-company': { burst: 3, perMinute: 60 },
    },
  });
  const one = await signedIn(limited);
  const two = await signedIn(limited, { companyId: one.companyId });
  const other = await signedIn(limited);
  const ask = async ({ headers }: { headers: Record<string, string> }, url = '/api/sends') => {
    const reply = await limited.app.inject({ method: 'POST', url, headers, payload: {} });
    return reply.json().code;
  };
  expect([await ask(one), await ask(one), await ask(one)]).toEqual([
    'INVALID_INPUT',
    'INVALID_INPUT',
    'TOO_MANY_REQUESTS',
  ]);
  expect([await ask(two), await ask(two)]).toEqual(['INVALID_INPUT', 'TOO_MANY_REQUESTS']);
  expect([await ask(other), await ask(one, '/api/sends/audience')]).toEqual(['INVALID_INPUT', 'INVALID_INPUT']);
  limited.clock.advance(1_000);
  expect(await ask(one)).toBe('INVALID_INPUT');
  await limited.close();
});

describe('the queue', () => {
  test('[QUEUE-33, BAR-09] pages through sends newest first, with a total', async () => {
    const at = await workplace();
    const ids = [];
    for (const day of ['2026-11-02', '2026-11-03', '2026-11-04']) {
      ids.push(
        (await createSendRow(context, { ...at.unit, ...at.survey, createdAt: new Date(`${day}T12:00:00Z`) })).sendId,
      );
    }
    const page = async (query: string) => {
      const { data, total } = (await get(`/queues?${query}`, at)).json();
      return [data.map((entry: { _id: string }) => entry._id), total];
    };
    expect(await page('limit=1&page=1')).toEqual([[ids[2]], 3]);
    expect(await page('limit=2&page=2')).toEqual([[ids[0]], 3]);
  });

  test('[QUEUE-33] searches the survey’s title and keeps to the days of the unit’s zone', async () => {
    const at = await workplace();
    const stay = await createPublishedSurvey(context, { ...at.unit, title: 'Avaliação da estadia 100%' });
    // 23:30 on the 10th in São Paulo.
    const late = await createSendRow(context, { ...at.unit, ...stay, createdAt: new Date('2026-11-11T02:30:00Z') });
    await createSendRow(context, { ...at.unit, ...at.survey, createdAt: new Date('2026-11-12T12:00:00Z') });
    const found = async (query: string) =>
      (await get(`/queues?${query}`, at)).json().data.map((entry: { _id: string }) => entry._id);

    expect(await found('from=2026-11-10&to=2026-11-10')).toEqual([late.sendId]);
    expect(await found('from=2026-11-11&to=2026-11-11')).toEqual([]);
    expect(await found('search=avaliacao%20da')).toEqual([late.sendId]);
    expect(await found('search=100%25')).toEqual([late.sendId]);
    expect(await found('search=nada')).toEqual([]);
  });

  test('[QUEUE-03] holds bulk sends only', async () => {
    const at = await workplace();
    const bulk = await createSendRow(context, { ...at.unit, ...at.survey });
    const others = [];
    for (const origin of ['individual', 'integration'] as const)
      others.push((await createSendRow(context, { ...at.unit, ...at.survey, origin })).sendId);

    const { data, total } = (await get('/queues', at)).json();
    expect([data.map((entry: { _id: string }) => entry._id), total]).toEqual([[bulk.sendId], 1]);
    for (const id of others) expect((await get(`/queues/${id}`, at)).statusCode).toBe(404);
  });

  test('does not show another company’s sends', async () => {
    const at = await workplace();
    const other = await workplace();
    const theirs = await createSendRow(context, { ...other.unit, ...other.survey });
    expect((await get('/queues', at)).json().total).toBe(0);
    expect((await get(`/queues/${theirs.sendId}`, at)).statusCode).toBe(404);
    expect((await get(`/queues/${theirs.sendId}/items`, at)).statusCode).toBe(404);
  });
});

describe('another unit of the same company', () => {
  test('[QUEUE-33, BAR-09] has its own queue, newest entry, items and previews: none of them shows here', async () => {
    const at = await workplace();
    const otherUnitId = newId<BusinessUnitId>();
    const other = { ...at.unit, businessUnitId: otherUnitId };
    await context.database.withCompany(at.companyId, (tx) =>
      tx.insertInto('business_units').values({ company_id: at.companyId, id: otherUnitId, name: 'Zeta' }).execute(),
    );
    const theirSurvey = await createPublishedSurvey(context, other);
    const mine = await createSendRow(context, {
      ...at.unit,
      ...at.survey,
      createdAt: new Date('2026-11-10T12:00:00Z'),
    });
    const theirs = await createSendRow(context, {
      ...other,
      ...theirSurvey,
      createdAt: new Date('2026-11-12T12:00:00Z'),
    });
    await createContact(context, { ...other, email: 'theirs@test.example' });
    const here = { headers: { ...at.headers, 'x-business-id': at.businessUnitId } };
    const there = { headers: { ...at.headers, 'x-business-id': otherUnitId } };
    const idsOf = async (query: string, unit: typeof here) => {
      const { data, total } = (await get(`/queues?${query}`, unit)).json();
      return [data.map((entry: { _id: string }) => entry._id), total];
    };

    expect(await idsOf('limit=20', here)).toEqual([[mine.sendId], 1]);
    expect(await idsOf('page=1&limit=1', here)).toEqual([[mine.sendId], 1]);
    expect(await idsOf('page=1&limit=1', there)).toEqual([[theirs.sendId], 1]);
    expect((await get(`/queues/${theirs.sendId}`, here)).statusCode).toBe(404);
    expect((await get(`/queues/${theirs.sendId}/items`, here)).statusCode).toBe(404);
    const everybody = { audience: { kind: 'all' }, channel: 'email' };
    expect((await post('/sends/audience', everybody, here)).json().contacts).toBe(0);
    expect((await post('/sends/audience', everybody, there)).json().contacts).toBe(1);
    expect((await post('/sends', { ...everybody, surveyId: theirSurvey.surveyId }, here)).statusCode).toBe(404);
  });
});

describe('the items of a queue entry', () => {
  test('[QDETAIL-19, ENTITY-13] are an array with response, reason, time and customer', async () => {
    const at = await workplace();
    const send = await createSendRow(context, { ...at.unit, ...at.survey });
    const contact = await createContact(context, { ...at.unit, name: 'Rita', tel: '+5511987654321' });
    const executedAt = new Date('2026-11-20T10:11:12Z');
    const states = [
      { state: itemState.accepted, executedAt, contactId: contact.id },
      { state: itemState.rejected, reason: 'rejected_by_server', executedAt },
      { state: itemState.skipped, reason: 'unsubscribed', executedAt },
      { state: itemState.unknown, reason: 'unknown_result', executedAt },
      { state: itemState.unknown, executedAt },
      { state: itemState.ready },
      { state: itemState.deferred },
    ];
    for (const item of states) await createItemRow(context, { ...at.unit, ...send, contactId: null, ...item });

    const items = (await get(`/queues/${send.sendId}/items`, at)).json();

    expect(Array.isArray(items)).toBe(true);
    expect(items.map((item: { response: string | null }) => item.response)).toEqual([
      'EXECUTED',
      'NOT_EXECUTED',
      'NOT_EXECUTED',
      'NOT_EXECUTED',
      null,
      null,
      null,
    ]);
    expect(items[0]).toMatchObject({
      responseReason: null,
      executed_at: executedAt.toISOString(),
      customer: { _id: contact.id, name: 'Rita', email: contact.email, tel: '+5511987654321' },
    });
    expect(items[1]).toMatchObject({ responseReason: 'rejected_by_server', customer: null });
  });
});

describe('who may', () => {
  const message = {
    method: 'POST' as const,
    url: '/api/sends/message',
    payload: { surveyId: newId<SurveyId>(), channel: 'sms' },
  };
  const calls = [
    { method: 'GET' as const, url: '/api/queues' },
    { method: 'GET' as const, url: `/api/queues/${newId()}` },
    { method: 'GET' as const, url: `/api/queues/${newId()}/items` },
    { method: 'GET' as const, url: '/api/sends/channels' },
    {
      method: 'POST' as const,
      url: '/api/sends',
      payload: { surveyId: newId<SurveyId>(), audience: { kind: 'all' }, channel: 'email' },
    },
    { method: 'POST' as const, url: '/api/sends/audience', payload: { audience: { kind: 'all' }, channel: 'email' } },
  ];

  const refused = [
    ...calls.map((call) => ({ ...call, role: 'readonly' as const })),
    { ...message, role: 'dashonly' as const },
  ];

  test.each(refused)('$method $url refuses who is not signed in and $role', async ({ role, ...call }) => {
    const { headers } = await workplace({ role });
    expect((await context.app.inject(call)).statusCode).toBe(401);
    expect((await context.app.inject({ ...call, headers })).statusCode).toBe(403);
  });

  test('bad input is refused', async () => {
    const { headers } = await workplace();
    for (const url of [
      '/api/queues?limit=101',
      '/api/queues?from=yesterday',
      '/api/queues/none',
      '/api/queues/none/items',
    ]) {
      expect((await context.app.inject({ url, headers })).statusCode).toBe(400);
    }
    const form = { surveyId: newId<SurveyId>(), audience: { kind: 'all' }, channel: 'email' };
    for (const [url, payload] of [
      ['/api/sends', { ...form, audience: { kind: 'contacts', contactIds: [] } }],
      ['/api/sends', { ...form, channel: 'pigeon' }],
      ['/api/sends/audience', { ...form, channel: 'link' }],
      ['/api/sends/message', { ...form, surveyId: 'none' }],
    ] as const) {
      expect((await context.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(400);
    }
  });
});
