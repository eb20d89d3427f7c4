import type { App } from '#platform/http/app.ts';
import type { Readiness } from '#platform/http/readiness.ts';

/** `/healthz`: the process lives; nothing is asked. `/readyz`: whether work may be given to it, and what stands against. */
export function healthRoutes(app: App, readiness: Readiness): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ alive: true }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const report = await readiness.report();
    return reply
      .code(report.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report);
  });
}
