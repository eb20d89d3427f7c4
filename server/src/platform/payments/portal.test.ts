import { expect, test } from 'vitest';
import { parsePaymentsUrl } from './portal.ts';

test('the provider of payments is an address with its key, and none where nothing is set', () => {
  expect(parsePaymentsUrl('https://sk_live_1@api.stripe.com')).toEqual({
    origin: 'https://api.stripe.com',
    secretKey: 'sk_live_1',
  });
  expect(parsePaymentsUrl('http://sk_test_1@127.0.0.1:8080')?.origin).toBe('http://127.0.0.1:8080');
  expect(parsePaymentsUrl('')).toBeNull();
});

test.each(['https://api.stripe.com', 'http://sk_live_1@api.stripe.com', 'sk_live_1', 'ftp://sk_live_1@api.stripe.com'])(
  'refuses %s without repeating what may be a key',
  (address) => {
    expect(() => parsePaymentsUrl(address)).toThrow(/^PAYMENTS_URL must be https:\/\/SECRET_KEY@host/);
  },
);
