import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { SmtpPool } from './smtp-pool.ts';
import { parseSmtpUrl } from './smtp-url.ts';

const FROM = 'pesquisa@aurora.example';
const MESSAGE = Buffer.from('Subject: x\r\n\r\nOlá\r\n.\r\n..fim\r\n');
const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A real mail server that counts its connections and keeps what it took. */
async function startServer(options: SMTPServerOptions = {}) {
  const seen = { connections: 0, open: 0, openMax: 0, messages: [] as { to: string; body: string }[] };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect(_session, done) {
      seen.connections++;
      seen.openMax = Math.max(seen.openMax, ++seen.open);
      done();
    },
    onClose: () => void seen.open--,
    onData(stream, session, done) {
      let body = '';
      stream.on('data', (chunk: Buffer) => (body += chunk.toString()));
      stream.on('end', () => {
        seen.messages.push({ to: session.envelope.rcptTo[0]?.address ?? '', body });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  cleanups.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { seen, server, port: (server.server.address() as AddressInfo).port };
}

function openPool(url: string): SmtpPool {
  const pool = new SmtpPool(parseSmtpUrl(url));
  cleanups.push(() => pool.close());
  return pool;
}

describe('SmtpPool', () => {
  test('sends many over few connections, each message once and unchanged', async () => {
    const { seen, port } = await startServer();
    const pool = openPool(`smtp://127.0.0.1:${port}?connections=4&messages=30`);
    const recipients = Array.from({ length: 300 }, (_, index) => `c${index}@cliente.example`);
    const outcomes = await Promise.all(recipients.map((to) => pool.send({ from: FROM, to }, MESSAGE)));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['accepted']));
    expect(seen.messages.map(({ to }) => to).sort()).toEqual([...recipients].sort());
    expect(new Set(seen.messages.map(({ body }) => body))).toEqual(new Set([MESSAGE.toString()]));
    expect(seen.openMax).toBeLessThanOrEqual(4);
    expect(seen.connections).toBeGreaterThanOrEqual(10);
    expect(seen.connections).toBeLessThanOrEqual(14);
  });

  test('a refused recipient costs neither the connection nor the next message', async () => {
    const { seen, port } = await startServer({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('no') ? new Error('no such mailbox') : null),
    });
    const pool = openPool(`smtp://127.0.0.1:${port}?connections=1`);
    const send = (to: string) => pool.send({ from: FROM, to }, MESSAGE);
    const outcomes = [await send('a@x.example'), await send('no@x.example'), await send('b@x.example')];
    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'rejected', 'accepted']);
    expect(seen.messages.map(({ to }) => to)).toEqual(['a@x.example', 'b@x.example']);
    expect(seen.connections).toBe(1);
  });

  test('a connection the server closed while idle is replaced without burning the attempt', async () => {
    const { seen, server, port } = await startServer();
    const pool = openPool(`smtp://127.0.0.1:${port}?connections=1`);
    const send = () => pool.send({ from: FROM, to: 'a@x.example' }, MESSAGE);
    expect((await send()).kind).toBe('accepted');
    for (const connection of server.connections) (connection as { _socket: { destroy(): void } })._socket.destroy();
    expect((await send()).kind).toBe('accepted');
    expect([seen.connections, seen.messages.length]).toEqual([2, 2]);
  });

  test('a server that is away defers, and the pool recovers when it is back', async () => {
    const { port } = await startServer();
    await cleanups.pop()?.();
    const pool = openPool(`smtp://127.0.0.1:${port}?connections=2`);
    expect(await pool.send({ from: FROM, to: 'a@x.example' }, MESSAGE)).toMatchObject({
      kind: 'deferred',
      phase: 'connect',
      safe: true,
    });
    await expect(pool.verify()).rejects.toThrow('ECONNREFUSED');
  });

  test('signs in, and a wrong password defers everything instead of rejecting anybody', async () => {
    const { seen, port } = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) =>
        auth.username === 'ana' && auth.password === 'certa' ? done(null, { user: 'ana' }) : done(new Error('no')),
    });
    await openPool(`smtp://ana:certa@127.0.0.1:${port}`).verify();
    const outcome = await openPool(`smtp://ana:certa@127.0.0.1:${port}`).send(
      { from: FROM, to: 'a@x.example' },
      MESSAGE,
    );
    expect([outcome.kind, seen.messages.length]).toEqual(['accepted', 1]);
    const wrong = openPool(`smtp://ana:errada@127.0.0.1:${port}`);
    await expect(wrong.verify()).rejects.toMatchObject({ name: 'SmtpConnectError', code: 535 });
    expect(await wrong.send({ from: FROM, to: 'a@x.example' }, MESSAGE)).toMatchObject({
      kind: 'deferred',
      code: 535,
      phase: 'connect',
    });
  });

  test('TLS is used where it is offered, and nothing is sent where it is missing or its certificate is wrong', async () => {
    const to = { from: FROM, to: 'a@x.example' };
    const withTls = await startServer({ disabledCommands: ['AUTH'] });
    const implicit = await startServer({ secure: true });
    const without = await startServer();
    for (const url of [
      `smtp://127.0.0.1:${withTls.port}?tls=required&certificate=any`,
      `smtps://127.0.0.1:${implicit.port}?certificate=any`,
    ]) {
      expect(await openPool(url).send(to, MESSAGE)).toMatchObject({ kind: 'accepted' });
    }
    for (const url of [
      `smtp://127.0.0.1:${withTls.port}`,
      `smtps://127.0.0.1:${implicit.port}`,
      `smtp://127.0.0.1:${without.port}?tls=required`,
    ]) {
      expect(await openPool(url).send(to, MESSAGE)).toMatchObject({ kind: 'deferred', phase: 'connect' });
    }
    expect([withTls, implicit, without].map(({ seen }) => seen.messages.length)).toEqual([1, 1, 0]);
  });

  test('close lets what is on its way end, refuses the rest and leaves no connection', async () => {
    const { seen, port } = await startServer();
    const pool = openPool(`smtp://127.0.0.1:${port}?connections=1`);
    const { promise: mayLeave, resolve: release } = Promise.withResolvers<boolean>();
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    const first = pool.send({ from: FROM, to: 'a@x.example' }, MESSAGE, () => {
      asked();
      return mayLeave;
    });
    const second = pool.send({ from: FROM, to: 'b@x.example' }, MESSAGE);
    await isAsked;
    const closing = pool.close();
    release(true);
    await closing;
    expect([(await first).kind, (await second).kind]).toEqual(['accepted', 'deferred']);
    expect(await pool.send({ from: FROM, to: 'c@x.example' }, MESSAGE)).toMatchObject({ kind: 'deferred' });
    expect(seen.messages.length).toBe(1);
    await expect.poll(() => seen.open).toBe(0);
  });

  test('a pool closed while it connects sends nothing afterwards', async () => {
    const greetings: (() => void)[] = [];
    const { seen, port } = await startServer({ onConnect: (_session, done) => void greetings.push(done) });
    const pool = openPool(`smtp://127.0.0.1:${port}`);
    const sending = pool.send({ from: FROM, to: 'a@x.example' }, MESSAGE);
    await expect.poll(() => greetings.length).toBe(1);
    await pool.close(10);
    for (const greet of greetings) greet();
    expect(await sending).toMatchObject({ kind: 'deferred', phase: 'connect' });
    expect(seen.messages).toEqual([]);
  });

  test('close gives up on a server that never answers; the message is unknown', async () => {
    let isTaken = false;
    const { port } = await startServer({
      onData: (stream) => void stream.resume().on('end', () => (isTaken = true)),
    });
    const pool = openPool(`smtp://127.0.0.1:${port}?connections=1`);
    const sending = pool.send({ from: FROM, to: 'a@x.example' }, MESSAGE);
    await expect.poll(() => isTaken).toBe(true);
    await pool.close(20);
    expect(await sending).toMatchObject({ kind: 'unknown' });
  });
});
