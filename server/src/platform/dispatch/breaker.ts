const firstPauseMs = 1_000;

/**
 * Holds deliveries back while nobody can be reached or the ledger cannot be written, so that neither attempts nor claims
 * are burnt. Pauses double from one second to a longest; after each, one item tries the way.
 */
export interface Breaker {
  /** How many items may be on their way now, of `max`. */
  allowed(max: number): number;
  failed(): void;
  worked(): void;
  stop(): void;
}

/** A closed breaker; `resume` is called after each pause, of `pauseMsMax` at most. */
export function openBreaker(pauseMsMax: number, resume: () => void): Breaker {
  let failures = 0;
  let pause: NodeJS.Timeout | undefined;

  return {
    allowed(max) {
      if (pause) return 0;
      return failures > 0 ? 1 : max;
    },
    failed() {
      // Items that were on their way together fail together: they count once.
      if (pause) return;
      pause = setTimeout(
        () => {
          pause = undefined;
          resume();
        },
        Math.min(firstPauseMs * 2 ** failures, pauseMsMax),
      );
      failures += 1;
    },
    worked() {
      failures = 0;
    },
    stop() {
      clearTimeout(pause);
    },
  };
}
