import type { FastifyBaseLogger } from 'fastify';
import { authenticator } from '#modules/access/index.ts';
import type { House } from '#platform/house/house.ts';
import { createApp } from '#platform/http/app.ts';
import type { App } from '#platform/http/app.ts';
import { healthRoutes } from '#platform/http/health.ts';
import { measureRequests } from '#platform/http/measure-requests.ts';
import { recordRefusals } from '#platform/http/record-refusals.ts';
import { serveOpenApi } from '#platform/http/openapi.ts';
import { openReadiness } from '#platform/http/readiness.ts';
import type { Readiness } from '#platform/http/readiness.ts';
import { serveWebApp } from '#platform/http/web-app.ts';
import { devOutboxRoutes } from '#platform/mail/dev-outbox-routes.ts';
import { outboxFolder } from './outgoing-mail.ts';
import { registerRoutes } from './routes.ts';

/** The whole HTTP server, not yet listening. */
export async function makeHttp(
  house: House,
  logger: FastifyBaseLogger | false,
  readiness: Readiness = openReadiness(house),
): Promise<App> {
  const { config, database } = house;
  const app = await createApp({
    database,
    authenticate: authenticator(house),
    logger,
    production: config.production,
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
  });
  measureRequests(app, house.metrics);
  recordRefusals(app, house);
  await serveOpenApi(app, { browsable: !config.production });
  healthRoutes(app, readiness);
  if (config.development) devOutboxRoutes(app, outboxFolder(config.dataDir));
  registerRoutes(app, house);
  await serveWebApp(app);
  return app;
}
