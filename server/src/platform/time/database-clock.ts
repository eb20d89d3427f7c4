import { sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Repetition } from '#platform/jobs/repeat.ts';
import type { Logger } from '#platform/log/log.ts';
import type { Clock } from '#platform/time/clock.ts';

/** A clock that can be told how far off it is. */
export interface CorrectableClock extends Clock {
  /** How far the machine's clock was behind when it was compared, in ms; negative where it is ahead. */
  correct(behindMs: number): void;
}

/** Clocks this near are the same: times that many processes write are compared in seconds. */
const toleranceMs = 1_000;
const compareEveryMs = 60_000;
/** A process starts without waiting longer for a database that is away. */
const firstWaitMs = 2_000;

/** A machine's clock that follows another one: as it is, until it is more than a second off (decision 0043). */
export function correctable(machine: Clock): CorrectableClock {
  let correction = 0;
  return {
    now: () => (correction === 0 ? machine.now() : new Date(machine.now().getTime() + correction)),
    correct(behindMs) {
      correction = Math.abs(behindMs) > toleranceMs ? Math.round(behindMs) : 0;
    },
  };
}

interface Follower {
  readonly database: Database;
  readonly clock: CorrectableClock;
  readonly log: Logger;
}

/**
 * Keeps the clock of a process with the database's, which all processes share: compares them now, as long as that takes no
 * more than two seconds, and every minute until stopped.
 */
export async function followDatabase(machine: Clock, { database, clock, log }: Follower): Promise<Repetition> {
  const compared = Promise.withResolvers<void>();
  let toldMs = 0;
  const cycle = async () => {
    const behindMs = await compare(database, machine);
    clock.correct(behindMs);
    if (Math.abs(behindMs - toldMs) <= toleranceMs) return;
    toldMs = behindMs;
    log.warn(
      { behindMs: Math.round(behindMs) },
      'the clock of this machine is wrong: that of the database is followed',
    );
  };
  const following = repeat(compareEveryMs, log, () =>
    cycle()
      .finally(compared.resolve)
      .then(() => false),
  );
  const timer = setTimeout(compared.resolve, firstWaitMs);
  await compared.promise;
  clearTimeout(timer);
  return following;
}

/** How far the machine's clock is behind the database's, in ms: what the way there and back took is shared between both. */
async function compare(database: Database, machine: Clock): Promise<number> {
  const asked = machine.now().getTime();
  const { rows } = await database.withSystem((tx) => sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(tx));
  const answered = machine.now().getTime();
  return rows[0]!.now.getTime() - (asked + answered) / 2;
}
