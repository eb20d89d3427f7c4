import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '../../server/src/platform/embedded-database/start-embedded-database.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { startCluster } from '../test/cluster.ts';
import { findPostgresBinaries } from '../test/postgresql.ts';
import { freePort } from '../test/throw-away-server.ts';

/** A migrated database that belongs to one test alone, so that the test may kill it. */
export interface OwnDatabase {
  readonly url: string;
  killNow(): Promise<void>;
  /** On the same files and the same port. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
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

/** The quicker one to make, for tests that need a database and do not care which. */
export const anyDatabase = binaries === undefined ? { open: openEmbedded } : { open: openPostgres };

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
