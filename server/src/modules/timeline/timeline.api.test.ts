import type { Role } from '@escuta/contract/access-policy';
import type { ContactId } from '@escuta/contract/ids';
import { getTimeline } from '@escuta/contract/timeline';
import type { TimelineEntry } from '@escuta/contract/timeline';
import { describe, expect, test } from 'vitest';
import { runBulkAction } from '#modules/bulk-actions/index.ts';
import { itemState } from '#modules/sends/index.ts';
import { createAnswer } from '../../testing/answer-factories.ts';
import { createCompany, createContact, otherUnitOf, signedIn } from '../../testing/factories.ts';
import { runImportNow, upload } from '../../testing/import-steps.ts';
import { createInvitations } from '../../testing/response-factories.ts';
import { createItemRow, createPublishedSurvey, createSendRow } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

async function answer(link: { token: string; responseId: string }, score: number, why: string) {
  const payload = { responseId: link.responseId, seq: 1, answers: { score, why }, complete: true };
  const taken = await context.app.inject({ method: 'POST', url: `/api/answers/${link.token}`, payload });
  expect(taken.statusCode).toBe(200);
}

async function ask(headers: Record<string, string>, path: string) {
  const asked = await context.app.inject({ url: `/api/contacts/${path}`, headers });
  return { status: asked.statusCode, body: asked.json() };
}

/** Two invited people, the first of whom has answered, was changed by the owner, and has unsubscribed. */
async function known(role: Role = 'own') {
  const invited = await createInvitations(context, {
    count: 2,
    executedAt: new Date(context.clock.now().getTime() - 60_000),
  });
  const [first, second] = invited.links as [(typeof invited.links)[0], (typeof invited.links)[0]];
  const owner = await signedIn(context, { companyId: invited.companyId, role: 'own' });
  await answer(first, 3, 'O quarto estava frio.');
  await answer(second, 10, 'Tudo ótimo.');
  const payload = { name: 'Maria Lima', email: first.contact.email, tel: null };
  const url = `/api/contacts/${first.contact.id}`;
  expect((await context.app.inject({ method: 'PUT', url, headers: owner.headers, payload })).statusCode).toBe(200);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  await context.app.inject({ method: 'POST', url: `/u/${first.token}`, headers: form, payload: '' });
  const reader = role === 'own' ? owner : await signedIn(context, { companyId: invited.companyId, role });
  return { invited, first, second, owner, headers: reader.headers };
}

/** Somebody who tags many contacts at once; each action is told with the time of its end. */
async function tagging() {
  const { companyId, headers } = await signedIn(context);
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, as = headers) => {
    const url = `/api${path}`;
    const answer = await context.app.inject({ method, url, headers: as, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  };
  return {
    companyId,
    headers,
    call,
    create: async (name: string, as = headers) => {
      const form = { name, email: `${name}@example.com`, tel: null };
      return (await call('POST', '/contacts', form, as)).body._id as ContactId;
    },
    tag: async (kind: 'tag' | 'untag', tags: string[], contactIds: ContactId[], as = headers) => {
      context.clock.advance(1_000);
      const { body } = await call('POST', '/bulk-actions/tags', { target: { contactIds }, kind, tags }, as);
      await runBulkAction(context, { companyId, bulkActionId: body._id }, AbortSignal.timeout(60_000));
      return { _id: body._id, at: context.clock.now().toISOString() };
    },
    tagChanges: async (id: ContactId, as = headers) => {
      const { data } = (await ask(as, `${id}/timeline`)).body as { data: TimelineEntry[] };
      return data.filter(({ kind }) => kind === 'tagging');
    },
  };
}

describe('the timeline of a contact', () => {
  test('says who wrote down what somebody agreed to', async () => {
    const { first, second, owner } = await known();
    const payload = { channel: 'email', status: 'granted', basis: 'contract', text_version: null };
    for (const { contact } of [first, second]) {
      const url = `/api/contacts/${contact.id}/consents`;
      expect((await context.app.inject({ method: 'POST', url, headers: owner.headers, payload })).statusCode).toBe(201);
      context.clock.advance(1_000);
    }
    const { body } = await ask(owner.headers, `${first.contact.id}/timeline`);
    const told = body.data.filter(({ kind }: TimelineEntry) => kind === 'consent');
    const by = (await ask(owner.headers, `${first.contact.id}/consents`)).body.data[0].by;
    expect(by).toMatch(/\p{L}/u);
    expect(told).toMatchObject([
      { source: 'staff', status: 'granted', by },
      { source: 'contact', status: 'withdrawn', by: null },
    ]);
  });

  test('tells of messages, answers, changes and consent, newest first', async () => {
    const { first, headers, invited } = await known();
    const { status, body } = await ask(headers, `${first.contact.id}/timeline`);
    expect(status).toBe(200);
    const survey = { _id: invited.surveyId, title: expect.any(String) };
    expect(body).toEqual({
      next: null,
      data: [
        expect.objectContaining({
          kind: 'consent',
          channel: 'email',
          status: 'withdrawn',
          basis: 'consent',
          source: 'contact',
          by: null,
        }),
        expect.objectContaining({
          kind: 'change',
          action: 'contact.changed',
          by: expect.any(String),
          fields: ['name'],
        }),
        expect.objectContaining({
          kind: 'response',
          _id: first.responseId,
          survey,
          metric: 'nps',
          score: 3,
          score_group: 'bottom',
          comment: 'O quarto estava frio.',
        }),
        expect.objectContaining({
          kind: 'message',
          channel: 'email',
          survey,
          send_id: invited.sendId,
          outcome: 'sent',
          reason: null,
        }),
      ],
    });
    expect(body.data[0].at >= body.data[3].at).toBe(true);
  });

  test('says which fields were revealed, and never what they hold', async () => {
    const { companyId, businessUnitId } = await createCompany(context);
    const { headers } = await signedIn(context, { companyId, role: 'own' });
    const { id, email } = await createContact(context, { companyId, businessUnitId });
    const url = `/api/contacts/${id}/reveals`;
    const shown = await context.app.inject({ method: 'POST', url, headers, payload: { field: 'email' } });
    expect(shown.json()).toEqual({ value: email });
    const { body } = await ask(headers, `${id}/timeline`);
    expect(body.data).toEqual([
      expect.objectContaining({ kind: 'change', action: 'contact.revealed', fields: ['email'] }),
    ]);
    expect(JSON.stringify(body)).not.toContain(email);
  });

  test('tells what was held back and what failed, and nothing of what has no end yet', async () => {
    const { companyId, businessUnitId } = await createCompany(context);
    const { headers } = await signedIn(context, { companyId });
    const { id: contactId } = await createContact(context, { companyId, businessUnitId });
    const survey = await createPublishedSurvey(context, { companyId, businessUnitId });
    const states = [itemState.rejected, itemState.skipped, itemState.ready];
    for (const [at, state] of states.entries()) {
      const send = await createSendRow(context, { companyId, businessUnitId, ...survey, total: 1 });
      const executedAt = new Date(context.clock.now().getTime() - at * 1_000);
      await createItemRow(context, { companyId, businessUnitId, ...send, contactId, state, executedAt });
    }
    const { body } = await ask(headers, `${contactId}/timeline`);
    expect(body.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['failed', 'held_back']);
  });

  test('goes on page by page, with every entry once', async () => {
    const { first, headers } = await known();
    const whole = (await ask(headers, `${first.contact.id}/timeline`)).body.data as TimelineEntry[];
    const paged: TimelineEntry[] = [];
    let after: string | null = null;
    for (let pages = 0; pages === 0 || after; pages += 1) {
      expect(pages).toBeLessThan(5);
      const behind: string = after ? `&after=${encodeURIComponent(after)}` : '';
      const { body } = await ask(headers, `${first.contact.id}/timeline?limit=1${behind}`);
      paged.push(...getTimeline.definition.answer.parse(body).data);
      after = body.next;
    }
    expect(paged).toEqual(whole);
    expect(paged).toHaveLength(4);
  });

  test('who may only read learns what was said, and not who changed the contact', async () => {
    const { first, headers } = await known('readonly');
    const { body } = await ask(headers, `${first.contact.id}/timeline`);
    expect(body.data.map(({ kind }: TimelineEntry) => kind)).toEqual(['consent', 'response', 'message']);
    expect(body.data[1].comment).toBe('O quarto estava frio.');
  });

  test('tells what imports did: who created the contact, who changed it, and who only met it', async () => {
    const user = await signedIn(context);
    const importFile = async (fileName: string, content: string) => {
      context.clock.advance(1_000);
      const { uploadId, hasHeader, mapping } = (await upload(context, user, content, fileName)).json();
      const payload = { uploadId, hasHeader, mapping };
      const started = await context.app.inject({ method: 'POST', url: '/api/imports', headers: user.headers, payload });
      await runImportNow(context, user.companyId, started.json()._id);
      return { _id: started.json()._id, file_name: fileName };
    };
    const created = await importFile('novos.csv', 'nome;e-mail\nAna;ana@x.com\n');
    const changed = await importFile('nomes.csv', 'nome;e-mail\nAna Lima;ana@x.com\n');
    const found = await importFile('de novo.csv', 'nome;e-mail\nAna Lima;ana@x.com\n');
    const listed = await context.app.inject({ url: '/api/contacts', headers: user.headers });
    const there = `${listed.json().data[0]._id}/timeline`;
    const told = [
      ['found', found],
      ['changed', changed],
      ['created', created],
    ];
    const whatOf = ({ outcome, import: from }: Extract<TimelineEntry, { kind: 'import' }>) => [outcome, from];
    const { body } = await ask(user.headers, there);
    expect(body.data.map(whatOf)).toEqual(told);
    // Page by page, each once.
    const paged = [];
    for (let after = ''; paged.length < 4;) {
      const page = (await ask(user.headers, `${there}?limit=1${after}`)).body;
      paged.push(...page.data.map(whatOf));
      if (page.next === null) break;
      after = `&after=${encodeURIComponent(page.next)}`;
    }
    expect(paged).toEqual(told);
    // Who may not see imports learns what happened.
    const reader = await signedIn(context, { companyId: user.companyId, role: 'readonly' });
    expect((await ask(reader.headers, there)).body.data.map(whatOf)).toEqual([
      ['found', null],
      ['changed', null],
      ['created', null],
    ]);
  });

  test('tells which tags an action on many gave or took away, when, and who began it', async () => {
    const here = await tagging();
    const [ana, bia] = [await here.create('Ana'), await here.create('Bia')];
    const elsewhere = { ...here.headers, 'x-business-id': await otherUnitOf(context, here.companyId) };
    const there = await here.create('Ana', elsewhere);
    await here.call('PUT', `/contacts/${bia}`, { tags: ['vip'] });
    const added = await here.tag('tag', ['VIP', 'Sol'], [ana, bia]);
    const removed = await here.tag('untag', ['SOL'], [ana]);
    // Nobody is changed by these.
    await here.tag('tag', ['vip'], [ana, bia]);
    const ofOthers = await here.tag('tag', ['Lua'], [there], elsewhere);
    const by = 'Test User';
    const told = [
      { kind: 'tagging', _id: removed._id, at: removed.at, outcome: 'removed', tags: ['Sol'], by },
      { kind: 'tagging', _id: added._id, at: added.at, outcome: 'added', tags: ['Sol', 'VIP'], by },
    ];
    expect(await here.tagChanges(ana)).toEqual(told);
    expect(await here.tagChanges(bia)).toEqual([{ ...told[1], tags: ['Sol'] }]);
    expect(await here.tagChanges(there, elsewhere)).toMatchObject([{ _id: ofOthers._id, tags: ['Lua'] }]);
    const first = (await ask(here.headers, `${ana}/timeline?limit=1`)).body;
    const second = (await ask(here.headers, `${ana}/timeline?limit=1&after=${encodeURIComponent(first.next)}`)).body;
    expect([...first.data, ...second.data]).toEqual(told);
    const reader = await signedIn(context, { companyId: here.companyId, role: 'readonly' });
    expect(await here.tagChanges(ana, reader.headers)).toEqual([]);
    const stranger = await signedIn(context, {});
    for (const headers of [elsewhere, stranger.headers])
      expect((await ask(headers, `${ana}/timeline`)).status).toBe(404);
  });

  test.each(['anonymized', 'deleted'] as const)(
    'tells of the tags of who was merged into the contact, an action once; who is %s takes them along',
    async (as) => {
      const here = await tagging();
      const [ana, bia, caio] = [await here.create('Ana'), await here.create('Bia'), await here.create('Caio')];
      const both = await here.tag('tag', ['Sol'], [ana, bia, caio]);
      const one = await here.tag('tag', ['Lua'], [bia]);
      const { kept, other } = (await here.call('GET', `/contacts/${ana}/comparison?with=${bia}`)).body;
      const versions = { kept: kept.version, other: other.version };
      const merged = await here.call('POST', `/contacts/${ana}/merges`, { other: bia, versions, choices: {} });
      expect(merged.status).toBe(201);
      expect((await here.tagChanges(ana)).map(({ _id }) => _id)).toEqual([one._id, both._id]);
      const erased = await (as === 'deleted'
        ? here.call('DELETE', `/contacts/${ana}`)
        : here.call('POST', `/contacts/${ana}/anonymisation`, { comments: 'remove' }));
      expect(erased.body.tables).toContainEqual({ table: 'bulk_action_contacts', rows: 3 });
      const left = await context.database.withCompany(here.companyId, (tx) =>
        tx.selectFrom('bulk_action_contacts').select('contact_id').where('company_id', '=', here.companyId).execute(),
      );
      expect(left).toEqual([{ contact_id: caio }]);
    },
  );

  test('is not there for another unit, another company, nobody, and who reads scores alone', async () => {
    const { first, owner, invited } = await known();
    const other = await otherUnitOf(context, invited.companyId);
    const stranger = await signedIn(context, {});
    const scores = await signedIn(context, { companyId: invited.companyId, role: 'notesonly' });
    for (const path of ['timeline', 'scores']) {
      const there = `${first.contact.id}/${path}`;
      expect((await ask({ ...owner.headers, 'x-business-id': other }, there)).status).toBe(404);
      expect((await ask(stranger.headers, there)).status).toBe(404);
      expect((await ask(scores.headers, there)).status).toBe(403);
      expect((await ask({}, there)).status).toBe(401);
    }
    expect((await ask(owner.headers, `${first.contact.id}/timeline?after=yesterday`)).status).toBe(400);
  });
});

test('[PEOPLE-05] the scores of a contact are told oldest first, and no others', async () => {
  const { first, headers, invited } = await known();
  const before = async (days: number, score: number | null, isTest = false) => {
    const answeredAt = new Date(context.clock.now().getTime() - days * 86_400_000);
    await createAnswer(context, { ...invited, contactId: first.contact.id, score, answeredAt, isTest });
    return answeredAt.toISOString();
  };
  const lately = await before(10, 8);
  const longAgo = await before(400, 10);
  await before(5, 9, true);
  await before(5, null);
  const { body } = await ask(headers, `${first.contact.id}/scores`);
  expect(body.data).toEqual([
    { _id: expect.any(String), at: longAgo, metric: 'nps', score: 10, score_group: 'top' },
    { _id: expect.any(String), at: lately, metric: 'nps', score: 8, score_group: 'middle' },
    { _id: first.responseId, at: expect.any(String), metric: 'nps', score: 3, score_group: 'bottom' },
  ]);
  const besides = await createContact(context, invited);
  expect((await ask(headers, `${besides.id}/scores`)).body.data).toEqual([]);
});

test('[PEOPLE-22] the propensity of a contact counts the last messages that reached them, and those that they answered', async () => {
  const { first, second, headers, invited } = await known();
  const propensityOf = async (id: string) => (await ask(headers, `${id}/scores`)).body.propensity;
  expect(await propensityOf(first.contact.id)).toEqual({ received: 1, answered: 1 });
  const day = 24 * 60 * 60 * 1_000;
  const send = async (state: number, daysAgo: number) => {
    const made = await createSendRow(context, { ...invited, total: 1 });
    const executedAt = new Date(context.clock.now().getTime() - daysAgo * day);
    await createItemRow(context, { ...invited, ...made, contactId: first.contact.id, state, executedAt });
  };
  await send(itemState.accepted, 10);
  await send(itemState.accepted, 364);
  // Nobody could have answered these, and this one is of long ago.
  await send(itemState.rejected, 5);
  await send(itemState.skipped, 5);
  await send(itemState.accepted, 366);
  expect(await propensityOf(first.contact.id)).toEqual({ received: 3, answered: 1 });
  expect(await propensityOf(second.contact.id)).toEqual({ received: 1, answered: 1 });
  for (let at = 0; at < 20; at += 1) await send(itemState.accepted, 1);
  // The invitation of today and nineteen of yesterday are the last twenty.
  expect(await propensityOf(first.contact.id)).toEqual({ received: 20, answered: 1 });
  const besides = await createContact(context, invited);
  expect(await propensityOf(besides.id)).toEqual({ received: 0, answered: 0 });
});
