import { mayBePhone } from '@escuta/contract/contact-fields';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskEmail, maskName, maskPhone, normalizePhone, parsedPhone, searchedText } from './contact.ts';

describe('[CONTACT-28, CONTACT-29, PEOPLE-17] phone numbers', () => {
  test.each([
    ['(11) 98765-4321', '+5511987654321'],
    ['11987654321', '+5511987654321'],
    ['+55 11 98765-4321', '+5511987654321'],
    ['+54 9 11 2345-6789', '+5491123456789'],
    ['+52 1 55 1234 5678', '+525512345678'],
    ['52 1 55 1234 5678', '+525512345678'],
    ['+52 55 1234 5678', '+525512345678'],
    ['0xx11 98765-4321', '+5511987654321'],
    ['0 XX 11 98765-4321', '+5511987654321'],
    ['(0xx11) 3333-4444', '+551133334444'],
    ['00 55 11 98765-4321', '+5511987654321'],
    ['0054 9 11 2345-6789', '+5491123456789'],
    ['(11) 3333-4444 ramal 12', '+551133334444'],
    ['11 3333 4444, ext. 205', '+551133334444'],
    ['+54 11 2345-6789 int 3', '+541123456789'],
    ['ramal 12', null],
    ['0xx', null],
    ['98765', null],
    ['call me', null],
  ])('%s becomes %s', (typed, expected) => {
    expect(normalizePhone(typed)).toBe(expected);
  });
});

describe('a typed search', () => {
  test.each([
    ['(11) 99070', '1199070'],
    ['11 99070', '1199070'],
    ['99070-3374', '990703374'],
    ['+55 11 99070-3374', '5511990703374'],
    ['(11)', '11'],
    ['  Ana   Maria ', 'Ana Maria'],
    ['ana 2020', 'ana 2020'],
    ['12-3', '12-3'],
    ['2020', '2020'],
  ])('%j looks for %j', (typed, sought) => {
    expect(searchedText(typed)).toBe(sought);
  });
});

describe('masks of decision 20', () => {
  test('a name keeps two letters of each word and its particles', () => {
    expect(maskName('Maria da Silva')).toBe('Ma*** da Si***');
  });

  test('an e-mail keeps two letters of each side and its ending', () => {
    expect(maskEmail('maria@example.com')).toBe('ma***@ex***.com');
  });

  test.each([
    ['Ana', '***'],
    ['Li Wu', '*** ***'],
    ['João', 'Jo***'],
    ['Ana de Sá e Lima', '*** de *** e Li***'],
    ['José dos Santos', 'Jo*** dos Sa***'],
    ['𝒜𝓃𝒶', '***'],
  ])('of a short part of the name %s nothing is shown (decision 59)', (name, masked) => {
    expect(maskName(name)).toBe(masked);
  });

  test.each([
    ['li@x.com', '***@***.com'],
    ['ana@uol.com.br', '***@***.com.br'],
    ['joao@gmail.com', 'jo***@gm***.com'],
    ['a@b.co', '***@***.co'],
  ])('of a short part of the e-mail %s nothing is shown (decision 59)', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });

  test('a phone keeps its area and the last two digits', () => {
    expect(maskPhone('+5511987654321')).toBe('+55 11 9****-**21');
  });
});

describe('what a form takes for a phone', () => {
  const typed = fc.oneof(
    fc.stringMatching(/^[1-9][0-9]{9,10}$/),
    fc.stringMatching(/^[1-9]{2} (9[0-9]{4}|[2-57][0-9]{3})-[0-9]{4}$/),
    fc.stringMatching(/^[+0-9 ().a-z-]{1,20}$/),
  );

  test('holds whatever is kept as one', () => {
    fc.assert(
      fc.property(typed, (number) => {
        fc.pre(normalizePhone(number) !== null);
        expect(mayBePhone(number)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each(['12', 'telefone', '+55 11 9', '98765'])('holds no %s', (number) => {
    expect(mayBePhone(number)).toBe(false);
  });
});

describe('the fast way to a phone number', () => {
  const digits = fc.stringMatching(/^[0-9]{7,14}$/);
  const ofBrazil = fc.stringMatching(/^(\+?55)?[ (]{0,2}[0-9]{2}[) -]{0,2}[2-9][0-9]{3,4}[ .-]?[0-9]{4}$/);
  const typed = fc.oneof(
    digits,
    ofBrazil,
    digits.map((number) => `+${number}`),
    fc.stringMatching(/^[+0-9 ().-]{5,20}$/),
  );

  test('agrees with libphonenumber on whatever is typed, but for ways to dial that it does not know', () => {
    fc.assert(
      fc.property(typed, (number) => {
        const known = parsedPhone(number);
        // What it refuses may be a number of Mexico with its old 1, or one with 00 before the country.
        fc.pre(known !== null || !/^\D*(00|52)/.test(number));
        expect(normalizePhone(number)).toBe(known);
      }),
      { numRuns: 1_000 },
    );
  });
});
