import { describe, expect, test } from 'vitest';
import { freeMailDomains, isWorkEmail } from './work-email.ts';

const domains = freeMailDomains([]);

describe('a work e-mail', () => {
  test.each([
    'gmail.com',
    'hotmail.com',
    'outlook.com',
    'yahoo.com',
    'uol.com',
    'bol.com',
    'mailinator.com',
    'yopmail.com',
  ])('[SIGNUP-10] is none of %s, with and without .br', (domain) => {
    expect(isWorkEmail(domains, `ana@${domain}`)).toBe(false);
    expect(isWorkEmail(domains, `ana@${domain}.br`)).toBe(false);
  });

  test('[SIGNUP-10] is none of any domain that the lists hold, with and without .br', () => {
    expect(domains.size).toBeGreaterThan(60_000);
    const taken = [...domains].filter(
      (domain) => isWorkEmail(domains, `x@${domain}`) || isWorkEmail(domains, `x@${domain}.br`),
    );
    expect(taken).toEqual([]);
  });

  test('is none below a disposable domain, nor of one that the installation names', () => {
    expect(isWorkEmail(domains, 'ana@box.mailinator.com')).toBe(false);
    expect(isWorkEmail(domains, 'ana@tutanota.com')).toBe(true);
    expect(isWorkEmail(freeMailDomains(['tutanota.com']), 'ana@tutanota.com.br')).toBe(false);
  });

  test.each([
    'ana@hotelaurora.com.br',
    'ana@aurora.example',
    'ana@mail.horizonte.example',
    'ana@gmail.com.aurora.example',
  ])('is %s', (email) => expect(isWorkEmail(domains, email)).toBe(true));
});
