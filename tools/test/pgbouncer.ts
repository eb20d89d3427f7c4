import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findProgram, installPackage } from './find-program.ts';
import { freePort, serverUser, startThrowAwayServer, waitForDatabase } from './throw-away-server.ts';

export interface Pooler {
  /** The server's own address, by way of the pooler. */
  url: string;
  /** What went through the pooler since it started. */
  countTransactions(): Promise<number>;
  stop(): Promise<void>;
}

export const pgbouncerAdvice = 'no PgBouncer: install it (apt-get install pgbouncer)';

/** Connections to the server for each database: fewer than any process of ours would take, so they are really shared. */
const poolSize = 5;
/** It belongs to the system's administrator, whose programs the PATH of a user may leave out. */
const places = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin:/opt/homebrew/bin`;

/** A PgBouncer in transaction mode in front of the server at `serverUrl`; undefined when there is none to be had. */
export async function findPooler(serverUrl: string): Promise<Pooler | undefined> {
  const program = findProgramOfPooler();
  return program === undefined ? undefined : startPooler(program, serverUrl);
}

/** Whether a PgBouncer can be started here. */
export function hasPooler(): boolean {
  return findProgramOfPooler() !== undefined;
}

/** The program on this machine, or installed now. */
function findProgramOfPooler(): string | undefined {
  return findPgbouncer() ?? (installPackage('pgbouncer') ? findPgbouncer() : undefined);
}

function findPgbouncer(): string | undefined {
  return findProgram(['pgbouncer'], places);
}

async function startPooler(program: string, serverUrl: string): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'escuta-pgbouncer-'));
  const user = serverUser();
  const settingsFile = join(folder, 'pgbouncer.ini');
  const port = await freePort();
  writeFileSync(settingsFile, settings(new URL(serverUrl), port, knowsPreparedStatements(program)), { mode: 0o600 });
  if (user) for (const path of [folder, settingsFile]) chownSync(path, user.uid, user.gid);
  const said: string[] = [];
  const { stop } = startThrowAwayServer({
    command: [program, settingsFile],
    folder,
    user,
    onLine: (line) => said.push(line) > 50 && said.shift(),
  });
  const url = Object.assign(new URL(serverUrl), { host: `127.0.0.1:${port}` }).href;
  try {
    await waitForDatabase(url);
  } catch (error) {
    await stop();
    throw new Error(`PgBouncer did not answer:\n${said.join('\n')}`, { cause: error });
  }
  return { url, stop, countTransactions: () => countTransactions(port) };
}

/** On loopback for a test run: whoever comes is let in, as the one user of the server. */
function settings(server: URL, port: number, knowsPrepared: boolean): string {
  const quote = (text: string) => `'${decodeURIComponent(text).replaceAll("'", "''")}'`;
  const target = `host=${server.hostname} port=${server.port || 5432} user=${quote(server.username)}`;
  return [
    '[databases]',
    `* = ${target}${server.password ? ` password=${quote(server.password)}` : ''}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'reserve_pool_size = 0',
    'max_client_conn = 300',
    // A client that waits longer than this for its turn has found a deadlock of ours.
    'query_wait_timeout = 20',
    'log_connections = 0',
    'log_disconnections = 0',
    // Newer ones keep named statements for clients; whoever counts on that works on few poolers.
    ...(knowsPrepared ? ['max_prepared_statements = 0'] : []),
    '',
  ].join('\n');
}

/** From 1.21 on; the ones before never kept any and refuse to know the setting. */
function knowsPreparedStatements(program: string): boolean {
  const version = /(\d+)\.(\d+)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '');
  return Number(version?.[1] ?? 0) > 1 || Number(version?.[2] ?? 0) >= 21;
}

async function countTransactions(port: number): Promise<number> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'escuta', database: 'pgbouncer' });
  await client.connect();
  try {
    const { rows } = await client.query<{ database: string; total_xact_count: string }>('SHOW STATS');
    return rows
      .filter(({ database }) => database !== 'pgbouncer')
      .reduce((total, row) => total + Number(row.total_xact_count), 0);
  } finally {
    await client.end();
  }
}
