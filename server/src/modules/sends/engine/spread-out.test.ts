import { expect, test } from 'vitest';
import { spreadOut } from './spread-out.ts';

test('neighbours stand apart, and nobody is lost', () => {
  expect(spreadOut([1, 2, 3, 4, 5, 6, 7, 8], 3)).toEqual([1, 4, 7, 2, 5, 8, 3, 6]);
  expect(spreadOut([1, 2], 3)).toEqual([1, 2]);
  expect(spreadOut([], 3)).toEqual([]);
});
