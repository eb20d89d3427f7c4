import { sql } from 'kysely';
import type { Secrets } from '#platform/crypto/secrets.ts';
import type { Transaction } from '#platform/db/database.ts';
import { Refusal } from '#platform/http/refusal.ts';

const hourMs = 3_600_000;

/** How often what may be done within an hour, whatever process is asked (decision 12). */
export const signUpLimits = {
  /** Pins to one e-mail. */
  'pins of an e-mail': 3,
  /** E-mails asked about from one address, those with an account among them: more looks like a search for customers. */
  'e-mails of an address': 30,
  /** Pins tried from one address, whichever they are. */
  'tries of an address': 30,
  /** Pins tried anywhere. Of 10,000 pins: one in 17 hours would be guessed by whoever took all of it. */
  'tries of everybody': 600,
  /** Colleagues invited by one company. */
  'invitations of a company': 40,
} as const;
export type SignUpLimit = keyof typeof signUpLimits;

/** TOO_MANY_REQUESTS, and which limit said so. */
export class SignUpBlocked extends Refusal {
  readonly limit: SignUpLimit;

  constructor(limit: SignUpLimit, retryAfter: number) {
    super('TOO_MANY_REQUESTS', { retryAfter });
    this.limit = limit;
  }
}

/**
 * Takes one from what a subject may do within an hour; throws SignUpBlocked, with the seconds until there is one again, when
 * nothing is left. Decided and counted in one statement: of many calls at once no more get through.
 */
export async function countSignUp(
  tx: Transaction,
  secrets: Secrets,
  { limit, of, now }: { limit: SignUpLimit; of: string; now: Date },
): Promise<void> {
  const max = signUpLimits[limit];
  // Under a key of ours: who reads the table cannot find out whose e-mails and addresses it speaks of.
  const subject = secrets.sign('sign-up counts', JSON.stringify([limit, of]));
  const since = new Date(now.getTime() - hourMs);
  const counted = await sql`
    INSERT INTO sign_up_counts AS c (subject, times, counted_at)
    VALUES (${subject}, ARRAY[${now}::timestamptz], ${now})
    ON CONFLICT (subject) DO UPDATE SET
      times = (c.times || excluded.times)[cardinality(c.times) + 2 - ${max}::int:],
      counted_at = excluded.counted_at
    WHERE cardinality(c.times) < ${max} OR c.times[cardinality(c.times) + 1 - ${max}::int] <= ${since}
    RETURNING subject
  `.execute(tx);
  if (counted.rows.length > 0) return;
  const { rows } = await sql<{ first: Date }>`
    SELECT times[cardinality(times) + 1 - ${max}::int] AS first FROM sign_up_counts WHERE subject = ${subject}
  `.execute(tx);
  const first = rows[0]?.first ?? now;
  throw new SignUpBlocked(limit, Math.max(1, Math.ceil((first.getTime() + hourMs - now.getTime()) / 1_000)));
}
