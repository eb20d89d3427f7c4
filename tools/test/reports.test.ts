import { expect, test } from 'vitest';
import { countPlaywright, countVitest } from './reports.ts';
import { slowest, sum, verdict } from './stage.ts';

const ended = { ok: true, output: 'output' };
const endedBadly = { ok: false, output: 'output' };

test('counts the tests of vitest', () => {
  expect(countVitest(vitest({ passed: 3, pending: 1 }), ended)).toMatchObject({ passed: 3, failed: 0, skipped: 1 });
  const files = [{ status: 'failed', assertionResults: [{ status: 'failed' }] }];
  expect(countVitest(vitest({ passed: 2, failed: 1, files }), endedBadly)).toMatchObject({ passed: 2, failed: 1 });
});

test('a test file that does not load is a failure', () => {
  const files = [{ status: 'failed', assertionResults: [] }];
  expect(countVitest(vitest({ passed: 2, files }), endedBadly)).toMatchObject({ passed: 2, failed: 1 });
});

test('a run without a report, or that ends badly without a failed test, is a failure', () => {
  expect(countVitest(undefined, endedBadly)).toMatchObject({ passed: 0, failed: 1, output: 'output' });
  expect(countVitest('{ cut', ended)).toMatchObject({ passed: 0, failed: 1 });
  expect(countVitest(vitest({ passed: 2 }), endedBadly)).toMatchObject({ passed: 2, failed: 1 });
});

test('names the slowest tests of all stages, the slowest first', () => {
  const quick = { fullName: 'a quick test', duration: 20, status: 'passed' };
  const skipped = { fullName: 'a skipped test', duration: null, status: 'pending' };
  const slow = { fullName: 'a slow test', duration: 3_000, status: 'passed' };
  const tests = countVitest(vitest({ passed: 2, files: [{ assertionResults: [quick, skipped, slow] }] }), ended);
  const stats = { expected: 1, unexpected: 0, flaky: 0, skipped: 0 };
  const specs = [{ title: 'a long story', tests: [{ results: [{ duration: 4_000 }, { duration: 5_500 }] }] }];
  const stories = countPlaywright(JSON.stringify({ stats, suites: [{ suites: [{ specs }] }] }), ended);
  expect(slowest(sum([tests, stories]), 2)).toEqual(['    9.5 s  a long story', '    3.0 s  a slow test']);
});

test('a flaky story is a failure', () => {
  const report = JSON.stringify({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } });
  expect(countPlaywright(report, endedBadly)).toMatchObject({ passed: 4, failed: 2, skipped: 2 });
});

test('the verdict names what was skipped, and only then', () => {
  const one = { passed: 2, failed: 0, skipped: 0, output: '' };
  expect(verdict(one)).toBe('2 passed, 0 failed');
  expect(verdict(sum([one, { ...one, failed: 1, skipped: 1 }]))).toBe('4 passed, 1 failed, 1 skipped');
});

function vitest(run: { passed: number; failed?: number; pending?: number; files?: object[] }): string {
  return JSON.stringify({
    numPassedTests: run.passed,
    numFailedTests: run.failed ?? 0,
    numPendingTests: run.pending ?? 0,
    numTodoTests: 0,
    testResults: run.files ?? [],
  });
}
