import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';

/** Somebody at the provider, by their id there. */
export interface Account {
  readonly email: string;
  /** The directory that they belong to, as Entra's claim has it. */
  readonly tid: string;
}

const clientId = 'escuta-stories';
const clientSecret = 'only the stories know it';
const providerPortAbove = 700;

function issuerFor(port: number): string {
  return `http://127.0.0.1:${port + providerPortAbove}`;
}

/** The settings by which the product on a port finds the provider of its stories. It need not run before somebody signs in. */
export function providerSettings(port: number): Record<string, string> {
  return { OIDC_ISSUER: issuerFor(port), OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
}

/**
 * A certified provider of OpenID Connect on loopback, for the product on a port: its page offers each account, and to cancel.
 * Everything else about it is real: codes, PKCE, signatures, keys.
 */
export async function startIdentityProvider(port: number, accounts: Readonly<Record<string, Account>>) {
  const issuer = issuerFor(port);
  const provider = new Provider(issuer, settingsOf(port, accounts));
  const answer = provider.callback();
  const server = createServer((request, response) => {
    const isInteraction = request.url?.startsWith('/interaction/') ?? false;
    void (isInteraction ? interact(provider, request, response, accounts) : answer(request, response));
  });
  await new Promise<void>((resolve) => {
    server.listen(Number(new URL(issuer).port), '127.0.0.1', resolve);
  });
  return {
    issuer,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function settingsOf(port: number, accounts: Readonly<Record<string, Account>>): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`http://127.0.0.1:${port}/api/federated-login/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub', 'tid'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    // As Entra does: what is asked for stands in the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['the cookies of the stories'] },
    findAccount: (_context, id) => {
      const account = accounts[id];
      if (!account) return undefined;
      const { email, tid } = account;
      const claims = () => ({ sub: id, tid, email, email_verified: true, preferred_username: email });
      return { accountId: id, claims };
    },
    // Nobody is asked to consent: the directory has, for its people.
    loadExistingGrant: async ({ oidc: { client, session, provider } }) => {
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** The one page of the provider: who signs in is a press, and so is nobody. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  accounts: Readonly<Record<string, Account>>,
): Promise<void> {
  const chosen = new URL(request.url ?? '', 'http://provider.invalid').searchParams.get('as');
  if (chosen === 'nobody') {
    const refused = { error: 'access_denied', error_description: 'the person has cancelled' };
    return provider.interactionFinished(request, response, refused, { mergeWithLastSubmission: false });
  }
  if (chosen !== null) {
    const signedIn = { login: { accountId: chosen, remember: false } };
    return provider.interactionFinished(request, response, signedIn, { mergeWithLastSubmission: false });
  }
  const { params } = await provider.interactionDetails(request, response);
  const hint = params['login_hint'];
  const expected = typeof hint === 'string' ? hint.replaceAll('<', '') : 'anybody';
  const links = Object.entries(accounts).map(([id, { email }]) => `<li><a href="?as=${id}">${email}</a></li>`);
  const page = `<!doctype html><html lang="en"><title>Provider</title><h1>Pick an account</h1>
    <p>Expected: ${expected}</p>
    <ul>${links.join('')}</ul><a href="?as=nobody">Cancel</a></html>`;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
}
