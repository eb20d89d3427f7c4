import { beforeEach, describe, expect, test } from 'vitest';
import { createUser, signedIn } from '../../../testing/factories.ts';
import { Signer } from '../../../testing/sign-up.ts';
import { testContext } from '../../../testing/test-context.ts';
import { cleanUpSignUps } from './clean-up.ts';
import { tellOfTrialEnd } from './tell-of-trial-end.ts';

const context = testContext();
const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;
const password = 'Pão&Queijo77';
let who: Signer;
beforeEach(async () => {
  who = new Signer(context);
  await who.prove();
});

const inDays = (days: number) => new Date(context.clock.now().getTime() + days * dayMs).toISOString();

function login(email = who.email) {
  return context.app.inject({ method: 'POST', url: '/api/login', payload: { email, senha: password } });
}

/** Signs up to the end and in; gives what a browser then sends. */
async function begin(changes: { timezone?: string; language?: string } = {}) {
  const { companyId, userId } = await who.type();
  const started = await who.startTrial({ companyId, ...changes });
  expect(started.status).toBe(200);
  const { token } = (await login()).json<{ token: string }>();
  return { companyId, userId, headers: { authorization: token, 'x-empresa-id': companyId } };
}

async function get(path: string, headers: Record<string, string>) {
  const answer = await context.app.inject({ method: 'GET', url: `/api${path}`, headers });
  return { status: answer.statusCode, ...answer.json<Record<string, unknown>>() };
}

describe('the start of a trial', () => {
  test('[SIGNUP-43, SIGNUP-44] makes the company with its unit and its owner, for as long as the installation says', async () => {
    const { companyId, userId } = await who.type();
    const until = inDays(14);
    const started = await who.startTrial({ companyId, timezone: 'America/Bogota', language: 'es' });
    expect(started).toEqual({ status: 200, trial_expiration_date: until });
    expect(await who.row()).toMatchObject({ started_at: context.clock.now(), password_hash: null });
    expect((await who.call('POST', '/sign-up/resume', {})).user).toMatchObject({ active: true });

    const answer = await login();
    const { token, user } = answer.json<{ token: string; user: object }>();
    expect(user).toMatchObject({ _id: userId, nome: 'Paula Lima', email: who.email, role: 'own', language: 'es' });
    const headers = { authorization: token, 'x-empresa-id': companyId };
    expect(await get('/company', headers)).toMatchObject({
      _id: companyId,
      nome: 'Padaria Lua',
      isTrial: true,
      trial_expiration_date: until,
      language: 'es',
    });
    const { data } = (await get('/businesses', headers)) as unknown as { data: object[] };
    // Everything that the way to the first answer asks for is switched on.
    expect(data).toMatchObject([
      { nome: 'Padaria Lua', timezone: 'America/Bogota', nps_enabled: true, cf_attributes: { cf_surveys: true } },
    ]);
    const kept = await context.database.withSystem((tx) =>
      tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(),
    );
    expect(kept).toMatchObject({ phone: '+5511987654321', terms_accepted_at: expect.any(Date) });
  });

  test('answers the same when it is asked for again, and at once', async () => {
    const { companyId } = await who.type();
    const answers = await Promise.all([0, 1, 2].map(() => who.startTrial({ companyId })));
    const until = inDays(14);
    context.clock.advance(hourMs);
    answers.push(await who.startTrial({ companyId }));
    for (const answer of answers) expect(answer).toEqual({ status: 200, trial_expiration_date: until });
    const owners = await context.database.withSystem((tx) =>
      tx.selectFrom('users').select('id').where('company_id', '=', companyId).execute(),
    );
    expect(owners).toHaveLength(1);
  });

  test('is refused while something is missing, and what nobody offers is put in the place of a zone', async () => {
    const { userId, companyId } = await who.type({ nome: 'Pa' });
    expect(await who.startTrial({ companyId })).toMatchObject({ status: 422, code: 'SIGN_UP_INCOMPLETE' });
    expect(await who.company()).toBeUndefined();
    await who.call('PUT', `/sign-up/companies/${companyId}`, { nome: 'Padaria Lua', email: who.email });
    for (const missing of [{ termsofuse: false }, { nome: ' ' }, { phone: '+55 11' }, { business_position: '' }]) {
      await who.call('PUT', `/sign-up/users/${userId}`, missing);
      expect((await who.startTrial({ companyId })).code).toBe('SIGN_UP_INCOMPLETE');
      await who.type();
    }
    const { headers } = await begin({ timezone: 'AET' });
    expect(await get('/businesses', headers)).toMatchObject({ data: [{ timezone: 'America/Sao_Paulo' }] });
  });

  test('is refused when the e-mail has become somebody’s meanwhile, and then nothing of it can be entered', async () => {
    const { companyId } = await who.type();
    await signedIn(context, { email: who.email });
    expect(await who.startTrial({ companyId })).toMatchObject({ status: 409, code: 'EMAIL_ALREADY_SIGNUP' });
    expect(await who.company()).toMatchObject({ active: false });
  });

  test('ends what can be typed', async () => {
    const { userId } = await begin();
    const late = await who.call('PUT', `/sign-up/users/${userId}`, { nome: 'Somebody else' });
    expect(late).toMatchObject({ status: 409, code: 'EMAIL_ALREADY_SIGNUP' });
  });
});

describe('colleagues', () => {
  const invite = (body: object) => who.call('POST', '/sign-up/invitations', body);

  test('[SIGNUP-50] are invited by mail, each once, once there is a company', async () => {
    const { companyId } = await who.type();
    const emails = ['Rui@padaria-lua.example', 'rui@padaria-lua.example', 'bia@padaria-lua.example', who.email];
    const refused = { status: 403, code: 'SIGN_UP_NOT_VERIFIED' };
    expect(await invite({ companyId, emails })).toMatchObject(refused);
    await who.startTrial({ companyId });
    expect(await invite({ companyId, emails })).toEqual({ status: 200, invited: 2 });
    const invitations = await context.database.withSystem((tx) =>
      tx.selectFrom('invitations').selectAll().where('company_id', '=', companyId).orderBy('email').execute(),
    );
    const invited_by_name = 'Paula Lima';
    expect(invitations).toMatchObject([
      { email: 'bia@padaria-lua.example', role: 'ana', invited_by_name },
      { email: 'rui@padaria-lua.example', role: 'ana', invited_by_name },
    ]);
    expect(await who.mailsTo('rui@padaria-lua.example')).toHaveLength(1);

    const other = new Signer(context);
    await other.prove();
    const theirs = await other.type();
    await other.startTrial(theirs);
    expect(await other.call('POST', '/sign-up/invitations', { companyId, emails })).toMatchObject(refused);
  });

  test('are at most forty an hour for a company', async () => {
    const { companyId } = await begin();
    const twenty = (name: string) => Array.from({ length: 20 }, (_, at) => `${name}${at}@padaria-sol.example`);
    expect((await invite({ companyId, emails: twenty('a') })).invited).toBe(20);
    expect((await invite({ companyId, emails: twenty('b') })).invited).toBe(20);
    expect((await invite({ companyId, emails: ['c@padaria-sol.example'] })).status).toBe(429);
  });
});

describe('the end of a trial', () => {
  test('shuts the company by the clock alone, at sign-in and at every call, and opens it when it pays', async () => {
    const { companyId, headers } = await begin();
    context.clock.advance(14 * dayMs - 1);
    expect((await login()).statusCode).toBe(200);
    const { token } = (await login()).json<{ token: string }>();
    const kept = { ...headers, authorization: token };
    expect((await get('/me', kept)).status).toBe(200);
    context.clock.advance(1);
    const shut = { status: 401, code: 'COMPANY_NOT_ACTIVE', params: { reason: 'empresa_not_active' } };
    expect(await get('/me', kept)).toMatchObject(shut);
    expect(await get('/businesses', kept)).toMatchObject(shut);
    const refused = await login();
    expect({ status: refused.statusCode, ...refused.json<object>() }).toMatchObject(shut);

    await context.database.withSystem((tx) =>
      tx.updateTable('companies').set({ is_trial: false }).where('id', '=', companyId).execute(),
    );
    expect((await login()).statusCode).toBe(200);
  });

  test('is told to the owner within three days and on the last day, once each', async () => {
    const { companyId } = await begin({ language: 'es' });
    const other = new Signer(context);
    await other.prove();
    const gone = await createUser(context, { companyId, deactivated: true });
    const untold = [await createUser(context, { companyId, role: 'adm' }), gone];
    const subjects = async () => (await who.mailsTo(who.email)).map(({ subject }) => subject).slice(1);
    const run = async (days: number) => {
      context.clock.advance(days * dayMs);
      await tellOfTrialEnd(context);
      await tellOfTrialEnd(context);
    };
    await run(10.5);
    expect(await subjects()).toEqual([]);
    await run(1);
    expect(await subjects()).toEqual(['El período de prueba de Padaria Lua termina en 3 días o menos']);
    await run(1);
    expect(await subjects()).toHaveLength(1);
    await run(1);
    expect((await subjects()).at(-1)).toBe('El período de prueba de Padaria Lua termina en las próximas 24 horas');
    await run(1);
    expect(await subjects()).toHaveLength(2);
    expect(await other.mailsTo(other.email)).toHaveLength(1);
    for (const { email } of untold) expect(await who.mailsTo(email)).toEqual([]);
  });
});

test('what nobody went on with is removed after 30 days, and a company keeps where it came from', async () => {
  await begin();
  const gone = new Signer(context);
  await gone.prove();
  await gone.type();
  const rows = () =>
    context.database.withSystem((tx) =>
      tx.selectFrom('sign_ups').select('email').where('email', 'in', [who.email, gone.email]).execute(),
    );
  context.clock.advance(30 * dayMs);
  await cleanUpSignUps(context);
  expect(await rows()).toHaveLength(2);
  context.clock.advance(1);
  await cleanUpSignUps(context);
  expect(await rows()).toEqual([{ email: who.email }]);
  const pins = await context.database.withSystem((tx) => tx.selectFrom('sign_up_pins').select('id').execute());
  expect(pins).toEqual([]);
});
