import { endOneSession, endOtherSessions, listSessions } from '@escuta/contract/sessions';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import * as sessions from './own-sessions.ts';

/** Where a user is signed in, and how to end it. */
export function sessionsRoutes(app: App, context: AppContext): void {
  implement(app, listSessions)(async ({ scope }) => ({ data: await sessions.listOwnSessions(context, scope) }));

  implement(app, endOtherSessions)(async ({ scope }) => ({ ended: await sessions.endOtherSessions(context, scope) }));

  implement(
    app,
    endOneSession,
  )(async ({ scope, params }) => {
    await sessions.endOwnSession(context, scope, params.id);
    return { ok: true };
  });
}
