import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { root } from './bootstrap.mjs';

export interface Program {
  readonly process: ChildProcess;
  /** Settles when the program has ended and all its output is read. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** SIGTERM, and SIGKILL after `graceMs`; settles when it has ended. */
  stop(graceMs: number): Promise<void>;
}

// Young objects beyond 32 MB make nothing faster here, and hold more memory. Below 2 GB, which nothing comes near, Node clears
// away what is gone once it is half of what is kept, and not three times as much.
const memory = ['--max-semi-space-size=16', '--max-old-space-size=1024'];
const endWithParent = fileURLToPath(new URL('end-with-parent.mjs', import.meta.url));

/**
 * Runs `node <script>` (path from the root) on this Node. It ends with us even when we are killed. In a process group
 * of its own, so that Ctrl-C reaches only the starter, which then stops the programs in order.
 */
export function runProgram(options: {
  script: string;
  args?: readonly string[];
  environment: NodeJS.ProcessEnv;
  onLine: (line: string) => void;
}): Program {
  const child = spawn(
    process.execPath,
    [...memory, '--import', endWithParent, options.script, ...(options.args ?? [])],
    {
      cwd: root,
      env: options.environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  for (const output of [child.stdout, child.stderr]) {
    if (output) createInterface({ input: output }).on('line', options.onLine);
  }
  const { promise: ended, resolve, reject } = Promise.withResolvers<Awaited<Program['ended']>>();
  child.once('error', reject);
  child.once('close', (code, signal) => resolve({ code, signal }));
  return { process: child, ended, stop: (graceMs) => stopProgram(child, ended, graceMs) };
}

async function stopProgram(child: ChildProcess, ended: Program['ended'], graceMs: number): Promise<void> {
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await ended;
  clearTimeout(killer);
}
