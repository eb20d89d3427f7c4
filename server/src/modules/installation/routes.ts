import { getEnvironment } from '@escuta/contract/environment';
import * as maintenance from '@escuta/contract/maintenance';
import { openShortLinks } from '@escuta/contract/short-links';
import * as notices from '@escuta/contract/system-notices';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { refuse } from '#platform/http/refusal.ts';
import { createNotice } from './create-notice.ts';
import { presentMaintenance, presentNotice } from './present-installation.ts';
import { findMaintenance, listNotices } from './queries.ts';
import { shortLinksToken } from './short-links-token.ts';
import { beginMaintenance, endMaintenance } from './switch-maintenance.ts';

/** The routes of the installation as a whole: what it is, whether it is shut, what everybody is told. */
export function installationRoutes(app: App, context: AppContext): void {
  const { environment, shortLinks } = context.config;
  implement(app, getEnvironment)(async () => environment);
  implement(
    app,
    openShortLinks,
  )(async ({ scope }) => {
    if (!shortLinks) throw refuse('SHORT_LINKS_NOT_CONFIGURED');
    return shortLinksToken(shortLinks, scope, context.clock.now());
  });
  maintenanceRoutes(app, context);
  noticeRoutes(app, context);
}

function maintenanceRoutes(app: App, { database, clock, log }: AppContext): void {
  implement(
    app,
    maintenance.getMaintenance,
  )(async () => ({ maintenance: presentMaintenance(await database.withSystem(findMaintenance)) }));

  implement(
    app,
    maintenance.beginMaintenance,
  )(async ({ scope, body }) => {
    const row = await database.withSystem(async (tx) => {
      await beginMaintenance(tx, scope.userId, body, clock.now());
      return findMaintenance(tx);
    });
    app.maintenance.forget();
    log.warn({ userId: scope.userId }, 'the platform is shut for maintenance');
    return { maintenance: presentMaintenance(row) };
  });

  implement(
    app,
    maintenance.endMaintenance,
  )(async ({ scope }) => {
    await database.withSystem(endMaintenance);
    app.maintenance.forget();
    log.warn({ userId: scope.userId }, 'the platform is open again');
    return { ok: true };
  });
}

function noticeRoutes(app: App, { database, clock }: AppContext): void {
  const list = async (withComing: boolean) => {
    const rows = await database.withSystem((tx) => listNotices(tx, { now: clock.now(), withComing }));
    return { data: rows.map(presentNotice) };
  };
  implement(app, notices.listSystemNotices)(() => list(false));
  implement(app, notices.listAllSystemNotices)(() => list(true));

  implement(
    app,
    notices.createSystemNotice,
  )(({ scope, body }) => database.withSystem((tx) => createNotice(tx, scope.userId, body, clock.now())));

  implement(
    app,
    notices.deleteSystemNotice,
  )(async ({ params, fail }) => {
    const { numDeletedRows } = await database.withSystem((tx) =>
      tx.deleteFrom('system_notices').where('id', '=', params.id).executeTakeFirst(),
    );
    if (numDeletedRows === 0n) throw fail('NOT_FOUND');
    return { ok: true };
  });
}
