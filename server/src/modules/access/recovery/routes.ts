import * as recovery from '@escuta/contract/recovery';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { implement } from '#platform/http/implement.ts';
import { callerAddress } from '#platform/limits/caller-address.ts';
import { openRateLimit } from '#platform/limits/rate-limit.ts';
import { callerOf } from '../session-cookie.ts';
import { findOpenReset } from './password-reset.ts';
import { requestRecovery } from './request-recovery.ts';
import { resetPassword } from './reset-password.ts';

/** The routes by which somebody who forgot the password comes to a new one. */
export function recoveryRoutes(app: App, context: AppContext): void {
  const { database, clock } = context;
  const limit = openRateLimit(context, 'recovery');
  const limited = { admit: ({ request }: { request: { ip: string } }) => limit.take(callerAddress(request.ip)) };

  implement(
    app,
    recovery.requestRecovery,
    limited,
  )(async ({ body: { email }, request }) => {
    await requestRecovery(context, { email, address: request.ip, requestId: request.id });
    return { ok: true };
  });

  implement(
    app,
    recovery.getRecovery,
    limited,
  )(async ({ params }) => {
    const found = await database.withSystem((tx) => findOpenReset(tx, params.id, clock.now()));
    return { _user: found.userId, email: found.email, visited: found.visited_at !== null };
  });

  implement(
    app,
    recovery.visitRecovery,
    limited,
  )(async ({ params }) => {
    const now = clock.now();
    await database.withSystem(async (tx) => {
      const { id } = await findOpenReset(tx, params.id, now);
      await tx
        .updateTable('password_resets')
        .set({ visited_at: now })
        .where('id', '=', id)
        .where('visited_at', 'is', null)
        .execute();
    });
    return { ok: true };
  });

  implement(
    app,
    recovery.resetPassword,
    limited,
  )(async ({ params, body: { _user, ...chosen }, request }) => {
    const caller = callerOf(request, context.config.production);
    await resetPassword(context, { link: params.id, userId: _user, ...chosen, caller });
    return { ok: true };
  });
}
