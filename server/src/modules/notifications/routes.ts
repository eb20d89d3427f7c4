import * as contract from '@escuta/contract/notifications';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { markAllRead, markRead } from './mark-read.ts';
import { countUnread, listNewest } from './queries.ts';

/** The routes of the bell. Each user has what they were told in the company that they work in. */
export function notificationsRoutes(app: App, { clock }: AppContext): void {
  implement(
    app,
    contract.listNotifications,
  )(({ scope, inCompany }) =>
    inCompany(async (tx) => ({
      data: (await listNewest(tx, scope)).map((row) => ({
        _id: row.id,
        content: contract.NotificationContent.parse(row.content),
        read: row.read_at !== null,
        created_at: row.created_at.toISOString(),
      })),
      unread: await countUnread(tx, scope),
    })),
  );

  implement(
    app,
    contract.readAllNotifications,
  )(async ({ scope, inCompany }) => {
    await inCompany((tx) => markAllRead(tx, scope, clock.now()));
    return { ok: true };
  });

  implement(
    app,
    contract.readNotification,
  )(async ({ scope, params, inCompany }) => {
    await inCompany((tx) => markRead(tx, scope, params.id, clock.now()));
    return { ok: true };
  });
}
