import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLoopback } from '../../server/src/platform/config/config.ts';
import {
  type FolderLock,
  FolderLockedError,
  lockHolder,
  takeFolderLock,
} from '../../server/src/platform/storage/folder-lock.ts';
import { StartError } from './start-error.ts';

/** Creates `dataDir` and proves that files can be written there, or throws `StartError`. */
export function assertWritable(dataDir: string): void {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    makeFolder(dataDir, 0o700);
    writeFileSync(probe, '', { mode: 0o600 });
    rmSync(probe);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}).\n` +
        'Make it writable for this user, or choose another: DATA_DIR=/path/to/folder npm start',
    );
  }
}

/** The demo users' password is public: another machine meets them only when `--demo` says so, else `StartError`. */
export function refusePublicDemo(o: {
  hasDemo: boolean;
  demo: boolean | undefined;
  host: string;
  dataDir: string;
}): void {
  if (!o.hasDemo || o.demo || isLoopback(o.host)) return;
  throw new StartError(
    `${o.dataDir} holds the demo users, whose password is public, and HOST=${o.host} lets other machines in.\n` +
      'Choose another folder with DATA_DIR, or say that it is meant: npm start -- --demo',
  );
}

/** One folder after the other: the recursive form never comes back where nothing can be made, as under /proc. */
function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode });
}

/**
 * Takes `dataDir` for this start, or throws `StartError` when Escuta already runs on it. `leftovers`: the one before
 * was killed, so its programs may still be on their way out.
 */
export async function takeDataDir(dataDir: string, waitMs = 2_000): Promise<{ lock: FolderLock; leftovers: boolean }> {
  const path = join(dataDir, 'escuta.lock');
  const leftovers = existsSync(path);
  const stepMs = 100;
  for (let waitedMs = 0; ; waitedMs += stepMs) {
    try {
      return { lock: takeFolderLock(path), leftovers };
    } catch (error) {
      if (!(error instanceof FolderLockedError)) throw error;
      // The one before may be stopping: npm does not wait for it when it is told to end.
      if (waitedMs >= waitMs) throw new StartError(runsAlready(dataDir, error.pid));
    }
    await sleep(stepMs);
  }
}

/** Waits until the programs of a killed predecessor have released the database folder and the port, `waitMs` at most. */
export async function waitForLeftovers(options: {
  databaseDir: string;
  host: string;
  port: number;
  waitMs: number;
}): Promise<void> {
  const stepMs = 100;
  for (let waitedMs = 0; waitedMs < options.waitMs; waitedMs += stepMs) {
    const isFree = await listenOnce(options.host, options.port).then(
      () => true,
      () => false,
    );
    if (isFree && lockHolder(`${options.databaseDir}.lock`) === undefined) return;
    await sleep(stepMs);
  }
}

/** Throws `StartError` when `host`:`port` cannot be listened on. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  try {
    await listenOnce(host, port);
  } catch (error) {
    throw new StartError(explain(error as NodeJS.ErrnoException, host, port));
  }
}

function listenOnce(host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer();
  server.once('error', reject);
  server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  return promise;
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') {
    const other = port < 65_535 ? port + 1 : 3000;
    return `Port ${port} is taken by another program.\nStop it, or choose another port: PORT=${other} npm start`;
  }
  if (error.code === 'EACCES')
    return `This user may not listen on port ${port}. Choose one above 1023: PORT=3000 npm start`;
  return `Cannot listen on ${host} port ${port} (${error.code}). Choose another address: HOST=127.0.0.1 npm start`;
}

function runsAlready(dataDir: string, pid: number): string {
  return (
    `Escuta already runs on ${dataDir} (process ${pid}).\n` +
    'Stop that one first, or start a second one beside it: DATA_DIR=./data-2 PORT=3001 npm start'
  );
}
