import type { FastifyBaseLogger } from 'fastify';
import { authenticator } from '#modules/access/index.ts';
import { openMaintenanceGate } from '#modules/installation/index.ts';
import { openLinkAccess } from '#modules/responses/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { createApp } from '#platform/http/app.ts';
import type { App } from '#platform/http/app.ts';
import { healthRoutes } from '#platform/http/health.ts';
import { measureRequests } from '#platform/http/measure-requests.ts';
import { recordRefusals } from '#platform/http/record-refusals.ts';
import { serveOpenApi } from '#platform/http/openapi.ts';
import { openReadiness } from '#platform/http/readiness.ts';
import type { Readiness } from '#platform/http/readiness.ts';
import { serveWebApp } from '#platform/http/web-app.ts';
import { devMailboxRoutes } from '#platform/mail/dev-mailbox-routes.ts';
import { devMailboxFolder } from './outgoing-mail.ts';
import { registerRoutes } from './routes.ts';

/** The whole HTTP server, not yet listening. */
export async function makeHttp(
  context: AppContext,
  logger: FastifyBaseLogger | false,
  readiness: Readiness = openReadiness(context),
): Promise<App> {
  const { config, database } = context;
  const app = await createApp({
    database,
    authenticate: authenticator(context),
    links: openLinkAccess(context),
    maintenance: openMaintenanceGate(context),
    logger,
    production: config.production,
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    connectTo: config.shortLinks ? [config.shortLinks.origin] : [],
  });
  measureRequests(app, context.metrics);
  recordRefusals(app, context);
  await serveOpenApi(app, { browsable: !config.production });
  healthRoutes(app, readiness);
  if (config.development) devMailboxRoutes(app, devMailboxFolder(config.dataDir));
  registerRoutes(app, context);
  await serveWebApp(app);
  return app;
}
