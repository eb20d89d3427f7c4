import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { blockMs, failuresMax, failuresPerAddressMax, windowMs } from './session.ts';

/** What failures are counted for: an account, and the network address that tries. */
export interface Subjects {
  readonly email: string;
  readonly address: string;
}

/** Seconds until another try is allowed, or null. */
export async function blockedFor(tx: Transaction, subjects: Subjects, now: Date): Promise<number | null> {
  const rows = await tx
    .selectFrom('sign_in_failures')
    .select('blocked_until')
    .where('subject', 'in', [subjectOf('email', subjects.email), subjectOf('address', subjects.address)])
    .where('blocked_until', '>', now)
    .execute();
  const longest = Math.max(0, ...rows.map((row) => (row.blocked_until?.getTime() ?? 0) - now.getTime()));
  return longest > 0 ? Math.ceil(longest / 1_000) : null;
}

/** Counts a failed sign-in for the account and for the address, and blocks whichever has had enough. */
export async function countFailure(tx: Transaction, subjects: Subjects, now: Date): Promise<void> {
  await count(tx, subjectOf('email', subjects.email), failuresMax, now);
  await count(tx, subjectOf('address', subjects.address), failuresPerAddressMax, now);
}

/** Forgets the failures of an account after a right password. */
export async function forgetFailures(tx: Transaction, email: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('subject', '=', subjectOf('email', email)).execute();
}

async function count(tx: Transaction, subject: Buffer, max: number, now: Date): Promise<void> {
  const windowStart = new Date(now.getTime() - windowMs);
  const blockedUntil = new Date(now.getTime() + blockMs);
  // One statement, so that many tries at once cannot slip past the limit.
  await sql`
    INSERT INTO sign_in_failures AS f (subject, failures, window_started_at)
    VALUES (${subject}, 1, ${now})
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN f.window_started_at < ${windowStart} THEN 1 ELSE f.failures + 1 END,
      window_started_at = CASE WHEN f.window_started_at < ${windowStart} THEN excluded.window_started_at ELSE f.window_started_at END,
      blocked_until = CASE
        WHEN f.window_started_at >= ${windowStart} AND f.failures + 1 >= ${max} THEN ${blockedUntil}::timestamptz
        ELSE f.blocked_until
      END
  `.execute(tx);
}

function subjectOf(kind: string, value: string): Buffer {
  return createHash('sha256').update(`${kind}:${value}`).digest();
}
