import { expect, test } from 'vitest';
import { readShortLinks } from './short-links.ts';

const secret = 'a secret that two hosts share, and nobody else';
const url = 'https://links.example/app';

test('the secret of the short links belongs to the host of their address', () => {
  expect(readShortLinks(secret, url)).toEqual({ origin: 'https://links.example', secret });
  expect(readShortLinks('', url)).toBeNull();
});

test('refuses a secret without its host, and one that can be guessed', () => {
  expect(() => readShortLinks(secret, null)).toThrow(/SHORT_LINKS_URL is not/);
  expect(() => readShortLinks('short', url)).toThrow(/at least 32 characters/);
});
