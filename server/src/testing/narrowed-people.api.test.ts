import { can, canWhenNarrowed } from '@escuta/contract/access-policy';
import type { Capability } from '@escuta/contract/access-policy';
import type { ContactId, ResponseId } from '@escuta/contract/ids';
import type { Route } from '@escuta/contract/route';
import { beforeAll, describe, expect, test } from 'vitest';
import { itemState } from '#modules/sends/index.ts';
import { dayIn } from '#platform/time/clock.ts';
import { createAnswer } from './answer-factories.ts';
import { createCompany, createContact, createContactCompany, signedIn, switchAll } from './factories.ts';
import { createShopField, putInShop, shopField, signedInToShop } from './narrowed-people.ts';
import { createSentInvitations } from './response-factories.ts';
import { nameOf, requestOf } from './route-calls.ts';
import type { Named } from './route-calls.ts';
import { guardedRoutes } from './routes-of-contract.ts';
import { createPublishedSurvey } from './send-factories.ts';
import { testContext } from './test-context.ts';
import { createUnitRows } from './unit-rows.ts';

/**
 * Somebody of role pdv who is narrowed to one shop of a unit (decision 0047): what belongs to the other shop, to no shop and to
 * nobody is absent for them, on every route that they may call, and no number counts it.
 */
const context = testContext();
type Headers = Record<string, string>;

async function ask(headers: Headers, url: string, method: 'GET' | 'POST' | 'PUT' = 'GET', payload?: object) {
  const answer = await context.app.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}

/** A unit with two people in each of two shops, one in none and one unknown, all of whom have answered; another unit as well. */
async function shops() {
  const { companyId, businessUnitId, otherUnitId } = await createCompany(context);
  await switchAll(context, companyId, true);
  const fieldId = await createShopField(context, companyId);
  const unit = { companyId, businessUnitId };
  const survey = await createPublishedSurvey(context, unit);
  const at = context.clock.now();
  const answer = async (score: number, comment: string, contactId?: ContactId) =>
    createAnswer(context, {
      ...unit,
      ...survey,
      score,
      comment,
      answeredAt: at,
      ...(contactId ? { contactId } : { channel: 'link', origin: 'link' }),
    });
  const person = async (name: string, shop: string | undefined, score: number) => {
    const { id } = await createContact(context, { ...unit, name });
    if (shop) await putInShop(context, { companyId, contactId: id, shop });
    const { responseId } = await answer(score, `${name} disse`, id);
    return { id, responseId };
  };
  const made = {
    ana: await person('Ana Centro', 'Centro', 10),
    beto: await person('Beto Centro', 'Centro', 3),
    caio: await person('Caio Praia', 'Praia', 9),
    dora: await person('Dora Praia', 'Praia', 2),
    eva: await person('Eva Nenhuma', undefined, 1),
  };
  const unknown = (await answer(0, 'Ninguém disse')).responseId;
  const elsewhere = await createContact(context, { companyId, businessUnitId: otherUnitId, name: 'Fábio Centro' });
  await putInShop(context, { companyId, contactId: elsewhere.id, shop: 'Centro' });
  const inShop = (shop: string) => signedInToShop(context, { ...unit, fieldId, shop });
  const [centro, praia] = [await inShop('Centro'), await inShop('Praia')];
  const owner = await signedIn(context, { companyId, role: 'own' });
  const all = { ...owner, headers: { ...owner.headers, 'x-business-id': businessUnitId } };
  return {
    ...unit,
    ...survey,
    otherUnitId,
    fieldId,
    ...made,
    unknown,
    elsewhere: elsewhere.id,
    centro,
    praia,
    all,
    day: dayIn('America/Sao_Paulo', at),
  };
}

const namesOf = ({ body }: { body: { data: { name: string }[] } }) => body.data.map(({ name }) => name).toSorted();
const idsOf = ({ body }: { body: { data: { _id: string }[] } }) => body.data.map(({ _id }) => _id).toSorted();

describe('every route', () => {
  let hidden: Named;
  let headers: Headers;
  let secrets: readonly string[];

  beforeAll(async () => {
    const made = await shops();
    const { companyId, businessUnitId } = made;
    const rows = await createUnitRows(context, { companyId, businessUnitId, headers: made.all.headers });
    await putInShop(context, { companyId, contactId: rows.contactId, shop: 'Praia' });
    const { userId } = await signedIn(context, { companyId, role: 'ana' });
    hidden = { ...rows, companyId, unitId: businessUnitId, userId };
    headers = made.centro.headers;
    const people: { id: ContactId; responseId: ResponseId }[] = [made.caio, made.dora, made.eva];
    const ofPeople = people.flatMap(({ id, responseId }) => [id as string, responseId as string]);
    const texts = [
      'zulmira@elsewhere.example',
      'O quarto do outro prédio',
      'Praia disse',
      'Nenhuma disse',
      'Ninguém disse',
    ];
    secrets = [...texts, ...ofPeople, made.unknown, made.elsewhere, rows.contactId, rows.responseId, rows.sendId];
  });

  const isOwn = ({ definition }: Route) => definition.permission === 'session';
  const mayAsPdv = ({ definition: { permission } }: Route) => can('pdv', permission as Capability, 'adm');
  const isLeft = ({ definition: { permission } }: Route) => canWhenNarrowed(permission as Capability);
  const ofPdv = guardedRoutes.filter((route) => !isOwn(route) && mayAsPdv(route));
  const named = (routes: readonly Route[]) => routes.map((route) => [nameOf(route), route] as const);
  /** Routes about a row of the unit that is no person's: they are read without what people did. */
  const isOfNobody = ({ path }: Route) => /^\/(contact-companies|segments|surveys)\//.test(path);

  async function call(route: Route) {
    const { payload, ...request } = requestOf(route, hidden);
    const body = route.method === 'GET' ? {} : { payload: payload ?? { nonsense: true } };
    const answer = await context.app.inject({ ...request, headers, ...body });
    return { status: answer.statusCode, leaks: secrets.filter((secret) => answer.body.includes(secret)) };
  }

  test.each(named(ofPdv.filter(isLeft)))('[PERMS-14] %s gives nothing of the other shop', async (_name, route) => {
    const { status, leaks } = await call(route);
    expect(leaks).toEqual([]);
    const statusMin = route.path.includes(':id') && !isOfNobody(route) ? 400 : 200;
    expect(status).toBeGreaterThanOrEqual(statusMin);
    expect(status).toBeLessThan(500);
  });

  test.each(named(ofPdv.filter((route) => !isLeft(route))))('[PERMS-14] %s is refused', async (_name, route) => {
    expect(await call(route)).toEqual({ status: 403, leaks: [] });
  });

  test('what was asked for is there, for who is not narrowed', async () => {
    const { headers: ofAll } = await signedIn(context, {
      companyId: hidden.companyId,
      role: 'pdv',
      ticketingRole: 'adm',
    });
    headers = { ...ofAll, 'x-business-id': hidden.unitId };
    for (const path of ['GET /contacts/:id', 'GET /responses/:id', 'GET /contacts/:id/timeline', 'GET /contacts']) {
      const route = guardedRoutes.find((one) => nameOf(one) === path)!;
      const { status, leaks } = await call(route);
      expect([path, status, leaks.length > 0]).toEqual([path, 200, true]);
    }
  });
});

describe('what is left', () => {
  test('[PERMS-14] contacts and responses are those of the shop, by list, by search and one by one', async () => {
    const { centro, praia, all, ana, beto, caio, eva, unknown } = await shops();
    expect(namesOf(await ask(centro.headers, '/contacts'))).toEqual(['Ana Centro', 'Beto Centro']);
    expect(namesOf(await ask(praia.headers, '/contacts?sort=name'))).toEqual(['Caio Praia', 'Dora Praia']);
    expect((await ask(all.headers, '/contacts')).body.total).toBe(5);
    expect((await ask(centro.headers, '/contacts')).body.total).toBe(2);
    for (const word of ['Praia', 'a', 'Caio Praia', 'Nenhuma'])
      expect(
        namesOf(await ask(centro.headers, `/contacts?search=${word}`)).filter((name) => !name.includes('Centro')),
      ).toEqual([]);
    expect((await ask(centro.headers, '/contacts?search=Ana%20Centro')).body).toMatchObject({ total: 1 });
    expect((await ask(centro.headers, `/contacts/${ana.id}`)).status).toBe(200);
    for (const id of [caio.id, eva.id]) expect((await ask(centro.headers, `/contacts/${id}`)).status).toBe(404);

    const listed = await ask(centro.headers, '/responses');
    expect(idsOf(listed)).toEqual([ana.responseId, beto.responseId].toSorted());
    expect(listed.body.total).toBe(2);
    expect((await ask(all.headers, '/responses')).body.total).toBe(6);
    expect((await ask(centro.headers, `/responses/${ana.responseId}`)).status).toBe(200);
    for (const id of [caio.responseId, eva.responseId, unknown])
      expect((await ask(centro.headers, `/responses/${id}`)).status).toBe(404);
    expect((await ask(centro.headers, '/tickets/cases')).body).toMatchObject({ total: 1 });
    expect(idsOf(await ask(centro.headers, '/tickets/cases'))).toEqual([beto.responseId]);
  });

  test('[PERMS-14] the numbers are those of the lists', async () => {
    const { centro, praia, all, day: on, surveyId } = await shops();
    const period = `from=${on.slice(0, 8)}01&to=${on}`;
    const numbers = async ({ headers }: { headers: Headers }) => {
      const { body } = await ask(headers, `/dashboard?${period}`);
      const analytics = (await ask(headers, '/analytics')).body;
      const last = body.trend.points.at(-1).score;
      return [
        body.score.n,
        body.score.value,
        last.n,
        body.comments,
        analytics.responses.total,
        analytics.commented.total,
      ];
    };
    expect(await numbers(centro)).toEqual([2, 0, 2, 2, 2, 2]);
    expect(await numbers(praia)).toEqual([2, 0, 2, 2, 2, 2]);
    expect((await numbers(all))[0]).toBe(6);
    const comments = (await ask(centro.headers, `/dashboard/comments?${period}&limit=20`)).body.data;
    expect(comments.map(({ comment }: { comment: string }) => comment).toSorted()).toEqual([
      'Ana Centro disse',
      'Beto Centro disse',
    ]);
    const [survey] = (await ask(centro.headers, '/surveys')).body.data;
    expect(survey).toMatchObject({ _id: surveyId, responses: null, last_answered_at: null });
  });

  test('[PERMS-14] the response rate is of the messages to the shop', async () => {
    const { companyId, businessUnitId, surveyId, versionId, centro, day: on } = await shops();
    const unit = { companyId, businessUnitId, surveyId, versionId };
    const sent = await createSentInvitations(context, { ...unit, count: 4 });
    const failed = await createSentInvitations(context, { ...unit, state: itemState.rejected });
    const [first, second, other] = sent.links as [
      (typeof sent)['links'][0],
      (typeof sent)['links'][0],
      (typeof sent)['links'][0],
    ];
    for (const { contact } of [first, second, failed])
      await putInShop(context, { companyId, contactId: contact.id, shop: 'Centro' });
    await putInShop(context, { companyId, contactId: other.contact.id, shop: 'Praia' });
    for (const { token, responseId } of [first, other]) {
      const payload = { responseId, seq: 1, answers: { score: 9 }, complete: true };
      expect((await context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload })).statusCode).toBe(
        200,
      );
    }
    const { body } = await ask(centro.headers, `/dashboard?from=${on}&to=${on}`);
    expect(body.responseRate).toEqual({ sent: 3, delivered: 2, responded: 1, value: 0.5 });
  });

  test('[PERMS-14] the score and the tickets of a company that contacts work for count the shop alone', async () => {
    const { companyId, businessUnitId, centro, all, ana, beto, caio, dora } = await shops();
    const of = [ana.id, beto.id, caio.id, dora.id];
    const id = await createContactCompany(context, { companyId, businessUnitId, name: 'Padaria Lua', of });
    const scores = async (headers: Headers) => (await ask(headers, `/contact-companies/${id}/score`)).body.scores;
    expect(await scores(centro.headers)).toMatchObject([{ metric: 'nps', score: { n: 2 } }]);
    expect(await scores(all.headers)).toMatchObject([{ metric: 'nps', score: { n: 4 } }]);
    const tickets = async (headers: Headers) => (await ask(headers, `/contact-companies/${id}/tickets`)).body.total;
    expect(await tickets(centro.headers)).toBe(1);
    expect((await ask(centro.headers, `/contacts?contactCompanyId=${id}`)).body.total).toBe(2);
    const changed = { nome: 'Padaria Sol', cnpj: null, segmento: null };
    expect((await ask(centro.headers, `/contact-companies/${id}`, 'PUT', changed)).status).toBe(403);
  });

  test('[PERMS-14] segments and lists find people of the shop, and say neither how many they hold nor by what', async () => {
    const { centro, all, ana, beto } = await shops();
    const condition = { kind: 'text', field: 'name', test: { op: 'contains', value: 'o' } };
    const form = { name: 'Com o', definition: { match: 'all', of: [condition] } };
    expect((await ask(all.headers, '/segments', 'POST', form)).body).toMatchObject({ contacts: 4 });
    const frozen = { name: 'Fixos', from: { filter: {} } };
    expect((await ask(all.headers, '/contact-lists', 'POST', frozen)).body).toMatchObject({ contacts: 5 });
    const seen = (await ask(centro.headers, '/segments')).body.data;
    expect(seen).toMatchObject([
      { name: 'Com o', contacts: null, definition: null },
      { name: 'Fixos', contacts: null, definition: null },
    ]);
    for (const { _id } of seen) {
      expect(idsOf(await ask(centro.headers, `/contacts?segment=${_id}`))).toEqual([ana.id, beto.id].toSorted());
      expect((await ask(centro.headers, `/segments/${_id}`, 'PUT', form)).status).toBe(403);
    }
  });

  test('[PERMS-14] of the actions on many contacts they see those that they have started', async () => {
    const { centro, all } = await shops();
    const tag = (headers: Headers) =>
      ask(headers, '/bulk-actions/tags', 'POST', { target: { filter: {} }, kind: 'tag', tags: ['vip'] });
    const stop = (headers: Headers, id: string) => ask(headers, `/bulk-actions/${id}/cancellation`, 'POST', {});
    const ofAll = (await tag(all.headers)).body;
    expect(ofAll.total).toBe(5);
    expect((await ask(centro.headers, '/bulk-actions')).body.data).toEqual([]);
    expect((await stop(centro.headers, ofAll._id)).status).toBe(404);
    expect((await stop(all.headers, ofAll._id)).status).toBe(200);
    const own = (await tag(centro.headers)).body;
    expect(own.total).toBe(2);
    expect(idsOf(await ask(centro.headers, '/bulk-actions'))).toEqual([own._id]);
    expect(idsOf(await ask(all.headers, '/bulk-actions'))).toEqual([String(ofAll._id), String(own._id)].toSorted());
  });

  test('[PERMS-14] nobody beyond the shop is written to', async () => {
    const { centro, surveyId, ana, caio } = await shops();
    const reached = async (contactId: ContactId) => {
      const audience = { kind: 'contacts', contactIds: [contactId] };
      const { body } = await ask(centro.headers, '/sends/audience', 'POST', { audience, channel: 'email', surveyId });
      return body.contacts;
    };
    expect([await reached(ana.id), await reached(caio.id)]).toEqual([1, 0]);
  });

  test('[PERMS-14] what they write stays in the shop', async () => {
    const { centro, all, ana, caio } = await shops();
    const form = { name: 'Gil', email: 'gil@shop.example', tel: null };
    const made = await ask(centro.headers, '/contacts', 'POST', form);
    expect(made).toMatchObject({ status: 201, body: { custom_fields: { [shopField]: 'Centro' } } });
    const praia = { ...form, email: 'hugo@shop.example', custom_fields: { [shopField]: 'Praia' } };
    expect(await ask(centro.headers, '/contacts', 'POST', praia)).toMatchObject({
      status: 422,
      body: { code: 'CONTACT_BEYOND_NARROWING', params: { label: 'Loja', value: 'Centro' } },
    });
    const moved = { name: 'Ana Centro', email: 'ana@shop.example', tel: null, custom_fields: { [shopField]: 'Praia' } };
    expect((await ask(centro.headers, `/contacts/${ana.id}`, 'PUT', moved)).body.code).toBe('CONTACT_BEYOND_NARROWING');
    const cleared = { ...moved, custom_fields: { [shopField]: null } };
    expect((await ask(centro.headers, `/contacts/${ana.id}`, 'PUT', cleared)).body.customer.custom_fields).toEqual({
      [shopField]: 'Centro',
    });
    expect(
      (await ask(centro.headers, `/contacts/${caio.id}`, 'PUT', { ...form, email: 'ivo@shop.example' })).status,
    ).toBe(404);
    const consent = { channel: 'email', status: 'withdrawn', basis: 'consent', text_version: null };
    expect((await ask(centro.headers, `/contacts/${caio.id}/consents`, 'POST', consent)).status).toBe(404);
    expect((await ask(all.headers, `/contacts/${caio.id}`)).body).toMatchObject({ name: 'Caio Praia' });

    // Somebody whom they do not see has the address: they are not told who.
    const [listed] = (await ask(all.headers, '/contacts?search=Caio')).body.data;
    const taken = listed.email;
    expect(taken).toContain('@');
    const double = await ask(centro.headers, '/contacts', 'POST', { ...form, email: taken });
    expect(double).toMatchObject({ status: 409, body: { code: 'CONTACT_EXISTS', params: { field: 'email' } } });
    expect(JSON.stringify(double)).not.toContain(caio.id);
    const renamed = await ask(centro.headers, `/contacts/${ana.id}`, 'PUT', { name: 'Ana', email: taken, tel: null });
    expect(renamed).toMatchObject({ status: 409, body: { code: 'CONTACT_EXISTS', params: { field: 'email' } } });
  });

  test('[PERMS-14] a value of another company, a longer one and one with signs of its own narrow to themselves', async () => {
    const { companyId, businessUnitId } = await createCompany(context);
    const other = await shops();
    const fieldId = await createShopField(context, companyId, { type: 'text', options: [] });
    const values = [`D'Ávila "2"; DROP TABLE contacts --`, 'Centro', 'Centro Sul', 'centro', '100%'];
    for (const shop of values) {
      const { id } = await createContact(context, { companyId, businessUnitId, name: `De ${shop}` });
      await putInShop(context, { companyId, contactId: id, shop });
    }
    for (const shop of values) {
      const { headers } = await signedInToShop(context, { companyId, businessUnitId, fieldId, shop });
      expect(namesOf(await ask(headers, '/contacts'))).toEqual([`De ${shop}`]);
    }
    expect(namesOf(await ask(other.centro.headers, '/contacts'))).toEqual(['Ana Centro', 'Beto Centro']);
  });
});
