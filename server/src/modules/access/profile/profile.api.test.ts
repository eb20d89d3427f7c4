import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { usualRateLimits } from '#platform/config/rate-limits.ts';
import { signedIn, testPassword } from '../../../testing/factories.ts';
import { queuedMails } from '../../../testing/queued-mails.ts';
import { testContext } from '../../../testing/test-context.ts';
import { holding } from '../../../testing/holding.ts';
import { meets } from '../../../testing/meets.ts';

const context = testContext();

const send = (method: 'PUT' | 'DELETE', url: string, headers: Record<string, string>, payload?: object) =>
  context.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
const ask = (headers: Record<string, string>, url = '/api/me') => context.app.inject({ url, headers });

describe('what users say of themselves', () => {
  test('name and phone are changed, a phone without a country is Brazilian, and nobody else’s change', async () => {
    const user = await signedIn(context);
    const colleague = await signedIn(context, { companyId: user.companyId });
    const saved = await send('PUT', '/api/me', user.headers, { nome: '  Ana Souza ', phone: '(11) 98765-4321' });
    expect(saved.json()).toMatchObject({ _id: user.userId, nome: 'Ana Souza' });
    expect((await ask(user.headers, '/api/me/profile')).json()).toEqual({ phone: '+5511987654321' });
    expect((await ask(colleague.headers)).json()).toMatchObject({ nome: 'Test User' });
    const foreign = { nome: 'Ana Souza', phone: '+1 213 373 4253' };
    await send('PUT', '/api/me', user.headers, foreign);
    expect((await ask(user.headers, '/api/me/profile')).json()).toEqual({ phone: '+12133734253' });
    await send('PUT', '/api/me', user.headers, { ...foreign, phone: null });
    expect((await ask(user.headers, '/api/me/profile')).json()).toEqual({ phone: null });
  });

  test.each([
    [{ nome: ' ', phone: null }, 'INVALID_INPUT'],
    [{ nome: 'Ana', phone: '12345' }, 'PHONE_NOT_VALID'],
  ])('%j is refused', async (body, code) => {
    const { headers } = await signedIn(context);
    expect((await send('PUT', '/api/me', headers, body)).json()).toMatchObject({ code });
    expect((await ask(headers)).json()).toMatchObject({ nome: 'Test User' });
  });

  test('the language is kept on the user, and told at the next sign-in', async () => {
    const user = await signedIn(context);
    expect((await send('PUT', '/api/me/language', user.headers, { language: 'es' })).json()).toEqual({ ok: true });
    const payload = { email: user.email, senha: testPassword };
    const answer = await context.app.inject({ method: 'POST', url: '/api/login', payload });
    expect(answer.json()).toMatchObject({ user: { language: 'es' } });
  });
});

describe('the password', () => {
  const change = (headers: Record<string, string>, password: string, newPassword: string) =>
    send('PUT', '/api/me/password', headers, { password, newPassword });
  const enter = async (email: string, senha: string) =>
    (await context.app.inject({ method: 'POST', url: '/api/login', payload: { email, senha } })).json<{
      result: number;
      token: string;
    }>();

  test('is changed for the one of now; other sessions end, this one goes on, and the user is told', async () => {
    const user = await signedIn(context);
    const other = { ...user.headers, authorization: (await enter(user.email, testPassword)).token };
    expect((await change(user.headers, 'not it', 'Marreta#Azul9')).json()).toMatchObject({ code: 'PASSWORD_WRONG' });
    expect((await ask(other)).statusCode).toBe(200);

    expect((await change(user.headers, testPassword, 'Marreta#Azul9')).json()).toEqual({ ok: true });
    expect((await ask(other)).statusCode).toBe(401);
    expect((await ask(user.headers)).statusCode).toBe(200);
    expect(await enter(user.email, testPassword)).toMatchObject({ result: 0 });
    expect(await enter(user.email, 'Marreta#Azul9')).toMatchObject({ result: 1 });
    const [mail] = await queuedMails(context, user.email);
    expect(mail?.subject).toBe('Sua senha do Escuta foi alterada');
    expect(mail?.text).toContain('127.0.0.1');
    expect(mail?.text).not.toContain('Marreta');
  });

  test.each(['Curta#1', 'minuscula#123', 'Senha@123'])('%s is too weak', async (weak) => {
    const user = await signedIn(context);
    expect((await change(user.headers, testPassword, weak)).json()).toMatchObject({ code: 'PASSWORD_WEAK' });
    expect(await enter(user.email, testPassword)).toMatchObject({ result: 1 });
  });
});

describe('a picture', () => {
  const camera = { exif: { IFD0: { Copyright: 'a camera wrote this' } } };
  const drawing = (width = 400, height = 300) =>
    sharp({ create: { width, height, channels: 3, background: '#0f766e' } }).withMetadata(camera);

  const limited = testContext({ rateLimits: { ...usualRateLimits, 'upload-user': { burst: 2, perMinute: 2 } } });

  function upload(headers: Record<string, string>, bytes: Buffer, { app } = context) {
    const border = 'border-of-the-test';
    const head = `--${border}\r\ncontent-disposition: form-data; name="file"; filename="eu.png"\r\ncontent-type: image/png\r\n\r\n`;
    return app.inject({
      method: 'POST',
      url: '/api/me/picture',
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${border}` },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${border}--\r\n`)]),
    });
  }

  test.each(['png', 'jpeg', 'webp'] as const)(
    'of type %s is drawn anew as a small square without what a camera wrote',
    async (format) => {
      const { headers } = await signedIn(context);
      const given = await drawing().toFormat(format).toBuffer();
      const { picture } = (await upload(headers, given)).json<{ picture: string }>();
      expect((await ask(headers)).json()).toMatchObject({ picture });
      const shown = await context.app.inject({ url: picture });
      expect(shown.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
      const { format: kept, width, height, exif } = await sharp(shown.rawPayload).metadata();
      expect({ kept, width, height, exif }).toEqual({ kept: 'webp', width: 256, height: 256, exif: undefined });
    },
  );

  test('that is none, whatever it is called, is refused, and so is one beyond 2 MB', async () => {
    const { headers } = await signedIn(context);
    const page = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const half = (await drawing().png().toBuffer()).subarray(0, 120);
    const gif = await drawing().gif().toBuffer();
    for (const bytes of [page, half, gif, Buffer.from('no picture')])
      expect((await upload(headers, bytes)).json()).toMatchObject({ code: 'PICTURE_NOT_VALID' });
    expect((await upload(headers, Buffer.alloc(2 * 1_048_576 + 1))).statusCode).toBe(413);
    expect((await ask(headers)).json()).toMatchObject({ picture: null });
  });

  test('that comes after too many others of a person is not read', async () => {
    const { headers } = await signedIn(limited);
    const statuses: number[] = [];
    for (let times = 0; times < 3; times += 1)
      statuses.push((await upload(headers, Buffer.from('no picture'), limited)).statusCode);
    expect(statuses).toEqual([422, 422, 429]);
  });

  test('goes when another comes, and when its user takes it away', async () => {
    const { headers } = await signedIn(context);
    const bytes = await drawing(300, 300).png().toBuffer();
    const first = (await upload(headers, bytes)).json<{ picture: string }>().picture;
    const second = (await upload(headers, bytes)).json<{ picture: string }>().picture;
    expect((await context.app.inject({ url: first })).statusCode).toBe(404);
    expect((await context.app.inject({ url: second })).statusCode).toBe(200);
    await send('DELETE', '/api/me/picture', headers);
    expect((await context.app.inject({ url: second })).statusCode).toBe(404);
    expect((await ask(headers)).json()).toMatchObject({ picture: null });
  });

  test.skipIf(!meets)('of two at once, one stays and the other is no file any more', async () => {
    const { headers, userId } = await signedIn(context);
    const bytes = await drawing(300, 300).png().toBuffer();
    // Both have read which picture there was before either replaces it.
    const answers = await holding(
      context,
      (holder) => holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]),
      async (areWaiting) => {
        const uploads = [upload(headers, bytes), upload(headers, bytes)];
        await areWaiting(2);
        return uploads;
      },
    );
    const shown = answers.map((answer) => answer.json<{ picture: string }>().picture);
    const kept = (await ask(headers)).json<{ picture: string }>().picture;
    for (const url of shown) expect((await context.app.inject({ url })).statusCode).toBe(url === kept ? 200 : 404);
    expect(shown).toContain(kept);
  });
});

test('who has no password changes nothing that protects the account in an old session', async () => {
  const user = await signedIn(context);
  await context.database.withSystem((tx) =>
    tx.updateTable('users').set({ password_hash: null }).where('id', '=', user.userId).execute(),
  );
  const begin = () =>
    context.app.inject({ method: 'POST', url: '/api/me/authenticator', headers: user.headers, payload: {} });
  expect((await begin()).statusCode).toBe(200);
  context.clock.advance(11 * 60_000);
  expect((await begin()).json()).toMatchObject({ code: 'SIGN_IN_TOO_OLD' });
  // A user with a password cannot leave it out.
  const { headers } = await signedIn(context);
  const without = { method: 'POST', url: '/api/me/authenticator', headers, payload: {} } as const;
  expect((await context.app.inject(without)).json()).toMatchObject({ code: 'PASSWORD_WRONG' });
});
