/** How long one test took. */
export interface Timing {
  title: string;
  seconds: number;
}

/** What a stage brought. */
export interface StageResult {
  passed: number;
  failed: number;
  skipped: number;
  /** Shown when something failed, or with --verbose. */
  output: string;
  /** Why something was skipped, in one line. */
  note?: string;
  timings?: Timing[];
}

export interface Stage {
  /** `--only <name>` selects it, and so does what stands before its first hyphen. */
  name: string;
  run(): Promise<StageResult>;
}

/** One static check: it holds or it does not. */
export function single(result: { ok: boolean; output: string }): StageResult {
  return { passed: result.ok ? 1 : 0, failed: result.ok ? 0 : 1, skipped: 0, output: result.output };
}

/** Nothing could be run, and why. */
export function skip(note: string): StageResult {
  return { passed: 0, failed: 0, skipped: 1, output: '', note };
}

export function sum(results: StageResult[]): StageResult {
  return {
    passed: results.reduce((total, result) => total + result.passed, 0),
    failed: results.reduce((total, result) => total + result.failed, 0),
    skipped: results.reduce((total, result) => total + result.skipped, 0),
    output: results
      .map((result) => result.output.trim())
      .filter((text) => text !== '')
      .join('\n\n'),
    timings: results.flatMap(({ timings }) => timings ?? []),
  };
}

/** The slowest tests first, one line each. */
export function slowest({ timings = [] }: StageResult, count: number): string[] {
  return timings
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ title, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${title}`);
}

/** The last line of `npm test`. */
export function verdict(result: StageResult): string {
  const line = `${result.passed} passed, ${result.failed} failed`;
  return result.skipped > 0 ? `${line}, ${result.skipped} skipped` : line;
}
