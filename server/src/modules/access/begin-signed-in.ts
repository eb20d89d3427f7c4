import type { User } from '@escuta/contract/access';
import { isCompanyActive } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuseWhileShut } from '#platform/http/maintenance-gate.ts';
import type { MaintenanceGate } from '#platform/http/maintenance-gate.ts';
import { refuse } from '#platform/http/refusal.ts';
import { recordSecurityEvent } from '#platform/security/security-events.ts';
import type { Caller } from './caller.ts';
import { markDevice, readDevice } from './device.ts';
import { comesFrom } from './networks.ts';
import { presentUser } from './present-user.ts';
import { reachOfUser } from './queries.ts';
import type { UserRow } from './queries.ts';
import { personAt, recordAccess, recordKeptOut } from './record-access.ts';
import { beginSession } from './session-store.ts';

export type BeginDeps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'config' | 'log' | 'metrics'> & {
  readonly maintenance: MaintenanceGate;
};

/** A user who has come in, with what their browser is to keep. */
export interface SignedIn {
  readonly result: 1;
  readonly user: User;
  readonly token: string;
  readonly device: string;
}

interface Entering {
  readonly user: UserRow;
  readonly keepMeLoggedIn: boolean;
  readonly caller: Caller;
}

/**
 * Lets a user in who has proved who they are, by whatever way: the one place where a session begins. `alongside` is written
 * with it, in one transaction, and keeps it from beginning by throwing.
 */
export async function beginSignedIn(
  context: BeginDeps,
  { user, keepMeLoggedIn, caller }: Entering,
  alongside: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
): Promise<SignedIn> {
  const { database, clock, secrets } = context;
  const { address, requestId, userAgent } = caller;
  await refuseShutOut(context, user, caller);
  const member = { companyId: user.company_id, userId: user.id, role: user.role };
  const { units, narrowing } = await database.withCompany(user.company_id, (tx) => reachOfUser(tx, member));
  const token = await database.withSystem(async (tx) => {
    await alongside(tx);
    return beginSession(tx, user.id, keepMeLoggedIn, clock.now(), { address, userAgent });
  });
  await recordAccess(context, personAt(user, address), { action: 'session.begun' });
  recordSecurityEvent(context, 'signed_in', { email: user.email, userId: user.id, address, requestId });
  const businessUnitIds = units.map(({ id }) => id);
  const device = markDevice(secrets, readDevice(caller.device), user);
  return { result: 1, user: presentUser(user, { businessUnitIds, narrowing }), token, device };
}

/** Refuses whoever has proved who they are and comes in by no way at all. */
export async function refuseShutOut(context: BeginDeps, user: UserRow, { address, requestId }: Caller): Promise<void> {
  const shut = shutOutBy(user, { address, now: context.clock.now() });
  if (shut) {
    const reason = shut.toLowerCase();
    recordSecurityEvent(context, 'sign_in_failed', { email: user.email, userId: user.id, address, requestId, reason });
    recordKeptOut(context, personAt(user, address), { action: 'sign_in.failed', cause: reason });
  }
  if (shut === 'USER_DEACTIVATED') throw refuse('USER_DEACTIVATED');
  if (shut === 'COMPANY_NOT_ACTIVE') throw refuse('COMPANY_NOT_ACTIVE', { reason: 'empresa_not_active' });
  if (shut === 'ADDRESS_NOT_ALLOWED') throw refuse('ADDRESS_NOT_ALLOWED');
  await refuseWhileShut(context.maintenance, user.role);
}

/** Why a user comes in by no way at all. Tell it only to a caller who has proved to be that user. */
export function shutOutBy(
  user: UserRow,
  { address, now }: { readonly address: string; readonly now: Date },
): 'USER_DEACTIVATED' | 'COMPANY_NOT_ACTIVE' | 'ADDRESS_NOT_ALLOWED' | undefined {
  if (user.deactivated_at) return 'USER_DEACTIVATED';
  const { companyActive: active, companyIsTrial: is_trial, companyTrialExpiresAt: trial_expires_at } = user;
  if (!isCompanyActive({ active, is_trial, trial_expires_at }, now)) return 'COMPANY_NOT_ACTIVE';
  return comesFrom(address, user.companyNetworks) ? undefined : 'ADDRESS_NOT_ALLOWED';
}
