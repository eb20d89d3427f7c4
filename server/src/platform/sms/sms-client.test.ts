import * as net from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startSmsSink } from '../../testing/sms-sink.ts';
import type { SmsSink } from '../../testing/sms-sink.ts';
import { SmsClient } from './sms-client.ts';
import { judgeAnswer } from './sms-outcome.ts';
import { parseSmsUrl } from './sms-url.ts';

const message = { id: 'item-1', to: '+5511987654321', from: 'Aurora', text: 'Olá' };
const yes = () => Promise.resolve(true);
const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

async function sink(judge: Parameters<typeof startSmsSink>[0] = {}): Promise<SmsSink> {
  const opened = await startSmsSink(judge);
  closings.push(opened.close);
  return opened;
}

function client(url: string): SmsClient {
  const opened = new SmsClient(parseSmsUrl(url));
  closings.push(() => opened.close(0));
  return opened;
}

describe('a message', () => {
  test('is posted whole, with its id as the key, and accepted', async () => {
    const provider = await sink();
    const url = provider.url.replace('http://', 'http://token@');
    expect(await client(url).send(message, yes)).toEqual({ kind: 'accepted' });
    expect(provider.messages).toEqual([{ ...message, key: 'item-1', authorization: 'Bearer token' }]);
  });

  test('does not leave while the hand-over is not written, nor when it says no or fails', async () => {
    const provider = await sink();
    const sms = client(provider.url);
    let seen = -1;
    await sms.send(message, async () => {
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
      seen = provider.messages.length;
      return true;
    });
    expect(seen).toBe(0);
    expect(await sms.send(message, () => Promise.resolve(false))).toEqual({ kind: 'withheld' });
    await expect(sms.send(message, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(provider.messages).toHaveLength(1);
  });

  test('to a provider that is not there is deferred, and nobody was asked', async () => {
    const provider = await startSmsSink();
    await provider.close();
    let asked = 0;
    const outcome = await client(provider.url).send(message, () => Promise.resolve(++asked > 0));
    expect(outcome).toMatchObject({ kind: 'deferred', isReached: false });
    expect(asked).toBe(0);
  });

  test('whose answer is lost is unknown, whether the connection breaks or the provider is silent', async () => {
    const dropping = await sink({ message: () => 'drop' });
    expect(await client(dropping.url).send(message, yes)).toMatchObject({ kind: 'unknown' });
    const silent = await sink({ message: () => new Promise(() => undefined), timeoutMs: 100 });
    expect(await client(silent.url).send(message, yes)).toMatchObject({
      kind: 'unknown',
      response: 'no answer within 100 ms',
    });
  });

  test('of which the connection took only a part is deferred: nobody can have read it', async () => {
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.pause();
      setTimeout(() => socket.resetAndDestroy(), 100);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closings.push(() => new Promise((resolve) => server.close(resolve)));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const long = { ...message, text: 'x'.repeat(20_000_000) };
    expect(await client(url).send(long, yes)).toMatchObject({ kind: 'deferred', isReached: true });
  });

  test('an endless answer is cut off', async () => {
    const provider = await sink({ message: () => ({ status: 400, body: { message: 'x'.repeat(1_000_000) } }) });
    const outcome = await client(provider.url).send(message, yes);
    expect(outcome).toMatchObject({ kind: 'rejected' });
    expect(JSON.stringify(outcome).length).toBeLessThan(20_000);
  });
});

test('an answer is judged by what it says of the message', () => {
  const kinds = (...statuses: number[]) => statuses.map((status) => judgeAnswer(status, '').kind);
  expect(kinds(200, 201, 202, 204)).toEqual(Array(4).fill('accepted'));
  expect(kinds(400, 410, 413, 415, 422)).toEqual(Array(5).fill('rejected'));
  // Our credentials, our address, our pace, its pause: the message has no part in it.
  expect(kinds(301, 401, 402, 403, 404, 408, 425, 429, 503)).toEqual(Array(9).fill('deferred'));
  // It may have been taken before the error.
  expect(kinds(409, 500, 502, 504)).toEqual(Array(4).fill('unknown'));
  expect(judgeAnswer(422, '{"code":"invalid_recipient","message":"no such number"}')).toEqual({
    kind: 'rejected',
    isOfAddress: true,
    response: '422 no such number',
  });
  expect(judgeAnswer(422, '{"code":"text_too_long"}')).toMatchObject({ isOfAddress: false });
  expect(judgeAnswer(429, 'slow down')).toEqual({ kind: 'deferred', isReached: false, response: '429 slow down' });
});

test('a look-up says accepted, rejected or absent, and nothing where the provider does not say', async () => {
  const answers: Record<string, { status: number; body?: object }> = {
    taken: { status: 200, body: { status: 'accepted' } },
    refused: { status: 200, body: { status: 'rejected' } },
    unseen: { status: 404 },
    odd: { status: 200, body: { status: 'perhaps' } },
    broken: { status: 500 },
  };
  const provider = await sink({ lookUp: (id) => answers[id] ?? { status: 400 } });
  const sms = client(provider.url);
  expect(await Promise.all(Object.keys(answers).map((id) => sms.lookUp(id)))).toEqual([
    'accepted',
    'rejected',
    'absent',
    null,
    null,
  ]);
});
