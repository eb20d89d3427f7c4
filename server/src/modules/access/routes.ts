import { getMe, signIn, signOut } from '@escuta/contract/access';
import type { App } from '#platform/http/app.ts';
import type { House } from '#platform/house/house.ts';
import { implement } from '#platform/http/implement.ts';
import { presentUser } from './present-user.ts';
import { findUserById } from './queries.ts';
import { clearSessionCookie, sendToken } from './session-cookie.ts';
import { keptSessionLifeMs } from './session.ts';
import { revokeSession } from './session-store.ts';
import { signInWithPassword } from './sign-in.ts';

/** The routes by which people come in and go out. */
export function accessRoutes(app: App, { config, database, clock }: House): void {
  implement(
    app,
    signIn,
  )(async ({ body, request, reply }) => {
    const answer = await signInWithPassword({ database, clock }, { ...body, address: request.ip });
    if (answer.result !== 1 || !config.production) return answer;
    sendToken(reply, answer.token, true, body.keepMeLoggedIn ? keptSessionLifeMs / 1_000 : undefined);
    // The cookie holds the token; the page keeps only this marker.
    return { ...answer, token: 'cookie' };
  });

  implement(
    app,
    signOut,
  )(async ({ scope, reply }) => {
    await database.withSystem((tx) => revokeSession(tx, scope.sessionId, clock.now()));
    clearSessionCookie(reply, config.production);
    return { ok: true };
  });

  implement(
    app,
    getMe,
  )(async ({ scope, fail }) => {
    const user = await database.withSystem((tx) => findUserById(tx, scope.userId));
    if (!user) throw fail('NOT_FOUND');
    return presentUser(user, scope.businessUnitIds);
  });
}
