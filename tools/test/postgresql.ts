import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findProgram, installPackage } from './find-program.ts';

export interface PostgresServer {
  /** A role that may create databases and roles. */
  url: string;
  stop(): Promise<void>;
}

export const postgresAdvice =
  'no PostgreSQL 15 or newer: install it (apt-get install postgresql) or set TEST_DATABASE_URL to a server';

const majorNeeded = 15;
const readyMs = 30_000;

/**
 * The server at `url`, or a temporary cluster made from the binaries of this machine; undefined when there are none. A
 * `durable` cluster flushes what it commits; a test run may lose its data, and takes half the time without.
 */
export async function findPostgres({
  url = process.env['TEST_DATABASE_URL'],
  durable = false,
}: { url?: string | undefined; durable?: boolean } = {}): Promise<PostgresServer | undefined> {
  if (url) return { url, stop: async () => {} };
  const binaries = findBinaries() ?? (installPackage('postgresql') ? findBinaries() : undefined);
  return binaries === undefined ? undefined : startCluster(binaries, durable ? 'on' : 'off');
}

function findBinaries(): string | undefined {
  const inPath = findProgram(['postgres']);
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [inPath && dirname(realpathSync(inPath)), ...versions.map((version) => join(debian, version, 'bin'))];
  return folders.find((folder) => folder !== undefined && isUsable(folder));
}

function isUsable(folder: string): boolean {
  if (!existsSync(join(folder, 'initdb'))) return false;
  const version = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '';
  return Number(/ (\d+)[.\d a-z]/.exec(version)?.[1] ?? 0) >= majorNeeded;
}

async function startCluster(binaries: string, fsync: 'on' | 'off'): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'escuta-postgresql-'));
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  const data = join(folder, 'data');
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
  const access = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile];
  const made = spawnSync(join(binaries, 'initdb'), ['-D', data, ...access, '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...user,
    cwd: folder,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  // The shell waits for the end of our pipe: the cluster ends and its folder goes even when we are killed.
  const script = '"$0" "$@" & server=$!; read -r _; kill -INT $server; wait $server; rm -rf "$CLUSTER_FOLDER"';
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `fsync=${fsync}`, 'max_connections=100'];
  const server = spawn(
    '/bin/sh',
    [
      '-c',
      script,
      join(binaries, 'postgres'),
      '-D',
      data,
      '-p',
      String(port),
      ...settings.flatMap((one) => ['-c', one]),
    ],
    {
      ...user,
      cwd: tmpdir(),
      env: { ...process.env, CLUSTER_FOLDER: folder },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  const ended = new Promise((resolve) => server.once('close', resolve));
  const stop = async (): Promise<void> => {
    server.stdin.end();
    await ended;
  };
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  try {
    await waitUntilReady(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** The user `postgres` where a package made it, otherwise nobody: initdb wants one that /etc/passwd names. */
function unprivilegedUser(): { uid: number; gid: number } {
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody');
  return { uid: Number(found?.[2] ?? 65_534), gid: Number(found?.[3] ?? 65_534) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}

async function waitUntilReady(url: string): Promise<void> {
  const stepMs = 100;
  for (let waitedMs = 0; ; waitedMs += stepMs) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (waitedMs >= readyMs) throw new Error('The temporary PostgreSQL did not answer', { cause: error });
    }
    await sleep(stepMs);
  }
}
