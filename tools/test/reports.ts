import type { CommandResult } from './command.ts';
import type { StageResult, Timing } from './stage.ts';

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    status: string;
    assertionResults: { status: string; fullName?: string; duration?: number | null }[];
  }[];
}

/** Counts from vitest's `--reporter=json`. A file that does not load, or a setup that breaks, is one failure. */
export function countVitest(report: string | undefined, command: CommandResult): StageResult {
  const result = parse<VitestReport>(report);
  if (result === undefined) return { passed: 0, failed: 1, skipped: 0, output: command.output };
  const brokenFiles = result.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  return atLeastOneFailure(command, {
    passed: result.numPassedTests,
    failed: result.numFailedTests + brokenFiles,
    skipped: result.numPendingTests + result.numTodoTests,
    timings: result.testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName = '', duration }) => ({ title: fullName, seconds: (duration ?? 0) / 1000 })),
    ),
  });
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: { results: { duration: number }[] }[] }[];
}

interface PlaywrightReport {
  suites?: PlaywrightSuite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Counts from Playwright's JSON reporter. A flaky story is a broken story. */
export function countPlaywright(report: string | undefined, command: CommandResult): StageResult {
  const result = parse<PlaywrightReport>(report);
  if (result === undefined) return { passed: 0, failed: 1, skipped: 0, output: command.output };
  const { stats, suites = [] } = result;
  return atLeastOneFailure(command, {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    timings: suites.flatMap(storiesOf),
  });
}

function storiesOf({ suites = [], specs = [] }: PlaywrightSuite): Timing[] {
  const own = specs.map(({ title, tests }) => ({
    title,
    seconds: tests.flatMap(({ results }) => results).reduce((total, { duration }) => total + duration, 0) / 1000,
  }));
  return [...own, ...suites.flatMap(storiesOf)];
}

// A program that ends badly with no failed test (an unhandled error, no test found) must not pass for a success.
function atLeastOneFailure(command: CommandResult, counts: Omit<StageResult, 'output'>): StageResult {
  return { ...counts, failed: command.ok ? counts.failed : Math.max(1, counts.failed), output: command.output };
}

function parse<T>(text: string | undefined): T | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}
