import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, findCompanySurveys } from '@escuta/contract/accounts';
import type { CompanyId } from '@escuta/contract/ids';
import type { Output } from '@escuta/contract/route';
import { newId } from '#platform/crypto/ids.ts';
import { createCompany, createUser, letLeave, letManage, signedIn } from '../../testing/factories.ts';
import { createPublishedSurvey } from '../../testing/send-factories.ts';
import { openTestContext, testContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';
import { accessLifeMs } from './account-access.ts';
import { accessSchedules } from './jobs.ts';

const context = testContext();
type Headers = Record<string, string>;

async function ask(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  headers: Headers,
  { payload, in: where = context }: { payload?: object; in?: TestContext } = {},
) {
  const answer = await where.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}

const reason = 'O cliente pediu ajuda com um envio';
const enter = (headers: Headers, company: CompanyId, why = reason) =>
  ask('POST', '/account-access', headers, { payload: { company, reason: why } });
const inside = (headers: Headers, company: CompanyId) => ({ ...headers, 'x-empresa-id': company });

/** A company, and an account manager of another one who looks after it. */
async function managed(changes: Parameters<typeof createCompany>[1] = {}) {
  const company = await createCompany(context, changes);
  const manager = await signedIn(context, { role: 'acmng' });
  await letManage(context, company.companyId, manager.userId);
  return { ...company, manager, there: inside(manager.headers, company.companyId) };
}

const helper = (changes: Parameters<typeof signedIn>[1] = {}) =>
  signedIn(context, { temporaryAccess: true, ...changes });

describe('entering an account', () => {
  test('[INTADM-05] needs a reason, also for who manages it', async () => {
    const { companyId, manager, there } = await managed();
    expect((await ask('GET', '/company', there)).status).toBe(404);
    for (const why of ['', '    ', 'oi', 'x'.repeat(301)]) {
      expect((await enter(manager.headers, companyId, why)).body.code).toBe('INVALID_INPUT');
    }
    expect((await ask('GET', '/company', there)).status).toBe(404);
    expect((await enter(manager.headers, companyId)).status).toBe(201);
    expect((await ask('GET', '/company', there)).status).toBe(200);
  });

  test('leaves one of two that are entered at once', async () => {
    for (let times = 0; times < 5; times += 1) {
      const { companyId, manager, there } = await managed();
      const other = await createCompany(context);
      await letManage(context, other.companyId, manager.userId);
      const entered = await Promise.all([enter(manager.headers, companyId), enter(manager.headers, other.companyId)]);
      expect(entered.map(({ status }) => status)).toContain(201);
      const opened = [];
      for (const headers of [there, inside(manager.headers, other.companyId)])
        opened.push((await ask('GET', '/company', headers)).status);
      expect(opened.toSorted((a, b) => a - b)).toEqual([200, 404]);
    }
  });

  test('[INTADM-07] ends by itself after two hours', async () => {
    const { companyId, manager, there } = await managed();
    const { body } = await enter(manager.headers, companyId);
    const [began, ends] = [new Date(body.access.began_at), new Date(body.access.ends_at)];
    expect(ends.getTime() - began.getTime()).toBe(2 * 3_600_000);
    context.clock.advance(accessLifeMs - 1_000);
    const last = await context.app.inject({ url: '/api/company', headers: there });
    expect(last.statusCode).toBe(200);
    const authorization = String(last.headers['authorization'] ?? manager.token);
    context.clock.advance(1_001);
    expect((await ask('GET', '/company', { ...there, authorization })).status).toBe(404);
    expect((await ask('GET', '/me', { ...manager.headers, authorization })).status).toBe(200);
  });

  test('can be left early, and tells where home is', async () => {
    const { companyId, manager, there } = await managed();
    await enter(manager.headers, companyId);
    expect((await ask('DELETE', '/account-access', there)).body).toMatchObject({ home: { _id: manager.companyId } });
    expect((await ask('GET', '/company', there)).status).toBe(404);
    expect((await ask('GET', '/account-access', manager.headers)).body).toEqual({ access: null });
  });

  test('says who is in, where they belong and until when', async () => {
    const { companyId, name, manager, there } = await managed();
    const { body } = await enter(manager.headers, companyId);
    expect((await ask('GET', '/account-access', there)).body).toEqual(body);
    expect(body.access).toMatchObject({ company: { _id: companyId, nome: name }, reason });
    expect(body.access.home._id).toBe(manager.companyId);
  });

  test('leaves the one that was entered before, and entering the own one only leaves', async () => {
    const [one, other] = [await managed(), await managed()];
    await letManage(context, other.companyId, one.manager.userId);
    await enter(one.manager.headers, one.companyId);
    expect((await enter(one.there, other.companyId)).status).toBe(201);
    expect((await ask('GET', '/company', one.there)).status).toBe(404);
    const there = inside(one.manager.headers, other.companyId);
    expect((await ask('GET', '/company', there)).status).toBe(200);
    expect((await enter(there, one.manager.companyId)).body).toEqual({ access: null });
    expect((await ask('GET', '/company', there)).status).toBe(404);
  });

  test('is refused for a company beyond one’s reach, one that nobody has, and one that is closed', async () => {
    const { manager } = await managed();
    const { companyId: foreign } = await createCompany(context);
    const closed = await managed();
    await letLeave(context, closed.companyId);
    expect((await enter(manager.headers, foreign)).body.code).toBe('NOT_FOUND');
    expect((await enter(manager.headers, newId<CompanyId>())).body.code).toBe('NOT_FOUND');
    expect((await enter(closed.manager.headers, closed.companyId)).body.code).toBe('ACCOUNT_NOT_ACTIVE');
  });

  test('[INTADM-09] an access opens the account to nobody else, and to its holder only while it is within reach', async () => {
    const { companyId, manager, there } = await managed();
    await enter(manager.headers, companyId);
    // Within their reach too, and they have not entered it themselves.
    const colleague = await signedIn(context, { companyId: manager.companyId, role: 'acmng' });
    await letManage(context, companyId, colleague.userId);
    for (const { headers } of [colleague, await helper()])
      expect((await ask('GET', '/company', inside(headers, companyId))).status).toBe(404);
    expect((await ask('GET', '/company', there)).status).toBe(200);
    await context.database.withSystem((tx) =>
      tx
        .deleteFrom('company_managers')
        .where('user_id', '=', manager.userId)
        .where('company_id', '=', companyId)
        .execute(),
    );
    expect((await ask('GET', '/company', there)).status).toBe(404);
  });

  test('an access is over for an account manager who is one no longer', async () => {
    const { companyId, manager, there } = await managed();
    await enter(manager.headers, companyId);
    expect((await ask('GET', '/company', there)).status).toBe(200);
    await context.database.withSystem((tx) =>
      tx.updateTable('users').set({ role: 'adm' }).where('id', '=', manager.userId).execute(),
    );
    expect((await ask('GET', '/company', there)).status).toBe(404);
  });

  test('[ROLE-07] is for account managers and people with temporary access alone', async () => {
    const { companyId } = await createCompany(context);
    for (const role of ['own', 'adm', 'ana', 'pdv', 'readonly', 'notesonly', 'dashonly', 'agent'] as const) {
      const { headers } = await signedIn(context, { role });
      const calls = [
        enter(headers, companyId),
        ask('DELETE', '/account-access', headers),
        ...['managed', 'temporary', 'quick'].map((list) => ask('GET', `/accounts/${list}`, headers)),
        ask('GET', '/company/surveys', headers),
      ];
      for (const { body } of await Promise.all(calls)) expect(body).toMatchObject({ code: 'FORBIDDEN' });
    }
    const { headers } = await helper({ role: 'dashonly' });
    expect((await enter(headers, companyId)).status).toBe(201);
  });
});

describe('inside an account', () => {
  test('an account manager stays one; with temporary access an owner is an administrator, others are what they are', async () => {
    const { companyId, manager, there } = await managed();
    await enter(manager.headers, companyId);
    expect((await ask('GET', '/me', there)).body).toMatchObject({ role: 'acmng', _empresa: { _id: companyId } });
    for (const [role, expected] of [
      ['own', 'adm'],
      ['readonly', 'readonly'],
    ] as const) {
      const user = await helper({ role });
      await enter(user.headers, companyId);
      const me = (await ask('GET', '/me', inside(user.headers, companyId))).body;
      expect(me).toMatchObject({ role: expected, permissions: { can_temporary_access: true } });
      expect(me._empresa._id).toBe(companyId);
      expect((await ask('GET', '/me', user.headers)).body).toMatchObject({ role, _empresa: { _id: user.companyId } });
    }
    const reader = await helper({ role: 'readonly' });
    await enter(reader.headers, companyId);
    const person = { name: 'Intruso', email: 'intruso@test.example', tel: null };
    const refused = await ask('POST', '/contacts', inside(reader.headers, companyId), { payload: person });
    expect(refused.status).toBe(403);
  });

  test('[INTADM-08] the company reads in its audit who was in, why, and what they did, marked as staff', async () => {
    const { companyId, manager, there } = await managed();
    const owner = await signedIn(context, { companyId });
    context.clock.advance(1_000);
    await enter(manager.headers, companyId);
    context.clock.advance(1_000);
    await ask('POST', '/contacts', there, { payload: { name: 'Bia', email: 'bia@test.example', tel: null } });
    context.clock.advance(1_000);
    await ask('DELETE', '/account-access', there);
    const { data } = (await ask('GET', '/audit-events?limit=3', owner.headers)).body;
    const actor = { type: 'staff', _id: manager.userId, name: 'Test User', role: 'acmng' };
    expect(data).toMatchObject([
      { action: 'account_access.ended', actor },
      { action: 'contact.created', actor, target: { label: 'Bia' } },
      { action: 'account_access.begun', actor, after: { reason, ends_at: expect.any(String) } },
    ]);
  });

  test('signing out is told at home, not to the customer', async () => {
    const { companyId, manager, there } = await managed();
    const owner = await signedIn(context, { companyId });
    await enter(manager.headers, companyId);
    await ask('POST', '/logout', there, { payload: {} });
    const { body } = await ask('GET', '/audit-events?action=session.ended', owner.headers);
    expect(body.total).toBe(0);
    const colleague = await signedIn(context, { companyId: manager.companyId });
    const home = await ask('GET', '/audit-events?action=session.ended', colleague.headers);
    expect(home.body.data).toMatchObject([{ actor: { _id: manager.userId } }]);
  });
});

describe('an access whose time runs out', () => {
  const closeAccesses = () =>
    accessSchedules(context)
      .find(({ job }) => job === 'access.close-accesses')
      ?.run();
  const endings = async (headers: Headers) =>
    (await ask('GET', '/audit-events?limit=10', headers)).body.data.filter(({ action }: { action: string }) =>
      /^account_access.(ended|expired)$/.test(action),
    );

  test('is told in the audit of the company once, with who and why, as of the moment when it ended', async () => {
    const { companyId, name, manager } = await managed();
    const { body } = await enter(manager.headers, companyId);
    context.clock.advance(accessLifeMs - 1);
    const owner = await signedIn(context, { companyId });
    await closeAccesses();
    expect(await endings(owner.headers)).toEqual([]);
    context.clock.advance(60_000);
    await Promise.all([closeAccesses(), closeAccesses()]);
    await closeAccesses();
    expect(await endings(owner.headers)).toEqual([
      expect.objectContaining({
        action: 'account_access.expired',
        at: body.access.ends_at,
        actor: { type: 'staff', _id: manager.userId, name: 'Test User', role: 'acmng' },
        target: { type: 'company', _id: companyId, label: name },
        after: { reason },
        ip: null,
      }),
    ]);
  });

  test('is not told of when it was left before', async () => {
    const { companyId, manager, there } = await managed();
    await enter(manager.headers, companyId);
    await ask('DELETE', '/account-access', there);
    context.clock.advance(accessLifeMs + 1);
    await closeAccesses();
    const { headers } = await signedIn(context, { companyId });
    expect((await endings(headers)).map(({ action }: { action: string }) => action)).toEqual(['account_access.ended']);
  });
});

describe('whoever is inside an account', () => {
  const refused = { status: 403, body: { code: 'NOT_BY_VISITOR' } };
  const standing = {
    role: 'own',
    ticketing_role: null,
    _businesses: [],
    exports_personal_data: false,
    narrowing: null,
  };

  /** A company with an owner, and everybody who can come in and manage it there: by temporary access, and its manager. */
  async function visited() {
    const { companyId, manager, there } = await managed();
    const owner = await signedIn(context, { companyId });
    const { userId: adm } = await createUser(context, { companyId, role: 'adm' });
    const [first, second] = [await helper({ role: 'own' }), await helper({ role: 'adm' })];
    for (const { headers } of [manager, first, second]) await enter(headers, companyId);
    const visitors = [there, inside(first.headers, companyId), inside(second.headers, companyId)];
    return { companyId, owner, adm, visitors };
  }

  const change = (headers: Headers, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload: object) =>
    ask(method, path, headers, { payload });

  test('changes neither how its people sign in nor whether they need a second factor, and other settings', async () => {
    const { owner, visitors } = await visited();
    for (const headers of visitors) {
      const off = { federated_login: 'off', federated_tenant: null };
      expect(await change(headers, 'PUT', '/company/sign-in', off)).toMatchObject(refused);
      const forced = { force_authenticator: true, nome: 'Changed by a visitor' };
      expect(await change(headers, 'PATCH', '/company/settings', forced)).toMatchObject(refused);
      const same = { force_authenticator: false, brand_color: '#123456' };
      expect((await change(headers, 'PATCH', '/company/settings', same)).status).toBe(200);
    }
    const settings = (await ask('GET', '/company/settings', owner.headers)).body;
    expect(settings).toMatchObject({ force_authenticator: false, brand_color: '#123456' });
    expect(settings.nome).not.toBe('Changed by a visitor');
    const forced = await change(owner.headers, 'PATCH', '/company/settings', { force_authenticator: true });
    expect(forced.status).toBe(200);
  });

  test('makes nobody its owner, and no owner less', async () => {
    const { companyId, owner, adm, visitors } = await visited();
    await createUser(context, { companyId });
    const { userId: gone } = await createUser(context, { companyId, deactivated: true });
    const [manager, ...helpers] = visitors;
    for (const headers of visitors)
      expect(await change(headers, 'POST', '/team/ownership', { successor: adm })).toMatchObject(refused);
    const invitation = { ...standing, emails: ['another-owner@new.example'] };
    const acts = [
      ['POST', '/team/invitations', invitation],
      ['PUT', `/team/users/${adm}`, standing],
      ['PUT', `/team/users/${owner.userId}`, { ...standing, role: 'adm' }],
      ['POST', `/team/users/${owner.userId}/deactivation`, { successor: adm }],
      ['DELETE', `/team/users/${gone}/deactivation`, {}],
    ] as const;
    for (const [method, path, payload] of acts) {
      expect([path, await change(manager!, method, path, payload)]).toMatchObject([path, refused]);
      // Nobody else is above them there in the first place.
      for (const headers of helpers)
        expect((await change(headers, method, path, payload)).body).toMatchObject({ code: 'ROLE_ABOVE_OWN' });
    }
    // Nor leaves a visitor somebody behind who decides how people come in.
    const { userId: ana } = await createUser(context, { companyId, role: 'ana' });
    const { userId: goneAdm } = await createUser(context, { companyId, role: 'adm', deactivated: true });
    for (const headers of visitors.slice(0, 2)) {
      for (const role of ['adm', ...(headers === manager ? ['acmng'] : [])] as const) {
        const invited = { ...standing, role, emails: [`friend-${role}@new.example`] };
        expect(await change(headers, 'POST', '/team/invitations', invited)).toMatchObject(refused);
        expect(await change(headers, 'PUT', `/team/users/${ana}`, { ...standing, role })).toMatchObject(refused);
      }
      expect(await change(headers, 'DELETE', `/team/users/${goneAdm}/deactivation`, {})).toMatchObject(refused);
      const pdv = { ...standing, role: 'pdv', emails: [`shop-${newId()}@new.example`] };
      expect((await change(headers, 'POST', '/team/invitations', pdv)).status).toBe(200);
    }
    expect((await change(manager!, 'PUT', `/team/users/${adm}`, { ...standing, role: 'ana' })).status).toBe(200);
    expect((await change(owner.headers, 'PUT', `/team/users/${adm}`, standing)).status).toBe(200);
  });
});

describe('the lists of accounts', () => {
  /** Accounts of every class, with a name of their own each. */
  async function accounts(tag: string) {
    const end = (days: number) => new Date(context.clock.now().getTime() + days * 86_400_000);
    const kinds = {
      [`Á ${tag} ativa`]: { active: true },
      [`B ${tag} teste`]: { is_trial: true, trial_expires_at: end(5) },
      [`C ${tag} teste vencido`]: { is_trial: true, trial_expires_at: end(-5) },
      [`D ${tag} cancelada`]: { active: false },
    };
    const ids: CompanyId[] = [];
    for (const [name, values] of Object.entries(kinds)) {
      const { companyId } = await createCompany(context, { name });
      await context.database.withSystem((tx) =>
        tx.updateTable('companies').set(values).where('id', '=', companyId).execute(),
      );
      ids.push(companyId);
    }
    return ids;
  }

  const names = async (headers: Headers, query: string) =>
    (await ask('GET', `/accounts/${query}`, headers)).body.data.map(({ nome }: Account) => nome[0]).join(' ');

  test('[CALL-09, SWITCH-15] an account manager finds those that they manage, and no other', async () => {
    const manager = await signedIn(context, { role: 'acmng' });
    const tag = newId().slice(-6);
    const [active, trial, , canceled] = await accounts(tag);
    for (const id of [active!, trial!, canceled!]) await letManage(context, id, manager.userId);
    expect(await names(manager.headers, 'managed')).toBe('Á B D');
    const { body } = await ask('GET', '/accounts/managed?limit=1&page=2', manager.headers);
    expect(body).toEqual({
      data: [
        {
          _id: trial,
          nome: `B ${tag} teste`,
          active: true,
          isTrial: true,
          trial_expiration_date: expect.stringMatching(/Z$/),
        },
      ],
      total: 3,
    });
    expect((await ask('GET', '/accounts/temporary', manager.headers)).body.code).toBe('FORBIDDEN');
  });

  test('[CALL-10] somebody with temporary access finds every company but their own, by name, filter and class', async () => {
    const { headers, companyId } = await helper({ role: 'own' });
    const tag = newId().slice(-6);
    await accounts(tag);
    const found = (query: string) => names(headers, `temporary?search=${tag.toUpperCase()}&${query}`);
    expect(await found('')).toBe('Á B C D');
    expect(await found('filter=only_trial')).toBe('B C');
    expect(await found('filter=free_trial_expired')).toBe('C');
    expect(await found('filter=free_trial_not_expired')).toBe('B');
    expect(await found('filter=only_active')).toBe('Á');
    expect(await found('filter=canceled')).toBe('D');
    expect(await found('classes=active,canceled')).toBe('Á D');
    expect(await found('filter=only_trial&classes=active')).toBe('');
    expect(await names(headers, `temporary?search=a ${tag}`)).toBe('Á');
    expect(await names(headers, `temporary?search=%25${tag}`)).toBe('');
    expect((await ask('GET', '/accounts/temporary?filter=other', headers)).body.code).toBe('INVALID_INPUT');
    const all = (await ask('GET', '/accounts/temporary?limit=100', headers)).body.data as Account[];
    expect(all.map(({ _id }) => _id)).not.toContain(companyId);
    expect((await ask('GET', '/accounts/managed', headers)).body.code).toBe('FORBIDDEN');
  });
});

describe('the quick accounts', () => {
  let other: TestContext;
  let official: CompanyId;
  let sales: CompanyId;
  beforeAll(async () => {
    official = (await createCompany(context, { name: 'A oficial' })).companyId;
    sales = (await createCompany(context, { name: 'A de vendas' })).companyId;
    other = await openTestContext({ quickAccounts: { official, sales, tests: newId<CompanyId>() } });
  });
  afterAll(() => other.close());

  test('[SWITCH-03] are those of the configuration that the caller may enter', async () => {
    const manager = await signedIn(context, { role: 'acmng' });
    await letManage(context, sales, manager.userId);
    const quick = async (headers: Headers) => (await ask('GET', '/accounts/quick', headers, { in: other })).body;
    expect(await quick(manager.headers)).toEqual({
      official: null,
      sales: { _id: sales, nome: 'A de vendas' },
      tests: null,
      cs: null,
    });
    const atHome = await signedIn(context, { role: 'acmng', companyId: official });
    expect((await quick(atHome.headers)).official).toEqual({ _id: official, nome: 'A oficial' });
    const { headers } = await helper();
    expect(await quick(headers)).toMatchObject({ official: { _id: official }, sales: { _id: sales }, tests: null });
  });
});

test('[CALL-16] the surveys of a company are found in all units that one may work in, and in no other company', async () => {
  const { companyId, businessUnitId, otherUnitId, manager, there } = await managed();
  const here = await createPublishedSurvey(context, { companyId, businessUnitId });
  const elsewhere = await createPublishedSurvey(context, { companyId, businessUnitId: otherUnitId });
  const foreign = await createCompany(context);
  await createPublishedSurvey(context, foreign);
  await enter(manager.headers, companyId);
  const found = async (headers: Headers, query = '') => {
    const { data } = (await ask('GET', `/company/surveys${query}`, headers)).body as Output<
      (typeof findCompanySurveys)['definition']['answer']
    >;
    return Object.fromEntries(data.map(({ _id, _business }) => [_id, _business._id]));
  };
  const both = { [here.surveyId]: businessUnitId, [elsewhere.surveyId]: otherUnitId };
  expect(await found(there)).toEqual(both);
  expect(await found(there, '?search=nothing%20like%20it')).toEqual({});
  expect(await found(manager.headers)).toEqual({});
  const assigned = await signedIn(context, { companyId, temporaryAccess: true, units: [businessUnitId] });
  expect(await found(assigned.headers)).toEqual({ [here.surveyId]: businessUnitId });
});
