import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Readiness } from '#platform/http/readiness.ts';

export interface OperationsServer {
  close(): Promise<void>;
}

/**
 * What machines ask of a process, on a port of its own that no proxy leads to (decision 0008): `/healthz`, `/readyz`,
 * `/metrics`. It answers until the very end of a graceful stop. Throws when the port is taken.
 */
export async function startOperationsServer(
  { config, metrics, log }: Pick<AppContext, 'config' | 'metrics' | 'log'>,
  readiness: Readiness,
): Promise<OperationsServer | null> {
  const { operationsHost: host, operationsPort: port } = config;
  if (port === null) return null;
  metrics.watch('escuta_ready', async () => Number((await readiness.report()).ready));

  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === '/healthz') return sendJson(response, 200, { alive: true });
    if (path === '/readyz') {
      const report = await readiness.report();
      return sendJson(response, report.ready ? 200 : 503, report);
    }
    if (path === '/metrics') {
      const text = await metrics.text();
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
      return;
    }
    sendJson(response, 404, { code: 'NOT_FOUND' });
  }

  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    if (request.method !== 'GET') return sendJson(response, 405, { code: 'METHOD_NOT_ALLOWED' });
    answer(request.url?.split('?')[0] ?? '', response).catch((error: unknown) => {
      log.error({ err: error }, 'operations could not be answered');
      sendJson(response, 500, { code: 'INTERNAL_ERROR' });
    });
  });
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  await listening;
  log.info({ port: (server.address() as AddressInfo).port }, 'operations listening');
  return {
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}
