import { pageMax } from '@escuta/contract/primitives';
import { expect, test } from 'vitest';
import { filterIn, ResponseSearch } from '#web/features/responses/response-search.ts';

test.each([
  [2, 2],
  [99_999_999, pageMax],
  ['abc', undefined],
])('the page of an address is one that the list takes, or not said: %s', (page, taken) => {
  expect(ResponseSearch.parse({ page }).page).toBe(taken);
});

test.each([
  ['2026-11-27', '2026-10-29'],
  ['2026-11-28', '2026-10-30'],
])('the last 30 days of an address move on with the day: on %s they begin on %s', (today, from) => {
  const search = ResponseSearch.parse({ period: '30d', comment: 'with', sort: 'score', page: 2, response: 'x' });
  expect(filterIn(search, today)).toMatchObject({ from, to: today, comment: 'with' });
  expect(Object.keys(filterIn(search, today))).not.toEqual(expect.arrayContaining(['period']));
});

test('days count where an address says a period too, and a period that is none is not said', () => {
  const days = { from: '2026-03-01', to: undefined };
  expect(filterIn(ResponseSearch.parse({ period: '7d', from: '2026-03-01' }), '2026-11-27')).toMatchObject(days);
  expect(ResponseSearch.parse({ period: 'for ever' }).period).toBeUndefined();
});
