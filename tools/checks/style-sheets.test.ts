import { expect, test } from 'vitest';
import { listFiles, readText } from './kit/tree.ts';

// The linter counts the lines of code only.
const linesMax = 500;

test(`no style sheet has more than ${linesMax} lines`, () => {
  const sheets = listFiles('*.css');
  expect(sheets).toContain('respond/src/page.css');
  expect(sheets.filter((path) => readText(path).trimEnd().split('\n').length > linesMax)).toEqual([]);
});
