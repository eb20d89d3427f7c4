import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpfProblem, isCnpj, isCpf, normalizeCnpj, normalizeCpf, writtenCnpj, writtenCpf } from './tax-numbers.ts';

/** The text with another sign in one place. */
const changed = (text: string, place: number, sign: string) => text.slice(0, place) + sign + text.slice(place + 1);
const digits = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((list) => list.join(''));

describe('a CPF', () => {
  test.each(['12345678909', '529.982.247-25', ' 529 982 247 25 '])('[CONTACT-19] %s is one', (cpf) => {
    expect(isCpf(cpf)).toBe(true);
    expect(cpfProblem(cpf)).toBeNull();
  });

  test.each(['', '1', '1234567890', '123456789090', '00000000000', '111.111.111-11', '99999999999'])(
    '[CONTACT-26] “%s” is not whole',
    (cpf) => {
      expect(isCpf(cpf)).toBe(false);
      expect(cpfProblem(cpf)).toBe('cpfIncompleto');
    },
  );

  test.each(['12345678908', '12345678919', '52998224752', '529.982.247-26'])(
    '[CONTACT-26] the check digits of %s are wrong',
    (cpf) => expect(cpfProblem(cpf)).toBe('cpfInvalido'),
  );

  test('[CONTACT-19] has one pair of check digits for any nine digits that differ', () => {
    fc.assert(
      fc.property(
        digits(9).filter((text) => !/^(.)\1*$/.test(text)),
        (base) => {
          const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'));
          expect(pairs.filter((pair) => isCpf(base + pair))).toHaveLength(1);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('is kept by its digits, and written in its mask as it is typed', () => {
    expect(normalizeCpf('529.982.247-25')).toBe('52998224725');
    const steps = ['5', '529', '5299', '529982', '5299822', '529982247', '5299822472', '52998224725', '529982247250'];
    expect(steps.map(writtenCpf)).toEqual([
      '5',
      '529',
      '529.9',
      '529.982',
      '529.982.2',
      '529.982.247',
      '529.982.247-2',
      '529.982.247-25',
      '529.982.247-25',
    ]);
  });
});

describe('a CNPJ', () => {
  test.each(['11222333000181', '11.222.333/0001-81', '12ABC34501DE35', '12.abc.345/01de-35', 'PESQ0001AB1297'])(
    '[CONTACT-23] %s is one',
    (cnpj) => expect(isCnpj(cnpj)).toBe(true),
  );

  test.each([
    ['nothing', ''],
    ['too short', '1122233300018'],
    ['too long', '112223330001811'],
    ['one digit again and again', '00000000000000'],
    ['one digit again and again', '11111111111111'],
    ['its first check digit wrong', '11222333000191'],
    ['its second check digit wrong', '11222333000182'],
    ['another letter', '12ABD34501DE35'],
    ['letters for check digits', '12ABC34501DEAB'],
    ['a sign that is none', '12ABC34501D*35'],
    ['a letter with an accent', '12ÁBC34501DE35'],
  ])('[CONTACT-23] with %s is none: %s', (_what, cnpj) => {
    expect(isCnpj(cnpj)).toBe(false);
  });

  test('[CONTACT-23] is none any more with one digit changed', () => {
    for (const cnpj of ['11222333000181', '12ABC34501DE35', 'PESQ0001AB1297']) {
      for (const place of [0, 2, 5, 8, 11, 12, 13]) {
        const other = cnpj[place] === '4' ? '5' : '4';
        expect([cnpj, place, isCnpj(changed(cnpj, place, other))]).toEqual([cnpj, place, false]);
      }
    }
  });

  test('is kept by its signs in capitals, and written in its mask as it is typed', () => {
    expect(normalizeCnpj('12.abc.345/01de-35')).toBe('12ABC34501DE35');
    expect(['1', '12a', '12ABC3', '12ABC3450', '12ABC34501DE3', '12abc34501de359'].map(writtenCnpj)).toEqual([
      '1',
      '12.A',
      '12.ABC.3',
      '12.ABC.345/0',
      '12.ABC.345/01DE-3',
      '12.ABC.345/01DE-35',
    ]);
  });
});
