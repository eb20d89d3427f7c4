import { sql } from 'kysely';
import pg from 'pg';
import type { Transaction } from '#platform/db/database.ts';
import { listRepeatableFiles, listMigrations, type Migration, type SchemaFile } from './schema-files.ts';

const idleMsMax = 60_000;

/**
 * Brings a database to this release, forward only; one runner at a time. Each migration that has not run yet has a
 * transaction of its own. Then the functions follow in one: every file whose text is not the one that the database has.
 * Throws when a file that already ran has changed since, or when the database is newer than this release.
 * @returns the names of the files that ran now.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
  await client.connect();
  const ran: string[] = [];
  try {
    for (const migration of listMigrations()) {
      if (await inTransaction(client, migration.name, () => runOnce(client, migration))) ran.push(migration.name);
    }
    const changed = await inTransaction(client, 'functions', async () => {
      await refuseNewerDatabase(client);
      return createChangedFunctions(client);
    });
    ran.push(...changed);
  } finally {
    await client.end();
  }
  return ran;
}

/**
 * Says whether every migration of this release has run and its functions have been there: `/readyz` asks this. Functions
 * of a newer release are no hindrance, because it keeps what this one calls.
 */
export async function isMigrated(tx: Transaction): Promise<boolean> {
  const { rows: ran } = await sql<{ name: string }>`SELECT name FROM schema_migrations`.execute(tx);
  const done = new Set(ran.map((row) => row.name));
  if (!listMigrations().every((migration) => done.has(migration.name))) return false;
  const { rows: had } = await sql<{ checksum: string }>`SELECT checksum FROM schema_functions`.execute(tx);
  const texts = new Set(had.map((row) => row.checksum));
  return listRepeatableFiles().every((file) => texts.has(file.checksum));
}

async function inTransaction<T>(client: pg.Client, what: string, work: () => Promise<T>): Promise<T> {
  // A runner that is frozen between two statements would keep every other one, and every process, from starting.
  await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${idleMsMax}`);
  try {
    // Several processes may start at once: the second waits here and then finds the work done.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('escuta migrations'))`);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`migration ${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

async function runOnce(client: pg.Client, migration: Migration): Promise<boolean> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, ran_at timestamptz NOT NULL DEFAULT now())',
  );
  const { rows } = await client.query<{ checksum: string }>('SELECT checksum FROM schema_migrations WHERE name = $1', [
    migration.name,
  ]);
  const before = rows[0];
  if (before && !migration.acceptedChecksums.includes(before.checksum)) {
    throw new Error(`${migration.name} has changed since it ran: migrations go forward, add a new file`);
  }
  if (before) return false;
  for (const name of migration.functionsFirst) await client.query(functionFile(name).sql);
  await client.query(migration.sql);
  await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [
    migration.name,
    migration.checksum,
  ]);
  return true;
}

function functionFile(name: string): SchemaFile {
  const file = listRepeatableFiles().find((one) => one.name === name);
  if (!file) throw new Error(`there is no file of functions ${name}`);
  return file;
}

/** Runs every file whose text is not the youngest one of its name. @returns their names. */
async function createChangedFunctions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT DISTINCT ON (name) name, checksum FROM schema_functions ORDER BY name, created_at DESC',
  );
  const living = new Map(rows.map((row) => [row.name, row.checksum]));
  const changed = listRepeatableFiles().filter((file) => living.get(file.name) !== file.checksum);
  for (const file of changed) {
    try {
      await client.query(file.sql);
    } catch (error) {
      throw new Error(`${file.name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
    await client.query(
      `INSERT INTO schema_functions (name, checksum, created_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (name, checksum) DO UPDATE SET created_at = excluded.created_at`,
      [file.name, file.checksum],
    );
  }
  return changed.map((file) => file.name);
}

async function refuseNewerDatabase(client: pg.Client): Promise<void> {
  const known = new Set([...listMigrations(), ...listRepeatableFiles()].map((file) => file.name));
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM schema_migrations UNION SELECT name FROM schema_functions ORDER BY name',
  );
  const unknown = rows.find((row) => !known.has(row.name));
  if (unknown) throw new Error(`the database is newer than this release: it holds ${unknown.name}`);
}
