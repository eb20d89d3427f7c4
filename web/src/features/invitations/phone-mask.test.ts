import { expect, test } from 'vitest';
import { maskPhone } from '#web/features/invitations/phone-mask.ts';

test.each([
  ['1', '1'],
  ['119', '(11) 9'],
  ['11987654321', '(11) 9 8765-4321'],
  ['(11) 9 8765-43210', '(11) 9 8765-4321'],
  ['1134567890', '(11) 3456-7890'],
  ['+34 600 123 456', '+34 600 123 456'],
  ['abc', ''],
])('%s becomes %s', (typed, masked) => {
  expect(maskPhone(typed)).toBe(masked);
});
