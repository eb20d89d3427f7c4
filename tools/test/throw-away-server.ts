import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
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

export interface ThrowAwayServer {
  /** The shell around the server: it ends with it, and has not ended before. */
  readonly shell: ChildProcess;
  stop(): Promise<void>;
}

/**
 * Runs a server that ends, and whose `folder` goes, when `stop` is called or when this process ends, even by kill -9.
 * One that ends otherwise leaves its folder. `onLine` hears the lines that it writes to stderr.
 */
export function startThrowAwayServer(options: {
  command: readonly [string, ...string[]];
  folder: string;
  user: ServerUser | undefined;
  onLine?: ((line: string) => void) | undefined;
}): ThrowAwayServer {
  // A reader waits for the end of our pipe. The shell itself waits for the server, so that nothing of a killed one is left
  // in the table of processes.
  const script = `exec 3<&0; "$0" "$@" & server=$!
    (read -r _ <&3; kill -INT $server && while kill -0 $server; do sleep 0.1; done && rm -rf "$SERVER_FOLDER") & wait $server`;
  const server = spawn('/bin/sh', ['-c', script, ...options.command], {
    ...options.user,
    cwd: tmpdir(),
    env: { ...process.env, SERVER_FOLDER: options.folder },
    detached: true,
    stdio: ['pipe', 'ignore', options.onLine ? 'pipe' : 'ignore'],
  });
  if (options.onLine && server.stderr) createInterface({ input: server.stderr }).on('line', options.onLine);
  const ended = new Promise((resolve) => server.once('exit', resolve));
  return {
    shell: server,
    async stop() {
      server.stdin?.end();
      await ended;
      rmSync(options.folder, { recursive: true, force: true });
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

/** Waits until a database answers at `url`; throws after 30 s. `meanwhile` is called before each try. */
export async function waitForDatabase(url: string, meanwhile: () => void = () => undefined): Promise<void> {
  const stepMs = 100;
  for (let waitedMs = 0; ; waitedMs += stepMs) {
    meanwhile();
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
