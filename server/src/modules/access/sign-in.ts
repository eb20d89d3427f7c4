import type { UserId } from '@escuta/contract/ids';
import type { AuditActor } from '#platform/audit/record-audit.ts';
import { recordSecurityEvent } from '#platform/security/security-events.ts';
import type { SecurityEvent } from '#platform/security/security-events.ts';
import { refuse } from '#platform/http/refusal.ts';
import { beginSignedIn, refuseShutOut } from './begin-signed-in.ts';
import type { BeginDeps, SignedIn } from './begin-signed-in.ts';
import type { Caller } from './caller.ts';
import { isDeviceOf, readDevice } from './device.ts';
import { isPassword } from './password.ts';
import { findUserByEmail } from './queries.ts';
import { personAt, recordKeptOut } from './record-access.ts';
import { askForSecondFactor } from './second-factor/ask-for-second-factor.ts';
import type { SecondStepAsked } from './second-factor/ask-for-second-factor.ts';
import { countTry, forgive, SignInBlocked } from './sign-in-failures.ts';

interface Credentials {
  readonly email: string;
  readonly senha: string;
  readonly keepMeLoggedIn: boolean;
  readonly caller: Caller;
}

export type SignInResult = SignedIn | SecondStepAsked | { result: 0; user: null; token: null };

/**
 * Signs a user in with e-mail and password. A wrong pair answers `result` 0 whatever is wrong with it; that a user is
 * deactivated, or signs in with the federated provider only, is said only to whoever knows the password. Who has a second factor
 * gets the token of the second step, and no session.
 */
export async function signInWithPassword(
  context: BeginDeps,
  { email, senha, keepMeLoggedIn, caller }: Credentials,
): Promise<SignInResult> {
  const { database, clock, secrets } = context;
  const now = clock.now();
  const { address, requestId } = caller;
  const device = readDevice(caller.device);
  const tell = (event: SecurityEvent, facts: { userId?: UserId | undefined; reason?: string } = {}) =>
    recordSecurityEvent(context, event, { email, address, requestId, ...facts });

  let known: AuditActor | undefined;
  const { found, attempt } = await database
    .withSystem(async (tx) => {
      const found = await findUserByEmail(tx, email);
      if (found) known = personAt(found, address);
      const deviceId = device && isDeviceOf(secrets, device, found) ? device.id : undefined;
      const attempt = { email, address, deviceId };
      await countTry(tx, secrets, attempt, now);
      return { found, attempt };
    })
    .catch((error: unknown) => {
      if (error instanceof SignInBlocked) {
        tell('sign_in_blocked', { reason: error.limit });
        if (known) recordKeptOut(context, known, { action: 'sign_in.blocked', cause: error.limit });
      }
      throw error;
    });
  const keptOut = (reason: string) => {
    tell('sign_in_failed', { userId: found?.id, reason });
    if (known) recordKeptOut(context, known, { action: 'sign_in.failed', cause: reason });
  };
  // Hashing takes long: no transaction waits for it.
  const right = await isPassword(found?.password_hash, senha);

  if (!found || !right) {
    keptOut('credentials');
    return { result: 0, user: null, token: null };
  }
  await database.withSystem((tx) => forgive(tx, secrets, attempt));
  await refuseShutOut(context, found, caller);
  if (found.companyFederatedLogin === 'required') {
    // Only to whoever knows the password: it says that there is an account (decision 0040).
    keptOut('federated_required');
    throw refuse('MSAL_AUTH');
  }
  if (found.authenticator_enabled) return askForSecondFactor(context, found, keepMeLoggedIn);
  return beginSignedIn(context, { user: found, keepMeLoggedIn, caller });
}
