import { pageMax, paging } from '@escuta/contract/primitives';
import { defaultParseSearch } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { listSearch } from '#web/ui/list/list-search.ts';

test.each([
  ['3', 3, 3],
  ['beyond what a list takes', 99_999_999, pageMax],
  ['below the first', 0, undefined],
  ['no whole number', 1.5, undefined],
  ['no number', 'abc', undefined],
])('the page of an address is one that lists take, or not said: %s', (_what, page, taken) => {
  expect(listSearch.parse({ page }).page).toBe(taken);
  expect(paging.safeParse({ page: taken ?? 1 }).success).toBe(true);
});

test('words lose the signs that nobody can type, and no others', () => {
  expect(listSearch.parse({ search: 'Ana\u0000 D\u2019\u00c1vila\u0007' }).search?.trim()).toBe(
    'Ana  D\u2019\u00c1vila',
  );
});

test.each([
  ['?search=999978811', '999978811'],
  ['?search=5511987654321', '5511987654321'],
  ['?search=%22999978811%22', '999978811'],
  ['?search=01305000', '01305000'],
  ['?search=silva', 'silva'],
  ['?search=true', undefined],
])('figures to search for are words too, however an address was written: %s', (address, words) => {
  expect(listSearch.parse(defaultParseSearch(address)).search).toBe(words);
});
