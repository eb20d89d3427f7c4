import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** A program of `main/` as it runs in production: a process of its own, with its log. */
export interface OwnProcess {
  /** Where its operations port answers, once `started`. */
  operations(): string;
  /** Where it listens, once the api is started. */
  address(): string;
  /** Every line of its log, and whatever else it wrote. */
  output(): string;
  /** Settles with the first line that has this message. */
  logged(message: string): Promise<Record<string, unknown>>;
  /** What the image's health check says of it. */
  askHealth(path: string): Promise<{ code: number; answer: string }>;
  signal(name: NodeJS.Signals): void;
  /** Kills it without a word, as a power cut does, and waits until it is gone. */
  kill(): Promise<void>;
  isRunning(): boolean;
  /** Resident memory now, in MB. */
  memoryMb(): number;
  /** Its exit code, null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

const running = new Set<ChildProcess>();

/**
 * Starts `server/src/main/<program>.ts` on free ports of loopback; ready when it listens or works. With `fileKilobytesMax`
 * the system lets it write no larger file, as a quota does.
 */
export async function startProcess(
  program: 'api' | 'worker',
  environment: Readonly<Record<string, string>>,
  { fileKilobytesMax }: { fileKilobytesMax?: number } = {},
): Promise<OwnProcess> {
  const path = join(import.meta.dirname, `../main/${program}.ts`);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, HOST: '127.0.0.1', PORT: '0', OPERATIONS_PORT: '0', ...environment };
  // POSIX counts in blocks of 512 bytes.
  const limit = fileKilobytesMax === undefined ? 'unlimited' : fileKilobytesMax * 2;
  const command = ['-c', `ulimit -f ${limit} && exec "$0" "$@"`, process.execPath, path];
  const child = spawn('/bin/sh', command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const lines: string[] = [];
  const waiting = new Map<string, PromiseWithResolvers<Record<string, unknown>>>();
  const facts = new Map<string, Record<string, unknown>>();
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    for (const [message, { reject }] of waiting)
      reject(new Error(`${program} ended before it said “${message}”:\n${lines.join('\n')}`));
    return code as number | null;
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      const fact = line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : {};
      const message = String(fact['msg']);
      if (facts.has(message)) return;
      facts.set(message, fact);
      waiting.get(message)?.resolve(fact);
      waiting.delete(message);
    });
  }

  async function logged(message: string): Promise<Record<string, unknown>> {
    const fact = facts.get(message);
    if (fact) return fact;
    const wait = waiting.get(message) ?? Promise.withResolvers<Record<string, unknown>>();
    waiting.set(message, wait);
    return wait.promise;
  }

  await logged(program === 'api' ? 'listening' : 'working');
  return {
    operations: () => `http://127.0.0.1:${String(facts.get('operations listening')?.['port'])}`,
    address: () => String(facts.get('listening')?.['address']),
    output: () => lines.join('\n'),
    logged,
    askHealth: (path) => askHealth(path, String(facts.get('operations listening')?.['port'])),
    signal: (name) => child.kill(name),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    isRunning: () => child.exitCode === null && child.signalCode === null,
    memoryMb: () => memoryMbOf(Number(child.pid)),
    ended,
  };
}

async function askHealth(path: string, port: string): Promise<{ code: number; answer: string }> {
  const program = join(import.meta.dirname, '../main/ask-health.ts');
  const env = { PATH: process.env['PATH'], OPERATIONS_PORT: port };
  const child = spawn(process.execPath, [program, path], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [answer, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { code: code as number, answer: answer.trim() };
}

function memoryMbOf(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kilobytes) / 1_024;
}

/** Kills whatever a test has left running. */
export async function endProcesses(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const gone = once(child, 'close');
      child.kill('SIGKILL');
      await gone;
    }),
  );
}
