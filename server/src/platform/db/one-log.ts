import type pg from 'pg';

/**
 * Tells whether one log holds whatever the database commits, so that one flush is one of all: not so in a distributed
 * PostgreSQL, whose servers have a log each. Asks once; false while nobody knows.
 */
export function oneLogOf(pool: pg.Pool): () => Promise<boolean> {
  let known: Promise<boolean> | undefined;
  return () =>
    (known ??= ask(pool).catch(() => {
      known = undefined;
      return false;
    }));
}

async function ask(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isOne: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM pg_proc WHERE proname = 'citus_version') AS "isOne"`,
  );
  return rows[0]?.isOne ?? false;
}
