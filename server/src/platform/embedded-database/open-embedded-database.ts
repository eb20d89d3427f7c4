import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { closeTree } from '#platform/storage/private-files.ts';
import { takeFolderLock } from '#platform/storage/folder-lock.ts';
import { embeddedUrl, ensurePassword } from './password-file.ts';
import { type DatabaseServer, serveDatabase } from './serve-database.ts';
import { tendTables } from './tend-tables.ts';

export interface OpenDatabase {
  /** The loopback port that speaks the PostgreSQL protocol. */
  readonly port: number;
  /** Waits up to `drainMs` for the clients to leave, then closes the files and gives the lock back. */
  close(options?: { drainMs?: number }): Promise<void>;
}

/**
 * Opens the PGlite folder `dataDir` and serves it on 127.0.0.1:`port` (0 = any free port) to whoever knows its password.
 * Throws `FolderLockedError` when another process has the folder open: two openers lose rows silently.
 * `onBroken` is told when PGlite itself fails: the process has to end. `onUntended` is told when statistics could not be
 * renewed: queries may be slow.
 */
export async function openEmbeddedDatabase(options: {
  dataDir: string;
  port: number;
  onBroken: (cause: unknown) => void;
  onUntended: (cause: unknown) => void;
}): Promise<OpenDatabase> {
  mkdirSync(dirname(options.dataDir), { recursive: true, mode: 0o700 });
  const lock = takeFolderLock(`${options.dataDir}.lock`);
  try {
    const password = ensurePassword(options.dataDir);
    const database = await PGlite.create({ dataDir: options.dataDir, extensions: { btree_gin, pg_trgm } });
    // PGlite unpacks a new database with modes of its own, whatever the umask says.
    closeTree(options.dataDir);
    reportFailures(database, options.onBroken);
    const server = await serveDatabase(database, { port: options.port, password });
    const tended = tendTables(embeddedUrl(server.port, password), options.onUntended);
    return {
      port: server.port,
      close: async ({ drainMs = 0 } = {}) => {
        await tended.stop();
        await drain(server, drainMs);
        await server.close();
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function reportFailures(database: PGlite, onBroken: (cause: unknown) => void): void {
  const execute = database.execProtocolRawStream.bind(database);
  database.execProtocolRawStream = async (...args) => {
    try {
      return await execute(...args);
    } catch (error) {
      // An SQL error is an answer of the protocol, not an exception: what arrives here is a broken engine.
      onBroken(error);
      throw error;
    }
  };
}

async function drain(server: DatabaseServer, drainMs: number): Promise<void> {
  const stepMs = 50;
  for (let waitedMs = 0; waitedMs < drainMs && server.countClients() > 0; waitedMs += stepMs) {
    await sleep(stepMs);
  }
}
