// cspell:ignore bücher bcher BCHER straße strae пример afmkfd ecom mple o'neil ｅxample
import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeEmail, readableEmail } from './email-address.ts';
import { email } from './primitives.ts';

describe('an e-mail address', () => {
  test.each([
    ['  Maria.Silva+hotel@Example.COM ', 'maria.silva+hotel@example.com'],
    ["o'neil_1@sub-domain.example.com.br", "o'neil_1@sub-domain.example.com.br"],
    ['ana@São-Paulo.example', 'ana@xn--so-paulo-rza.example'],
    // As a Mac types it: letter and accent apart.
    ['ana@Sa\u0303o-Paulo.example', 'ana@xn--so-paulo-rza.example'],
    ['ana@bücher.example', 'ana@xn--bcher-kva.example'],
    ['ana@straße.example', 'ana@xn--strae-oqa.example'],
    ['ana@пример.рф', 'ana@xn--e1afmkfd.xn--p1ai'],
    ['ana@例え.jp', 'ana@xn--r8jz45g.jp'],
    ['ana@XN--BCHER-KVA.example', 'ana@xn--bcher-kva.example'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    [`a@${'b'.repeat(63)}.com`, `a@${'b'.repeat(63)}.com`],
  ])('%s is stored as %s', (typed, stored) => {
    expect(normalizeEmail(typed)).toBe(stored);
    expect(email.parse(typed)).toBe(stored);
  });

  test.each([
    ['signs of a web address', ['ok@ex.com/x', 'ok@ex.com#y', 'ok@ex.com?subject=x', 'ok@ex%2ecom', 'ok@ex.com:25']],
    ['numbers of hosts', ['a@127.0.0.1', 'a@127.0.0.010', 'a@1.2.3.0x7f', 'a@[127.0.0.1]', 'a@ex.123', 'a@2130706433']],
    [
      'signs that nobody sees',
      ['a@ex\u00adample.com', 'a@ex\u200bample.com', 'a@ex\u2060ample.com', 'a\ufeffb@ex.com', 'a@ex\u200dample.com'],
    ],
    [
      'letters that would become others',
      ['a@ｅxample.com', 'a@ex\u212aample.com', '\u212a@example.com', 'a@ﬁsh.com', 'a@ex。com', 'a@ᾳ.gr'],
    ],
    ['letters beyond ASCII before the @', ['joão@example.com', 'ана@example.com']],
    [
      'dots where none may be',
      ['.a@example.com', 'a.@example.com', 'a..b@example.com', 'a@.example.com', 'a@example.com.', 'a@ex..com'],
    ],
    ['hyphens at an end', ['a@-example.com', 'a@example-.com', 'a@bü-.com']],
    [
      'what is too long',
      [
        `${'a'.repeat(65)}@example.com`,
        `a@${'b'.repeat(64)}.com`,
        `a@${'bü'.repeat(30)}.com`,
        `a@${'b.'.repeat(126)}com`,
      ],
    ],
    [
      'no address',
      [
        '',
        '@',
        'a',
        'a@b',
        'a@@example.com',
        'a b@example.com',
        'a@exa mple.com',
        'a@ex_ample.com',
        '"a"@example.com',
        'a@example.com\nBcc:b@example.com',
      ],
    ],
  ])('with %s is none', (_, addresses) => {
    for (const address of addresses) {
      expect([address, normalizeEmail(address)]).toEqual([address, null]);
      expect(email.safeParse(address).success).toBe(false);
    }
  });

  test('has the domain that name servers are asked for', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'aZ0-éßçÃñшЩ日ηΣşİ'), minLength: 1, maxLength: 12 }),
        (label) => {
          const stored = normalizeEmail(`a@${label}.example`);
          if (stored === null) return;
          expect(stored).toBe(`a@${domainToASCII(`${label}.example`)}`);
          expect(readableEmail(stored)).toBe(`a@${domainToUnicode(`${label}.example`)}`);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test('with a domain that is no international one is shown as it is stored', () => {
    for (const stored of ['a@xn--a.com', 'a@xn--abc-.com', 'a@xn--0.com', 'a@xn--99999999999.com', 'a@xn--ls8h.la'])
      expect(readableEmail(stored)).toBe(stored);
    expect(readableEmail('a@xn--bcher-kva.example')).toBe('a@bücher.example');
  });

  test('is judged in one pass: what makes an expression that guesses try again from every place is just refused', () => {
    for (const sign of ['a', 'a.', 'a-', '-', '.', 'a@', 'a.b-', 'ü', '@'])
      for (const text of [
        sign.repeat(100_000),
        `a@${sign.repeat(100_000)}`,
        `a@${sign.repeat(126)}!`,
        sign.repeat(160),
      ])
        expect(email.safeParse(text).success).toBe(false);
  });
});
