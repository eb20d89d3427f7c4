import { hash, verify } from '@node-rs/argon2';
import { openThreadLine } from '#platform/limits/thread-line.ts';

/** argon2id with the parameters of OWASP's first choice: 19 MiB, two passes, one lane. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** How many passwords a process works on at once. */
export const hashesAtOnce = 2;
const hashing = openThreadLine({ atOnce: hashesAtOnce });

/** Hashes a password for keeping. */
export function hashPassword(password: string): Promise<string> {
  return hashing(() => hash(password, parameters));
}

let decoy: Promise<string> | undefined;

/**
 * Says whether a password is right. Without a hash (an unknown user) it works as long as with one, so that the time
 * taken does not tell who has an account.
 */
export async function isPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no user has this password');
  const known = passwordHash ?? (await decoy);
  const right = await hashing(() => verify(known, password));
  return right && passwordHash != null;
}
