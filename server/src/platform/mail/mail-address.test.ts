import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeEmail, readableEmail } from '@escuta/contract/email-address';
import { nastyAddress } from '../../testing/nasty-addresses.ts';
import { MailAddressError, toWireAddress } from './mail-address.ts';

test('what is stored is what goes on the wire, letter for letter, and is stored again as it is', () => {
  let stored = 0;
  fc.assert(
    fc.property(nastyAddress, (typed) => {
      const address = normalizeEmail(typed);
      if (address === null) return;
      stored += 1;
      expect(toWireAddress(address)).toBe(address);
      expect(normalizeEmail(address)).toBe(address);
      expect(normalizeEmail(readableEmail(address))).toBe(address);
    }),
    { numRuns: 5_000 },
  );
  expect(stored).toBeGreaterThan(300);
});

test('what is not stored in this form never goes on the wire: no spelling reaches the mailbox of another', () => {
  fc.assert(
    fc.property(nastyAddress, (typed) => {
      if (normalizeEmail(typed) === typed) return;
      expect(() => toWireAddress(typed)).toThrow(MailAddressError);
    }),
    { numRuns: 5_000 },
  );
});
