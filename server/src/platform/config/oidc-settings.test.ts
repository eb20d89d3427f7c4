import { expect, test } from 'vitest';
import { readOidcSettings } from './oidc-settings.ts';

const whole = { OIDC_ISSUER: 'https://login.example/v2.0', OIDC_CLIENT_ID: 'an id', OIDC_CLIENT_SECRET: 'a secret' };

test('a provider is all three settings or none', () => {
  expect(readOidcSettings({})).toBeNull();
  expect(readOidcSettings({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '' })).toBeNull();
  expect(readOidcSettings(whole)).toEqual({
    issuer: 'https://login.example/v2.0',
    clientId: 'an id',
    clientSecret: 'a secret',
  });
  for (const name of Object.keys(whole)) expect(() => readOidcSettings({ ...whole, [name]: '' })).toThrow(name);
});

test.each(['http://localhost:4000', 'http://127.0.0.1:4000/a', 'http://[::1]:4000', 'https://login.example'])(
  '%s is an issuer',
  (OIDC_ISSUER) => {
    expect(readOidcSettings({ ...whole, OIDC_ISSUER })?.issuer).toBe(OIDC_ISSUER);
  },
);

test.each([
  'http://login.example',
  'login.example',
  'https://login.example?x',
  'https://me@login.example',
  'file:///x',
])('%s is none, and the message does not repeat it', (OIDC_ISSUER) => {
  expect(() => readOidcSettings({ ...whole, OIDC_ISSUER })).toThrow(/^OIDC_ISSUER must be an https:\/\/ address/);
});
