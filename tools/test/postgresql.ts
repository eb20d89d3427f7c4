import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram, installPackage } from './find-program.ts';
import { freePort, serverUser, startThrowAwayServer, waitForDatabase } from './throw-away-server.ts';

export interface PostgresServer {
  /** A role that may create databases and roles. */
  url: string;
  stop(): Promise<void>;
}

export const postgresAdvice =
  'no PostgreSQL 15 or newer: install it (apt-get install postgresql) or set TEST_DATABASE_URL to a server';

const majorNeeded = 15;

interface ClusterOptions {
  /** Flush what is committed; a test run may lose its data, and takes half the time without. */
  readonly durable?: boolean;
  /** Hears the server's log with every statement, who says it before a `|`, and without the values of parameters. */
  readonly onLogLine?: ((line: string) => void) | undefined;
}

/** The server at `url`, or a temporary cluster made from the binaries of this machine; undefined when there are none. */
export async function findPostgres({
  url = process.env['TEST_DATABASE_URL'],
  ...options
}: ClusterOptions & { url?: string | undefined } = {}): Promise<PostgresServer | undefined> {
  if (url) return { url, stop: async () => {} };
  const binaries = findOrInstall();
  return binaries === undefined ? undefined : startCluster(binaries, options);
}

/** Whether a temporary cluster can be made here. */
export function hasPostgres(): boolean {
  return findOrInstall() !== undefined;
}

function findOrInstall(): string | undefined {
  return findBinaries() ?? (installPackage('postgresql') ? findBinaries() : undefined);
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

async function startCluster(binaries: string, { durable, onLogLine }: ClusterOptions): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'escuta-postgresql-'));
  const user = serverUser();
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
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `fsync=${durable ? 'on' : 'off'}`,
    'max_connections=100',
    ...(onLogLine ? ['log_statement=all', 'log_parameter_max_length=0', 'log_line_prefix=%a|'] : []),
  ];
  const options = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])];
  const { stop } = startThrowAwayServer({
    command: [join(binaries, 'postgres'), ...options],
    folder,
    user,
    onLine: onLogLine,
  });
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  try {
    await waitForDatabase(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
