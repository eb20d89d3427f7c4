import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { createPool } from '../../server/src/platform/db/pool.ts';
import { openBenchDatabase } from './database.ts';

export const secretKey = 'a secret key of the bench, of 32 characters or more';

/** What a bench measures on: a database, a folder and a key of its own. */
export interface Installation {
  readonly databaseUrl: string;
  readonly database: Database;
  readonly dataDir: string;
  /** The environment in which a program of the product finds it. */
  readonly environment: { readonly DATABASE_URL: string; readonly DATA_DIR: string; readonly SECRET_KEY: string };
  /** Removes it. The programs that use it have ended by then. */
  close(): Promise<void>;
}

/** An installation with an empty, migrated database. */
export async function openInstallation(): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'escuta-bench-'));
  const postgres = await openBenchDatabase();
  const database = openDatabase(createPool(postgres.url, 2));
  return {
    databaseUrl: postgres.url,
    database,
    dataDir,
    environment: { DATABASE_URL: postgres.url, DATA_DIR: dataDir, SECRET_KEY: secretKey },
    close: async () => {
      await database.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
