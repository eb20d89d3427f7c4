import type { Child } from './child.ts';

// Imported first by a program of the bench: it answers each message with the memory that it holds and has held at most, in bytes.

/** Answers whoever started this process. */
export function answerWithMemory(): void {
  process.on('message', () =>
    process.send?.({ now: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1024 }),
  );
}

/** The memory that such a program holds, and the most that it has held so far, in MB. */
export async function memoryMbOf(program: Child): Promise<{ now: number; peak: number }> {
  program.send({});
  const { now, peak } = await program.next<{ now: number; peak: number }>();
  return { now: now / 1_048_576, peak: peak / 1_048_576 };
}
