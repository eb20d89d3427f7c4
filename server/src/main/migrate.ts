import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '#platform/db/migrate.ts';

const waitMsMax = 30_000;
const pauseMs = 500;
/** Nobody listens yet, or who listens is still starting (SQLSTATE 57P03). */
const refusals = new Set<unknown>(['ECONNREFUSED', '57P03']);

const url = process.env.DATABASE_URL;
if (!url) throw new Error('DATABASE_URL is not set');
try {
  for (const name of await migrateWhenAccepted(url)) console.log(`migrated ${name}`);
} catch (error) {
  console.error(
    `The database ${placeOf(url)} cannot be used: ${error instanceof Error ? error.message || String(error) : String(error)}`,
  );
  process.exitCode = 1;
}

/** Migrates, and waits a while for a database that is only about to start; any other error is for people to look at. */
async function migrateWhenAccepted(databaseUrl: string): Promise<string[]> {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      return await migrate(databaseUrl);
    } catch (error) {
      const isRefused = error instanceof Error && 'code' in error && refusals.has(error.code);
      if (!isRefused || waitedMs >= waitMsMax) throw error;
      if (waitedMs === 0)
        console.log(
          `The database ${placeOf(databaseUrl)} takes no connections yet: waiting up to ${waitMsMax / 1_000} s`,
        );
      await sleep(pauseMs);
    }
  }
}

function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${pathname.slice(1)} on ${host}`;
}
