import { sql } from 'kysely';
import type { Secrets } from '#platform/crypto/secrets.ts';
import type { Transaction } from '#platform/db/database.ts';
import { Refusal } from '#platform/http/refusal.ts';
import { callerAddress } from '#platform/limits/caller-address.ts';
import { limitsOf, signInLimits } from './sign-in-limits.ts';
import type { SignInLimit } from './sign-in-limits.ts';

/** One try: the account, the address that it comes from, and the device when this account has signed in on it. */
export interface SignInTry {
  readonly email: string;
  readonly address: string;
  readonly deviceId: string | undefined;
  /** What is guessed, where it is not the password of a sign-in: each is counted apart. */
  readonly factor?: 'code' | 'confirmation';
}

/** TOO_MANY_REQUESTS, and which limit said so. */
export class SignInBlocked extends Refusal {
  readonly limit: SignInLimit;

  constructor(limit: SignInLimit, retryAfter: number) {
    super('TOO_MANY_REQUESTS', { retryAfter });
    this.limit = limit;
  }
}

/**
 * Counts a try against each of its limits before anybody looks at the password, so that many tries at once cannot slip
 * past: until it is forgiven a try is a failure. Throws SignInBlocked, with the seconds until another try is allowed,
 * when one of them has had enough; the transaction then counts nothing.
 */
export async function countTry(tx: Transaction, secrets: Secrets, attempt: SignInTry, now: Date): Promise<void> {
  for (const limit of limitsOf({ isKnownDevice: attempt.deviceId !== undefined }))
    await count(tx, limit, subjectOf(secrets, limit, attempt), now);
}

/**
 * Takes back a try whose password was right, and forgets the earlier failures of this device or pair. Those of the
 * account and of the address stay: they may be somebody else's.
 */
export async function forgive(tx: Transaction, secrets: Secrets, attempt: SignInTry): Promise<void> {
  for (const limit of limitsOf({ isKnownDevice: attempt.deviceId !== undefined })) {
    const subject = subjectOf(secrets, limit, attempt);
    if (limit === 'device' || limit === 'pair') {
      await tx.deleteFrom('sign_in_failures').where('subject', '=', subject).execute();
      continue;
    }
    await sql`
      UPDATE sign_in_failures
      SET failures = failures - 1,
        blocked_until = CASE WHEN failures - 1 >= ${signInLimits[limit].max} THEN blocked_until END
      WHERE subject = ${subject} AND failures > 0
    `.execute(tx);
  }
}

async function count(tx: Transaction, limit: SignInLimit, subject: Buffer, now: Date): Promise<void> {
  const { max, windowMs, blockMs } = signInLimits[limit];
  const windowStart = new Date(now.getTime() - windowMs);
  const blockedUntil = new Date(now.getTime() + blockMs);
  const counted = await sql`
    INSERT INTO sign_in_failures AS f (subject, failures, window_started_at)
    VALUES (${subject}, 1, ${now})
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN f.window_started_at < ${windowStart} THEN 1 ELSE f.failures + 1 END,
      window_started_at = CASE WHEN f.window_started_at < ${windowStart} THEN excluded.window_started_at ELSE f.window_started_at END,
      blocked_until = CASE
        WHEN f.window_started_at >= ${windowStart} AND f.failures + 1 >= ${max} THEN ${blockedUntil}::timestamptz
      END
    WHERE f.blocked_until IS NULL OR f.blocked_until <= ${now}
    RETURNING failures
  `.execute(tx);
  if (counted.rows.length > 0) return;
  const row = await tx
    .selectFrom('sign_in_failures')
    .select('blocked_until')
    .where('subject', '=', subject)
    .executeTakeFirst();
  const leftMs = (row?.blocked_until ?? blockedUntil).getTime() - now.getTime();
  throw new SignInBlocked(limit, Math.max(1, Math.ceil(leftMs / 1_000)));
}

/** Under a key of ours: who reads the table cannot find out whose accounts and addresses it speaks of. */
function subjectOf(secrets: Secrets, limit: SignInLimit, { email, address, deviceId, factor }: SignInTry): Buffer {
  const words: Record<SignInLimit, readonly string[]> = {
    device: [email, deviceId ?? ''],
    pair: [email, callerAddress(address)],
    account: [email],
    address: [callerAddress(address)],
  };
  return secrets.sign('sign-in failures', JSON.stringify([limit, ...(factor ? [factor] : []), ...words[limit]]));
}
