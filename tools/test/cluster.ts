import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, serverUser, startThrowAwayServer, waitForDatabase } from './throw-away-server.ts';

/** A temporary PostgreSQL cluster on a loopback port of its own. */
export interface Cluster {
  /** A role that may create databases and roles; the same over every start. */
  readonly url: string;
  /** Kills the server and all its processes at once, as a power cut does; the files stay. */
  killNow(): Promise<void>;
  /** Starts it again on the same files and port, and waits until it answers. */
  startAgain(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

const logLinesKept = 30;

/**
 * Makes and starts a cluster from the binaries in a folder.
 * @param options `settings` are lines of postgresql.conf, `name=value`; `onLogLine` hears the server's log; `dataFolder`
 * is an existing folder for the tables alone, while the log of changes stays elsewhere.
 */
export async function startCluster(
  binaries: string,
  options: {
    settings?: readonly string[];
    onLogLine?: ((line: string) => void) | undefined;
    dataFolder?: string;
  } = {},
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'escuta-postgresql-'));
  const user = serverUser();
  const data = join(options.dataFolder ?? folder, 'data');
  const password = randomBytes(16).toString('hex');
  makeFiles({ binaries, folder, data, password });
  const port = await freePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...(options.settings ?? [])];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])];
  const lastLines: string[] = [];

  function run() {
    return startThrowAwayServer({
      command: [join(binaries, 'postgres'), ...args],
      folder,
      user,
      onLine(line) {
        lastLines.push(line);
        if (lastLines.length > logLinesKept) lastLines.shift();
        options.onLogLine?.(line);
      },
    });
  }

  let server = run();
  async function ready(meanwhile?: () => void): Promise<void> {
    try {
      await waitForDatabase(url, meanwhile);
    } catch (error) {
      await stop();
      throw new Error(`PostgreSQL did not answer; its log ends with:\n${lastLines.join('\n')}`, { cause: error });
    }
  }

  async function stop(): Promise<void> {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }

  await ready();
  return {
    url,
    async killNow() {
      const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
      const ended = once(server.shell, 'exit');
      killTree(Number(pid));
      await ended;
    },
    async startAgain() {
      server = run();
      await ready(() => {
        // A process of the killed server may hold its memory for another moment: then the new one gives up at once.
        if (hasEnded(server.shell)) server = run();
      });
    },
    stop,
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function makeFiles(to: { binaries: string; folder: string; data: string; password: string }): void {
  const { binaries, folder, data, password } = to;
  const user = serverUser();
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  mkdirSync(data, { mode: 0o700 });
  if (user) for (const path of [folder, passwordFile, data]) chownSync(path, user.uid, user.gid);
  const access = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile];
  const place = ['-D', data, '-X', join(folder, 'wal')];
  const made = spawnSync(join(binaries, 'initdb'), [...place, ...access, '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...user,
    cwd: folder,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
}

/** Stops the server first, so that it starts nothing new; each of its children leads a group of its own. */
function killTree(pid: number): void {
  process.kill(pid, 'SIGSTOP');
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const children = rows.map((row) => row.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === pid);
  for (const one of [...children.map(([child]) => child), pid]) {
    try {
      process.kill(Number(one), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}
