import { expect, test } from 'vitest';
import { isWholePhone, maskPhone, phoneOf } from '#web/lib/phone-mask.ts';

test.each([
  ['', '', ''],
  ['1', '(1', '+551'],
  ['119', '(11) 9', '+55119'],
  ['119876', '(11) 9 876', '+55119876'],
  ['11987654321', '(11) 9 8765-4321', '+5511987654321'],
  ['11 98765-4321 99', '(11) 9 8765-4321', '+5511987654321'],
  ['+55 11 98765-4321', '(11) 9 8765-4321', '+5511987654321'],
  ['5511987654321', '(11) 9 8765-4321', '+5511987654321'],
  ['1134567890', '(11) 3456-7890', '+551134567890'],
  ['11345678901', '(11) 3456-7890', '+551134567890'],
  ['+57 300 123 4567', '+57 300 123 4567', '+573001234567'],
  ['+34 600-123 456', '+34 600-123 456', '+34600123456'],
  ['+34600123456789012345', '+346001234567890', '+346001234567890'],
  ['abc', '', ''],
  ['+', '+', ''],
])('[SIGNUP-28, SIGNUP-29] %s is written %s and kept as %s', (typed, masked, kept) => {
  expect(maskPhone(typed)).toBe(masked);
  expect(phoneOf(masked)).toBe(kept);
  // What is written is typed on.
  expect(maskPhone(masked)).toBe(masked);
});

test('[SIGNUP-28] a mobile phone is whole with its area and nine digits', () => {
  expect(['+5511987654321', '+573001234567'].every(isWholePhone)).toBe(true);
  expect(['', '+55', '+551198765432', '+551132654321', '+5501987654321', '+57300'].some(isWholePhone)).toBe(false);
});
