import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { embeddedUrl, readPassword } from './password-file.ts';

export interface EmbeddedDatabase {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** Closes the database and waits for its process to end. */
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('../../main/database.ts', import.meta.url));
const stopMs = 10_000;

/**
 * Starts `server/src/main/database.ts` on the folder `dataDir` and waits until it answers. The process ends with
 * ours. Rejects with what the process wrote to stderr when it does not become ready (a second opener, for instance).
 * `onOutput` receives its later stderr, line by line.
 */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  port?: number;
  onOutput?: (line: string) => void;
}): Promise<EmbeddedDatabase> {
  const child = spawn(process.execPath, [program], {
    // Own process group: Ctrl-C reaches the starter only, which stops the database last.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, EMBEDDED_DATA_DIR: options.dataDir, EMBEDDED_PORT: String(options.port ?? 0) },
  });
  const port = await readPort(child, options.onOutput);
  return {
    url: embeddedUrl(port, readPassword(options.dataDir)),
    port,
    process: child,
    stop: () => stopProcess(child),
  };
}

async function readPort(child: ChildProcess, onOutput: ((line: string) => void) | undefined): Promise<number> {
  const complaints: string[] = [];
  if (!child.stdout || !child.stderr) throw new Error('The database process has no output to read');
  createInterface({ input: child.stderr }).on('line', (line) => {
    complaints.push(line);
    onOutput?.(line);
  });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{"ready":true')) resolve((JSON.parse(line) as { port: number }).port);
  });
  child.once('error', reject);
  child.once('close', (code) => reject(new Error(complaints.join('\n') || `The database process ended with ${code}`)));
  return promise;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(killer);
}
