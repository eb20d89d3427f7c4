import type { User } from '@escuta/contract/access';
import { isCompanyActive } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { refuseWhileShut } from '#platform/http/maintenance-gate.ts';
import type { MaintenanceGate } from '#platform/http/maintenance-gate.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { SecurityEvent } from '#platform/security/security-events.ts';
import { markDevice } from './device.ts';
import type { Device } from './device.ts';
import { presentUser } from './present-user.ts';
import { unitsOfUser } from './queries.ts';
import type { UserRow } from './queries.ts';
import { personAt, recordKeptOut } from './record-access.ts';
import { beginSession } from './session-store.ts';

/** A user who has come in, with what their browser is to keep. */
export interface SignedIn {
  readonly result: 1;
  readonly user: User;
  readonly token: string;
  readonly device: string;
}

interface Entering {
  readonly keepMeLoggedIn: boolean;
  readonly device: Device | undefined;
  /** The network address of the caller. */
  readonly address: string;
  readonly tell: (event: SecurityEvent, facts: { userId: UserRow['id']; reason?: string }) => void;
}

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'log'> & { readonly maintenance: MaintenanceGate };

/** Lets a user in who has proved who they are, by whatever way: the one place where a session begins. */
export async function beginSignedIn(
  context: Deps,
  found: UserRow,
  { keepMeLoggedIn, device, address, tell }: Entering,
): Promise<SignedIn> {
  const { database, clock, secrets, maintenance } = context;
  const now = clock.now();
  const person = personAt(found, address);
  const shut = shutOutBy(found, now);
  if (shut) {
    tell('sign_in_failed', { userId: found.id, reason: shut.toLowerCase() });
    recordKeptOut(context, person, { action: 'sign_in.failed', cause: shut.toLowerCase() });
  }
  if (shut === 'USER_DEACTIVATED') throw refuse('USER_DEACTIVATED');
  if (shut === 'COMPANY_NOT_ACTIVE') throw refuse('COMPANY_NOT_ACTIVE', { reason: 'empresa_not_active' });
  await refuseWhileShut(maintenance, found.role);
  const units = await database.withCompany(found.company_id, async (tx) => {
    await recordAudit(tx, person, { action: 'session.begun' }, now);
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

/** Why a user comes in by no way at all. To be said only to who has proved to be that user. */
export function shutOutBy(user: UserRow, now: Date): 'USER_DEACTIVATED' | 'COMPANY_NOT_ACTIVE' | undefined {
  if (user.deactivated_at) return 'USER_DEACTIVATED';
  const { companyActive: active, companyIsTrial: is_trial, companyTrialExpiresAt: trial_expires_at } = user;
  return isCompanyActive({ active, is_trial, trial_expires_at }, now) ? undefined : 'COMPANY_NOT_ACTIVE';
}
