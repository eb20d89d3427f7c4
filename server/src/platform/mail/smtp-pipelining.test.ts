import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { SmtpPool } from './smtp-pool.ts';
import { parseSmtpUrl } from './smtp-url.ts';

type Step = 'mail' | 'rcpt' | 'data' | 'dot';

/** A server that answers each step of each message as told; `drop` closes the connection instead. */
interface Script {
  /** The answer to a step of the message with this number, counted by MAIL over all connections from 1. */
  answers?: Partial<Record<`${Step} ${number}`, string>>;
  isPipelining?: boolean;
  /** Pause before each answer. */
  delayMs?: number;
  /** Answers arrive in pieces of so many bytes. */
  pieceBytes?: number;
}

interface Seen {
  connections: number;
  /** What arrived, in its order: commands, and `dot` for the end of a message. */
  steps: string[];
  /** Recipients of the messages that were taken. */
  taken: string[];
}

const FROM = 'pesquisa@aurora.example';
const MESSAGE = Buffer.from('Subject: x\r\n\r\nOi\r\n');
const closings: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

async function scripted(script: Script) {
  const seen: Seen = { connections: 0, steps: [], taken: [] };
  const counter = { mails: 0 };
  const server: Server = createServer({ noDelay: true }, (socket) => converse(socket, script, seen, counter));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closings.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const pool = new SmtpPool(parseSmtpUrl(`smtp://127.0.0.1:${port}?tls=off&connections=1`));
  closings.push(() => pool.close(500));
  return { seen, pool, send: (name: string) => pool.send({ from: FROM, to: `${name}@x.example` }, MESSAGE) };
}

function converse(socket: Socket, script: Script, seen: Seen, counter: { mails: number }): void {
  seen.connections += 1;
  const { isPipelining = true, delayMs = 0, pieceBytes = 1_000, answers = {} } = script;
  let said = Promise.resolve();
  let received = '';
  let isBody = false;
  let number = 0;
  let to: string | undefined;
  let isOpen = false;
  socket.on('error', () => {});
  const say = (text: string, then?: () => void) => {
    said = said.then(async () => {
      if (delayMs > 0) await sleep(delayMs);
      if (socket.destroyed) return;
      if (text === 'drop') return void socket.destroy();
      for (let at = 0; at < text.length + 2; at += pieceBytes) {
        socket.write(`${text}\r\n`.slice(at, at + pieceBytes));
        if (pieceBytes < text.length) await sleep(1);
      }
      then?.();
    });
  };
  const answer = (step: Step, usual: string) => {
    seen.steps.push(step === 'dot' ? 'dot' : `${step} ${number}`);
    const text = answers[`${step} ${number}`] ?? usual;
    say(text);
    return /^[23]/.test(text);
  };
  say('220 hello');
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    for (let read = 0; ; read += 1) {
      const end = isBody ? received.indexOf('\r\n.\r\n') : received.indexOf('\r\n');
      if (end < 0) return;
      const line = received.slice(0, end);
      received = received.slice(end + (isBody ? 5 : 2));
      const verb = line.slice(0, 4).toUpperCase();
      if (!isPipelining && !isBody && read > 0) {
        // As strict servers do to whoever does not wait for an answer.
        seen.steps.push(`early ${verb}`);
        say('554 5.5.0 improper pipelining');
      } else if (isBody) {
        isBody = false;
        isOpen = false;
        if (answer('dot', `250 queued ${number}`)) seen.taken.push(to ?? '');
      } else if (verb === 'EHLO') say(isPipelining ? '250-x\r\n250 PIPELINING' : '250 x');
      else if (verb === 'RSET') {
        seen.steps.push('rset');
        isOpen = false;
        say('250 reset');
      } else if (verb === 'MAIL') {
        number = counter.mails += 1;
        to = undefined;
        // As real servers do: a transaction that is still open takes no second sender.
        isOpen = isOpen ? answer('mail', '503 nested MAIL') : answer('mail', '250 ok');
      } else if (verb === 'RCPT') {
        const isTaken = answer('rcpt', '250-ok\r\n250 and more');
        if (isTaken && isOpen) to = /<(.*)>/.exec(line)?.[1];
      } else if (verb === 'DATA') isBody = answer('data', to === undefined ? '554 no valid recipients' : '354 go on');
      else if (verb === 'QUIT') say('221 bye', () => socket.end());
    }
  });
}

const accepted = (number: number) => ({ kind: 'accepted', response: `250 queued ${number}` });

describe('a server that takes commands in advance', () => {
  test('gets the next message behind the last byte of the one before', async () => {
    const { seen, send } = await scripted({ delayMs: 5 });
    const outcomes = await Promise.all(['a', 'b', 'c'].map(send));
    expect(outcomes).toEqual([1, 2, 3].map(accepted));
    const group = (number: number) => [`mail ${number}`, `rcpt ${number}`, `data ${number}`];
    expect(seen.steps).toEqual([...group(1), 'dot', ...group(2), 'dot', ...group(3), 'dot']);
    expect(seen.connections).toBe(1);
  });

  test('that is slow to answer a message has the next one waiting', async () => {
    const { seen, send } = await scripted({ delayMs: 20 });
    const first = send('a');
    void send('b');
    await first;
    expect(seen.steps).toContain('data 2');
  });

  test.each([
    ['rcpt 2', '550 5.1.1 no such mailbox', { kind: 'rejected', code: 550, phase: 'rcpt' }],
    ['rcpt 2', '451-4.7.1 grey\r\n451 4.7.1 listed', { kind: 'deferred', code: 451, phase: 'rcpt', safe: true }],
    ['mail 2', '550 5.1.8 sender no', { kind: 'rejected', code: 550, phase: 'mail' }],
    ['data 2', '451 4.3.0 later', { kind: 'deferred', code: 451, phase: 'data', safe: true }],
    ['dot 2', '552 5.2.3 too big', { kind: 'rejected', code: 552, phase: 'message' }],
    ['dot 2', '452 4.3.1 full', { kind: 'deferred', code: 452, phase: 'message', safe: true }],
  ] as const)('that refuses %s in the middle of a group: %s', async (step, answer, expected) => {
    const { seen, send } = await scripted({ answers: { [step]: answer } });
    const [a, b, c, d] = await Promise.all(['a', 'b', 'c', 'd'].map(send));
    expect([a, b, c, d]).toMatchObject([accepted(1), expected, accepted(3), accepted(4)]);
    expect(b).toHaveProperty('response', answer.replace('\r', ''));
    expect(seen.taken).toEqual(['a@x.example', 'c@x.example', 'd@x.example']);
    expect(seen.connections).toBe(1);
  });

  test('answers in pieces of three bytes and on several lines', async () => {
    const { seen, send } = await scripted({ pieceBytes: 3, answers: { 'dot 2': '250-thank\r\n250-you\r\n250 ção' } });
    const outcomes = await Promise.all(['a', 'b', 'c'].map(send));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(outcomes[1]).toMatchObject({ response: expect.stringMatching(/^250-thank\n250-you\n250 /) as string });
    expect(seen.taken).toHaveLength(3);
  });

  test.each(['mail 2', 'rcpt 2', 'data 2'] as const)(
    'that drops the connection at %s gets that message once, over another connection',
    async (step) => {
      const { seen, send } = await scripted({ answers: { [step]: 'drop' } });
      const outcomes = await Promise.all(['a', 'b', 'c'].map(send));
      expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted']);
      expect(seen.taken.toSorted()).toEqual(['a@x.example', 'b@x.example', 'c@x.example']);
      expect(seen.connections).toBe(2);
    },
  );

  test('that drops the connection after a message leaves its result unknown, and the one behind it is safe', async () => {
    const { seen, send } = await scripted({ answers: { 'dot 1': 'drop' } });
    const [a, b] = await Promise.all(['a', 'b'].map(send));
    expect(a).toMatchObject({ kind: 'unknown' });
    expect(b).toMatchObject({ kind: 'accepted' });
    expect(seen.taken).toEqual(['b@x.example']);
  });

  test.each([
    ['dot 1', { kind: 'deferred', code: 421, phase: 'message', safe: true }],
    ['rcpt 1', { kind: 'deferred', code: 421, phase: 'rcpt', safe: true }],
  ] as const)('that says goodbye at %s gets the others over another connection', async (step, expected) => {
    const { seen, send } = await scripted({ answers: { [step]: '421 4.3.2 closing' } });
    const [a, b] = await Promise.all(['a', 'b'].map(send));
    expect(a).toMatchObject(expected);
    expect(b).toMatchObject({ kind: 'accepted' });
    expect(seen.connections).toBe(2);
  });

  test('whose message may not leave after all gets the others over another connection', async () => {
    const { seen, pool, send } = await scripted({});
    const held = pool.send({ from: FROM, to: 'b@x.example' }, MESSAGE, () => Promise.resolve(false));
    const outcomes = await Promise.all([send('a'), held, send('c')]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'accepted', 'withheld']);
    expect(seen.taken.toSorted()).toEqual(['a@x.example', 'c@x.example']);
  });
});

test('a server that does not take commands in advance gets them one by one', async () => {
  const { seen, send } = await scripted({ isPipelining: false, answers: { 'rcpt 2': '550 no such mailbox' } });
  const outcomes = await Promise.all(['a', 'b', 'c'].map(send));
  expect(outcomes).toMatchObject([accepted(1), { kind: 'rejected', code: 550, phase: 'rcpt' }, accepted(3)]);
  const steps = ['mail 1', 'rcpt 1', 'data 1', 'dot', 'mail 2', 'rcpt 2', 'rset', 'mail 3', 'rcpt 3', 'data 3', 'dot'];
  expect(seen.steps).toEqual(steps);
});

test('an answer that never ends costs the connection', async () => {
  const { send } = await scripted({ answers: { 'mail 1': `250-${'x'.repeat(70_000)}` } });
  expect(await send('a')).toMatchObject({ kind: 'deferred', phase: 'envelope', safe: true });
});
