import type { Logger } from '#platform/log/log.ts';

const stopWithinMs = 9_000;

/** Stops each part in order on SIGINT, SIGTERM or when the parent process goes away, and ends the process. */
export function untilStopped(log: Logger, stops: readonly (() => Promise<void>)[]): void {
  let stopping = false;
  async function stop(reason: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    for (const part of stops) await part();
    process.exit(0);
  }
  process.once('SIGINT', () => void stop('SIGINT'));
  process.once('SIGTERM', () => void stop('SIGTERM'));
  process.once('disconnect', () => void stop('the parent went away'));
}
