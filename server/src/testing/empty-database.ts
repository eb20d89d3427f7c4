import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '../platform/embedded-database/start-embedded-database.ts';
import { runStatement } from './run-statement.ts';

export interface TestDatabase {
  readonly url: string;
  remove(): Promise<void>;
}

/** A fresh database on the PostgreSQL of `serverUrl`, or an embedded one in a temporary folder. */
export function createEmptyDatabase(serverUrl: string | undefined): Promise<TestDatabase> {
  return serverUrl ? createOnServer(serverUrl) : createEmbedded();
}

/** A copy of the database `template` of the same server, which nobody is connected to. */
export function cloneDatabase(serverUrl: string, template: string): Promise<TestDatabase> {
  return createOnServer(serverUrl, ` TEMPLATE ${template}`);
}

async function createOnServer(serverUrl: string, from = ''): Promise<TestDatabase> {
  const name = `escuta_test_${randomBytes(6).toString('hex')}`;
  await runStatement(serverUrl, `CREATE DATABASE ${name}${from}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => runStatement(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
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
