import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { migrate } from '../platform/db/migrate.ts';
import { startEmbeddedDatabase } from '../platform/embedded-database/start-embedded-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/**
 * One migrated database for the whole `api` project: a fresh one on the PostgreSQL of TEST_DATABASE_URL, or an
 * embedded one in a temporary folder. Tests read its address with `inject('databaseUrl')`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env['TEST_DATABASE_URL'];
  const database = server ? await createOnServer(server) : await createEmbedded();
  try {
    await migrate(database.url);
  } catch (error) {
    await database.remove();
    throw error;
  }
  project.provide('databaseUrl', database.url);
  return database.remove;
}

interface TestDatabase {
  url: string;
  remove(): Promise<void>;
}

async function createOnServer(serverUrl: string): Promise<TestDatabase> {
  const name = `escuta_test_${randomBytes(6).toString('hex')}`;
  await execute(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => execute(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function createEmbedded(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'escuta-test-'));
  const database = await startEmbeddedDatabase({ dataDir: join(folder, 'postgres') });
  return {
    url: database.url,
    remove: async () => {
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
