import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { blockMs, failuresMax, failuresPerAddressMax, windowMs } from './session.ts';

/** What failures are counted for: an account, and the network address that tries. */
export interface Subjects {
  readonly email: string;
  readonly address: string;
}

/**
 * Counts a try for the account and for the address before anybody looks at the password, so that many tries at once
 * cannot slip past the limit: until it is forgiven a try is a failure. Throws TOO_MANY_REQUESTS, with the seconds until
 * another try is allowed, when either has had enough; the transaction then counts nothing.
 */
export async function countTry(tx: Transaction, subjects: Subjects, now: Date): Promise<void> {
  await count(tx, subjectOf('email', subjects.email), failuresMax, now);
  await count(tx, subjectOf('address', subjects.address), failuresPerAddressMax, now);
}

/** Takes a try back whose password was right, and forgets the earlier failures of the account. */
export async function forgive(tx: Transaction, { email, address }: Subjects): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('subject', '=', subjectOf('email', email)).execute();
  await sql`
    UPDATE sign_in_failures
    SET failures = failures - 1,
      blocked_until = CASE WHEN failures - 1 >= ${failuresPerAddressMax} THEN blocked_until END
    WHERE subject = ${subjectOf('address', address)} AND failures > 0
  `.execute(tx);
}

async function count(tx: Transaction, subject: Buffer, max: number, now: Date): Promise<void> {
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
  throw refuse('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil(leftMs / 1_000)) });
}

function subjectOf(kind: string, value: string): Buffer {
  return createHash('sha256').update(`${kind}:${value}`).digest();
}
