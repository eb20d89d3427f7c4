import {
  beginAuthenticator,
  confirmAuthenticator,
  getSecondFactor,
  removeAuthenticator,
  renewRecoveryCodes,
  resetSecondFactor,
  validateCode,
} from '@escuta/contract/second-factor';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { sendSession, callerOf } from '../session-cookie.ts';
import * as authenticator from './authenticator.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { resetSecondFactor as reset } from './reset-second-factor.ts';

/** The routes of the second factor: the step of signing in, and what its user does with it. */
export function secondFactorRoutes(app: App, context: AppContext): void {
  const { production } = context.config;

  implement(
    app,
    validateCode,
  )(async ({ body: { userId, token, keepMeLoggedIn, step }, request, reply }) => {
    const shown = { token: step, userId, keepMeLoggedIn };
    const way = { ...context, maintenance: app.maintenance };
    const signedIn = await finishSignIn(way, { step: shown, typed: token, caller: callerOf(request, production) });
    return sendSession(reply, signedIn, { production, keepMeLoggedIn });
  });

  implement(
    app,
    getSecondFactor,
  )(({ scope }) => context.database.withSystem((tx) => authenticator.readSecondFactor(tx, scope.userId)));

  implement(
    app,
    beginAuthenticator,
  )(({ scope, request, body }) =>
    authenticator.beginAuthenticator(context, { scope, caller: callerOf(request, production) }, body.password),
  );

  implement(
    app,
    confirmAuthenticator,
  )(async ({ scope, request, body }) => {
    const act = { scope, caller: callerOf(request, production) };
    return { recoveryCodes: await authenticator.confirmAuthenticator(context, act, body.token) };
  });

  implement(
    app,
    removeAuthenticator,
  )(async ({ scope, request, body }) => {
    await authenticator.removeAuthenticator(context, { scope, caller: callerOf(request, production) }, body);
    return { ok: true };
  });

  implement(
    app,
    renewRecoveryCodes,
  )(async ({ scope, request, body }) => {
    const act = { scope, caller: callerOf(request, production) };
    return { recoveryCodes: await authenticator.renewRecoveryCodes(context, act, body.password) };
  });

  implement(
    app,
    resetSecondFactor,
  )(async ({ scope, params }) => {
    await reset(context, scope, params.id);
    return { ok: true };
  });
}
