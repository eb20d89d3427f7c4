import { expect, test } from 'vitest';
import { identityOf, isCompanyTenant } from './identity.ts';

const claims = { iss: 'https://login.example/T/v2.0', sub: 'x', tid: 'TENANT', email: 'Ana@Aurora.example' };

test('an identity is issuer, subject, the directory in small letters, and the e-mail as we store it', () => {
  const identity = { issuer: claims.iss, subject: 'x', tenant: 'tenant', email: 'ana@aurora.example' };
  expect(identityOf(claims)).toEqual(identity);
  expect(identityOf({ ...claims, tid: undefined })).toEqual({ ...identity, tenant: claims.iss.toLowerCase() });
});

test.each([
  [{ email_verified: true }, true],
  [{ email_verified: 'true' }, true],
  [{ xms_edov: 1 }, true],
  [{ xms_edov: '1' }, true],
  [{ xms_edov: true }, true],
  [{ email_verified: false }, false],
  [{ email_verified: true, xms_edov: false }, false],
  [{ email_verified: null }, false],
  [{ email: 'nobody' }, false],
  // An unchecked e-mail is not made good by another name.
  [{ email_verified: false, preferred_username: 'ana@aurora.example' }, false],
  [{ email: '', preferred_username: 'ana@aurora.example' }, true],
  [{ email: undefined, preferred_username: 'live.com#ana' }, false],
])('%o: an e-mail to go by is %s', (more, hasEmail) => {
  expect(identityOf({ ...claims, ...more })?.email).toBe(hasEmail ? 'ana@aurora.example' : undefined);
});

test('who has no subject is nobody, and personal accounts have no company', () => {
  expect(identityOf({ ...claims, sub: '' })).toBeUndefined();
  expect(identityOf({ ...claims, iss: undefined })).toBeUndefined();
  expect([isCompanyTenant('9188040d-6c67-4c5b-b112-36a304b66dad'), isCompanyTenant('tenant')]).toEqual([false, true]);
});
