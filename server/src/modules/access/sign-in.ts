import type { User } from '@escuta/contract/access';
import type { UserId } from '@escuta/contract/ids';
import { isCompanyActive } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { AuditActor } from '#platform/audit/record-audit.ts';
import { refuseWhileShut } from '#platform/http/maintenance-gate.ts';
import type { MaintenanceGate } from '#platform/http/maintenance-gate.ts';
import { refuse } from '#platform/http/refusal.ts';
import { recordSecurityEvent } from '#platform/security/security-events.ts';
import type { SecurityEvent } from '#platform/security/security-events.ts';
import { isDeviceOf, markDevice, readDevice } from './device.ts';
import { isPassword } from './password.ts';
import { presentUser } from './present-user.ts';
import { findUserByEmail, unitsOfUser } from './queries.ts';
import type { UserRow } from './queries.ts';
import { personAt, recordKeptOut } from './record-access.ts';
import { beginSession } from './session-store.ts';
import { countTry, forgive, SignInBlocked } from './sign-in-failures.ts';

interface Credentials {
  readonly email: string;
  readonly senha: string;
  readonly keepMeLoggedIn: boolean;
  readonly address: string;
  readonly requestId: string;
  /** What the browser shows of its earlier sign-ins. */
  readonly device: string | undefined;
}

type SignInDeps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'log' | 'metrics'> & {
  readonly maintenance: MaintenanceGate;
};

export type SignInResult =
  | { result: 1; user: User; token: string; device: string }
  | { result: 0; user: null; token: null };

/**
 * Signs a user in with e-mail and password. A wrong pair answers `result` 0 whatever is wrong with it; that a user is
 * deactivated is said only to who knows the password.
 */
export async function signInWithPassword(
  context: SignInDeps,
  { email, senha, keepMeLoggedIn, address, requestId, device: shown }: Credentials,
): Promise<SignInResult> {
  const { database, clock, secrets } = context;
  const now = clock.now();
  const device = readDevice(shown);
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
  if (found.deactivated_at) {
    keptOut('user_deactivated');
    throw refuse('USER_DEACTIVATED');
  }
  if (!mayEnter(found, now)) {
    keptOut('company_not_active');
    throw refuse('COMPANY_NOT_ACTIVE', { reason: 'empresa_not_active' });
  }
  await refuseWhileShut(context.maintenance, found.role);
  const units = await database.withCompany(found.company_id, async (tx) => {
    await recordAudit(tx, personAt(found, address), { action: 'session.begun' }, now);
    return unitsOfUser(tx, found.company_id, found.id);
  });
  const token = await database.withSystem((tx) => beginSession(tx, found.id, keepMeLoggedIn, now));
  tell('signed_in', { userId: found.id });
  return {
    result: 1,
    user: presentUser(
      found,
      units.map(({ id }) => id),
    ),
    token,
    device: markDevice(secrets, device, found),
  };
}

/** Whether the company of a user lets its people in now. */
function mayEnter(user: UserRow, now: Date): boolean {
  const { companyActive: active, companyIsTrial: is_trial, companyTrialExpiresAt: trial_expires_at } = user;
  return isCompanyActive({ active, is_trial, trial_expires_at }, now);
}
