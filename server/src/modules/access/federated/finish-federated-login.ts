import type { FederatedFailure } from '@escuta/contract/federated-login';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { OidcError } from '#platform/oidc/oidc-provider.ts';
import type { OidcProblem, OidcProvider } from '#platform/oidc/oidc-provider.ts';
import { recordSecurityEvent } from '#platform/security/security-events.ts';
import { shutOutBy } from '../begin-signed-in.ts';
import { findFederatedUser } from './find-federated-user.ts';
import type { FederatedFlow } from './flow.ts';
import { handOver } from './handover.ts';
import { identityOf } from './identity.ts';
import type { FederatedIdentity } from './identity.ts';

interface Returned {
  /** The address that the browser came back to, whole. */
  readonly callback: URL;
  readonly flow: FederatedFlow;
  readonly address: string;
  readonly requestId: string;
}

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'log' | 'metrics'>;

export type Finished = { readonly code: string } | { readonly failure: FederatedFailure };

const failures: Record<OidcProblem, FederatedFailure> = {
  cancelled: 'CANCELLED',
  not_valid: 'NOT_VALID',
  away: 'PROVIDER_AWAY',
};

/** Believes what the provider says of whoever has come back, finds the user of it, and hands a session over to their browser. */
export async function finishFederatedLogin(
  context: Deps,
  provider: OidcProvider,
  { callback, flow, address, requestId }: Returned,
): Promise<Finished> {
  const { database, clock, log } = context;
  const now = clock.now();
  const identity = await identify(provider, callback, flow);
  if (identity instanceof OidcError) {
    const reason = `federated_${identity.problem}`;
    // What the library says is of codes and names of claims; an answer's text is the provider's and stays out.
    log.warn({ reason, cause: codeOf(identity.cause), reqId: requestId }, 'a federated login was not believed');
    if (identity.problem !== 'away') recordSecurityEvent(context, 'sign_in_failed', { address, requestId, reason });
    return { failure: failures[identity.problem] };
  }
  return database.withSystem(async (tx): Promise<Finished> => {
    const found = await findFederatedUser(tx, identity, now);
    const who = { address, requestId, ...(identity.email ? { email: identity.email } : {}) };
    if ('reason' in found) {
      recordSecurityEvent(context, 'sign_in_failed', { ...who, reason: `federated_${found.reason}` });
      return { failure: 'NOT_ALLOWED' };
    }
    const { user } = found;
    const shut = shutOutBy(user, { address, now });
    if (shut) {
      recordSecurityEvent(context, 'sign_in_failed', { ...who, userId: user.id, reason: shut.toLowerCase() });
      return { failure: shut };
    }
    const { state, keepMeLoggedIn } = flow;
    return { code: await handOver(tx, { userId: user.id, state, keepMeLoggedIn }, now) };
  });
}

/** Who has come back, or what is wrong with what they bring. */
async function identify(
  provider: OidcProvider,
  callback: URL,
  flow: FederatedFlow,
): Promise<FederatedIdentity | OidcError> {
  try {
    const identity = identityOf(await provider.claimsFrom(callback, flow));
    return identity ?? new OidcError('not_valid', undefined);
  } catch (error) {
    if (error instanceof OidcError) return error;
    throw error;
  }
}

function codeOf(cause: unknown): string {
  const { code, error } = (cause ?? {}) as { code?: unknown; error?: unknown };
  const word = error ?? code;
  return typeof word === 'string' && /^[A-Za-z_]{1,60}$/.test(word) ? word : 'unknown';
}
