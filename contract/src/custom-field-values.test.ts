import { describe, expect, test } from 'vitest';
import { suggestedName } from './custom-fields.ts';
import { hiddenCustomValue, judgeCustomValue, maskedCustomValue, writtenCustomValue } from './custom-field-values.ts';
import type { CustomFieldType, Notation } from './custom-field-values.ts';

const local: Notation = { dayOrder: 'day-month', decimal: ',', thousands: '.' };
const american: Notation = { dayOrder: 'month-day', decimal: '.', thousands: ',' };
const options = ['Ouro', 'Prata'];

const judged = (type: CustomFieldType, typed: string | null, notation?: Notation, required = false) => {
  const { value, problem } = judgeCustomValue({ type, options, required }, typed, notation) as Record<string, unknown>;
  return problem ?? value;
};

describe('the value of a custom field', () => {
  test('[PEOPLE-17, PEOPLE-18] is kept in one form, however it is typed', () => {
    expect(judged('cpf', ' 529.982.247-25 ')).toBe('52998224725');
    expect(judged('cnpj', '11.222.333/0001-81')).toBe('11222333000181');
    expect(judged('cnpj', '12.abc.345/01de-35')).toBe('12ABC34501DE35');
    expect(judged('text', '  Quarto   com  vista ')).toBe('Quarto com vista');
    expect(judged('text', 'Quarto \u202ecom\u200b vista')).toBe('Quarto com vista');
    expect(judged('text', '\u200b')).toBeNull();
    expect(judged('select', ' Prata ')).toBe('Prata');
    expect(judged('select', 'PRATA')).toBe('Prata');
    expect(judged('date', '17/05/1990')).toBe('1990-05-17');
    expect(judged('date', '05/17/1990', american)).toBe('1990-05-17');
  });

  test('[PEOPLE-18] is the same when what is kept is judged again', () => {
    const kept: [CustomFieldType, string][] = [
      ['cpf', '52998224725'],
      ['cnpj', '12ABC34501DE35'],
      ['date', '1990-05-17'],
      ['number', '-1234.5'],
      ['select', 'Ouro'],
      ['text', 'a b'],
    ];
    for (const [type, value] of kept) expect([type, judged(type, value)]).toEqual([type, value]);
    for (const [type, value] of kept)
      for (const notation of [local, american])
        expect(judged(type, writtenCustomValue(type, value, notation), notation)).toBe(value);
  });

  test.each([
    '17/5/1990',
    '1/05/1990',
    '17/05/90',
    '31/02/2024',
    '29/02/2023',
    '00/01/2024',
    '01/13/2024',
    '17.05.1990',
  ])('[CONTACT-21] %s is no date', (typed) => expect(judged('date', typed)).toBe('dateInvalid'));

  test('[CONTACT-21] a date is one that exists, written DD/MM/YYYY', () => {
    expect(judged('date', '29/02/2024')).toBe('2024-02-29');
    expect(judged('date', '31/12/2099')).toBe('2099-12-31');
    expect(judged('date', '17/05/0199')).toBe('dateInvalid');
  });

  test.each([
    ['1.234,50', '1234.5'],
    ['1234,5', '1234.5'],
    ['1.234', '1234'],
    ['1.234.567', '1234567'],
    ['-0,00', '0'],
    ['007', '7'],
    ['+3', '3'],
    ['12.34', 'numberInvalid'],
    ['1.2345', 'numberInvalid'],
    ['1,234,567', 'numberInvalid'],
    ['1e5', 'numberInvalid'],
    [',5', 'numberInvalid'],
    ['1234567890123456', 'numberInvalid'],
  ])('a number: %s → %s', (typed, kept) => expect(judged('number', typed, local)).toBe(kept));

  test('a number over the wire has a point and no thousands', () => {
    expect(judged('number', '1234.50')).toBe('1234.5');
    for (const typed of ['1,234', '1.234.567', '1,5']) expect(judged('number', typed)).toBe('numberInvalid');
    expect(judged('number', '1,234.5', american)).toBe('1234.5');
  });

  test('[CONTACT-19, CONTACT-23, CONTACT-26] says what is wrong with a tax number', () => {
    expect(judged('cpf', '123')).toBe('cpfIncompleto');
    expect(judged('cpf', '111.111.111-11')).toBe('cpfIncompleto');
    expect(judged('cpf', '529.982.247-26')).toBe('cpfInvalido');
    expect(judged('cnpj', '11.222.333/0001-82')).toBe('cnpjInvalid');
    expect(judged('select', 'Bronze')).toBe('optionUnknown');
    expect(judged('text', 'x'.repeat(501))).toBe('tooLong');
    expect(judged('text', '😀'.repeat(500))).toBe('😀'.repeat(500));
    expect(judged('text', '😀'.repeat(501))).toBe('tooLong');
  });

  test('[CONTACT-26] is nothing where nothing is said, unless it is required; a required CPF is not whole then', () => {
    for (const type of ['text', 'date', 'cpf', 'number', 'cnpj', 'select'] as const) {
      for (const nothing of ['', '   ', null]) {
        expect(judged(type, nothing)).toBeNull();
        expect([type, judged(type, nothing, undefined, true)]).toEqual([
          type,
          type === 'cpf' ? 'cpfIncompleto' : 'required',
        ]);
      }
    }
  });
});

test('[CONTACT-17] what is typed takes the mask of its type, with letters in a CNPJ', () => {
  expect(maskedCustomValue('date', '17051990')).toBe('17/05/1990');
  expect(maskedCustomValue('date', '1705')).toBe('17/05');
  expect(maskedCustomValue('date', '17/05/19901')).toBe('17/05/1990');
  expect(maskedCustomValue('cpf', '52998224725')).toBe('529.982.247-25');
  expect(maskedCustomValue('cnpj', '12abc34501de35')).toBe('12.ABC.345/01DE-35');
  for (const type of ['text', 'number', 'select'] as const) expect(maskedCustomValue(type, 'a 1,5')).toBe('a 1,5');
});

test('a hidden value is written as what it is, whatever its type', () => {
  for (const type of ['text', 'date', 'cpf', 'number', 'cnpj', 'select'] as const)
    expect(writtenCustomValue(type, hiddenCustomValue, local)).toBe('***');
});

test('a label suggests an internal name', () => {
  expect(suggestedName('Data de entrada')).toBe('data_de_entrada');
  expect(suggestedName('  1º Nível (C#) ')).toBe('nivel_c');
  expect(suggestedName('???')).toBe('');
  expect(suggestedName('E-mail')).toBe('e_mail');
  expect(suggestedName('Email')).toBe('email_2');
  expect(suggestedName('x'.repeat(60))).toHaveLength(40);
});
