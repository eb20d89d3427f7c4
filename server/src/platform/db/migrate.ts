import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import type { Transaction } from '#platform/db/database.ts';

const migrationsFolder = join(import.meta.dirname, '../../../../db/migrations');

const idleMsMax = 60_000;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The migrations of this release, in the order of their numbers. */
export function listMigrations(): Migration[] {
  return readdirSync(migrationsFolder)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(migrationsFolder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * Brings a database to this release, forward only; each file in a transaction of its own, one runner at a time.
 * Throws when a file that already ran has changed since, or when the database is newer than this release.
 * @returns the names of the files that ran now.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
  await client.connect();
  const ran: string[] = [];
  try {
    for (const migration of listMigrations()) {
      if (await runOnce(client, migration)) ran.push(migration.name);
    }
    await refuseNewerDatabase(client);
  } finally {
    await client.end();
  }
  return ran;
}

/** Says whether every migration of this release has run: `/readyz` asks this. */
export async function isMigrated(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM schema_migrations`.execute(tx);
  const done = new Set(rows.map((row) => row.name));
  return listMigrations().every((migration) => done.has(migration.name));
}

async function runOnce(client: pg.Client, migration: Migration): Promise<boolean> {
  // A runner that is frozen between two statements would keep every other one, and every process, from starting.
  await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${idleMsMax}`);
  try {
    // Several processes may start at once: the second waits here and then finds the work done.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('escuta migrations'))`);
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, ran_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await client.query<{ checksum: string }>(
      'SELECT checksum FROM schema_migrations WHERE name = $1',
      [migration.name],
    );
    const before = rows[0];
    if (before && before.checksum !== migration.checksum) {
      throw new Error(`${migration.name} has changed since it ran: migrations go forward, add a new file`);
    }
    if (!before) {
      await client.query(migration.sql);
      await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
    }
    await client.query('COMMIT');
    return !before;
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`migration ${migration.name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

async function refuseNewerDatabase(client: pg.Client): Promise<void> {
  const known = new Set(listMigrations().map((migration) => migration.name));
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
  const unknown = rows.find((row) => !known.has(row.name));
  if (unknown) throw new Error(`the database is newer than this release: it holds ${unknown.name}`);
}
