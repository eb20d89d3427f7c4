import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program of `main/` as production starts it: a process of its own. */
export interface OurProcess {
  readonly process: ChildProcess;
  /** What it wrote to standard output and error so far. */
  output(): string;
  /** Waits until it has written something that `pattern` finds; throws when it ends before, or after 30 s. */
  says(pattern: RegExp): Promise<void>;
  /** Kills it without a word, as a power cut does, and waits until it is gone. */
  kill(): Promise<void>;
  /** Resident memory now, in MB. */
  memoryMb(): number;
}

const sayWithinMs = 30_000;

/** Starts `main/<name>.ts` with exactly this environment beside PATH. */
export function startOurProcess(name: 'api' | 'worker', environment: Readonly<Record<string, string>>): OurProcess {
  const program = join(import.meta.dirname, `../main/${name}.ts`);
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const hear of listeners) hear();
    });
  }
  const isOver = () => child.exitCode !== null || child.signalCode !== null;

  return {
    process: child,
    output: () => output,
    async says(pattern) {
      const heard = Promise.withResolvers<void>();
      const hear = () => pattern.test(output) && heard.resolve();
      const fail = (why: string) => heard.reject(new Error(`${name} ${why} before it said ${pattern}:\n${output}`));
      const tooLate = setTimeout(() => fail('took too long'), sayWithinMs);
      child.once('close', () => fail('ended'));
      listeners.add(hear);
      hear();
      try {
        await heard.promise;
      } finally {
        clearTimeout(tooLate);
        listeners.delete(hear);
      }
    },
    async kill() {
      if (isOver()) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    memoryMb: () => memoryMbOf(Number(child.pid)),
  };
}

function memoryMbOf(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kilobytes) / 1_024;
}
