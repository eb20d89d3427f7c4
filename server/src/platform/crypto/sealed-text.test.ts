import { expect, test } from 'vitest';
import { openSealed, seal } from './sealed-text.ts';
import { secretsFrom } from './secrets.ts';

const secrets = secretsFrom('a secret key of a test, of 32 characters or more');
const context = { purpose: 'test', owner: 'company/row' };

test('a sealed text opens for its purpose and its owner, and says nothing of itself', () => {
  const sealed = seal(secrets, context, 'https://chave:segredo@sms.example');
  expect(sealed.toString('latin1')).not.toContain('segredo');
  expect(openSealed(secrets, context, sealed)).toBe('https://chave:segredo@sms.example');
  expect(seal(secrets, context, 'x').equals(seal(secrets, context, 'x'))).toBe(false);
});

test('it opens for nobody else, and not when a byte of it was changed', () => {
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
