import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The user and group that a server runs as when this process is root, which PostgreSQL and PgBouncer refuse to be. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

const readyMs = 30_000;

/** The user `postgres` where a package made it, otherwise nobody: initdb wants one that /etc/passwd names. */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody');
  return { uid: Number(found?.[2] ?? 65_534), gid: Number(found?.[3] ?? 65_534) };
}

/**
 * Runs a server that ends, and whose `folder` goes, when `stop` is called or when this process ends, even by kill -9.
 * `onLine` hears the lines that it writes to stderr.
 */
export function startThrowAwayServer(options: {
  command: readonly [string, ...string[]];
  folder: string;
  user: ServerUser | undefined;
  onLine?: ((line: string) => void) | undefined;
}): { stop(): Promise<void> } {
  // The shell waits for the end of our pipe.
  const script = '"$0" "$@" & server=$!; read -r _; kill -INT $server; wait $server; rm -rf "$SERVER_FOLDER"';
  const server = spawn('/bin/sh', ['-c', script, ...options.command], {
    ...options.user,
    cwd: tmpdir(),
    env: { ...process.env, SERVER_FOLDER: options.folder },
    detached: true,
    stdio: ['pipe', 'ignore', options.onLine ? 'pipe' : 'ignore'],
  });
  if (options.onLine && server.stderr) createInterface({ input: server.stderr }).on('line', options.onLine);
  const ended = new Promise((resolve) => server.once('close', resolve));
  return {
    async stop() {
      server.stdin?.end();
      await ended;
    },
  };
}

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}

/** Waits until a database answers at `url`; throws after 30 s. */
export async function waitForDatabase(url: string): Promise<void> {
  const stepMs = 100;
  for (let waitedMs = 0; ; waitedMs += stepMs) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (waitedMs >= readyMs) {
        throw new Error('The temporary database server did not answer', { cause: error });
      }
    }
    await sleep(stepMs);
  }
}
