import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openDrain } from './drain.ts';

let agent: Agent;
let server: Server;
afterEach(() => {
  agent.destroy();
  server.close();
});

/** A server with one connection that is open and has nothing to say. */
async function listenWithIdleConnection(idleGraceMs: number): Promise<{ drain: () => Promise<void> }> {
  agent = new Agent({ keepAlive: true });
  server = createServer((_question, response) => response.end());
  const drain = openDrain(server, { idleGraceMs });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect((await ask()).headers.connection).toBe('keep-alive');
  return { drain };
}

async function ask(): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request({ host: '127.0.0.1', port, agent }, (response) => {
    response.resume().once('end', () => resolve(response));
  })
    .once('error', reject)
    .end();
  return promise;
}

test('a connection that nobody uses may still bring a question, and ends with its answer', async () => {
  const { drain } = await listenWithIdleConnection(3_600_000);
  const asked = ask();
  const drained = drain();
  const { statusCode, headers } = await asked;
  expect([statusCode, headers.connection]).toEqual([200, 'close']);
  await expect(drained).resolves.toBeUndefined();
});

test('a connection that brings none does not hold the end up', async () => {
  const { drain } = await listenWithIdleConnection(0);
  await expect(drain()).resolves.toBeUndefined();
});
