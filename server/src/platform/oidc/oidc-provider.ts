import type { Configuration, IDToken } from 'openid-client';
import type { OidcSettings } from '#platform/config/oidc-settings.ts';
import type { Clock } from '#platform/time/clock.ts';

/** What ties an answer of the provider to the question: random, of one sign-in, known to the browser that asks. */
export interface OidcChecks {
  readonly state: string;
  readonly nonce: string;
  /** The verifier of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** `cancelled`: the person did not want to; `not_valid`: nothing that we may believe; `away`: the provider did not answer. */
export type OidcProblem = 'cancelled' | 'not_valid' | 'away';

export class OidcError extends Error {
  readonly problem: OidcProblem;

  constructor(problem: OidcProblem, cause: unknown) {
    super(`the provider's answer is ${problem}`, { cause });
    this.name = 'OidcError';
    this.problem = problem;
  }
}

/** A provider of OpenID Connect, by the authorization code with PKCE, state and nonce. Throws OidcError. */
export interface OidcProvider {
  /** Where the browser is sent, to come back to `redirectUri`. */
  authorizationUrl(checks: OidcChecks, ask: { redirectUri: string; loginHint?: string | undefined }): Promise<string>;
  /** What the provider says of whoever has signed in, from the address that the browser came back to: verified claims. */
  claimsFrom(callback: URL, checks: OidcChecks): Promise<IDToken>;
}

/** Keys and addresses of the provider are asked for again after this; a key that is not among them, at once. */
const keptMs = 60 * 60_000;
const timeoutSeconds = 10;
const clockToleranceSeconds = 60;

/** Opens the provider of the settings. Nothing is asked of it before somebody signs in. */
export function openOidcProvider(settings: OidcSettings, clock: Pick<Clock, 'now'>): OidcProvider {
  let found: { configuration: Promise<Configuration>; until: number } | undefined;

  function discovered(): Promise<Configuration> {
    const now = clock.now().getTime();
    if (found && now < found.until) return found.configuration;
    const configuration = discover(settings);
    const mine = (found = { configuration, until: now + keptMs });
    configuration.catch(() => {
      if (found === mine) found = undefined;
    });
    return configuration;
  }

  return {
    async authorizationUrl({ state, nonce, verifier }, { redirectUri, loginHint }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
      const configuration = await discovered().catch(judge);
      return buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(loginHint ? { login_hint: loginHint } : {}),
      }).href;
    },
    async claimsFrom(callback, { state, nonce, verifier }) {
      const { authorizationCodeGrant } = await import('openid-client');
      try {
        const tokens = await authorizationCodeGrant(await discovered(), callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims) return claims;
      } catch (error) {
        return judge(error);
      }
      throw new OidcError('not_valid', undefined);
    },
  };
}

/** Loaded with the first sign-in: most installations have no provider. The library knows Entra's issuers for many tenants. */
async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const { allowInsecureRequests, clockTolerance, discovery, enableNonRepudiationChecks } =
    await import('openid-client');
  const metadata = { client_secret: clientSecret, [clockTolerance]: clockToleranceSeconds };
  // The settings take plain HTTP on this machine only. Tokens are checked by their signature too, not by the connection alone.
  const isPlain = issuer.startsWith('http:');
  return discovery(new URL(issuer), clientId, metadata, undefined, {
    timeout: timeoutSeconds,
    execute: [...(isPlain ? [allowInsecureRequests] : []), enableNonRepudiationChecks],
  });
}

/** Codes of a connection that failed, by the library's names; what `fetch` throws is a TypeError. */
const awayCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

async function judge(error: unknown): Promise<never> {
  const { AuthorizationResponseError } = await import('openid-client');
  if (error instanceof AuthorizationResponseError)
    throw new OidcError(error.error === 'access_denied' ? 'cancelled' : 'not_valid', error);
  const code = (error as { code?: unknown }).code;
  const isAway = (error instanceof TypeError && code === undefined) || awayCodes.has(String(code));
  throw new OidcError(isAway ? 'away' : 'not_valid', error);
}
