import type { AppContext } from '#platform/app-context/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { isPassword } from './password.ts';
import { findUserById } from './queries.ts';
import type { UserRow } from './queries.ts';
import { beganAt } from './session-store.ts';
import { countTry, forgive } from './sign-in-failures.ts';
import type { SignInTry } from './sign-in-failures.ts';

/** Who has no password (they come in by another provider) has signed in this lately instead. */
const freshSessionMs = 10 * 60_000;

/**
 * Makes sure that whoever sits in front of a session is its user, before what protects the account is changed: asks for the
 * password once more. Refuses PASSWORD_WRONG, SIGN_IN_TOO_OLD to whoever has no password, and TOO_MANY_REQUESTS to a session that
 * guesses: its tries count for it alone.
 */
export async function confirmPassword(
  { database, clock, secrets }: Pick<AppContext, 'database' | 'clock' | 'secrets'>,
  { userId, sessionId, address }: Scope,
  password: string | undefined,
): Promise<UserRow> {
  const now = clock.now();
  const { user, attempt, began } = await database.withSystem(async (tx) => {
    const user = await findUserById(tx, userId);
    if (!user) throw refuse('NOT_FOUND');
    const attempt: SignInTry = { email: user.email, address, deviceId: sessionId, factor: 'confirmation' };
    if (user.password_hash !== null) await countTry(tx, secrets, attempt, now);
    return { user, attempt, began: await beganAt(tx, sessionId) };
  });
  if (user.password_hash === null) {
    if (!began || now.getTime() - began.getTime() > freshSessionMs) throw refuse('SIGN_IN_TOO_OLD');
    return user;
  }
  // Hashing takes long: no transaction waits for it.
  if (!(await isPassword(user.password_hash, password ?? ''))) throw refuse('PASSWORD_WRONG');
  await database.withSystem((tx) => forgive(tx, secrets, attempt));
  return user;
}
