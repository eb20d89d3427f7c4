import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formerChecksums } from '../../server/src/platform/db/former-checksums.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { createPool } from '../../server/src/platform/db/pool.ts';
import { listRepeatableFiles, listMigrations } from '../../server/src/platform/db/schema-files.ts';
import { createEmptyDatabase, type TestDatabase } from '../../server/src/testing/empty-database.ts';
import { readText } from './kit/tree.ts';
import { readCatalogue } from './schema/catalogue.ts';
import { dumpSchema } from './schema/dump.ts';

/** The migrations that had functions in them, as they were then (decision 0019). */
const former = new Map(
  Object.entries(
    JSON.parse(
      brotliDecompressSync(readFileSync(join(import.meta.dirname, 'schema/former-migrations.json.br'))).toString(),
    ) as Record<string, string>,
  ),
);
/** The last migration before the functions had files. */
const last = '0171_quarantine_of_many.sql';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createEmptyDatabase(process.env['TEST_DATABASE_URL']);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
}, 60_000);
afterAll(async () => {
  await client.end();
  await database.remove();
});

test(
  'a database from before the functions had files comes to the same schema, and keeps its rows',
  { timeout: 60_000 },
  async () => {
    await migrateAsBefore();
    await client.query(`INSERT INTO companies (id, link_key, name) VALUES (gen_random_uuid(), 1, 'Aurora')`);

    const later = listMigrations().filter(({ name }) => name > last);
    expect(await migrate(database.url)).toEqual([...later, ...listRepeatableFiles()].map(({ name }) => name));

    expect(await schemaOf(database.url)).toBe(readText('db/schema.sql'));
    expect((await client.query('SELECT name FROM companies')).rows).toEqual([{ name: 'Aurora' }]);
  },
);

/** Runs the migrations of that day as the runner of that day did. */
async function migrateAsBefore(): Promise<void> {
  await client.query(
    'CREATE TABLE schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, ran_at timestamptz NOT NULL DEFAULT now())',
  );
  for (const { name, sql: today, checksum: todays } of listMigrations().filter(({ name }) => name <= last)) {
    const sql = former.get(name) ?? today;
    const checksum = createHash('sha256').update(sql).digest('hex');
    expect(formerChecksums[name] ?? [todays]).toContain(checksum);
    await client.query(`BEGIN; ${sql}`);
    await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
    await client.query('COMMIT');
  }
}

async function schemaOf(url: string): Promise<string> {
  const pool = createPool(url, 1);
  try {
    return dumpSchema(await readCatalogue(pool));
  } finally {
    await pool.end();
  }
}
