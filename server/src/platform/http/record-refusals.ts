import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { Refusal } from '#platform/http/refusal.ts';
import { recordSecurityEvent } from '#platform/security/security-events.ts';

/** Tells of every call that asked for more than its user may do. Registered before the routes. */
export function recordRefusals(app: App, context: Pick<AppContext, 'log' | 'metrics' | 'secrets'>): void {
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof Refusal) || error.code !== 'FORBIDDEN') return;
    recordSecurityEvent(context, 'forbidden', {
      address: request.ip,
      requestId: request.id,
      userId: request.scope?.userId,
      companyId: request.scope?.companyId,
      reason: 'role',
      route: `${request.method} ${request.routeOptions.url}`,
    });
  });
}
