import {
  beginFederatedLogin,
  changeCompanySignIn,
  finishFederatedLogin as finishRoute,
  getCompanySignIn,
  getSignInOptions,
  takeFederatedSession as takeRoute,
} from '@escuta/contract/federated-login';
import type { FederatedFailure } from '@escuta/contract/federated-login';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import type { Redirect } from '#platform/http/implement.ts';
import { Refusal } from '#platform/http/refusal.ts';
import { callerAddress } from '#platform/limits/caller-address.ts';
import { openRateLimit } from '#platform/limits/rate-limit.ts';
import { openOidcProvider, OidcError } from '#platform/oidc/oidc-provider.ts';
import { callerOf, keepFederatedFlow, sendSession, shownFederatedFlow } from '../session-cookie.ts';
import { chooseCompanySignIn, readCompanySignIn } from './company-sign-in.ts';
import { finishFederatedLogin } from './finish-federated-login.ts';
import { flowLifeMs, newFlow, openFlow, sealFlow } from './flow.ts';
import type { FederatedFlow } from './flow.ts';
import { takeFederatedSession } from './take-federated-session.ts';

const callbackPath = '/api/federated-login/callback';

/** Federated login, and which companies' people use it. */
export function federatedRoutes(app: App, context: AppContext): void {
  loginRoutes(app, context);
  companySignInRoutes(app, context);
}

/** To the provider, back from it, and the session. */
function loginRoutes(app: App, context: AppContext): void {
  const { config, secrets, clock } = context;
  const { production, oidc } = config;
  const provider = oidc && openOidcProvider(oidc, clock);
  const limit = openRateLimit(context, 'federated-login');
  const redirectUri = config.publicUrl + callbackPath;
  const keep = (reply: FastifyReply, flow: string | null) =>
    keepFederatedFlow(reply, { flow, production, seconds: flowLifeMs / 1_000 });
  const flowOf = (request: FastifyRequest) => openFlow(secrets, shownFederatedFlow(request, production), clock.now());

  implement(app, getSignInOptions)(async () => ({ federated: provider !== null }));

  implement(
    app,
    beginFederatedLogin,
  )(async ({ query, request, reply }) => {
    if (!provider) return failed('NOT_CONFIGURED');
    if (isOverLimit(limit, request)) return failed('TOO_MANY_REQUESTS');
    const { returnUrl, email } = query;
    const asked = { returnUrl, keepMeLoggedIn: query.keepMeLoggedIn === 'true', tab: query.tab === 'true' };
    const flow = newFlow(asked, clock.now());
    try {
      const location = await provider.authorizationUrl(flow, { redirectUri, loginHint: email });
      keep(reply, sealFlow(secrets, flow));
      return { location };
    } catch (error) {
      if (!(error instanceof OidcError)) throw error;
      context.log.error({ err: error, reqId: request.id }, 'the provider of federated login cannot be asked');
      return failed('PROVIDER_AWAY', flow);
    }
  });

  implement(
    app,
    finishRoute,
  )(async ({ request, reply }) => {
    if (!provider) return failed('NOT_CONFIGURED');
    if (isOverLimit(limit, request)) return failed('TOO_MANY_REQUESTS');
    const flow = flowOf(request);
    if (!flow) return failed('EXPIRED');
    const { search } = new URL(request.url, redirectUri);
    const callback = new URL(redirectUri + search);
    const caller = { address: request.ip, requestId: request.id };
    const finished = await finishFederatedLogin(context, provider, { callback, flow, ...caller });
    if ('code' in finished) return cameBack(finished.code, flow);
    keep(reply, null);
    return failed(finished.failure, flow);
  });

  implement(
    app,
    takeRoute,
  )(async ({ body: { code }, request, reply }) => {
    const flow = flowOf(request);
    keep(reply, null);
    const caller = callerOf(request, production);
    const signedIn = await takeFederatedSession({ ...context, maintenance: app.maintenance }, { code, flow, caller });
    if (signedIn.result !== 1) return signedIn;
    return sendSession(reply, signedIn, { production, keepMeLoggedIn: signedIn.keepMeLoggedIn });
  });
}

/** How the people of a company sign in, for whoever manages it. */
function companySignInRoutes(app: App, { config, clock }: AppContext): void {
  const isAvailable = config.oidc !== null;
  implement(
    app,
    getCompanySignIn,
  )(async ({ scope, inCompany, fail }) => {
    const chosen = await inCompany((tx) => readCompanySignIn(tx, scope, isAvailable));
    if (!chosen) throw fail('NOT_FOUND');
    return chosen;
  });

  implement(
    app,
    changeCompanySignIn,
  )(async ({ scope, body, inCompany }) => {
    const now = clock.now();
    await inCompany((tx) => chooseCompanySignIn(tx, scope, body, { isAvailable, now }));
    return { ok: true };
  });
}

/** To the page that takes the session: paths of ours and nothing that the caller could choose but their values. */
function cameBack(code: string, { returnUrl, tab, keepMeLoggedIn }: FederatedFlow): Redirect {
  const flags = { tab: tab ? 'true' : undefined, keepMeLoggedIn: keepMeLoggedIn ? 'true' : undefined };
  return led('/federated-login', { access_token: code, returnUrl, ...flags });
}

function failed(failure: FederatedFailure, { returnUrl }: Partial<FederatedFlow> = {}): Redirect {
  return led('/login', { msal_error: failure, returnUrl });
}

function led(path: '/login' | '/federated-login', values: Readonly<Record<string, string | undefined>>): Redirect {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { location: `${path}?${new URLSearchParams(given)}` };
}

/** A browser stands at the address: it is led to a page that says so. */
function isOverLimit(limit: ReturnType<typeof openRateLimit>, request: FastifyRequest): boolean {
  try {
    limit.take(callerAddress(request.ip));
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
