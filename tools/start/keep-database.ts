import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '../../server/src/platform/embedded-database/start-embedded-database.ts';
import type { LogFile } from './log-file.ts';
import { StartError } from './start-error.ts';

export interface KeptDatabase {
  /** The same after every start: the programs that use it go on by themselves. */
  readonly url: string;
  readonly port: number;
  /** Rejects with `StartError` when it ended too often to be started again. */
  readonly lost: Promise<never>;
  stop(): Promise<void>;
}

const restartsMax = 5;
const withinMs = 60_000;
const pauseMs = 500;

/**
 * Opens the embedded database in `dataDir` and starts it again on the same port when it ends although nobody asked it
 * to: at most five times within a minute. Rejects when it does not start in the first place.
 */
export async function keepDatabase(dataDir: string, log: Pick<LogFile, 'write' | 'tail'>): Promise<KeptDatabase> {
  const start = (port: number) => startEmbeddedDatabase({ dataDir, port, onOutput: log.write });
  let running: EmbeddedDatabase = await start(0);
  const { url, port } = running;
  let isStopping = false;
  let starting: Promise<void> = Promise.resolve();

  async function startAgain(): Promise<string | undefined> {
    try {
      running = await start(port);
      log.write(`The embedded database runs again on port ${port}.`);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  async function keep(): Promise<never> {
    const ends: number[] = [];
    let reason = await endOf(running.process);
    while (!isStopping) {
      ends.push(performance.now());
      const recent = ends.filter((end) => end > performance.now() - withinMs).length;
      if (recent > restartsMax) throw new StartError(`${lostWords(recent, reason)}\n${log.tail().join('\n')}`);
      log.write(`The embedded database ended unexpectedly (${reason}): starting it again.`);
      const attempt = startAgain();
      starting = attempt.then(() => undefined);
      const failure = await attempt;
      if (failure === undefined) reason = await endOf(running.process);
      else {
        reason = failure;
        await sleep(pauseMs);
      }
    }
    return new Promise<never>(() => {});
  }

  const lost = keep();
  // Whoever waits for it hears it; until then it is nobody's failure.
  lost.catch(() => undefined);
  return {
    url,
    port,
    lost,
    async stop() {
      isStopping = true;
      await starting;
      await running.stop();
    },
  };
}

function lostWords(times: number, reason: string): string {
  return `The embedded database ended ${times} times within a minute, at last so: ${reason}\nThe last lines of its log:`;
}

async function endOf(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const say = () => resolve(child.signalCode ?? `exit code ${child.exitCode}`);
  if (child.exitCode !== null || child.signalCode !== null) say();
  else child.once('close', say);
  return promise;
}
