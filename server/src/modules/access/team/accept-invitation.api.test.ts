import { expect, test } from 'vitest';
import type { CompanyId } from '@escuta/contract/ids';
import { createCompany, createUser, letLeave, signedIn } from '../../../testing/factories.ts';
import { invitationToken } from '../../../testing/invitations.ts';
import { testContext } from '../../../testing/test-context.ts';
import { createInvitations } from '../index.ts';

const context = testContext();
const password = 'Chuva#de7Outono';
const good = { nome: 'Rita Prado', phone: '(11) 98765-4321', senha: password, termsofuse: true };

let count = 0;
async function invited(companyId: CompanyId, standing: object = {}) {
  const email = `invited-${(count += 1)}@new.example`;
  await context.database.withSystem((tx) =>
    createInvitations(
      context,
      tx,
      { actor: { companyId }, emails: [email], standing: { role: 'ana', ...standing } },
      context.clock.now(),
    ),
  );
  return { email, token: await invitationToken(context, email) };
}

const open = (token: string) => context.app.inject({ url: `/api/invitations/${token}` });
const accept = (token: string, changes: object = {}) =>
  context.app.inject({ method: 'POST', url: `/api/invitations/${token}/user`, payload: { ...good, ...changes } });
const login = (email: string, senha = password) =>
  context.app.inject({ method: 'POST', url: '/api/login', payload: { email, senha } });

test('[INVITE-15] answers an invitation by its id with the names of the specification', async () => {
  const { companyId, name } = await createCompany(context);
  const inviter = await signedIn(context, { companyId });
  const emails = ['by-name@new.example'];
  const standing = {
    role: 'pdv',
    ticketing_role: null,
    _businesses: [],
    exports_personal_data: false,
    narrowing: null,
  };
  await context.app.inject({
    method: 'POST',
    url: '/api/team/invitations',
    headers: inviter.headers,
    payload: { ...standing, emails },
  });
  const answer = await open(await invitationToken(context, 'by-name@new.example'));
  expect(answer.json()).toEqual({
    email: 'by-name@new.example',
    nome: '',
    role: 'pdv',
    _empresa: { _id: companyId, nome: name },
    _usuario: { nome: 'Test User' },
    visited: false,
  });
  expect((await open('A'.repeat(22))).statusCode).toBe(404);
  expect((await open('short')).statusCode).toBe(400);
});

test('[INVITE-16] takes note that the link was opened and what its reader is called, and stays good', async () => {
  const { companyId } = await createCompany(context);
  const { token, email } = await invited(companyId);
  const update = (payload: object) => context.app.inject({ method: 'PUT', url: `/api/invitations/${token}`, payload });
  expect((await update({ visited: true })).json()).toMatchObject({ visited: true, nome: '' });
  expect((await update({ nome: 'Rita' })).json()).toMatchObject({ visited: true, nome: 'Rita' });
  expect((await update({ visited: false })).statusCode).toBe(400);
  expect((await open(token)).json()).toMatchObject({ email, visited: true, nome: 'Rita' });
  expect((await accept(token)).statusCode).toBe(201);
});

test('[INVITE-17, ENTITY-05, INVITE-18] makes a user with the role, ticketing role, units and company of the invitation, who signs in', async () => {
  const { companyId, otherUnitId } = await createCompany(context);
  const promised = { role: 'pdv', ticketingRole: 'ana', businessUnitIds: [otherUnitId] };
  const { token, email } = await invited(companyId, promised);
  // What the body says of role or company is not listened to.
  const answer = await accept(token, { role: 'own', email: 'other@new.example' });
  const user = { email, nome: 'Rita Prado', role: 'pdv', _empresa: companyId, active: true };
  expect([answer.statusCode, answer.json()]).toEqual([201, { ...user, _id: expect.any(String) }]);

  const signed = (await login(email)).json();
  expect(signed).toMatchObject({
    result: 1,
    user: { nome: 'Rita Prado', role: 'pdv', ticketing_role: 'ana', _businesses: [otherUnitId] },
  });
  const stored = await context.database.withSystem((tx) =>
    tx.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow(),
  );
  expect(stored).toMatchObject({
    phone: '+5511987654321',
    terms_accepted_at: context.clock.now(),
    last_access_at: context.clock.now(),
  });
});

test('[INVITE-13] a link works once, also when two accept at once', async () => {
  const { companyId } = await createCompany(context);
  const { token } = await invited(companyId);
  const answers = await Promise.all([accept(token), accept(token, { nome: 'Outra Pessoa' })]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
  for (const again of [await accept(token), await open(token)]) {
    expect([again.statusCode, again.json()]).toEqual([
      409,
      { code: 'INVITATION_USED', message: 'URL ja utilizada', params: {} },
    ]);
  }
});

test('[INVITE-13] an address that has an account by now is refused with the same words', async () => {
  const { companyId } = await createCompany(context);
  const { token, email } = await invited(companyId);
  await createUser(context, { email });
  const answer = await accept(token);
  expect([answer.statusCode, answer.json().message]).toEqual([409, 'URL ja utilizada']);
});

test.each(['Chuva7#', 'chuva#de7outono', 'CHUVA#DE7OUTONO', 'Chuva#deOutono', 'Chuvade7Outono', 'Senha@123'])(
  '[INVITE-14] %s is refused as weak, and the link stays good',
  async (senha) => {
    const { companyId } = await createCompany(context);
    const { token } = await invited(companyId);
    const answer = await accept(token, { senha });
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'PASSWORD_WEAK', message: 'Senha fraca' }]);
    expect((await accept(token)).statusCode).toBe(201);
  },
);

test('[INVITE-04, INVITE-07] the server too wants name, a phone that exists, and the terms', async () => {
  const { companyId } = await createCompany(context);
  const { token } = await invited(companyId);
  expect((await accept(token, { nome: ' ' })).statusCode).toBe(400);
  expect((await accept(token, { termsofuse: false })).statusCode).toBe(400);
  expect((await accept(token, { phone: '123' })).json()).toMatchObject({ code: 'PHONE_NOT_VALID' });
});

test('a link of a company whose trial is over makes no user, says why, and works again with a plan', async () => {
  const { companyId } = await createCompany(context);
  const { token, email } = await invited(companyId);
  const setTrial = (values: object) =>
    context.database.withSystem((tx) => tx.updateTable('companies').set(values).where('id', '=', companyId).execute());
  await setTrial({ is_trial: true, trial_expires_at: new Date(context.clock.now().getTime() + 1) });
  expect((await open(token)).statusCode).toBe(200);
  context.clock.advance(1);
  const visited = { method: 'PUT', url: `/api/invitations/${token}`, payload: { visited: true } } as const;
  for (const answer of [await open(token), await accept(token), await context.app.inject(visited)])
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'INVITATION_TRIAL_ENDED']);
  const users = await context.database.withSystem((tx) =>
    tx.selectFrom('users').select('id').where('email', '=', email).execute(),
  );
  expect(users).toEqual([]);
  await setTrial({ is_trial: false });
  expect((await accept(token)).statusCode).toBe(201);
});

test('a link whose time is over, that was taken back, or whose company has left opens nothing', async () => {
  const { companyId } = await createCompany(context);
  const [old, cancelled] = [await invited(companyId), await invited(companyId)];
  const left = await createCompany(context);
  const orphan = await invited(left.companyId);
  await letLeave(context, left.companyId);
  await context.database.withSystem((tx) =>
    tx
      .updateTable('invitations')
      .set({ cancelled_at: context.clock.now() })
      .where('email', '=', cancelled.email)
      .execute(),
  );
  for (const { token } of [cancelled, orphan]) {
    expect((await open(token)).json()).toMatchObject({ code: 'INVITATION_ENDED' });
    expect((await accept(token)).json()).toMatchObject({ code: 'INVITATION_ENDED' });
  }
  expect((await open(old.token)).statusCode).toBe(200);
  context.clock.advance(7 * 24 * 3_600_000);
  expect((await accept(old.token)).json()).toMatchObject({ code: 'INVITATION_ENDED' });
});
