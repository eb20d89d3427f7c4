import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from '@playwright/test';

const root = join(import.meta.dirname, '../..');
const startMs = 120_000;

/** A cluster as `npm run cluster` starts it. */
export interface RunningCluster {
  /** Addresses of the apis themselves, in order. */
  readonly apis: readonly [string, string];
  /** Ends a process as the system does when memory runs out, and waits until the cluster reports it. */
  kill(name: 'api 1' | 'api 2' | 'worker 1' | 'worker 2'): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a cluster with the demo companies; its processes get the environment given beside ours. */
export async function startCluster(environment: NodeJS.ProcessEnv): Promise<RunningCluster> {
  const child = spawn(process.execPath, ['tools/cluster/cluster.ts', '--demo'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  await expect(() => expect(isOver() || output.includes('Ctrl-C stops it'), output).toBe(true)).toPass({
    timeout: startMs,
  });
  const find = (pattern: RegExp) => {
    const found = pattern.exec(output)?.[1];
    if (found === undefined) throw new Error(`the cluster did not say ${pattern.source}:\n${output}`);
    return found;
  };
  return {
    apis: [find(/api 1 .*(http\S+)/), find(/api 2 .*(http\S+)/)],
    async kill(name) {
      const pid = find(new RegExp(`${name} +pid (\\d+)`));
      process.kill(Number(pid), 'SIGKILL');
      await expect(() => expect(output).toContain(`${name} (pid ${pid}) ended: SIGKILL`)).toPass({ timeout: 5_000 });
    },
    async stop() {
      if (isOver()) return;
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
  };
}
