import { expect, test } from 'vitest';
import { secretsFrom } from '#platform/crypto/secrets.ts';
import { makeLinkSlug, readLinkSlug } from './link-slug.ts';

const before = 'a secret key for tests, of 32 characters or more';
const target = { companyKey: 2 ** 47 - 1, code: '0123456789ab' };

test('a slug that was printed under a key of before still leads to its link, as long as we have the key', () => {
  const printed = makeLinkSlug(secretsFrom(before), target);
  const today = 'another secret key for tests, long enough';
  expect(readLinkSlug(secretsFrom(today, [before]), printed)).toEqual(target);
  expect(readLinkSlug(secretsFrom(today), printed)).toBeNull();
  expect(makeLinkSlug(secretsFrom(today, [before]), target)).not.toBe(printed);
});
