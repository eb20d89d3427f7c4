import { migrate } from '#platform/db/migrate.ts';

const url = process.env.DATABASE_URL;
if (!url) throw new Error('DATABASE_URL is not set');
try {
  for (const name of await migrate(url)) console.log(`migrated ${name}`);
} catch (error) {
  const { host, pathname } = new URL(url);
  console.error(
    `The database ${pathname.slice(1)} on ${host} cannot be used: ${error instanceof Error ? error.message || String(error) : String(error)}`,
  );
  process.exitCode = 1;
}
