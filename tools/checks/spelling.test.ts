import { expect, test } from 'vitest';
import { checkWordList, readReport } from './spelling/word-list.ts';

test('a sorted list passes, comments and capitals included', () => {
  expect(checkWordList('words.txt', '# Names\nAurora\nescuta\nHorizonte\n')).toEqual([]);
});

test('a word out of order and a word twice are found', () => {
  expect(checkWordList('words.txt', 'escuta\naurora\n')).toMatchObject([{ line: 2 }]);
  expect(checkWordList('words.txt', 'aurora\naurora\n')).toMatchObject([{ message: '“aurora” stands here twice' }]);
});

test('the report is read with its places', () => {
  const output = 'docs/a.md:3:14 - Unknown word (teh)\n\nCSpell: Files checked: 1\n';
  expect(readReport(output)).toMatchObject([{ file: 'docs/a.md', line: 3, message: expect.stringContaining('(teh)') }]);
});
