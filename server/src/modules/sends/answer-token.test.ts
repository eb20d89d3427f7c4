import { expect, test } from 'vitest';
import { ItemId } from '@escuta/contract/ids';
import { secretsFrom } from '#platform/crypto/secrets.ts';
import { makeAnswerToken, readAnswerToken } from './answer-token.ts';

const secrets = secretsFrom('a secret key for tests, of 32 characters or more');
const itemId = ItemId.parse('019a9f3e-7c11-7abc-8def-0123456789ab');
const target = { companyKey: 2 ** 47 - 1, itemsMonth: '2026-11-01', itemId };

test('a token carries its company, month and item there and back', () => {
  expect(readAnswerToken(secrets, makeAnswerToken(secrets, target))).toEqual(target);
});

test('a token that anything was changed in is none', () => {
  const token = makeAnswerToken(secrets, target);
  for (let at = 0; at < token.length; at += 1) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    expect(readAnswerToken(secrets, changed)).toBeNull();
  }
  expect(readAnswerToken(secrets, '')).toBeNull();
  expect(readAnswerToken(secretsFrom('another secret key for tests, long enough'), token)).toBeNull();
});

test('a link that was sent under a key of before still leads to its message, as long as we have the key', () => {
  const sent = makeAnswerToken(secrets, target);
  const before = 'a secret key for tests, of 32 characters or more';
  const now = secretsFrom('another secret key for tests, long enough', [before]);
  expect(readAnswerToken(now, sent)).toEqual(target);
  expect(makeAnswerToken(now, target)).not.toBe(sent);
});
