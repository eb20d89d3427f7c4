import { expect, test } from 'vitest';
import { isSealedToday, openSealed, seal } from './sealed-text.ts';
import { secretsFrom } from './secrets.ts';

const secrets = secretsFrom('a secret key of a test, of 32 characters or more');
const context = { purpose: 'test', owner: 'company/row' };

test('a sealed text opens for its purpose and its owner, and says nothing of itself', () => {
  const sealed = seal(secrets, context, 'https://chave:segredo@sms.example');
  expect(sealed.toString('latin1')).not.toContain('segredo');
  expect(openSealed(secrets, context, sealed)).toBe('https://chave:segredo@sms.example');
  expect(seal(secrets, context, 'x').equals(seal(secrets, context, 'x'))).toBe(false);
});

test('[ASVS-35] it opens for nobody else, and not when a byte of it was changed', () => {
  const sealed = seal(secrets, context, 'segredo');
  const other = secretsFrom('another secret key of a test, of 32 characters');
  expect(() => openSealed(other, context, sealed)).toThrow('authenticate');
  expect(() => openSealed(secrets, { ...context, purpose: 'other' }, sealed)).toThrow('authenticate');
  expect(() => openSealed(secrets, { ...context, owner: 'other/row' }, sealed)).toThrow('authenticate');
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => openSealed(secrets, context, changed)).toThrow(/authenticate|version/);
  }
});

test('[ASVS-35] after a change of keys what was sealed before opens, and what is sealed now is under the key of today', () => {
  const old = secretsFrom('the key of before of a test, of 32 characters');
  const sealed = seal(old, context, 'segredo');
  const now = secretsFrom('the key of today of a test, of 32 characters', [
    'a key of a test that nothing was sealed with',
    'the key of before of a test, of 32 characters',
  ]);
  expect(openSealed(now, context, sealed)).toBe('segredo');
  expect([isSealedToday(old, sealed), isSealedToday(now, sealed)]).toEqual([true, false]);
  const renewed = seal(now, context, 'segredo');
  expect(isSealedToday(now, renewed)).toBe(true);
  expect(() => openSealed(old, context, renewed)).toThrow('whose key we do not have');
});

test('what was sealed before a key had an id still opens, under the key of today and of before', () => {
  // As the version of 2026-11-23 wrote it, for this key, purpose and owner.
  const first = Buffer.from('AT+8TT6KLHV6rj7dwbSNUDVK0+3VOsQhX7ReqMAJ2dY6BP6F', 'base64');
  expect(openSealed(secrets, context, first)).toBe('segredo');
  const later = secretsFrom('another secret key of a test, of 32 characters', [
    'a secret key of a test, of 32 characters or more',
  ]);
  expect(openSealed(later, context, first)).toBe('segredo');
  expect(isSealedToday(secrets, first)).toBe(false);
  expect(() => openSealed(later, { ...context, owner: 'other/row' }, first)).toThrow('authenticate');
});
