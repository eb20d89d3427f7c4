import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type LoadBalancer, openLoadBalancer } from './load-balancer.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

test('connections go to the apis in turn, bodies whole in both directions', async () => {
  const balancer = await openBalancer(await startApi('one'), await startApi('two'));
  const body = 'x'.repeat(1_000_000);
  const answers = [
    await ask(balancer, body),
    await ask(balancer, body),
    await ask(balancer, body),
    await ask(balancer, body),
  ];
  expect(answers.map(({ name }) => name).toSorted()).toEqual(['one', 'one', 'two', 'two']);
  expect(new Set(answers.map(({ sizeBytes }) => sizeBytes))).toEqual(new Set([1_000_000]));
});

test('an api that is gone is left out', async () => {
  const gone = await startApi('gone');
  const balancer = await openBalancer(gone, await startApi('left'));
  gone.closeAllConnections();
  await new Promise((closed) => gone.close(closed));
  expect([(await ask(balancer)).name, (await ask(balancer)).name, (await ask(balancer)).name]).toEqual([
    'left',
    'left',
    'left',
  ]);
});

test('with no api left the caller hears it at once', async () => {
  const gone = await startApi('gone');
  const balancer = await openBalancer(gone);
  await new Promise((closed) => gone.close(closed));
  await expect(ask(balancer)).rejects.toThrow('fetch failed');
});

test('a connection ends with the api that it led to', async () => {
  const dying = await startApi('dying', () => dying.closeAllConnections());
  const balancer = await openBalancer(dying);
  await expect(ask(balancer)).rejects.toThrow('fetch failed');
});

async function startApi(name: string, instead?: () => void): Promise<Server> {
  const server = createServer((request, response) => {
    if (instead) return instead();
    let sizeBytes = 0;
    request.on('data', (chunk: Buffer) => (sizeBytes += chunk.length));
    request.on('end', () => response.end(JSON.stringify({ name, sizeBytes })));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  opened.push(server);
  return server;
}

async function openBalancer(...apis: Server[]): Promise<LoadBalancer> {
  const balancer = await openLoadBalancer(
    0,
    apis.map((api) => (api.address() as AddressInfo).port),
  );
  opened.push(balancer);
  return balancer;
}

async function ask({ port }: LoadBalancer, body = ''): Promise<{ name: string; sizeBytes: number }> {
  const headers = { connection: 'close' };
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
  return (await answer.json()) as { name: string; sizeBytes: number };
}
