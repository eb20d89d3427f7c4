import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './child.ts';

interface Waiting {
  /** What is waited for, for the error. */
  readonly what: string;
  readonly everyMs: number;
  readonly withinMs: number;
  /** The program that must bring it about. */
  readonly by?: Child;
}

/** Asks until it is so. Throws when the program that must bring it about has ended, or when it takes too long. */
export async function until(isSo: () => Promise<boolean>, { what, everyMs, withinMs, by }: Waiting): Promise<void> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(everyMs)) {
    if (await isSo()) return;
    if (by && (by.process.exitCode !== null || by.process.signalCode !== null))
      throw new Error(`${what}: the program that does it has ended`);
  }
  throw new Error(`${what}: not within ${withinMs / 1_000} s`);
}
