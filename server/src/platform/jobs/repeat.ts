import type { Logger } from '#platform/log/log.ts';

/** A loop that runs until it is stopped. */
export interface Repetition {
  /** Cuts the pause short: there is work now. */
  wake(): void;
  /** Lets the running cycle finish and ends the loop. */
  stop(): Promise<void>;
}

/**
 * Runs `cycle` again and again, with a pause of `pauseMs` after one that found nothing to do. A cycle answers true when
 * there is more work. An error is logged and followed by a pause that doubles up to 10 s: the database may come back.
 */
export function repeat(pauseMs: number, log: Logger, cycle: () => Promise<boolean>): Repetition {
  let stopped = false;
  let wakeUp: (() => void) | undefined;
  let failures = 0;

  async function pause(ms: number): Promise<void> {
    if (stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    wakeUp = undefined;
  }

  async function loop(): Promise<void> {
    while (!stopped) {
      try {
        const more = await cycle();
        failures = 0;
        if (!more) await pause(pauseMs);
      } catch (error) {
        failures += 1;
        log.error({ err: error }, 'a repeated task failed');
        await pause(Math.min(10_000, pauseMs * 2 ** Math.min(failures, 6)));
      }
    }
  }

  const running = loop();
  return {
    wake: () => wakeUp?.(),
    stop: async () => {
      stopped = true;
      wakeUp?.();
      await running;
    },
  };
}
