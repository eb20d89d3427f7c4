import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { startChild } from './child.ts';
import type { Child } from './child.ts';
import type { Installation } from './installation.ts';
import { until } from './until.ts';

/** The API of production in a process of its own. */
export interface ApiServer {
  readonly url: string;
  readonly program: Child;
  stop(): Promise<void>;
}

/** Starts the API on an installation and waits until it is ready. */
export async function startApi({ environment }: Installation): Promise<ApiServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = startChild('kit/api-process.ts', {
    ...environment,
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://127.0.0.1',
    LOG_LEVEL: 'error',
    PORT: String(port),
  });
  try {
    await until(() => isReady(url), { what: 'the start of the server', everyMs: 100, withinMs: 30_000, by: server });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url, program: server, stop: () => server.stop() };
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<number>();
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    server.close(() => resolve(port));
  });
  return promise;
}
