import { expect, test } from 'vitest';
import { UserId } from '@escuta/contract/ids';
import { secretsFrom } from '#platform/crypto/secrets.ts';
import { isDeviceOf, markDevice, readDevice } from './device.ts';

const before = secretsFrom('a secret key for tests, of 32 characters or more');
const today = 'another secret key for tests, long enough';
const now = secretsFrom(today, ['a secret key for tests, of 32 characters or more']);
const ana = { id: UserId.parse('019a9f3e-0000-7000-8000-000000000003'), password_hash: 'a hash' };
const bia = { id: UserId.parse('019a9f3e-0000-7000-8000-000000000004'), password_hash: 'another hash' };

test('a browser that was marked under a key of before is known, and marked anew at the next sign-in', () => {
  const device = readDevice(markDevice(before, readDevice(markDevice(before, undefined, bia)), ana));
  if (!device) throw new Error('the device is not read');
  expect([ana, bia].map((user) => isDeviceOf(now, device, user))).toEqual([true, true]);
  expect(isDeviceOf(secretsFrom(today), device, ana)).toBe(false);
  expect(isDeviceOf(now, device, { ...ana, password_hash: 'a new hash' })).toBe(false);
  expect(isDeviceOf(now, device, undefined)).toBe(false);

  const renewed = readDevice(markDevice(now, device, ana));
  if (!renewed) throw new Error('the device is not read');
  // One mark each: the one of before went with the new one.
  expect(renewed.marks).toHaveLength(2);
  expect(isDeviceOf(secretsFrom(today), renewed, ana)).toBe(true);
  expect(isDeviceOf(now, renewed, bia)).toBe(true);
});
