import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { connectSmtp, sendOne } from './smtp-connection.ts';
import type { SmtpOutcome, SmtpPhase } from './smtp-outcome.ts';
import { parseSmtpUrl } from './smtp-url.ts';

type Step = 'greeting' | 'ehlo' | 'mail' | 'rcpt' | 'data' | 'body' | 'dot';

/** What the scripted server does at a step: answers something else, or drops the connection instead of answering. */
interface Script {
  dropAt?: Step | 'answer';
  drop?: 'end' | 'reset';
  answers?: Partial<Record<Step, string>>;
  isPipelining?: boolean;
}

const ENVELOPE = { from: 'pesquisa@aurora.example', to: 'ana@cliente.example' };
const SMALL = Buffer.from('Subject: x\r\n\r\nOlá\r\n..\r\n');
/** More than the socket buffers of both sides hold, so that a drop in the middle finds the message half read. */
const LARGE = Buffer.alloc(40 * 1024 * 1024, 'Uma linha de texto que se repete até o fim.\r\n');
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A raw TCP server that speaks just enough SMTP; `seen` counts the bytes of messages and the messages ended. */
async function scripted(script: Script) {
  const seen = { bodyBytes: 0, ended: 0, order: [] as string[] };
  const server = createServer((socket) => converse(socket, script, seen));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { seen, url: `smtp://127.0.0.1:${port}?tls=off` };
}

/** A byte there and back over loopback: what was written before it has arrived. */
async function roundTrip(): Promise<void> {
  const server = createServer((socket) => socket.pipe(socket));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('?');
  await once(socket, 'data');
  socket.destroy();
}

function converse(socket: Socket, script: Script, seen: { bodyBytes: number; ended: number; order: string[] }): void {
  let received = '';
  let isBody = false;
  socket.on('error', () => {});
  const drop = () => (script.drop === 'reset' ? socket.resetAndDestroy() : socket.destroy());
  const answer = (step: Step, usual: string) => {
    if (step !== 'body') seen.order.push(step);
    if (script.dropAt === step) return drop();
    socket.write(`${script.answers?.[step] ?? usual}\r\n`);
  };
  answer('greeting', '220 hello');
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    while (received !== '' && !socket.destroyed) {
      if (isBody) {
        seen.bodyBytes += received.length;
        if (script.dropAt === 'body') return drop();
        if (script.answers?.body) return void socket.write(`${script.answers.body}\r\n`);
        const end = received.indexOf('\r\n.\r\n');
        if (end < 0) return void (received = received.slice(-4));
        received = received.slice(end + 5);
        isBody = false;
        seen.ended++;
        answer('dot', '250 queued as 1');
        if (script.dropAt === 'answer') socket.end();
        continue;
      }
      const lineEnd = received.indexOf('\r\n');
      if (lineEnd < 0) return;
      const verb = received.slice(0, lineEnd).slice(0, 4).toUpperCase();
      received = received.slice(lineEnd + 2);
      if (verb === 'EHLO') answer('ehlo', script.isPipelining ? '250-x\r\n250 PIPELINING' : '250 x');
      else if (verb === 'MAIL') answer('mail', '250 ok');
      else if (verb === 'RCPT') answer('rcpt', '250 ok');
      else if (verb === 'DATA') {
        const isRefused = Boolean(script.answers?.mail ?? script.answers?.rcpt ?? script.answers?.data);
        answer('data', isRefused ? '554 no valid recipients' : '354 go on');
        isBody = !isRefused;
      } else socket.write('250 ok\r\n');
    }
  });
}

async function outcomeOf(script: Script, message = SMALL): Promise<SmtpOutcome> {
  const { url } = await scripted(script);
  const connection = await connectSmtp(parseSmtpUrl(url));
  const outcome = await sendOne(connection, ENVELOPE, message);
  connection.close();
  return outcome;
}

/** Lost without an answer, certainly not accepted: no code, since nobody said one. */
function lostIn(phase: SmtpPhase) {
  return { kind: 'deferred', phase, safe: true, response: expect.any(String) as string };
}

describe.each([{ isPipelining: false }, { isPipelining: true }])('pipelining $isPipelining', ({ isPipelining }) => {
  describe.each(['end', 'reset'] as const)('a connection that drops by %s', (drop) => {
    test.each(['greeting', 'ehlo'] as const)('at %s never takes a message', async (dropAt) => {
      const { url, seen } = await scripted({ dropAt, drop, isPipelining });
      await expect(connectSmtp(parseSmtpUrl(url))).rejects.toThrow(/closed|ended|ECONNRESET/);
      expect(seen.bodyBytes).toBe(0);
    });

    test.each(['mail', 'rcpt', 'data'] as const)('at %s leaves the message safe to send again', async (dropAt) => {
      expect(await outcomeOf({ dropAt, drop, isPipelining })).toEqual(lostIn('envelope'));
    });

    test('in the middle of a message not fully read leaves it safe to send again', async () => {
      const outcome = await outcomeOf({ dropAt: 'body', drop, isPipelining }, LARGE);
      expect(outcome).toEqual(lostIn('message'));
    });

    test('in the middle of a message whose last byte has left is unknown', async () => {
      expect(await outcomeOf({ dropAt: 'body', drop, isPipelining })).toMatchObject({ kind: 'unknown' });
    });

    test('after the dot before the answer is unknown', async () => {
      expect(await outcomeOf({ dropAt: 'dot', drop, isPipelining })).toMatchObject({ kind: 'unknown' });
      expect(await outcomeOf({ dropAt: 'dot', drop, isPipelining }, LARGE)).toMatchObject({ kind: 'unknown' });
    });

    test('after the answer is accepted', async () => {
      const outcome = await outcomeOf({ dropAt: 'answer', drop, isPipelining });
      expect(outcome).toEqual({ kind: 'accepted', response: '250 queued as 1' });
    });
  });

  test.each([
    ['mail', '451 4.3.0 later', { kind: 'deferred', code: 451, phase: 'mail', safe: true }],
    ['mail', '550 5.1.8 sender no', { kind: 'rejected', code: 550, phase: 'mail' }],
    ['mail', '503 5.5.1 out of order', { kind: 'deferred', code: 503, phase: 'mail', safe: true }],
    ['rcpt', '450 4.2.1 busy', { kind: 'deferred', code: 450, phase: 'rcpt', safe: true }],
    ['rcpt', '550-5.1.1 no such\r\n550 5.1.1 mailbox', { kind: 'rejected', code: 550, phase: 'rcpt' }],
    ['data', '451 4.7.1 greylisted', { kind: 'deferred', code: 451, phase: 'data', safe: true }],
    ['data', '554 5.7.1 no', { kind: 'rejected', code: 554, phase: 'data' }],
    ['dot', '452 4.3.1 full', { kind: 'deferred', code: 452, phase: 'message', safe: true }],
    ['dot', '421 4.3.2 closing', { kind: 'deferred', code: 421, phase: 'message', safe: true }],
    ['dot', '552 5.2.3 too big', { kind: 'rejected', code: 552, phase: 'message' }],
  ] as const)('the answer at %s is %s', async (step, answer, expected) => {
    const outcome = await outcomeOf({ answers: { [step]: answer }, isPipelining });
    expect(outcome).toMatchObject(expected);
    expect(outcome).toHaveProperty('response', answer.replace('\r', ''));
  });

  test.each(['354 what', 'nonsense'])('an answer after the dot that means nothing is unknown: %s', async (answer) => {
    expect(await outcomeOf({ answers: { dot: answer }, isPipelining })).toMatchObject({ kind: 'unknown' });
  });

  test.each([
    ['552 5.3.4 too big', { kind: 'rejected', code: 552, phase: 'message' }],
    ['451 4.3.0 later', { kind: 'deferred', code: 451, phase: 'message', safe: true }],
    ['250 ok', { kind: 'unknown' }],
  ])('an answer in the middle of the message: %s', async (answer, expected) => {
    const { url } = await scripted({ answers: { body: answer }, isPipelining });
    const connection = await connectSmtp(parseSmtpUrl(url));
    expect(await sendOne(connection, ENVELOPE, LARGE)).toMatchObject(expected);
    expect(connection.destroyed).toBe(true);
  });

  test('a server that falls silent after the dot is unknown, before it safe', async () => {
    const silent = async (step: Step) => {
      const { url } = await scripted({ answers: { [step]: '' }, isPipelining });
      return sendOne(await connectSmtp(parseSmtpUrl(`${url}&timeoutMs=150`)), ENVELOPE, SMALL);
    };
    expect(await silent('dot')).toMatchObject({ kind: 'unknown' });
    expect(await silent('data')).toEqual(lostIn('envelope'));
  });

  test('beforeData runs when the server waits for the message, before its first byte leaves', async () => {
    const { url, seen } = await scripted({ isPipelining });
    const connection = await connectSmtp(parseSmtpUrl(url));
    const before: unknown[] = [];
    const outcome = await sendOne(connection, ENVELOPE, SMALL, async () => {
      await roundTrip();
      before.push([...seen.order], seen.bodyBytes);
      return true;
    });
    expect(before).toEqual([['greeting', 'ehlo', 'mail', 'rcpt', 'data'], 0]);
    expect(outcome.kind).toBe('accepted');
    connection.close();
  });

  test('beforeData that says no or throws keeps every byte here', async () => {
    const { url, seen } = await scripted({ isPipelining });
    const refused = await connectSmtp(parseSmtpUrl(url));
    expect(await sendOne(refused, ENVELOPE, SMALL, () => Promise.resolve(false))).toEqual({ kind: 'withheld' });
    const broken = await connectSmtp(parseSmtpUrl(url));
    const failing = () => Promise.reject(new Error('the ledger is away'));
    await expect(sendOne(broken, ENVELOPE, SMALL, failing)).rejects.toThrow('the ledger is away');
    expect([refused.destroyed, broken.destroyed, seen.bodyBytes, seen.ended]).toEqual([true, true, 0, 0]);
  });

  test('beforeData is not asked when the recipient is refused', async () => {
    const { url } = await scripted({ answers: { rcpt: '550 no' }, isPipelining });
    let asked = 0;
    const ask = () => Promise.resolve(++asked > 0);
    expect(await sendOne(await connectSmtp(parseSmtpUrl(url)), ENVELOPE, SMALL, ask)).toMatchObject({ code: 550 });
    expect(asked).toBe(0);
  });

  test('a connection lost while beforeData runs is safe, and told only after beforeData ended', async () => {
    const { url } = await scripted({ isPipelining });
    const connection = await connectSmtp(parseSmtpUrl(url));
    const isLost = Promise.withResolvers<void>();
    const written = Promise.withResolvers<boolean>();
    let isTold = false;
    const outcome = sendOne(connection, ENVELOPE, SMALL, () => {
      connection.close();
      isLost.resolve();
      return written.promise;
    }).finally(() => (isTold = true));
    await isLost.promise;
    await roundTrip();
    expect(isTold).toBe(false);
    written.resolve(true);
    expect(await outcome).toEqual(lostIn('message'));
  });
});

test.each(['a@b.example\r\nRCPT TO:<c@d.example>', 'a b@c.example', '<a@b.example>', 'ção@b.example'])(
  'an address that cannot be spoken is rejected here: %j',
  async (to) => {
    const { url, seen } = await scripted({});
    const connection = await connectSmtp(parseSmtpUrl(url));
    expect(await sendOne(connection, { ...ENVELOPE, to }, SMALL)).toMatchObject({ kind: 'rejected', phase: 'local' });
    expect(seen.order).toEqual(['greeting', 'ehlo']);
    connection.close();
  },
);

test('a message larger than the server takes is rejected here', async () => {
  const outcome = await outcomeOf({ answers: { ehlo: '250-x\r\n250 SIZE 10' } });
  expect(outcome).toMatchObject({ kind: 'rejected', code: 552, phase: 'local' });
});

test.each([
  ['554 5.7.1 we do not talk', 'greeting', 554],
  ['421 4.3.2 busy', 'greeting', 421],
] as const)('a greeting of %s says its code', async (answer, step, code) => {
  const { url } = await scripted({ answers: { [step]: answer } });
  await expect(connectSmtp(parseSmtpUrl(url))).rejects.toMatchObject({ name: 'SmtpConnectError', code });
});
