import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/** A dump that has not ended by then hangs, and the next one is better. */
const dumpMsMax = 12 * 60 * 60_000;
const lockWait = '60s';
const saidLengthMax = 20_000;
const reasonLinesMax = 3;

/** A server that vanishes is noticed within a minute (libpq, “Connection Parameters”); the address may say otherwise. */
const connectionLimits = {
  connect_timeout: '30',
  keepalives_idle: '30',
  keepalives_interval: '10',
  keepalives_count: '3',
  tcp_user_timeout: '60000',
};

/**
 * Writes the database into one file with `pg_dump --format=custom`, all of it as of one instant. The password of the address
 * goes by environment: everybody on a machine may read command lines.
 * @throws with what pg_dump and the server said of it, or the reason of `signal`.
 */
export async function dumpDatabase(
  databaseUrl: string,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<void> {
  const { address, password } = splitPassword(databaseUrl);
  const options = ['--format=custom', '--no-password', `--lock-wait-timeout=${lockWait}`, `--file=${path}`];
  const child = spawn('pg_dump', [...options, `--dbname=${address}`], {
    env: childEnvironment(password),
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    timeout: dumpMsMax,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, saidLengthMax);
  });
  const { failure, end } = await endOf(child);
  signal.throwIfAborted();
  if (failure) throw new Error(whyNotStarted(failure), { cause: failure });
  if (end !== 0) throw new Error(`pg_dump ended with ${end}: ${reasonIn(said)}`);
}

/** An address as it may be seen, and its password, which libpq takes from two places (“Connection URIs”). */
function splitPassword(databaseUrl: string): { address: string; password: string } {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password) || (url.searchParams.get('password') ?? '');
  url.password = '';
  url.searchParams.delete('password');
  for (const [name, value] of Object.entries(connectionLimits))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return { address: url.href, password };
}

/** What pg_dump needs to be found and to find certificates, and none of our secrets but the one. Its words are English. */
function childEnvironment(password: string): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(([name]) => /^(PATH|HOME|TZ|PG\w+)$/i.test(name));
  return { ...Object.fromEntries(passed), LC_ALL: 'C', ...(password ? { PGPASSWORD: password } : {}) };
}

/** Settles when the program is gone and all that it said is here, also where it was never started. */
function endOf(child: ChildProcess): Promise<{ failure: Error | undefined; end: number | string | null }> {
  return new Promise((resolve) => {
    let failure: Error | undefined;
    child.once('error', (error) => {
      failure = error;
    });
    child.once('close', (code, signalName) => resolve({ failure, end: code ?? signalName }));
  });
}

function whyNotStarted(failure: NodeJS.ErrnoException): string {
  return failure.code === 'ENOENT'
    ? 'pg_dump is not installed here: it comes with the client programs of PostgreSQL'
    : 'pg_dump could not be started';
}

/** The errors alone: a DETAIL or a CONTEXT of the server may quote rows. */
function reasonIn(said: string): string {
  const lines = said.split('\n').filter((line) => /\b(error|ERROR|FATAL|PANIC):/.test(line));
  return lines.slice(0, reasonLinesMax).join(' ') || 'it gave no reason';
}
