import { sql } from 'kysely';
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
  const removed: Partial<Record<CleanedTable, number>> = {};
  for (const table of Object.keys(over) as CleanedTable[]) removed[table] = await removeInRounds(database, table, now);
  log.info(removed, 'sessions, tries to sign in, password links and handovers that are over are removed');
}

async function removeInRounds(database: AppContext['database'], table: CleanedTable, now: Date): Promise<number> {
  let removed = 0;
  for (let round = 0; round < roundsMax; round += 1) {
    const gone = await database.withSystem((tx) => removeSome(tx, table, now));
    removed += gone;
    if (gone < rowsPerRound) break;
  }
  return removed;
}

/** What is over in each table, with the key of its rows. The tokens that a session has replaced go with it. */
const over = {
  sessions: {
    key: 'id',
    where: (now: Date) => sql`expires_at <= ${now} OR revoked_at <= ${before(now, endedSessionKeptMs)}
      OR user_id IN (SELECT id FROM users WHERE deactivated_at IS NOT NULL)`,
  },
  sign_in_failures: {
    key: 'subject',
    where: (now: Date) => sql`window_started_at <= ${before(now, failuresKeptMs)}
      AND (blocked_until IS NULL OR blocked_until <= ${now})`,
  },
  // A used or expired link says so for a day; requests of the last hour are counted.
  password_resets: { key: 'id', where: (now: Date) => sql`created_at <= ${before(now, resetKeptMs)}` },
  federated_handovers: { key: 'code_hash', where: (now: Date) => sql`expires_at <= ${now}` },
  sign_in_steps: { key: 'token_hash', where: (now: Date) => sql`expires_at <= ${now}` },
  used_challenges: { key: 'challenge_hash', where: (now: Date) => sql`expires_at <= ${now}` },
} as const;
type CleanedTable = keyof typeof over;

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

/** @returns how many rows went, at most those of a round. */
async function removeSome(tx: Transaction, table: CleanedTable, now: Date): Promise<number> {
  const { key, where } = over[table];
  const { rows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ${sql.ref(key)} IN (
      SELECT ${sql.ref(key)} FROM ${sql.table(table)} WHERE ${where(now)} LIMIT ${rowsPerRound}
    ) RETURNING true`.execute(tx);
  return rows.length;
}
