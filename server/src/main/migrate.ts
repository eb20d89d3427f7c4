import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '#platform/db/migrate.ts';
import { prepareLogin } from '#platform/db/prepare-login.ts';

const waitMsMax = 30_000;
const pauseMs = 500;
/** Nobody listens yet, or who listens is still starting (SQLSTATE 57P03). */
const refusals = new Set<unknown>(['ECONNREFUSED', '57P03']);

/** The owner of the tables, where api and worker sign in as somebody else (decision 0017). */
const { DATABASE_URL: loginUrl = '', DATABASE_OWNER_URL: ownerUrl } = process.env;
const url = ownerUrl || loginUrl;
for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) refuseUnusable(name);
try {
  for (const name of await migrateWhenAccepted(url)) console.log(`migrated ${name}`);
  if (ownerUrl) await prepareLogin(ownerUrl, loginUrl);
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

function refuseUnusable(name: 'DATABASE_URL' | 'DATABASE_OWNER_URL'): void {
  const given = process.env[name];
  const isMissing = !given && name === 'DATABASE_URL';
  if (!isMissing && (!given || URL.canParse(given))) return;
  console.error(isMissing ? `${name} is not set` : `${name} is no address such as postgres://user:password@host/name`);
  process.exit(1);
}

function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${pathname.slice(1)} on ${host}`;
}
