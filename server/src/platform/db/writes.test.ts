import { expect, test } from 'vitest';
import { inOrderOfKeys } from './writes.ts';

test('the entries of a map come in the order of their keys, whatever came first', () => {
  const entries: [string, number][] = [
    ['b', 1],
    ['c', 2],
    ['a', 3],
  ];
  expect(inOrderOfKeys(new Map(entries))).toEqual(inOrderOfKeys(new Map(entries.toReversed())));
  expect(inOrderOfKeys(new Map(entries)).map(([key]) => key)).toEqual(['a', 'b', 'c']);
});
