import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { CompanyId } from '@escuta/contract/ids';
import { codeOf, enrolled, forceSecondFactor, wrongCodeOf } from '../../../testing/authenticator.ts';
import { createCompany, createUser, letLeave, testPassword } from '../../../testing/factories.ts';
import { startForgingProvider } from '../../../testing/forging-provider.ts';
import { PasskeyDevice } from '../../../testing/passkey-device.ts';
import { openTestContext, testContext } from '../../../testing/test-context.ts';
import { cleanUp } from '../clean-up.ts';

const provider = await startForgingProvider();
afterAll(() => provider.close());
const context = testContext({ oidc: provider.oidc });
type Context = Pick<typeof context, 'app'>;

const entraTenants = { ours: randomUUID(), theirs: randomUUID() };

/** Lets the people of a company sign in from a directory. */
function allow(companyId: CompanyId, federated_tenant: string, federated_login: 'allowed' | 'required' = 'allowed') {
  return context.database.withSystem((tx) =>
    tx.updateTable('companies').set({ federated_login, federated_tenant }).where('id', '=', companyId).execute(),
  );
}

/** A user whose company lets its directory vouch for its people, and what the provider says of them. */
async function somebody(changes: Parameters<typeof createUser>[1] = {}) {
  const tenant = randomUUID();
  const user = await createUser(context, changes);
  await allow(user.companyId, tenant);
  return { ...user, tenant, claims: { sub: randomUUID(), tid: tenant, email: user.email } };
}

/** Begins in a browser without anything: the address that it is sent to, and what it keeps. */
async function begin(query = '', { app }: Context = context) {
  const answer = await app.inject({ url: `/api/federated-login${query}` });
  expect(answer.statusCode).toBe(303);
  const [kept] = answer.cookies;
  const sent = new URL(answer.headers.location as string, 'https://escuta.invalid');
  const { state = '', nonce = '' } = Object.fromEntries(sent.searchParams);
  return { sent, state, nonce, answer, cookies: kept ? { [kept.name]: kept.value } : {} };
}

/** Comes back from the provider; the path and the values of where the browser is led. */
async function comeBack(query: Record<string, string>, cookies: Record<string, string>, { app }: Context = context) {
  const answer = await app.inject({ url: '/api/federated-login/callback', query, cookies });
  expect(answer.statusCode).toBe(303);
  expect(answer.headers['cache-control']).toBe('no-store');
  const led = new URL(answer.headers.location as string, 'https://escuta.invalid');
  expect(led.origin).toBe('https://escuta.invalid');
  return { path: led.pathname, ...Object.fromEntries(led.searchParams) } as {
    path: string;
    access_token?: string;
    msal_error?: string;
    returnUrl?: string;
    tab?: string;
  };
}

/** The whole way to the app, with what the provider says. */
async function returnWith(
  claims: Record<string, unknown>,
  { query = '', isForeignKey = false, on = context }: { query?: string; isForeignKey?: boolean; on?: Context } = {},
) {
  const { state, nonce, cookies } = await begin(query, on);
  const code = provider.codeFor({ nonce, ...claims }, { isForeignKey });
  return { ...(await comeBack({ code, state }, cookies, on)), state, code, cookies };
}

async function takeSession(code: string | undefined, cookies: Record<string, string>, { app }: Context = context) {
  const payload = { code: code ?? 'none' };
  return app.inject({ method: 'POST', url: '/api/federated-login/session', payload, cookies });
}

const lost = (msal_error: string) => ({ path: '/login', msal_error });

describe('a federated login', () => {
  test('[FED-01] goes to the provider with PKCE, state and nonce, each of its own, and with who is expected', async () => {
    const [one, two] = [await begin('?email=ana%40aurora.example'), await begin()];
    expect(one.sent.href).toMatch(`${provider.oidc.issuer}/authorize?`);
    expect(Object.fromEntries(one.sent.searchParams)).toEqual({
      client_id: 'escuta-test',
      response_type: 'code',
      redirect_uri: `${context.config.publicUrl}/api/federated-login/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      login_hint: 'ana@aurora.example',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(one.sent.searchParams.get(name)).not.toBe(two.sent.searchParams.get(name));
    const [cookie] = one.answer.cookies;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 600 });
    expect(cookie?.value).not.toContain(one.state);
  });

  test('[FED-07] comes back with an access_token, which opens one session in the browser that began', async () => {
    const { claims, email, companyId } = await somebody();
    const { path, access_token, returnUrl, cookies, tab } = await returnWith(claims, {
      query: '?returnUrl=%2Fcontatos%3Fsearch%3Dana&keepMeLoggedIn=true&tab=true',
    });
    expect({ path, returnUrl, tab }).toEqual({
      path: '/federated-login',
      returnUrl: '/contatos?search=ana',
      tab: 'true',
    });

    // Whoever is sent that address has no cookie of the browser that began, or one of another beginning.
    const stranger = await begin();
    const other = await returnWith(claims);
    expect((await takeSession(other.access_token, {})).json()).toMatchObject({ code: 'FEDERATED_LOGIN_EXPIRED' });
    expect((await takeSession(other.access_token, stranger.cookies)).statusCode).toBe(410);
    const answer = await takeSession(access_token, cookies);
    expect(answer.json()).toMatchObject({ result: 1, user: { email, _empresa: { _id: companyId } } });
    const { token } = answer.json<{ token: string }>();
    expect(token).not.toBe(access_token);
    const me = await context.app.inject({ url: '/api/me', headers: { authorization: token } });
    expect(me.json()).toMatchObject({ email });
    const kept = await context.database.withSystem((tx) =>
      tx.selectFrom('sessions').select('keep_signed_in').where('user_id', '=', answer.json().user._id).execute(),
    );
    expect(kept).toEqual([{ keep_signed_in: true }]);

    // Once, also for whoever has seen everything.
    expect((await takeSession(access_token, cookies)).json()).toMatchObject({ code: 'FEDERATED_LOGIN_EXPIRED' });
  });

  test('[FED-07] in production the session is a cookie, and no token is in any address or body', async () => {
    const { claims, email } = await somebody();
    const production = await openTestContext({
      oidc: provider.oidc,
      production: true,
      databaseUrl: context.config.databaseUrl,
    });
    try {
      const { access_token, cookies } = await returnWith(claims, { on: production });
      expect(Object.keys(cookies)).toEqual(['__Host-escuta_federated']);
      const answer = await takeSession(access_token, cookies, production);
      expect(answer.json()).toMatchObject({ result: 1, token: 'cookie', user: { email } });
      const session = answer.cookies.find(({ name }) => name === '__Host-escuta_session');
      expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax' });
      expect(session?.value).not.toBe(access_token);
    } finally {
      await production.close();
    }
  });

  test('a code waits a minute, a beginning ten, and what nobody took is removed', async () => {
    const { claims } = await somebody();
    const { access_token, cookies } = await returnWith(claims);
    const begun = await begin();
    const code = provider.codeFor({ ...claims, nonce: begun.nonce });
    context.clock.advance(61_000);
    expect((await takeSession(access_token, cookies)).statusCode).toBe(410);
    const left = await returnWith(claims);
    context.clock.advance(10 * 60_000);
    expect(await comeBack({ code, state: begun.state }, begun.cookies)).toEqual(lost('EXPIRED'));
    await cleanUp(context);
    const rows = await context.database.withSystem((tx) =>
      tx.selectFrom('federated_handovers').select('user_id').execute(),
    );
    expect(rows).toEqual([]);
    expect(left.path).toBe('/federated-login');
  });

  test('knows who comes back by the identity, whatever the e-mail there has become', async () => {
    const { claims, email } = await somebody();
    await returnWith(claims);
    const { access_token, cookies } = await returnWith({ ...claims, email: 'married@elsewhere.example' });
    expect((await takeSession(access_token, cookies)).json()).toMatchObject({ user: { email } });
    // And somebody else to whom that directory gives the e-mail later is not who had it.
    expect(await returnWith({ ...claims, sub: randomUUID() })).toMatchObject(lost('NOT_ALLOWED'));
  });

  test('takes the name in the directory where it gives no e-mail, in whatever letters', async () => {
    const { claims, email } = await somebody();
    const { email: _none, ...named } = claims;
    const answer = await returnWith({ ...named, preferred_username: email.toUpperCase() });
    expect(answer.path).toBe('/federated-login');
  });
});

test('a company that forces our second factor gets its code beside the provider’s', async () => {
  const user = await enrolled(context);
  const tenant = randomUUID();
  await allow(user.companyId, tenant);
  const claims = { sub: randomUUID(), tid: tenant, email: user.email };
  const take = async () => {
    const { access_token, cookies } = await returnWith(claims, { query: '?keepMeLoggedIn=true' });
    return (await takeSession(access_token, cookies)).json();
  };
  expect(await take()).toMatchObject({ result: 1 });
  await forceSecondFactor(context, user.userId);
  const { step, ...answer } = await take();
  expect(answer).toEqual({ result: -1, user: null, token: null });
  const validate = (token: string) =>
    context.app.inject({
      method: 'POST',
      url: '/api/login/authenticator',
      payload: { userId: user.userId, token, keepMeLoggedIn: true, step: step.token },
    });
  expect((await validate(wrongCodeOf(user.key, context.clock.now()))).json()).toMatchObject({ code: 'TOKEN_INVALID' });
  expect((await validate(codeOf(user.key, context.clock.now()))).json()).toMatchObject({
    result: 1,
    user: { email: user.email },
  });
});

test('a passkey stands in for that code too, and signs nobody in without the provider', async () => {
  const on = await openTestContext({ oidc: provider.oidc, publicUrl: 'https://escuta.example' });
  const user = await enrolled(on);
  const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
    (await on.app.inject({ method: 'POST', url: `/api${url}`, payload, headers })).json();
  const device = new PasskeyDevice(on.config.publicUrl);
  const { options } = await post('/me/passkeys/options', { password: testPassword }, user.headers);
  const made = { name: 'Notebook', credential: device.register(options) };
  await post('/me/passkeys', made, user.headers);
  const tenant = randomUUID();
  await allow(user.companyId, tenant, 'required');
  await forceSecondFactor(on, user.userId);

  const alone = await post('/login/passkey/options', {});
  expect(await post('/login/passkey', { credential: device.assert(alone.options) })).toMatchObject({
    code: 'MSAL_AUTH',
  });

  const claims = { sub: randomUUID(), tid: tenant, email: user.email };
  const { access_token, cookies } = await returnWith(claims, { on });
  const { step } = (await takeSession(access_token, cookies, on)).json();
  expect(step).toMatchObject({ hasPasskey: true });
  const asked = await post('/login/passkey/options', { userId: step.userId, step: step.token });
  const credential = device.assert(asked.options);
  const finished = await post('/login/authenticator/passkey', { userId: step.userId, step: step.token, credential });
  expect(finished).toMatchObject({ result: 1, user: { email: user.email } });
  await on.close();
});

describe('what is not believed', () => {
  test('nonsense, another state, and no beginning', async () => {
    const { claims } = await somebody();
    const { state, nonce, cookies } = await begin();
    const code = provider.codeFor({ ...claims, nonce });
    expect(await comeBack({}, cookies)).toEqual(lost('NOT_VALID'));
    expect(await comeBack({ code, state: 'another' }, cookies)).toEqual(lost('NOT_VALID'));
    expect(await comeBack({ code }, cookies)).toEqual(lost('NOT_VALID'));
    expect(await comeBack({ code: '\u0000', state, garbage: '%%%' }, cookies)).toEqual(lost('NOT_VALID'));
    expect(await comeBack({ code, state }, {})).toEqual(lost('EXPIRED'));
    const [name = ''] = Object.keys(cookies);
    for (const forged of ['', 'x', 'A'.repeat(400), `${cookies[name]}x`.slice(1)])
      expect(await comeBack({ code, state }, { [name]: forged })).toEqual(lost('EXPIRED'));
    expect((await takeSession('nothing', cookies)).statusCode).toBe(410);
  });

  test('a code or a state that was used', async () => {
    const { claims } = await somebody();
    const { code, state, cookies, path } = await returnWith(claims);
    expect(path).toBe('/federated-login');
    expect(await comeBack({ code, state }, cookies)).toEqual(lost('NOT_VALID'));
  });

  test.each([
    ['the nonce of another beginning', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'somebody-else' }],
    ['another issuer', { iss: 'https://login.example' }],
    ['its time is over', { exp: Math.floor(Date.now() / 1_000) - 3_600 }],
    ['no subject', { sub: undefined }],
  ])('a token with %s', async (_what, wrong) => {
    const { claims } = await somebody();
    expect(await returnWith({ ...claims, ...wrong })).toMatchObject(lost('NOT_VALID'));
  });

  test('a token that another key has signed', async () => {
    const { claims } = await somebody();
    expect(await returnWith(claims, { isForeignKey: true })).toMatchObject(lost('NOT_VALID'));
  });

  test('a token of a clock half a minute ahead is believed', async () => {
    const { claims } = await somebody();
    const now = Math.floor(Date.now() / 1_000);
    expect(await returnWith({ ...claims, iat: now + 30, nbf: now + 30 })).toMatchObject({ path: '/federated-login' });
  });

  test('[FED-07] a refusal at the provider comes back as msal_error, and where one wanted to go stays known', async () => {
    const { state, cookies } = await begin('?returnUrl=%2Fqueues');
    const refused = { error: 'access_denied', error_description: '<b>no</b>', state };
    expect(await comeBack(refused, cookies)).toEqual({ ...lost('CANCELLED'), returnUrl: '/queues' });
    const broken = await begin();
    expect(await comeBack({ error: 'server_error', state: broken.state }, broken.cookies)).toEqual(lost('NOT_VALID'));
  });
});

describe('who is not let in', () => {
  test('an e-mail of nobody, of another directory’s company, of a company without: one answer for all', async () => {
    const [ours, theirs, without] = [await somebody(), await somebody(), await createUser(context)];
    const ask = (email: string) => returnWith({ ...ours.claims, sub: randomUUID(), email });
    expect(await ask('nobody@aurora.example')).toMatchObject(lost('NOT_ALLOWED'));
    expect(await ask(theirs.email)).toMatchObject(lost('NOT_ALLOWED'));
    expect(await ask(without.email)).toMatchObject(lost('NOT_ALLOWED'));
    const identities = await context.database.withSystem((tx) =>
      tx.selectFrom('user_identities').select('user_id').where('tenant', '=', ours.tenant).execute(),
    );
    expect(identities).toEqual([]);
  });

  test.each([{ email_verified: false }, { email_verified: 'false' }, { xms_edov: 0 }, { xms_edov: '0' }])(
    'an e-mail of which the directory says that nobody has checked it: %o',
    async (unchecked) => {
      const { claims } = await somebody();
      expect(await returnWith({ ...claims, ...unchecked })).toMatchObject(lost('NOT_ALLOWED'));
    },
  );

  test('a link does not outlive what the company allows', async () => {
    const { claims, companyId, tenant } = await somebody();
    await returnWith(claims);
    await allow(companyId, entraTenants.theirs);
    expect(await returnWith(claims)).toMatchObject(lost('NOT_ALLOWED'));
    await allow(companyId, tenant, 'off' as 'allowed');
    expect(await returnWith(claims)).toMatchObject(lost('NOT_ALLOWED'));
  });

  test('a deactivated user, one of an inactive company and one outside its networks are told so, once the directory has vouched for them', async () => {
    const gone = await somebody({ deactivated: true });
    expect(await returnWith(gone.claims)).toMatchObject(lost('USER_DEACTIVATED'));
    const left = await somebody();
    await letLeave(context, left.companyId);
    expect(await returnWith(left.claims)).toMatchObject(lost('COMPANY_NOT_ACTIVE'));
    const away = await somebody();
    await context.database.withCompany(away.companyId, (tx) =>
      tx
        .updateTable('companies')
        .set({ allowed_networks: ['203.0.113.0/24'] })
        .execute(),
    );
    expect(await returnWith(away.claims)).toMatchObject(lost('ADDRESS_NOT_ALLOWED'));
  });

  test('nor who was shut out between the provider’s word and the session', async () => {
    const { claims, userId } = await somebody();
    const { access_token, cookies } = await returnWith(claims);
    await context.database.withSystem((tx) =>
      tx.updateTable('users').set({ deactivated_at: context.clock.now() }).where('id', '=', userId).execute(),
    );
    expect((await takeSession(access_token, cookies)).json()).toMatchObject({ code: 'USER_DEACTIVATED' });
  });

  test('nor is who was shut out meanwhile asked for a second step', async () => {
    const user = await enrolled(context);
    const tenant = randomUUID();
    await allow(user.companyId, tenant);
    await forceSecondFactor(context, user.userId);
    const { access_token, cookies } = await returnWith({ sub: randomUUID(), tid: tenant, email: user.email });
    await context.database.withSystem((tx) =>
      tx.updateTable('users').set({ deactivated_at: context.clock.now() }).where('id', '=', user.userId).execute(),
    );
    const taken = (await takeSession(access_token, cookies)).json();
    expect(taken).toMatchObject({ code: 'USER_DEACTIVATED' });
    expect(taken).not.toHaveProperty('step');
  });
});

describe('the installation', () => {
  test('says whether it has a provider, and without one nothing leads there', async () => {
    const options = async ({ app }: Context) => (await app.inject({ url: '/api/sign-in-options' })).json();
    expect(await options(context)).toEqual({ federated: true });
    const without = await openTestContext({ databaseUrl: context.config.databaseUrl });
    try {
      expect(await options(without)).toEqual({ federated: false });
      expect((await begin('', without)).sent.search).toBe('?msal_error=NOT_CONFIGURED');
      expect(await comeBack({ code: 'x', state: 'y' }, {}, without)).toEqual(lost('NOT_CONFIGURED'));
    } finally {
      await without.close();
    }
  });

  test('says that the provider is away, and finds it again', async () => {
    const fresh = await openTestContext({ oidc: provider.oidc, databaseUrl: context.config.databaseUrl });
    try {
      const { claims } = await somebody();
      const begun = await begin('', fresh);
      provider.goDown();
      const code = provider.codeFor({ ...claims, nonce: begun.nonce });
      expect(await comeBack({ code, state: begun.state }, begun.cookies, fresh)).toEqual(lost('PROVIDER_AWAY'));
      const unknown = await openTestContext({ oidc: provider.oidc, databaseUrl: context.config.databaseUrl });
      expect((await begin('', unknown)).sent.search).toBe('?msal_error=PROVIDER_AWAY');
      await unknown.close();
    } finally {
      await fresh.close();
    }
  });

  test('an address has so many tries', async () => {
    const federated = { burst: 2, perMinute: 1 };
    const rateLimits = { ...context.config.rateLimits, 'federated-login': federated };
    const few = await openTestContext({ oidc: provider.oidc, rateLimits, databaseUrl: context.config.databaseUrl });
    try {
      await begin('', few);
      await begin('', few);
      expect((await begin('', few)).sent.search).toBe('?msal_error=TOO_MANY_REQUESTS');
    } finally {
      await few.close();
    }
  });

  test('leads nowhere but to pages of its own, whatever it is asked', async () => {
    const { claims } = await somebody();
    for (const evil of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '\r\nlocation: https://evil.example',
    ]) {
      const { path, returnUrl } = await returnWith(claims, { query: `?returnUrl=${encodeURIComponent(evil)}` });
      // The page takes it for a path of its own or for nothing (LOGIN-25).
      expect({ path, returnUrl }).toEqual({ path: '/federated-login', returnUrl: evil });
    }
    const long = await returnWith(claims, { query: `?returnUrl=/${'x'.repeat(2_000)}` });
    expect(long.returnUrl).toBeUndefined();
  });
});

describe('a company that requires it', () => {
  test('[LOGIN-22] a right password is answered MSAL_AUTH, a wrong one as everywhere', async () => {
    const { email, companyId, tenant } = await somebody();
    await allow(companyId, tenant, 'required');
    const signIn = (senha: string) =>
      context.app.inject({ method: 'POST', url: '/api/login', payload: { email, senha } });
    const right = await signIn(testPassword);
    expect([right.statusCode, right.json()]).toEqual([403, { code: 'MSAL_AUTH', message: 'MSAL_AUTH', params: {} }]);
    expect((await signIn('a wrong one')).json()).toEqual({ result: 0, user: null, token: null });
    await allow(companyId, tenant);
    expect((await signIn(testPassword)).json()).toMatchObject({ result: 1 });
  });

  test('its people still come in from the directory', async () => {
    const { claims, companyId, tenant } = await somebody();
    await allow(companyId, tenant, 'required');
    const { access_token, cookies } = await returnWith(claims);
    expect((await takeSession(access_token, cookies)).json()).toMatchObject({ result: 1 });
  });

  test('another company’s people are not concerned', async () => {
    const { companyId, tenant } = await somebody();
    await allow(companyId, tenant, 'required');
    const { companyId: other } = await createCompany(context);
    const { email } = await createUser(context, { companyId: other });
    const payload = { email, senha: testPassword };
    expect((await context.app.inject({ method: 'POST', url: '/api/login', payload })).json()).toMatchObject({
      result: 1,
    });
  });
});
