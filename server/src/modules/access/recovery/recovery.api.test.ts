import { describe, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { codeOf, enrolled } from '../../../testing/authenticator.ts';
import { createUser, testPassword } from '../../../testing/factories.ts';
import { queuedMails } from '../../../testing/queued-mails.ts';
import { testContext } from '../../../testing/test-context.ts';

const lines: string[] = [];
const context = testContext({}, createLog('api', 'info', { write: (line: string) => void lines.push(line) }));
const minute = 60_000;
const newPassword = 'Vento&7Lua';

const post = (url: string, payload: object) => context.app.inject({ method: 'POST', url: `/api${url}`, payload });
const put = (url: string, payload: object) => context.app.inject({ method: 'PUT', url: `/api${url}`, payload });
const get = (url: string) => context.app.inject({ url: `/api${url}` });
const ask = (email: string) => post('/forgot-password', { email });
const login = (email: string, senha: string) => post('/login', { email, senha });

const mailsTo = (address: string) => queuedMails(context, address);

/** Asks for a link and takes it out of the mail. */
async function linkFor(email: string): Promise<string> {
  await ask(email);
  const mail = (await mailsTo(email)).at(-1);
  return /\/forgotPassword\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

const reset = (link: string, userId: string, senha = newPassword, senha2 = senha) =>
  post(`/forgot-password/${link}/password`, { _user: userId, senha, senha2 });

describe('asking for a link', () => {
  test('[RECOVER-05] sends it to the user of the e-mail, in the user’s language or the company’s', async () => {
    const user = await createUser(context);
    const { email } = user;
    const answer = await ask(email.toUpperCase());
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }]);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Crie uma nova senha para o Escuta');
    expect(mail?.html).toContain(`${context.config.publicUrl}/forgotPassword/`);

    const other = await createUser(context);
    await context.database.withSystem((tx) =>
      tx.updateTable('users').set({ language: 'es' }).where('id', '=', other.userId).execute(),
    );
    await ask(other.email);
    expect((await mailsTo(other.email))[0]?.subject).toBe('Cree una nueva contraseña para Escuta');
  });

  test('who signs in with the federated provider only is told so, and gets no link', async () => {
    const { email, companyId } = await createUser(context);
    const required = { federated_login: 'required', federated_tenant: 'https://login.example' } as const;
    await context.database.withSystem((tx) =>
      tx.updateTable('companies').set(required).where('id', '=', companyId).execute(),
    );
    expect((await ask(email)).json()).toEqual({ ok: true });
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain('Microsoft Entra ID');
    expect(mail?.html).toContain(`${context.config.publicUrl}/login`);
    expect(mail?.html).not.toContain('forgotPassword');
  });

  test('[ASVS-11] is answered alike for who has no account, is deactivated or asks too often', async () => {
    const gone = await createUser(context, { deactivated: true });
    const eager = await createUser(context);
    const answers = [await ask('nobody@test.example'), await ask(gone.email)];
    for (let at = 0; at < 5; at += 1) answers.push(await ask(eager.email));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(await mailsTo('nobody@test.example')).toEqual([]);
    expect(await mailsTo(gone.email)).toEqual([]);
    expect(await mailsTo(eager.email)).toHaveLength(3);
    context.clock.advance(60 * minute);
    await ask(eager.email);
    expect(await mailsTo(eager.email)).toHaveLength(4);
  });

  test('writes no e-mail and no link into the log', async () => {
    const user = await createUser(context);
    const link = await linkFor(user.email);
    const text = lines.join('\n');
    expect(text).toContain('recovery_requested');
    expect(text).not.toContain(user.email);
    expect(text).not.toContain(link);
  });

  test('wants an e-mail', async () => {
    expect((await post('/forgot-password', { email: 'ana@nodot' })).statusCode).toBe(400);
  });
});

describe('the link', () => {
  test('[RESET-12, RESET-13, ASVS-22] says whose it is, and opening it is noted and uses nothing up', async () => {
    const user = await createUser(context);
    const link = await linkFor(user.email);
    expect((await get(`/forgot-password/${link}`)).json()).toEqual({
      _user: user.userId,
      email: user.email,
      visited: false,
    });
    expect((await put(`/forgot-password/${link}`, { visited: true })).json()).toEqual({ ok: true });
    expect((await get(`/forgot-password/${link}`)).json()).toMatchObject({ visited: true });
    expect((await reset(link, user.userId)).statusCode).toBe(200);
  });

  test('[ASVS-20] is 128 random bits, of which only a hash is kept', async () => {
    const user = await createUser(context);
    const link = await linkFor(user.email);
    expect(Buffer.from(link, 'base64url')).toHaveLength(16);
    const rows = await context.database.withSystem((tx) => tx.selectFrom('password_resets').selectAll().execute());
    const kept = JSON.stringify(rows.map((row) => ({ ...row, link_hash: row.link_hash.toString('latin1') })));
    expect(kept).not.toContain(link);
    expect(kept).not.toContain(Buffer.from(link, 'base64url').toString('latin1'));
    expect(await linkFor(user.email)).not.toBe(link);
  });

  test('[ASVS-21] is valid for 30 minutes and once', async () => {
    const user = await createUser(context);
    const late = await linkFor(user.email);
    context.clock.advance(30 * minute);
    for (const answer of [await get(`/forgot-password/${late}`), await reset(late, user.userId)])
      expect([answer.statusCode, answer.json().code]).toEqual([410, 'LINK_EXPIRED']);

    const link = await linkFor(user.email);
    const twice = await Promise.all([reset(link, user.userId), reset(link, user.userId, 'Cafe#Sol9!')]);
    expect(twice.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect((await get(`/forgot-password/${link}`)).statusCode).toBe(410);
  });

  test('opens nothing once its user is shut out', async () => {
    const user = await createUser(context);
    const link = await linkFor(user.email);
    expect((await get(`/forgot-password/${link}`)).statusCode).toBe(200);
    await context.database.withSystem((tx) =>
      tx.updateTable('users').set({ deactivated_at: context.clock.now() }).where('id', '=', user.userId).execute(),
    );
    for (const answer of [await get(`/forgot-password/${link}`), await reset(link, user.userId)])
      expect([answer.statusCode, answer.json().code]).toEqual([410, 'LINK_EXPIRED']);
  });

  test('that is none is not found, whatever it looks like', async () => {
    expect((await get(`/forgot-password/${'A'.repeat(22)}`)).statusCode).toBe(404);
    expect((await get('/forgot-password/short')).statusCode).toBe(400);
  });
});

describe('the new password', () => {
  test('[RESET-14] is not set for somebody else by one’s own link', async () => {
    const user = await createUser(context);
    const other = await createUser(context);
    const link = await linkFor(user.email);
    expect((await reset(link, other.userId)).statusCode).toBe(404);
    expect((await login(other.email, testPassword)).json().result).toBe(1);
    expect((await login(other.email, newPassword)).json().result).toBe(0);
    expect((await reset(link, user.userId)).json()).toEqual({ ok: true });
  });

  test.each([
    ['abcdefg1!', 'PASSWORD_WEAK'],
    ['Abc1!', 'PASSWORD_WEAK'],
    ['Senha@123', 'PASSWORD_WEAK'],
  ])('%s is refused, and the link stays open', async (senha, code) => {
    const user = await createUser(context);
    const link = await linkFor(user.email);
    const answer = await reset(link, user.userId, senha);
    expect([answer.statusCode, answer.json().code]).toEqual([422, code]);
    expect((await reset(link, user.userId)).statusCode).toBe(200);
  });

  test('is refused when the two differ', async () => {
    const user = await createUser(context);
    const link = await linkFor(user.email);
    expect((await reset(link, user.userId, newPassword, `${newPassword}x`)).json().code).toBe('PASSWORDS_DIFFER');
  });

  test('[ASVS-24] ends every session and every other link of the user, and nobody else’s', async () => {
    const user = await createUser(context);
    const other = await createUser(context);
    const tokens = [
      (await login(user.email, testPassword)).json().token,
      (await login(user.email, testPassword)).json().token,
      (await login(other.email, testPassword)).json().token,
    ];
    const links = [await linkFor(user.email), await linkFor(user.email)];
    await reset(links[0] ?? '', user.userId);

    const statuses = [];
    for (const token of tokens)
      statuses.push((await context.app.inject({ url: '/api/me', headers: { authorization: token } })).statusCode);
    expect(statuses).toEqual([401, 401, 200]);
    expect((await get(`/forgot-password/${links[1]}`)).statusCode).toBe(410);
    expect((await login(user.email, testPassword)).json().result).toBe(0);
    expect((await login(user.email, newPassword)).json().result).toBe(1);
  });

  test('[ASVS-23] does not skip the second factor, and ends a sign-in that waits for it', async () => {
    const user = await enrolled(context);
    const begun = (await login(user.email, testPassword)).json();
    expect(begun).toMatchObject({ result: -1, step: { userId: user.userId } });
    await reset(await linkFor(user.email), user.userId);

    const code = () => codeOf(user.key, context.clock.now());
    const answerTo = (step: { userId: string; token: string }) =>
      post('/login/authenticator', { userId: step.userId, step: step.token, token: code() });
    expect((await answerTo(begun.step)).json()).toMatchObject({ code: 'SIGN_IN_STEP_ENDED' });
    const again = (await login(user.email, newPassword)).json();
    expect(again).toMatchObject({ result: -1, token: null });
    expect((await answerTo(again.step)).json()).toMatchObject({ result: 1 });
  });

  test('is told to the user by mail, and stands in the audit of the company', async () => {
    const user = await createUser(context);
    const link = await linkFor(user.email);
    await reset(link, user.userId);
    expect((await mailsTo(user.email)).at(-1)?.subject).toBe('A senha da sua conta no Escuta foi alterada');
    const audit = await context.database.withCompany(user.companyId, (tx) =>
      tx.selectFrom('audit_events').select(['action', 'actor_id']).where('company_id', '=', user.companyId).execute(),
    );
    expect(audit).toContainEqual({ action: 'user.password_reset', actor_id: user.userId });
  });
});
