import { isStaff } from '@escuta/contract/access-policy';
import { exchangeToken, getMe, signIn, signOut } from '@escuta/contract/access';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { newToken } from '#platform/crypto/secrets.ts';
import { implement } from '#platform/http/implement.ts';
import { recordSecurityEvent } from '#platform/security/security-events.ts';
import { passkeysRoutes } from './passkeys/routes.ts';
import { presentUser } from './present-user.ts';
import { federatedRoutes } from './federated/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { findUserInside } from './queries.ts';
import { recordAccess } from './record-access.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { sessionsRoutes } from './sessions/routes.ts';
import { callerOf, clearSessionCookie, presentedToken, sendSession, sendToken } from './session-cookie.ts';
import { cookieSecondsLeft } from './session.ts';
import { lifeOf, revokeSession, rotateToken } from './session-store.ts';
import { signInWithPassword } from './sign-in.ts';
import { recoveryRoutes } from './recovery/routes.ts';
import { signUpRoutes } from './sign-up/routes.ts';
import { teamRoutes } from './team/routes.ts';

/** The routes by which people come in and go out. */
export function accessRoutes(app: App, context: AppContext): void {
  federatedRoutes(app, context);
  const { config, database, clock } = context;
  const { production } = config;
  recoveryRoutes(app, context);
  signUpRoutes(app, context);
  teamRoutes(app, context);
  implement(
    app,
    signIn,
  )(async ({ body, request, reply }) => {
    const way = { ...context, maintenance: app.maintenance };
    const signedIn = await signInWithPassword(way, { ...body, caller: callerOf(request, production) });
    if (signedIn.result !== 1) return signedIn;
    return sendSession(reply, signedIn, { production, keepMeLoggedIn: body.keepMeLoggedIn });
  });

  implement(
    app,
    signOut,
  )(async ({ scope, request, reply }) => {
    const { sessionId, userId, companyId } = scope;
    await database.withSystem((tx) => revokeSession(tx, sessionId, clock.now()));
    // At home, wherever they are just now.
    const actor = { ...scope, companyId: scope.homeCompanyId, businessUnitId: null, isStaff: isStaff(scope.role) };
    await recordAccess(context, actor, { action: 'session.ended' });
    recordSecurityEvent(context, 'signed_out', { userId, companyId, address: request.ip, requestId: request.id });
    clearSessionCookie(reply, production);
    return { ok: true };
  });

  implement(
    app,
    exchangeToken,
  )(async ({ scope, request, reply, fail }) => {
    const oldToken = presentedToken(request, production) ?? '';
    const token = newToken();
    const now = clock.now();
    const rotated = await database.withSystem((tx) => rotateToken(tx, scope.sessionId, { oldToken, token }, now));
    const [user, life] = await database.withSystem(async (tx) => [
      await findUserInside(tx, scope),
      await lifeOf(tx, scope.sessionId),
    ]);
    // Exchanged already: by who else holds it, or by another tab.
    if (!rotated || !user) throw fail('NOT_SIGNED_IN');
    sendToken(reply, token, production, cookieSecondsLeft(life, now));
    const { userId, companyId } = scope;
    recordSecurityEvent(context, 'signed_in', { userId, companyId, address: request.ip, requestId: request.id });
    return { user: presentUser(user, scope), token: production ? 'cookie' : token };
  });

  implement(
    app,
    getMe,
  )(async ({ scope, fail }) => {
    const user = await database.withSystem((tx) => findUserInside(tx, scope));
    if (!user) throw fail('NOT_FOUND');
    return presentUser(user, scope);
  });
  secondFactorRoutes(app, context);
  passkeysRoutes(app, context);
  sessionsRoutes(app, context);
  profileRoutes(app, context);
}
