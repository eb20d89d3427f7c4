import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startCluster } from './cluster.ts';
import { findProgram, installPackage } from './find-program.ts';

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
  /** Further lines of postgresql.conf, `name=value`. */
  readonly settings?: readonly string[];
  /** Hears the server's log with every statement, who says it before a `|`, and without the values of parameters. */
  readonly onLogLine?: ((line: string) => void) | undefined;
}

/** The server at `url`, or a temporary cluster made from the binaries of this machine; undefined when there are none. */
export async function findPostgres({
  url = process.env['TEST_DATABASE_URL'],
  durable,
  settings: further = [],
  onLogLine,
}: ClusterOptions & { url?: string | undefined } = {}): Promise<PostgresServer | undefined> {
  if (url) return { url, stop: async () => {} };
  const binaries = findPostgresBinaries();
  const settings = [
    `fsync=${durable ? 'on' : 'off'}`,
    'max_connections=100',
    ...further,
    ...(onLogLine ? ['log_statement=all', 'log_parameter_max_length=0', 'log_line_prefix=%a|'] : []),
  ];
  return binaries === undefined ? undefined : startCluster(binaries, { settings, onLogLine });
}

/** Whether a temporary cluster can be made here. */
export function hasPostgres(): boolean {
  return findPostgresBinaries() !== undefined;
}

/** The folder of initdb and postgres: one on this machine, or installed now; undefined when none can be had. */
export function findPostgresBinaries(): string | undefined {
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
