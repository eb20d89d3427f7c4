import { refuse } from '#platform/http/refusal.ts';
import { recordSecurityEvent } from '#platform/security/security-events.ts';
import type { SecurityEvent } from '#platform/security/security-events.ts';
import { beginSignedIn, refuseShutOut } from '../begin-signed-in.ts';
import type { BeginDeps, SignedIn } from '../begin-signed-in.ts';
import type { Caller } from '../caller.ts';
import { findUserById } from '../queries.ts';
import type { UserRow } from '../queries.ts';
import { askForSecondFactor } from '../second-factor/ask-for-second-factor.ts';
import type { SecondStepAsked } from '../second-factor/ask-for-second-factor.ts';
import type { FederatedFlow } from './flow.ts';
import { takeHandover } from './handover.ts';

interface Taking {
  readonly code: string;
  /** What this browser has begun. */
  readonly flow: FederatedFlow | undefined;
  readonly caller: Caller;
}

/**
 * Begins the session of a federated login, in the browser that began it and once: a code that somebody else was sent, or that
 * was seen in an address, opens nothing.
 */
export async function takeFederatedSession(
  context: BeginDeps,
  { code, flow, caller }: Taking,
): Promise<(SignedIn & { keepMeLoggedIn: boolean }) | SecondStepAsked> {
  const { database, clock } = context;
  const tell = (event: SecurityEvent, facts: { userId?: UserRow['id']; reason?: string }) =>
    recordSecurityEvent(context, event, { address: caller.address, requestId: caller.requestId, ...facts });
  const found =
    flow &&
    (await database.withSystem(async (tx) => {
      const taken = await takeHandover(tx, { code, state: flow.state }, clock.now());
      const user = taken && (await findUserById(tx, taken.user_id));
      return user && { user, keepMeLoggedIn: taken.keep_signed_in };
    }));
  if (!found) {
    tell('sign_in_failed', { reason: 'federated_expired' });
    throw refuse('FEDERATED_LOGIN_EXPIRED');
  }
  const { user, keepMeLoggedIn } = found;
  // The provider's own second factor is its own; a company that forces ours gets it beside (decision 0040).
  if (user.companyForceAuthenticator && user.authenticator_enabled) {
    await refuseShutOut(context, user, caller);
    return askForSecondFactor(context, user, keepMeLoggedIn);
  }
  return { ...(await beginSignedIn(context, { user, keepMeLoggedIn, caller })), keepMeLoggedIn };
}
