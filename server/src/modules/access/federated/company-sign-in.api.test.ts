import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CompanyId, UserId } from '@escuta/contract/ids';
import { signedIn } from '../../../testing/factories.ts';
import { openTestContext, testContext } from '../../../testing/test-context.ts';

const oidc = { issuer: 'https://login.example', clientId: 'escuta', clientSecret: 'a secret' };
const context = testContext({ oidc });
type SignedIn = Awaited<ReturnType<typeof signedIn>>;

async function choose({ headers }: SignedIn, federated_login: string, federated_tenant: string | null) {
  const payload = { federated_login, federated_tenant };
  const answer = await context.app.inject({ method: 'PUT', url: '/api/company/sign-in', headers, payload });
  return answer.json();
}

async function read({ headers }: SignedIn) {
  return (await context.app.inject({ url: '/api/company/sign-in', headers })).json();
}

/** Somebody of the company has come in from a directory. */
function prove(companyId: CompanyId, userId: UserId, tenant: string) {
  const identity = { issuer: 'https://login.example', subject: randomUUID(), tenant, created_at: context.clock.now() };
  return context.database.withSystem((tx) =>
    tx
      .insertInto('user_identities')
      .values({ ...identity, company_id: companyId, user_id: userId })
      .execute(),
  );
}

test('is off until somebody who manages the company allows it, is audited, and is that company’s alone', async () => {
  const [own, other] = [await signedIn(context), await signedIn(context)];
  const tenant = randomUUID();
  const off = { federated_login: 'off', federated_tenant: null, isAvailable: true, isProven: false, changes: {} };
  expect(await read(own)).toEqual(off);
  expect(await choose(own, 'allowed', ` ${tenant.toUpperCase()} `)).toEqual({ ok: true });
  const changed = { nome: 'Test User', at: context.clock.now().toISOString() };
  expect(await read(own)).toEqual({
    ...off,
    federated_login: 'allowed',
    federated_tenant: tenant,
    changes: { federated_login: changed, federated_tenant: changed },
  });
  expect(await read(other)).toEqual(off);
  const audited = await context.database.withCompany(own.companyId, (tx) =>
    tx.selectFrom('audit_events').select(['action', 'before', 'after', 'actor_id']).execute(),
  );
  expect(audited).toContainEqual({
    action: 'company.sign_in_changed',
    actor_id: own.userId,
    before: { federated_login: 'off', federated_tenant: null },
    after: { federated_login: 'allowed', federated_tenant: tenant },
  });
});

test('is required only once somebody of the company has come in from that very directory', async () => {
  const [own, other] = [await signedIn(context), await signedIn(context)];
  const [tenant, mistyped] = [randomUUID(), randomUUID()];
  await choose(own, 'allowed', tenant);
  expect(await choose(own, 'required', tenant)).toMatchObject({ code: 'FEDERATED_LOGIN_UNPROVEN' });
  await prove(other.companyId, other.userId, tenant);
  expect(await choose(own, 'required', tenant)).toMatchObject({ code: 'FEDERATED_LOGIN_UNPROVEN' });
  await prove(own.companyId, own.userId, tenant);
  expect(await read(own)).toMatchObject({ isProven: true });
  expect(await choose(own, 'required', mistyped)).toMatchObject({ code: 'FEDERATED_LOGIN_UNPROVEN' });
  expect(await choose(own, 'required', tenant)).toEqual({ ok: true });
  expect(await read(own)).toMatchObject({ federated_login: 'required', federated_tenant: tenant });
});

test('another directory, or none, forgets who was who in the one before', async () => {
  const [own, other] = [await signedIn(context), await signedIn(context)];
  const tenant = randomUUID();
  const known = async () =>
    (
      await context.database.withSystem((tx) =>
        tx.selectFrom('user_identities').select('user_id').where('tenant', '=', tenant).execute(),
      )
    ).map(({ user_id }) => user_id);
  await choose(own, 'allowed', tenant);
  await prove(own.companyId, own.userId, tenant);
  await prove(other.companyId, other.userId, tenant);
  await choose(own, 'allowed', tenant);
  expect((await known()).toSorted()).toEqual([own.userId, other.userId].toSorted());
  await choose(own, 'allowed', randomUUID());
  expect(await known()).toEqual([other.userId]);
});

test.each([null, '9188040d-6c67-4c5b-b112-36a304b66dad'])('%s is the directory of no company', async (tenant) => {
  expect(await choose(await signedIn(context), 'allowed', tenant)).toMatchObject({
    code: 'FEDERATED_TENANT_NOT_VALID',
  });
});

test('a directory is an id or an issuer', async () => {
  const own = await signedIn(context);
  expect(await choose(own, 'allowed', 'aurora')).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await choose(own, 'allowed', 'ftp://login.example')).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await choose(own, 'allowed', 'https://login.example')).toEqual({ ok: true });
});

test('without a provider nothing but off can be chosen', async () => {
  const without = await openTestContext({ databaseUrl: context.config.databaseUrl });
  try {
    const { headers } = await signedIn(without);
    const ask = async (federated_login: string) => {
      const payload = { federated_login, federated_tenant: randomUUID() };
      return (await without.app.inject({ method: 'PUT', url: '/api/company/sign-in', headers, payload })).json();
    };
    expect(await ask('allowed')).toMatchObject({ code: 'FEDERATED_LOGIN_NOT_CONFIGURED' });
    expect(await ask('off')).toEqual({ ok: true });
  } finally {
    await without.close();
  }
});
