import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { greetingName, looksLikeAddress, messageName } from './message-name.ts';

describe('how a person is greeted', () => {
  test.each([
    ['Maria da Silva', 'Maria'],
    ['  João   Pedro ', 'João'],
    ['MARIA DA SILVA', 'Maria'],
    ['maria', 'Maria'],
    ['ANA-MARIA D’ÁVILA', 'Ana-Maria'],
    ['McDonald', 'McDonald'],
    ['JP', 'JP'],
    ['J. Pinto', 'J.'],
    ['Silva, Maria', 'Silva'],
    ['山田太郎', '山田太郎'],
  ])('%s is greeted as %s', (name, greeted) => {
    expect(greetingName(name)).toBe(greeted);
  });

  test.each([
    ['', 'nothing'],
    ['semnome@loja.example', 'an address in its place'],
    ['+5511987654321', 'a telephone number in its place'],
    ['123 Silva', 'a number first'],
    ['=HYPERLINK("http://mal.example";"Clique")', 'a formula'],
    ['+cmd|calc', 'a formula of another kind'],
    ['Clique em http://mal.example', 'a link'],
    ['www.mal.example', 'a site'],
    ['Ganhe em mal.example', 'a site without its beginning'],
    ['Maria\nBcc: x', 'two lines'],
    ['Maria\u2028Silva', 'two lines of another kind'],
    ['Maria\u202egnp', 'letters turned round'],
    ['Maria\u0007', 'a control sign'],
    ['<b>Maria</b>', 'markup'],
    ['{{answerUrl}}', 'a variable'],
    ['x'.repeat(41), 'a word that nobody is called'],
  ])('%j is no name: %s', (name) => {
    expect([greetingName(name), messageName(name)]).toEqual(['', '']);
  });

  test('whatever stands in its place, nothing goes out that leads somewhere or breaks a line', () => {
    const piece = fc.constantFrom(
      'http',
      '://',
      'www.',
      '@',
      '=',
      '\n',
      '\r',
      '\u2028',
      '\u202e',
      'a.br',
      ' ',
      'Maria',
    );
    const anything = fc.oneof(
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
      fc.array(fc.oneof(piece, fc.string())).map((all) => all.join('')),
    );
    const led = /https?|:\/\/|www\.|[@=<>\n\r\u2028\u2029\u202a-\u202e\u2066-\u2069]/i;
    fc.assert(
      fc.property(anything, (name) => {
        expect([messageName(name), greetingName(name)].filter((written) => led.test(written))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('the whole name keeps small what joins it', () => {
    expect(messageName('MARIA DA SILVA E SOUZA DOS SANTOS')).toBe('Maria da Silva e Souza dos Santos');
    expect(messageName('josé de la cruz')).toBe('José de la Cruz');
    expect(messageName('Maria DA Silva')).toBe('Maria DA Silva');
  });
});

test.each([
  ['Aurora Hotéis', false],
  ['S.A. Silva & Filhos', false],
  ['J.P. Morgan', false],
  ['Dr. Silva', false],
  ['security@bank.example', true],
  ['bank.example', true],
  ['Loja MAL.COM', true],
  ['http://x', true],
])('the sender %s looks like an address: %s', (name, looks) => {
  expect(looksLikeAddress(name)).toBe(looks);
});
