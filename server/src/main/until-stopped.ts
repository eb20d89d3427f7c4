import type { Logger } from '#platform/log/log.ts';

interface Stopping {
  /** After this long the process ends, whatever is still under way, with exit code 1. */
  readonly stopWithinMs: number;
  readonly onStopping: () => void;
  /** The parts, in the order in which they stop. */
  readonly stops: readonly (() => Promise<void>)[];
}

/** Stops each part in order on SIGINT, SIGTERM or when the parent process goes away, and ends the process. */
export function untilStopped(log: Logger, { stopWithinMs, onStopping, stops }: Stopping): void {
  let stopping = false;
  async function stop(reason: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    onStopping();
    setTimeout(() => {
      log.error({ stopWithinMs }, 'stopped before everything was finished');
      process.exit(1);
    }, stopWithinMs).unref();
    for (const part of stops) {
      // One part that cannot stop in order must not keep the next from giving back what it holds.
      await part().catch((error: unknown) => log.error({ err: error }, 'a part did not stop in order'));
    }
    log.info({}, 'stopped');
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
  process.once('disconnect', () => void stop('the parent went away'));
}
