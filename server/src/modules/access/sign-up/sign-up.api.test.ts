import PostalMime from 'postal-mime';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignUpUser } from '@escuta/contract/sign-up';
import { deliverMails } from '#platform/mail/transactional/deliver-mails.ts';
import { SmtpPool } from '#platform/mail/smtp-pool.ts';
import { parseSmtpUrl } from '#platform/mail/smtp-url.ts';
import { startMailSink } from '../../../testing/mail-sink.ts';
import { forgetQueuedMails } from '../../../testing/queued-mails.ts';
import { createUser } from '../../../testing/factories.ts';
import { Signer } from '../../../testing/sign-up.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();
const minuteMs = 60_000;
let who: Signer;
beforeEach(() => {
  who = new Signer(context);
});

// Other files share the database, and their clock is behind.
afterAll(() => context.database.pool.query('DELETE FROM sign_up_counts'));

describe('a pin', () => {
  test('[SIGNUP-12, SIGNUP-22] goes to the e-mail, and answers who was not there before with a token alone', async () => {
    const { status, mailState } = await who.sendEmail();
    expect({ status, mailState }).toEqual({ status: 200, mailState: 'waiting' });
    const pin = await who.readPin();
    expect(pin).toMatch(/^\d{4}$/);
    const verified = await who.verify({ pin });
    expect(verified).toMatchObject({ status: 200, invalid: false, user: null });
    expect(verified.token).toMatch(/^[\w-]{43}$/);
    const row = await context.database.withSystem((tx) =>
      tx.selectFrom('sign_up_pins').selectAll().where('id', '=', who.pinId).executeTakeFirstOrThrow(),
    );
    expect(JSON.stringify(row)).not.toContain(verified.token);
    // Good once.
    expect(await who.verify({ pin })).toMatchObject({ status: 200, invalid: true, token: null, user: null });
  });

  test('[SIGNUP-22] that is wrong answers so, and nothing else', async () => {
    await who.sendEmail();
    expect(await who.verify({ pin: await who.wrongPin() })).toEqual({
      status: 200,
      invalid: true,
      token: null,
      user: null,
    });
  });

  test('[ASVS-04] is good with its id, its e-mail and its browser only', async () => {
    await who.sendEmail();
    const pin = await who.readPin();
    const other = new Signer(context);
    await other.sendEmail();
    const otherPin = await other.readPin();
    // Another pin's id, another e-mail, another browser, none at all.
    expect((await who.verify({ pin, pinId: other.pinId })).invalid).toBe(true);
    expect((await who.verify({ pin, email: other.email })).invalid).toBe(true);
    expect((await who.verify({ pin, cookie: other.cookie })).invalid).toBe(true);
    expect((await who.verify({ pin, cookie: '' })).invalid).toBe(true);
    expect((await other.verify({ pin: otherPin })).invalid).toBe(false);
    expect((await who.verify({ pin })).invalid).toBe(false);
  });

  test('[ASVS-05] is void after five tries, and [ASVS-41] no more are looked at when twenty come at once', async () => {
    await who.sendEmail();
    const wrong = await who.wrongPin();
    for (let tried = 0; tried < 4; tried += 1) await who.verify({ pin: wrong });
    const pin = await who.readPin();
    expect((await who.verify({ pin })).invalid).toBe(false);

    const other = new Signer(context);
    await other.sendEmail();
    const right = await other.readPin();
    const otherWrong = await other.wrongPin();
    const answers = await Promise.all(Array.from({ length: 20 }, () => other.verify({ pin: otherWrong })));
    expect(answers.every(({ invalid }) => invalid)).toBe(true);
    const { tries } = await context.database.withSystem((tx) =>
      tx.selectFrom('sign_up_pins').select('tries').where('id', '=', other.pinId).executeTakeFirstOrThrow(),
    );
    expect(tries).toBe(5);
    expect((await other.verify({ pin: right })).invalid).toBe(true);
  });

  test('[ASVS-41] lets one of twenty right ones in at once', async () => {
    await who.sendEmail();
    const pin = await who.readPin();
    const answers = await Promise.all(Array.from({ length: 20 }, () => who.verify({ pin })));
    expect(answers.filter(({ invalid }) => !invalid)).toHaveLength(1);
  });

  test('[ASVS-07] lives ten minutes', async () => {
    await who.sendEmail();
    const pin = await who.readPin();
    context.clock.advance(10 * minuteMs);
    expect((await who.verify({ pin })).invalid).toBe(true);
    await who.sendEmail();
    const next = await who.readPin();
    context.clock.advance(10 * minuteMs - 1);
    expect((await who.verify({ pin: next })).invalid).toBe(false);
  });

  test('[ASVS-06] goes to an e-mail at most three times an hour, also when asked at once from everywhere', async () => {
    const calls = Array.from({ length: 8 }, (_, at) => who.sendEmail({ address: `198.51.100.${at + 1}` }));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const refused = await who.sendEmail();
    expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS', params: { retryAfter: 3_600 } });
    context.clock.advance(60 * minuteMs - 1_000);
    expect(await who.sendEmail()).toMatchObject({ status: 429, params: { retryAfter: 1 } });
    context.clock.advance(1_000);
    expect((await who.sendEmail()).status).toBe(200);
  });

  test('[ASVS-08] is tried from one address thirty times an hour, and by everybody six hundred times', async () => {
    const address = '203.0.113.77';
    await who.sendEmail();
    const wrong = await who.wrongPin();
    for (let tried = 0; tried < 30; tried += 1) expect((await who.verify({ pin: wrong, address })).status).toBe(200);
    expect(await who.verify({ pin: wrong, address })).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    // All but one of what everybody may do in this hour.
    const now = context.clock.now();
    const subject = context.secrets.sign('sign-up counts', JSON.stringify(['tries of everybody', '']));
    const fill = 'UPDATE sign_up_counts SET times = array_fill($1::timestamptz, ARRAY[599]) WHERE subject = $2';
    await context.database.pool.query(fill, [now, subject]);
    expect((await who.verify({ pin: wrong, address: '203.0.113.78' })).status).toBe(200);
    expect((await who.verify({ pin: wrong, address: '203.0.113.79' })).status).toBe(429);
    context.clock.advance(60 * minuteMs);
    expect((await who.verify({ pin: wrong, address })).status).toBe(200);
  });

  test('is not sent to a free mail domain, and nothing is counted for it', async () => {
    const refused = await who.sendEmail({ email: 'ana@gmail.com' });
    expect(refused).toMatchObject({ status: 422, code: 'FREE_EMAIL' });
    expect(await who.mailsTo('ana@gmail.com')).toHaveLength(0);
  });
});

describe('an e-mail that has an account', () => {
  test('[SIGNUP-15] is refused with EMAIL_ALREADY_SIGNUP, and gets no pin', async () => {
    const { email } = await createUser(context);
    expect(await who.sendEmail({ email: email.toUpperCase() })).toMatchObject({
      status: 409,
      code: 'EMAIL_ALREADY_SIGNUP',
    });
    expect(await who.mailsTo(email)).toHaveLength(0);
  });

  test('[ASVS-10] is asked about from one address at most thirty times an hour, whoever it is', async () => {
    const { email } = await createUser(context);
    const address = '203.0.113.88';
    for (let asked = 0; asked < 30; asked += 1)
      expect((await who.sendEmail({ email, address })).code).toBe('EMAIL_ALREADY_SIGNUP');
    expect(await who.sendEmail({ email, address })).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect((await who.sendEmail({ address })).code).toBe('TOO_MANY_REQUESTS');
    expect((await who.sendEmail({ address: '203.0.113.89' })).status).toBe(200);
  });
});

test('the mail server is away during sign-up: the page learns it, and the pin comes when the server is back', async () => {
  // What other files have queued in this database would go first.
  await forgetQueuedMails(context);
  const sink = await startMailSink();
  const { port } = new URL(sink.url);
  await sink.close();
  const pool = new SmtpPool(parseSmtpUrl(sink.url));
  await who.sendEmail();
  expect((await who.mailState()).mailState).toBe('waiting');
  await deliverMails(context, pool);
  expect((await who.mailState()).mailState).toBe('delayed');

  const back = await startMailSink({ port: Number(port) });
  context.clock.advance(30_000);
  while ((await who.mailState()).mailState === 'delayed') {
    context.clock.advance(5_000);
    await deliverMails(context, pool);
  }
  expect((await who.mailState()).mailState).toBe('sent');
  const arrived = back.messages.find(({ to }) => to === who.email);
  const { subject = '' } = await PostalMime.parse(arrived?.raw ?? '');
  expect((await who.verify({ pin: subject.slice(0, 4) })).invalid).toBe(false);
  // Nobody else learns what becomes of it.
  expect((await new Signer(context).mailState(who.pinId)).status).toBe(404);
  await pool.close();
  await back.close();
});

describe('what is typed', () => {
  test('[SIGNUP-59, SIGNUP-02] of the user is created, with gclid and utm values, and updated by its id', async () => {
    await who.prove();
    const campaign = {
      gclid: 'G-1',
      utm_content: 'banner',
      utm_term: 'nps',
      utm_campaign: 'natal',
      utm_source: 'google',
      utm_medium: 'cpc',
    };
    const { status, _id } = await who.call('POST', '/sign-up/users', { nome: 'Paula', ...campaign });
    expect(status).toBe(200);
    // Made twice at once it is one.
    expect((await who.call('POST', '/sign-up/users', { nome: 'Paula' }))._id).toBe(_id);
    const details = { nome: 'Paula Lima', phone: '+5511987654321', termsofuse: true, senha: 'Pão&Queijo77' };
    expect((await who.call('PUT', `/sign-up/users/${_id}`, details)).status).toBe(200);
    const row = await who.row();
    expect(row).toMatchObject({ user_id: _id, name: 'Paula Lima', phone: '+5511987654321', ...campaign });
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(row)).not.toContain('Queijo');
  });

  test('[SIGNUP-60] of the company is created and updated by its id, and no company is there yet', async () => {
    await who.prove();
    const draft = { nome: 'Pa', email: who.email };
    const { status, _id } = await who.call('POST', '/sign-up/companies', draft);
    expect(status).toBe(200);
    const whole = { nome: 'Padaria Lua', business_area: 'bares-e-restaurantes', business_size: '11-50' };
    const interests = 'Fazer Pesquisas de Satisfação';
    const put = { ...whole, interests, email: who.email };
    expect((await who.call('PUT', `/sign-up/companies/${_id}`, put)).status).toBe(200);
    expect(await who.row()).toMatchObject({ company_id: _id, company_name: 'Padaria Lua', interests });
    expect(await who.company()).toBeUndefined();
  });

  test('[ENTITY-05, ENTITY-06] comes back to who proves the e-mail again, with every field of user and company', async () => {
    await who.prove();
    await who.type();
    const { user } = await who.prove();
    const row = await who.row();
    expect(user).toEqual({
      _id: row.user_id,
      email: who.email,
      nome: 'Paula Lima',
      phone: '+5511987654321',
      termsofuse: true,
      business_position: 'Gerente',
      interests: 'Gerenciar Avaliações Online',
      active: false,
      role: 'own',
      _empresa: {
        _id: row.company_id,
        nome: 'Padaria Lua',
        business_area: 'bares-e-restaurantes',
        business_size: '100',
        interests: 'Gerenciar Avaliações Online',
        email: who.email,
        trial_expiration_date: null,
      },
    } satisfies SignUpUser);
    expect((await who.call('POST', '/sign-up/resume', {})).user).toEqual(user);
  });

  test('is kept for nobody without the token, after a day, or under somebody else’s id', async () => {
    await who.prove();
    const ids = await who.type();
    const other = new Signer(context);
    await other.prove();
    await other.type();
    const refused = { status: 403, code: 'SIGN_UP_NOT_VERIFIED' };
    expect(await who.call('POST', '/sign-up/users', { token: 'forged', nome: 'x' })).toMatchObject(refused);
    const draft = { nome: 'Padaria Sol', email: who.email };
    expect(await other.call('POST', '/sign-up/companies', draft)).toMatchObject(refused);
    expect((await other.call('PUT', `/sign-up/users/${ids.userId}`, { nome: 'x' })).status).toBe(404);
    const foreign = await other.call('PUT', `/sign-up/companies/${ids.companyId}`, { nome: 'x', email: other.email });
    expect(foreign.status).toBe(404);
    expect(await other.startTrial({ companyId: ids.companyId })).toMatchObject(refused);
    expect((await who.row()).company_name).toBe('Padaria Lua');
    expect((await other.row()).name).toBe('Paula Lima');
    context.clock.advance(24 * 60 * minuteMs);
    expect(await who.call('POST', '/sign-up/resume', {})).toMatchObject(refused);
  });

  test.each(['abcdefgh1', 'Curta@1', 'Senha@123'])('refuses the password %s as weak', async (senha) => {
    await who.prove();
    expect(await who.call('POST', '/sign-up/users', { senha })).toMatchObject({ status: 422, code: 'PASSWORD_WEAK' });
  });
});
