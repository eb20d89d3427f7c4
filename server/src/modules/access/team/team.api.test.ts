import { describe, expect, test } from 'vitest';
import { roles } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { Member } from '@escuta/contract/team';
import { createCompany, createUser, otherUnitOf, signedIn, testPassword, unitOf } from '../../../testing/factories.ts';
import { invitationToken } from '../../../testing/invitations.ts';
import { createPublishedSurvey } from '../../../testing/send-factories.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();
type Headers = Record<string, string>;

async function call(headers: Headers, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
  const answer = await context.app.inject({
    method,
    url: `/api/team${path}`,
    headers,
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, ...answer.json() };
}

const standing = (role: Role, units: readonly BusinessUnitId[] = [], changes: object = {}) => ({
  role,
  ticketing_role: role === 'agent' ? 'agent' : null,
  _businesses: units,
  exports_personal_data: false,
  narrowing: null,
  ...changes,
});

async function list(headers: Headers, query = ''): Promise<Member[]> {
  return (await call(headers, 'GET', `?limit=100${query}`)).data;
}

async function statusOf(headers: Headers) {
  return (await context.app.inject({ url: '/api/me', headers })).statusCode;
}

function auditOf(companyId: CompanyId, action: string) {
  return context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('audit_events')
      .select(['actor_id', 'target_id', 'before', 'after'])
      .where('company_id', '=', companyId)
      .where('action', '=', action)
      .execute(),
  );
}

describe('the list', () => {
  test('[TEAM-02, TEAM-03] shows users and open invitations with state, standing and last access, and nobody of another company', async () => {
    const { companyId } = await createCompany(context);
    const other = await signedIn(context);
    const own = await signedIn(context, { companyId });
    const unit = await unitOf(context, companyId);
    const gone = await createUser(context, { companyId, role: 'pdv', units: [unit], deactivated: true });
    const email = 'waiting@list.example';
    const promised = standing('ana', [unit], { ticketing_role: 'ana', exports_personal_data: true });
    expect(await call(own.headers, 'POST', '/invitations', { ...promised, emails: [email] })).toMatchObject({
      invited: [email],
    });

    const members = await list(own.headers);
    expect(members).toHaveLength(3);
    expect(members.map(({ _id }) => _id)).not.toContain(other.userId);
    const by = (id: string) => members.find((one) => one.email === id);
    expect(by(own.email)).toMatchObject({
      state: 'ativo',
      role: 'own',
      _businesses: [],
      last_access: context.clock.now().toISOString(),
      manageable: false,
    });
    expect(by(gone.email)).toMatchObject({
      state: 'desativado',
      role: 'pdv',
      _businesses: [unit],
      last_access: null,
      manageable: true,
    });
    expect(by(email)).toMatchObject({
      state: 'convidado',
      nome: null,
      ...promised,
      expires_at: new Date(context.clock.now().getTime() + 7 * 24 * 3_600_000).toISOString(),
      manageable: true,
    });
  });

  test('[TEAM-02, PAGING-03] narrows by words, state and role, sorts, and pages', async () => {
    const { companyId } = await createCompany(context);
    const { headers } = await signedIn(context, { companyId });
    const names = ['Ágata Lima', 'Bruno_100%', 'Clara'];
    for (const [at, name] of names.entries()) {
      const role = at === 2 ? 'readonly' : 'ana';
      const user = await createUser(context, { companyId, role, deactivated: at === 1 });
      await context.database.withSystem((tx) =>
        tx.updateTable('users').set({ name }).where('id', '=', user.userId).execute(),
      );
    }
    const found = async (query: string) => (await list(headers, query)).map(({ nome }) => nome);
    expect(await found('&search=agata')).toEqual(['Ágata Lima']);
    expect(await found('&search=_100%25')).toEqual(['Bruno_100%']);
    expect(await found('&search=%25')).toEqual(['Bruno_100%']);
    expect(await found('&state=desativado')).toEqual(['Bruno_100%']);
    expect(await found('&role=readonly')).toEqual(['Clara']);
    expect(await found('&sort=nome')).toEqual(['Ágata Lima', 'Bruno_100%', 'Clara', 'Test User']);
    expect((await found('&sort=last_access'))[0]).toBe('Test User');
    expect(await call(headers, 'GET', '?limit=3&page=2')).toMatchObject({ total: 4, data: [{ nome: 'Test User' }] });
  });
});

describe('invitations', () => {
  test('[TEAM-04] sent again, a new link works for seven days and the old one no longer; not twice in a minute', async () => {
    const { headers, companyId } = await signedIn(context);
    const email = 'again@team.example';
    await call(headers, 'POST', '/invitations', { ...standing('ana'), emails: [email] });
    const old = await invitationToken(context, email);
    const [{ _id } = { _id: '' }] = await list(headers, '&state=convidado');
    expect(await call(headers, 'POST', `/invitations/${_id}/mail`)).toMatchObject({
      status: 429,
      code: 'INVITATION_SENT_JUST_NOW',
    });
    context.clock.advance(61_000);
    expect(await call(headers, 'POST', `/invitations/${_id}/mail`)).toMatchObject({ status: 200 });
    const token = await invitationToken(context, email);
    const open = async (id: string) => (await context.app.inject({ url: `/api/invitations/${id}` })).statusCode;
    expect([token === old, await open(old), await open(token)]).toEqual([false, 404, 200]);
    expect(await auditOf(companyId, 'invitation.resent')).toHaveLength(1);

    const stranger = await signedIn(context);
    expect(await call(stranger.headers, 'POST', `/invitations/${_id}/mail`)).toMatchObject({ status: 404 });
    expect(await call(stranger.headers, 'DELETE', `/invitations/${_id}`)).toMatchObject({ status: 404 });
    expect(await call(headers, 'DELETE', `/invitations/${_id}`)).toMatchObject({ status: 200 });
    expect([await open(token), await list(headers, '&state=convidado')]).toEqual([410, []]);
    expect(await call(headers, 'POST', `/invitations/${_id}/mail`)).toMatchObject({ status: 404 });
  });

  test('[TEAM-01] refuses a unit of another company, an address that is none, and more than fifty', async () => {
    const { headers } = await signedIn(context);
    const foreign = await createCompany(context);
    const invite = (changes: object) =>
      call(headers, 'POST', '/invitations', { ...standing('ana'), emails: ['a@b.example'], ...changes });
    expect(await invite({ _businesses: [foreign.businessUnitId] })).toMatchObject({ status: 404 });
    expect(await invite({ emails: ['no address'] })).toMatchObject({ status: 400 });
    const many = Array.from({ length: 51 }, (_, at) => `many-${at}@b.example`);
    expect(await invite({ emails: many })).toMatchObject({ status: 400 });
    expect(await list(headers, '&state=convidado')).toEqual([]);
  });
});

describe('who may do it', () => {
  test('[PERMS-10] own, adm and acmng manage people; nobody else reads the list', async () => {
    const { companyId } = await createCompany(context);
    for (const role of roles) {
      const { headers } = await signedIn(context, { companyId, role });
      const allowed = ['own', 'adm', 'acmng'].includes(role);
      expect([role, (await call(headers, 'GET', '')).status]).toEqual([role, allowed ? 200 : 403]);
    }
  });

  test.each([
    ['adm', ['own', 'acmng']],
    ['own', ['acmng']],
    ['acmng', []],
  ] as const)('[TEAM-07] %s gives every role but those above it, to the invited and to users', async (role, above) => {
    const { companyId } = await createCompany(context);
    await createUser(context, { companyId });
    const { headers } = await signedIn(context, { companyId, role });
    for (const given of roles) {
      const { userId } = await createUser(context, { companyId, role: 'readonly' });
      const invited = await call(headers, 'POST', '/invitations', {
        ...standing(given),
        emails: [`${role}-${given}@team.example`],
      });
      const changed = await call(headers, 'PUT', `/users/${userId}`, standing(given));
      const expected = (above as readonly Role[]).includes(given) ? [403, 403] : [200, 200];
      expect([given, invited.status, changed.status]).toEqual([given, ...expected]);
    }
  });

  test('[TEAM-07] adm changes, shuts out and invites again nobody above adm', async () => {
    const { companyId } = await createCompany(context);
    const [own, other] = [await signedIn(context, { companyId }), await createUser(context, { companyId })];
    const adm = await signedIn(context, { companyId, role: 'adm' });
    const refused = { status: 403, code: 'ROLE_ABOVE_OWN' };
    expect(await call(adm.headers, 'PUT', `/users/${own.userId}`, standing('ana'))).toMatchObject(refused);
    const successor = { successor: other.userId };
    expect(await call(adm.headers, 'POST', `/users/${own.userId}/deactivation`, successor)).toMatchObject(refused);
    expect(await call(adm.headers, 'POST', '/ownership', successor)).toMatchObject(refused);
    await call(own.headers, 'POST', '/invitations', { ...standing('own'), emails: ['heir@team.example'] });
    const [{ _id, manageable } = { _id: '', manageable: true }] = await list(adm.headers, '&state=convidado');
    expect(manageable).toBe(false);
    context.clock.advance(61_000);
    expect(await call(adm.headers, 'POST', `/invitations/${_id}/mail`)).toMatchObject(refused);
    expect(await call(adm.headers, 'DELETE', `/invitations/${_id}`)).toMatchObject(refused);
    expect(await statusOf(own.headers)).toBe(200);
  });

  test('[PERMS-13] who manages people of some units gives no other units, and changes nobody of others', async () => {
    const { companyId } = await createCompany(context);
    const [unit, other] = [await unitOf(context, companyId), await otherUnitOf(context, companyId)];
    const adm = await signedIn(context, { companyId, role: 'adm', units: [unit] });
    const here = await createUser(context, { companyId, role: 'pdv', units: [unit] });
    const everywhere = await createUser(context, { companyId, role: 'pdv' });
    const refused = { status: 403, code: 'UNITS_BEYOND_OWN' };
    expect(await call(adm.headers, 'PUT', `/users/${here.userId}`, standing('pdv', [other]))).toMatchObject(refused);
    expect(await call(adm.headers, 'PUT', `/users/${here.userId}`, standing('pdv'))).toMatchObject(refused);
    expect(await call(adm.headers, 'PUT', `/users/${everywhere.userId}`, standing('pdv', [unit]))).toMatchObject(
      refused,
    );
    expect(await call(adm.headers, 'PUT', `/users/${here.userId}`, standing('ana', [unit]))).toMatchObject({
      status: 200,
    });
  });
});

describe('changes', () => {
  test('[PERMS-13] role and units hold from the next call, and the audit says what they were', async () => {
    const { companyId } = await createCompany(context);
    const [unit, other] = [await unitOf(context, companyId), await otherUnitOf(context, companyId)];
    const own = await signedIn(context, { companyId });
    const user = await signedIn(context, { companyId, role: 'ana' });
    const seen = () => context.app.inject({ url: '/api/businesses', headers: user.headers });
    expect((await seen()).json().data).toHaveLength(2);

    const change = standing('pdv', [other], { ticketing_role: 'ana', exports_personal_data: true });
    expect(await call(own.headers, 'PUT', `/users/${user.userId}`, change)).toMatchObject({ status: 200 });

    expect((await seen()).json().data).toMatchObject([{ _id: other }]);
    const blocked = await context.app.inject({
      url: '/api/businesses',
      headers: { ...user.headers, 'x-business-id': unit },
    });
    expect(blocked.statusCode).toBe(404);
    const me = (await context.app.inject({ url: '/api/me', headers: user.headers })).json();
    expect(me).toMatchObject({ role: 'pdv', ticketing_role: 'ana', _businesses: [other] });
    expect(await auditOf(companyId, 'user.changed')).toEqual([
      {
        actor_id: own.userId,
        target_id: user.userId,
        before: { role: 'ana', ticketing_role: null, units: [], exportsPersonalData: false },
        after: { role: 'pdv', ticketing_role: 'ana', units: [other], exportsPersonalData: true },
      },
    ]);
  });

  test('nobody changes their own role or shuts themselves out, nor anybody of another company', async () => {
    const { companyId, headers, userId } = await signedIn(context);
    const colleague = await createUser(context, { companyId });
    const stranger = await createUser(context);
    const own = { status: 409, code: 'OWN_ROLE' };
    expect(await call(headers, 'PUT', `/users/${userId}`, standing('ana'))).toMatchObject(own);
    const successor = { successor: colleague.userId };
    expect(await call(headers, 'POST', `/users/${userId}/deactivation`, successor)).toMatchObject(own);
    for (const [method, path, body] of [
      ['PUT', '', standing('ana')],
      ['GET', '/ownership', undefined],
      ['POST', '/deactivation', successor],
      ['DELETE', '/deactivation', undefined],
    ] as const) {
      expect(await call(headers, method, `/users/${stranger.userId}${path}`, body)).toMatchObject({ status: 404 });
    }
  });
});

describe('shutting out', () => {
  test('[TEAM-05] gives the surveys of the user to the successor, ends every session, and revives none', async () => {
    const { companyId, businessUnitId, otherUnitId } = await createCompany(context);
    const own = await signedIn(context, { companyId });
    const heir = await createUser(context, { companyId, role: 'ana' });
    const leaver = await signedIn(context, { companyId, role: 'ana' });
    const ownerOf: Record<string, string> = {};
    for (const unit of [businessUnitId, otherUnitId]) {
      for (const { userId } of [leaver, own]) {
        const { surveyId } = await createPublishedSurvey(context, { companyId, businessUnitId: unit });
        ownerOf[surveyId] = userId === leaver.userId ? heir.userId : own.userId;
        await context.database.withCompany(companyId, (tx) =>
          tx.updateTable('surveys').set({ created_by: userId }).where('id', '=', surveyId).execute(),
        );
      }
    }
    const path = `/users/${leaver.userId}`;
    expect(await call(own.headers, 'GET', `${path}/ownership`)).toMatchObject({ surveys: 2 });
    expect(await call(own.headers, 'POST', `${path}/deactivation`, { successor: heir.userId })).toMatchObject({
      status: 200,
      surveys: 2,
    });

    const surveys = await context.database.withCompany(companyId, (tx) =>
      tx.selectFrom('surveys').select(['id', 'created_by']).where('company_id', '=', companyId).execute(),
    );
    expect(Object.fromEntries(surveys.map(({ id, created_by }) => [id, created_by]))).toEqual(ownerOf);
    expect(await statusOf(leaver.headers)).toBe(401);
    const ended = 'SELECT revoked_at FROM sessions WHERE user_id = $1';
    const { rows } = await context.database.pool.query(ended, [leaver.userId]);
    expect(rows).toEqual([{ revoked_at: context.clock.now() }]);
    const login = { method: 'POST', url: '/api/login', payload: { email: leaver.email, senha: testPassword } } as const;
    expect((await context.app.inject(login)).json()).toMatchObject({ code: 'USER_DEACTIVATED' });

    expect(await call(own.headers, 'DELETE', `${path}/deactivation`)).toMatchObject({ status: 200 });
    expect(await statusOf(leaver.headers)).toBe(401);
    expect((await context.app.inject(login)).json()).toMatchObject({ result: 1 });
    expect(await call(own.headers, 'DELETE', `${path}/deactivation`)).toMatchObject({ status: 404 });
    expect(await auditOf(companyId, 'user.deactivated')).toMatchObject([
      { target_id: leaver.userId, after: { active: false, successor: 'Test User', surveys: 2 } },
    ]);
  });

  test('[TEAM-05] needs no successor where there is nothing to take over, and is refused without one where there is', async () => {
    const { companyId, businessUnitId } = await createCompany(context);
    const own = await signedIn(context, { companyId });
    const [owner, other] = [
      await createUser(context, { companyId, role: 'ana' }),
      await createUser(context, { companyId, role: 'ana' }),
    ];
    const { surveyId } = await createPublishedSurvey(context, { companyId, businessUnitId });
    await context.database.withCompany(companyId, (tx) =>
      tx.updateTable('surveys').set({ created_by: owner.userId }).where('id', '=', surveyId).execute(),
    );
    const deactivate = ({ userId }: { userId: string }) =>
      call(own.headers, 'POST', `/users/${userId}/deactivation`, {});
    expect(await deactivate(owner)).toMatchObject({ status: 422, code: 'SUCCESSOR_NOT_VALID' });
    expect(await deactivate(other)).toMatchObject({ status: 200, surveys: 0 });
    expect(await auditOf(companyId, 'user.deactivated')).toMatchObject([
      { target_id: other.userId, after: { active: false, surveys: 0 } },
    ]);
  });

  test('whose sessions were not ended when they were shut out: none comes back to life when they are let in again', async () => {
    const { companyId } = await createCompany(context);
    const own = await signedIn(context, { companyId });
    const back = await signedIn(context, { companyId, role: 'ana' });
    await context.database.withSystem((tx) =>
      tx.updateTable('users').set({ deactivated_at: context.clock.now() }).where('id', '=', back.userId).execute(),
    );
    const answer = await call(own.headers, 'DELETE', `/users/${back.userId}/deactivation`);
    expect(answer).toMatchObject({ status: 200 });
    expect(await statusOf(back.headers)).toBe(401);
  });

  test('[TEAM-05] takes as successor only somebody else of the company who may sign in', async () => {
    const { companyId, headers } = await signedIn(context);
    const user = await createUser(context, { companyId, role: 'ana' });
    const gone = await createUser(context, { companyId, role: 'ana', deactivated: true });
    const stranger = await createUser(context);
    for (const successor of [user.userId, gone.userId, stranger.userId]) {
      expect(await call(headers, 'POST', `/users/${user.userId}/deactivation`, { successor })).toMatchObject({
        status: 422,
        code: 'SUCCESSOR_NOT_VALID',
      });
    }
  });

  test('[TEAM-06] the last owner is neither shut out nor made less, not even by staff', async () => {
    const own = await signedIn(context);
    const { companyId } = own;
    await createUser(context, { companyId, deactivated: true });
    const adm = await createUser(context, { companyId, role: 'adm' });
    const { headers } = await signedIn(context, { companyId, role: 'acmng' });
    const last = { status: 409, code: 'LAST_OWNER' };
    expect(await call(headers, 'PUT', `/users/${own.userId}`, standing('adm'))).toMatchObject(last);
    expect(await call(headers, 'POST', `/users/${own.userId}/deactivation`, { successor: adm.userId })).toMatchObject(
      last,
    );
    expect(await call(headers, 'PUT', `/users/${own.userId}`, standing('own'))).toMatchObject({ status: 200 });
    await createUser(context, { companyId });
    expect(await call(headers, 'PUT', `/users/${own.userId}`, standing('adm'))).toMatchObject({ status: 200 });
  });

  test('[TEAM-06] of two owners who shut each other out at once, one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await signedIn(context);
      const { companyId } = one;
      const two = await signedIn(context, { companyId });
      const { userId: successor } = await createUser(context, { companyId, role: 'adm' });
      const answers = await Promise.all([
        call(one.headers, 'POST', `/users/${two.userId}/deactivation`, { successor }),
        call(two.headers, 'POST', `/users/${one.userId}/deactivation`, { successor }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const statuses = [await statusOf(one.headers), await statusOf(two.headers)];
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401]);
    }
  });
});

test('[TEAM-06] the ownership goes to another, who works in all units from then on, and the former owner is adm', async () => {
  const { companyId } = await createCompany(context);
  const own = await signedIn(context, { companyId });
  const heir = await signedIn(context, { companyId, role: 'agent', units: [await unitOf(context, companyId)] });
  const gone = await createUser(context, { companyId, role: 'adm', deactivated: true });
  const ours = await createUser(context, { companyId, role: 'acmng' });
  const stranger = await createUser(context);
  for (const { userId: successor } of [own, gone, ours, stranger])
    expect(await call(own.headers, 'POST', '/ownership', { successor })).toMatchObject({ status: 422 });
  expect(await call(own.headers, 'POST', '/ownership', { successor: heir.userId })).toMatchObject({ status: 200 });
  const me = async (headers: Headers) => (await context.app.inject({ url: '/api/me', headers })).json();
  expect(await me(own.headers)).toMatchObject({ role: 'adm' });
  expect(await me(heir.headers)).toMatchObject({ role: 'own', ticketing_role: null });
  expect((await me(heir.headers))._businesses).toHaveLength(2);
  expect(await auditOf(companyId, 'company.transferred')).toHaveLength(1);
  expect(await call(own.headers, 'POST', '/ownership', { successor: heir.userId })).toMatchObject({ status: 403 });
});
