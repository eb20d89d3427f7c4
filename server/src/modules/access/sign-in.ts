import type { User } from '@escuta/contract/access';
import type { House } from '#platform/house/house.ts';
import { refuse } from '#platform/http/refusal.ts';
import { isDeviceOf, markDevice, readDevice } from './device.ts';
import { isPassword } from './password.ts';
import { presentUser } from './present-user.ts';
import { findUserByEmail, unitsOfUser } from './queries.ts';
import { beginSession } from './session-store.ts';
import { countTry, forgive } from './sign-in-failures.ts';

interface Credentials {
  readonly email: string;
  readonly senha: string;
  readonly keepMeLoggedIn: boolean;
  readonly address: string;
  /** What the browser shows of its earlier sign-ins. */
  readonly device: string | undefined;
}

export type SignInResult =
  | { result: 1; user: User; token: string; device: string }
  | { result: 0; user: null; token: null };

/**
 * Signs a user in with e-mail and password. A wrong pair answers `result` 0 whatever is wrong with it; that a user is
 * deactivated is said only to who knows the password.
 */
export async function signInWithPassword(
  { database, clock, secrets }: Pick<House, 'database' | 'clock' | 'secrets'>,
  { email, senha, keepMeLoggedIn, address, device: shown }: Credentials,
): Promise<SignInResult> {
  const now = clock.now();
  const device = readDevice(shown);
  const { found, attempt } = await database.withSystem(async (tx) => {
    const found = await findUserByEmail(tx, email);
    const deviceId = device && isDeviceOf(secrets, device, found) ? device.id : undefined;
    const attempt = { email, address, deviceId };
    await countTry(tx, secrets, attempt, now);
    return { found, attempt };
  });
  // Hashing takes long: no transaction waits for it.
  const right = await isPassword(found?.password_hash, senha);

  if (!found || !right) return { result: 0, user: null, token: null };
  await database.withSystem((tx) => forgive(tx, secrets, attempt));
  if (found.deactivated_at) throw refuse('USER_DEACTIVATED');
  if (!found.companyActive) throw refuse('COMPANY_NOT_ACTIVE', { reason: 'empresa_not_active' });
  const units = await database.withCompany(found.company_id, (tx) => unitsOfUser(tx, found.company_id, found.id));
  const token = await database.withSystem((tx) => beginSession(tx, found.id, keepMeLoggedIn, now));
  return { result: 1, user: presentUser(found, units), token, device: markDevice(secrets, device, found) };
}
