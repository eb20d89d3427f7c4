import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { signInLimits } from './sign-in-limits.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'>;

/** A session that was ended is kept a day longer: its tokens are told apart from forged ones that long. */
const endedSessionKeptMs = 24 * 3_600_000;
const failuresKeptMs = Math.max(...Object.values(signInLimits).map(({ windowMs, blockMs }) => windowMs + blockMs));
const resetKeptMs = 24 * 3_600_000;
const rowsPerRound = 1_000;
/** The next night goes on. */
const roundsMax = 1_000;

/**
 * Removes the sessions that are over, those of deactivated users with them, the failed sign-ins that no limit counts any more,
 * and the links to new passwords that say nothing but that they are over. A little at a time, so that nobody who signs in waits for it.
 */
export async function cleanUp({ database, clock, log }: Deps): Promise<void> {
  const now = clock.now();
  const sessions = await inRounds(database, (tx) => removeSessions(tx, now));
  const failures = await inRounds(database, (tx) => removeFailures(tx, now));
  const resets = await inRounds(database, (tx) => removeResets(tx, now));
  const handovers = await inRounds(database, (tx) => removeHandovers(tx, now));
  const steps = await inRounds(database, (tx) => removeSteps(tx, now));
  const challenges = await inRounds(database, (tx) => removeChallenges(tx, now));
  const removed = { sessions, failures, resets, handovers, steps, challenges };
  log.info(removed, 'sessions, tries to sign in, password links and handovers that are over are removed');
}

async function inRounds(
  database: AppContext['database'],
  remove: (tx: Transaction) => Promise<number>,
): Promise<number> {
  let removed = 0;
  for (let round = 0; round < roundsMax; round += 1) {
    const now = await database.withSystem(remove);
    removed += now;
    if (now < rowsPerRound) break;
  }
  return removed;
}

/** The tokens that they have replaced go with them. */
async function removeSessions(tx: Transaction, now: Date): Promise<number> {
  const endedBefore = new Date(now.getTime() - endedSessionKeptMs);
  const deactivated = tx.selectFrom('users').select('id').where('deactivated_at', 'is not', null);
  const over = tx
    .selectFrom('sessions')
    .select('id')
    .where((where) =>
      where.or([
        where('expires_at', '<=', now),
        where('revoked_at', '<=', endedBefore),
        where('user_id', 'in', deactivated),
      ]),
    )
    .limit(rowsPerRound);
  const { numDeletedRows } = await tx.deleteFrom('sessions').where('id', 'in', over).executeTakeFirst();
  return Number(numDeletedRows);
}

async function removeHandovers(tx: Transaction, now: Date): Promise<number> {
  const over = tx
    .selectFrom('federated_handovers')
    .select('code_hash')
    .where('expires_at', '<=', now)
    .limit(rowsPerRound);
  const { numDeletedRows } = await tx
    .deleteFrom('federated_handovers')
    .where('code_hash', 'in', over)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function removeFailures(tx: Transaction, now: Date): Promise<number> {
  const old = tx
    .selectFrom('sign_in_failures')
    .select('subject')
    .where('window_started_at', '<=', new Date(now.getTime() - failuresKeptMs))
    .where((where) => where.or([where('blocked_until', 'is', null), where('blocked_until', '<=', now)]))
    .limit(rowsPerRound);
  const { numDeletedRows } = await tx.deleteFrom('sign_in_failures').where('subject', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

/** A used or expired link says so for a day; requests of the last hour are counted. */
async function removeResets(tx: Transaction, now: Date): Promise<number> {
  const over = tx
    .selectFrom('password_resets')
    .select('id')
    .where('created_at', '<=', new Date(now.getTime() - resetKeptMs))
    .limit(rowsPerRound);
  const { numDeletedRows } = await tx.deleteFrom('password_resets').where('id', 'in', over).executeTakeFirst();
  return Number(numDeletedRows);
}

async function removeSteps(tx: Transaction, now: Date): Promise<number> {
  const over = tx.selectFrom('sign_in_steps').select('token_hash').where('expires_at', '<=', now).limit(rowsPerRound);
  const { numDeletedRows } = await tx.deleteFrom('sign_in_steps').where('token_hash', 'in', over).executeTakeFirst();
  return Number(numDeletedRows);
}

async function removeChallenges(tx: Transaction, now: Date): Promise<number> {
  const over = tx
    .selectFrom('used_challenges')
    .select('challenge_hash')
    .where('expires_at', '<=', now)
    .limit(rowsPerRound);
  const { numDeletedRows } = await tx
    .deleteFrom('used_challenges')
    .where('challenge_hash', 'in', over)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
