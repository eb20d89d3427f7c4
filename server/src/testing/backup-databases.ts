import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';

/** Databases of a test that are backed up and restored, and the program that makes backups. */

/** A backup goes past a pooler: pg_dump leaves settings on its connection. */
export const serverUrl = process.env['TEST_DATABASE_DIRECT_URL'] ?? process.env['TEST_DATABASE_URL'] ?? '';

export const backupProgram = join(import.meta.dirname, '../main/backup.ts');

const databases: string[] = [];

/** pg_dump reads servers of its own version and older; the embedded database has no such tool. */
export async function canDump(): Promise<boolean> {
  const version = /(\d+)\./.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1];
  if (!serverUrl || !version) return false;
  const [row] = await ask(serverUrl, 'SHOW server_version_num');
  return Number(version) >= Math.floor(Number(row?.['server_version_num']) / 10_000);
}

/** Makes an empty database, and answers its address. */
export async function createDatabase(): Promise<string> {
  const name = `escuta_backup_${randomBytes(6).toString('hex')}`;
  databases.push(name);
  await ask(serverUrl, `CREATE DATABASE ${name}`);
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

/** Drops what `createDatabase` has made. */
export async function dropDatabases(): Promise<void> {
  for (const name of databases.splice(0)) await ask(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Asks a database one thing, over a connection of its own. */
export async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

export interface BackupEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The last line of its log; empty where it wrote none. */
  readonly lastLine: Readonly<Record<string, unknown>>;
}

/** Runs the program of backups to its end, with no settings but these. */
export function backUp(environment: Readonly<Record<string, string>>, args: readonly string[]): Promise<BackupEnd> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [backupProgram, ...args], { env }, (error, stdout, stderr) => {
      const line = stdout.trim().split('\n').at(-1) ?? '';
      const lastLine = line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : {};
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr, lastLine });
    });
  });
}
