import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { findPostgres, postgresAdvice } from '../../tools/test/postgresql.ts';
import { composeSettings } from './compose-settings.ts';

/** A migrated PostgreSQL database of a bench's own. */
export interface BenchDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * A fresh database, on the server of BENCH_DATABASE_URL or in a temporary cluster made from this machine's binaries,
 * which has the settings of `compose.yaml` and writes to disk as in production: a commit waits for its flush.
 */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const server = await findPostgres({
    url: process.env['BENCH_DATABASE_URL'],
    durable: true,
    settings: composeSettings(),
  });
  if (!server) throw new Error(postgresAdvice);
  await requireDurable(server.url);
  const name = `escuta_bench_${randomBytes(6).toString('hex')}`;
  await execute(server.url, `CREATE DATABASE ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  await migrate(url.href);
  return {
    url: url.href,
    stop: async () => {
      await execute(server.url, `DROP DATABASE ${name} WITH (FORCE)`);
      await server.stop();
    },
  };
}

/** Throws where a commit does not wait for the disk: its figures would be of another product. */
async function requireDurable(url: string): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const [row] = await execute<Record<string, string>>(url, `SHOW ${setting}`);
    if (row?.[setting] !== 'on') throw new Error(`the benches need a server with ${setting} = on`);
  }
}

/** Runs one statement outside any company, as the owner of the database, and answers its rows. */
export async function execute<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement, [...parameters])).rows;
  } finally {
    await client.end();
  }
}
