import { expect, test } from 'vitest';
import { countryOfTyped } from '#web/lib/calling-codes.ts';

test.each([
  ['', 'BR'],
  ['11 98765-4321', 'BR'],
  ['+55 11 98765-4321', 'BR'],
  ['+54 9 11 2345-6789', 'AR'],
  ['+598 99 123 456', 'UY'],
  ['+5', undefined],
  ['+', undefined],
  ['+1 613 555 0123', 'US'],
  ['+351 21', 'PT'],
  ['＋52 55', 'MX'],
  ['+999', undefined],
])('the number %j is of %s', (typed, country) => {
  expect(countryOfTyped(typed)).toBe(country);
});
