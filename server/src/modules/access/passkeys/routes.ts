import {
  askForPasskey,
  beginPasskey,
  createPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
  validatePasskey,
} from '@escuta/contract/passkeys';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { sendSession, callerOf } from '../session-cookie.ts';
import * as own from './own-passkeys.ts';
import * as way from './sign-in-with-passkey.ts';

/** Passkeys: as a way in, as a second step, and what their user does with them. */
export function passkeysRoutes(app: App, context: AppContext): void {
  const { production } = context.config;
  const deps = { ...context, maintenance: app.maintenance };

  implement(
    app,
    askForPasskey,
  )(async ({ body: { userId, step } }) => {
    const shown = userId !== undefined && step !== undefined ? { userId, token: step } : undefined;
    return { options: { ...(await way.askForPasskey(deps, shown)) } };
  });

  implement(
    app,
    signInWithPasskey,
  )(async ({ body: { credential, keepMeLoggedIn }, request, reply }) => {
    const caller = callerOf(request, production);
    const signedIn = await way.signInWithPasskey(deps, { credential, keepMeLoggedIn, caller });
    return sendSession(reply, signedIn, { production, keepMeLoggedIn });
  });

  implement(
    app,
    validatePasskey,
  )(async ({ body: { userId, credential, keepMeLoggedIn, step: token }, request, reply }) => {
    const step = { token, userId, keepMeLoggedIn };
    const signedIn = await way.finishWithPasskey(deps, { step, credential, caller: callerOf(request, production) });
    return sendSession(reply, signedIn, { production, keepMeLoggedIn });
  });

  implement(
    app,
    listPasskeys,
  )(async ({ scope }) => ({ data: await context.database.withSystem((tx) => own.listPasskeys(tx, scope.userId)) }));

  implement(
    app,
    beginPasskey,
  )(async ({ scope, request, body }) => {
    const act = { scope, caller: callerOf(request, production) };
    return { options: { ...(await own.beginPasskey(context, act, body.password)) } };
  });

  implement(
    app,
    createPasskey,
  )(({ scope, request, body }) => own.createPasskey(context, { scope, caller: callerOf(request, production) }, body));

  implement(
    app,
    removePasskey,
  )(async ({ scope, request, params, body }) => {
    const act = { scope, caller: callerOf(request, production) };
    await own.removePasskey(context, act, { id: params.id, password: body.password });
    return { ok: true };
  });
}
