import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** NODE_OPTIONS of a worker, as compose and `npm start` set them. */
export const workerNodeOptions = '--max-semi-space-size=16 --max-old-space-size=1024';

/** A program of the bench in a process of its own, which talks by messages. */
export interface Child {
  readonly process: ChildProcess;
  /** The next message of the program; rejects when it ends first. */
  next<Message>(): Promise<Message>;
  send(message: object): void;
  /** Ends it and waits for its end. */
  stop(): Promise<void>;
  /** Ends it without a word, as a power cut does, and waits for its end. */
  kill(): Promise<void>;
}

/** Starts `bench/<path>` with more environment. It ends with us: the channel between us closes. */
export function startChild(path: string, environment: NodeJS.ProcessEnv): Child {
  const child = fork(fileURLToPath(new URL(`../${path}`, import.meta.url)), [], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    process: child,
    next: async <Message>() => {
      const waiting = new AbortController();
      const ended = once(child, 'exit', waiting).then(([code, signal]) => {
        throw new Error(`${path} ended (${code ?? signal})`);
      });
      try {
        const [message] = (await Promise.race([once(child, 'message', waiting), ended])) as [Message];
        return message;
      } finally {
        ended.catch(() => {});
        waiting.abort();
      }
    },
    send: (message) => child.send(message),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
