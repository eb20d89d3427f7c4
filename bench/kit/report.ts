import { cpus } from 'node:os';

/** One figure that the bench is held to: `value` must be at least or at most the limit. */
export interface Goal {
  readonly field: string;
  readonly value: number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Whether a figure keeps its goal. */
export function isMet({ value, atLeast = -Infinity, atMost = Infinity }: Goal): boolean {
  return value >= atLeast && value <= atMost;
}

/**
 * Prints each goal for people, and as the last line one JSON object for programs: the bench, its figures, the goals that
 * were missed, the machine. A missed goal is a finding, not a failure: the exit code stays 0.
 */
export function report(bench: string, figures: Readonly<Record<string, unknown>>, goals: readonly Goal[]): void {
  for (const goal of goals) {
    const limit = goal.atLeast === undefined ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
    console.log(`${isMet(goal) ? 'met   ' : 'MISSED'} ${goal.field} ${goal.value} (goal ${limit})`);
  }
  const missed = goals.filter((goal) => !isMet(goal)).map((goal) => goal.field);
  const [cpu] = cpus();
  const machine = { cpu: cpu?.model.trim() ?? '', cores: cpus().length, node: process.versions.node };
  console.log(JSON.stringify({ bench, ...figures, missed, machine }));
}

/** Says on one line how far a bench is; never the last line. */
export function progress(words: string): void {
  console.log(`… ${words}`);
}
