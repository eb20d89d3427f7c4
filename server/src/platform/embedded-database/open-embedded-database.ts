import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { ExchangeQueue } from './exchange-queue.ts';
import { takeFolderLock } from './folder-lock.ts';
import { tendTables } from './tend-tables.ts';

export interface OpenDatabase {
  /** The loopback port that speaks the PostgreSQL protocol. */
  readonly port: number;
  /** Waits up to `drainMs` for the clients to leave, then closes the files and gives the lock back. */
  close(options?: { drainMs?: number }): Promise<void>;
}

// The pools of api, worker and job library together, with room for a developer's psql.
const connectionsMax = 50;

/**
 * Opens the PGlite folder `dataDir` and serves it on 127.0.0.1:`port` (0 = any free port).
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
  mkdirSync(dirname(options.dataDir), { recursive: true });
  const lock = takeFolderLock(`${options.dataDir}.lock`);
  try {
    const database = await PGlite.create({ dataDir: options.dataDir, extensions: { btree_gin, pg_trgm } });
    reportFailures(database, options.onBroken);
    const server = new PGLiteSocketServer({
      db: database,
      host: '127.0.0.1',
      port: options.port,
      maxConnections: connectionsMax,
    });
    // The server's own queue mixes connections up; it is private, and made before anybody connects.
    Object.assign(server, { queryQueue: new ExchangeQueue(database) });
    await server.start();
    const port = Number(server.getServerConn().split(':').at(-1));
    const tended = tendTables(`postgres://postgres@127.0.0.1:${port}/postgres`, options.onUntended);
    return {
      port,
      close: async ({ drainMs = 0 } = {}) => {
        await tended.stop();
        await drain(server, drainMs);
        await server.stop();
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

async function drain(server: PGLiteSocketServer, drainMs: number): Promise<void> {
  const stepMs = 50;
  for (let waitedMs = 0; waitedMs < drainMs && server.getStats().activeConnections > 0; waitedMs += stepMs) {
    await sleep(stepMs);
  }
}
