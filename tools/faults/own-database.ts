import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { cloneDatabase } from '../../server/src/testing/empty-database.ts';
import { startEmbeddedDatabase } from '../../server/src/platform/embedded-database/start-embedded-database.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { startCluster } from '../test/cluster.ts';
import { findPostgresBinaries } from '../test/postgresql.ts';
import { freePort } from '../test/throw-away-server.ts';
import type {} from './shared-server.global.ts';

/** A migrated database that no other test sees. */
export interface CleanDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/** A migrated database with a server of its own, so that its test may kill it. */
export interface OwnDatabase extends CleanDatabase {
  killNow(): Promise<void>;
  /** On the same files and the same port. */
  startAgain(): Promise<void>;
}

const binaries = findPostgresBinaries();

/**
 * Both databases of the product; `open` takes the folder of their files. PostgreSQL is missing where it cannot be had,
 * and its tests then count as skipped.
 */
export const ownDatabases = [
  { name: 'PostgreSQL', isMissing: binaries === undefined, open: openPostgres },
  { name: 'the embedded database', isMissing: false, open: openEmbedded },
];

/** The quicker one to make, for tests that kill a database and do not care which. */
export const anyDatabase = binaries === undefined ? { open: openEmbedded } : { open: openPostgres };

/** For tests that kill no database: on the PostgreSQL that they share, or an embedded one where there is none. */
export async function openCleanDatabase(): Promise<CleanDatabase> {
  const server = inject('sharedServer');
  if (server === null) return openEmbedded();
  const { url, remove } = await cloneDatabase(server.url, server.template);
  return { url, stop: remove };
}

async function openPostgres(folder?: string): Promise<OwnDatabase> {
  if (binaries === undefined) throw new Error('no PostgreSQL on this machine');
  const cluster = await startCluster(binaries, folder ? { dataFolder: folder } : {});
  await migrate(cluster.url);
  return cluster;
}

async function openEmbedded(parent = tmpdir()): Promise<OwnDatabase> {
  const folder = mkdtempSync(join(parent, 'escuta-fault-'));
  const where = { dataDir: join(folder, 'postgres'), port: await freePort() };
  let running = await startEmbeddedDatabase(where);
  await migrate(running.url);
  return {
    url: running.url,
    async killNow() {
      const gone = once(running.process, 'exit');
      running.process.kill('SIGKILL');
      await gone;
    },
    async startAgain() {
      running = await startEmbeddedDatabase(where);
    },
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
