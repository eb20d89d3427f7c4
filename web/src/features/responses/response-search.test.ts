import { pageMax } from '@escuta/contract/primitives';
import { expect, test } from 'vitest';
import { ResponseSearch } from '#web/features/responses/response-search.ts';

test.each([
  [2, 2],
  [99_999_999, pageMax],
  ['abc', undefined],
])('the page of an address is one that the list takes, or not said: %s', (page, taken) => {
  expect(ResponseSearch.parse({ page }).page).toBe(taken);
});
