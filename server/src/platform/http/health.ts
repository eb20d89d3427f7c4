import type { App } from '#platform/http/app.ts';
import { isMigrated } from '#platform/db/migrate.ts';

const answerWithinMs = 2_000;

/** `/healthz`: the process is alive. `/readyz`: the database answers and holds this release's schema. */
export function healthRoutes(app: App): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ alive: true }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const ready = await Promise.race([
      isReady(app),
      new Promise<false>((resolve) => setTimeout(resolve, answerWithinMs, false).unref()),
    ]);
    return reply.code(ready ? 200 : 503).send({ ready });
  });
}

async function isReady(app: App): Promise<boolean> {
  try {
    return await isMigrated((sql) => app.database.pool.query(sql));
  } catch {
    // Why it is not ready is in the log of whoever runs the database; here it is only not ready.
    return false;
  }
}
