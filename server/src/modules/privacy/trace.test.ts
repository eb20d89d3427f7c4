// cspell:disable
import { describe, expect, test } from 'vitest';
import { maskText, patternOf } from './trace.ts';

const maria = {
  name: 'Maria da Conceição',
  names: ['Maria', 'Conceição'],
  email: 'maria.c@exemplo.com.br',
  tel: '+5511987654321',
  externalId: 'ZUL-88',
  documents: ['52998224725', '12ABC34501DE35'],
};
const nobody = { name: '', names: [], email: null, tel: null, externalId: null, documents: [] };

describe('[PRIVACY-10] a text that is kept masked', () => {
  test.each([
    ['escrevam para MARIA.c@Exemplo.com.br, por favor', 'escrevam para ***, por favor'],
    ['ou outro@casa.example.', 'ou ***.'],
    ['meu zap é (11) 98765-4321!', 'meu zap é ***!'],
    ['+55 11 98765 4321 ou 11987654321', '*** ou ***'],
    ['CPF 529.982.247-25', 'CPF ***'],
    ['CPF 52998224725', 'CPF ***'],
    ['CNPJ 12.ABC.345/01DE-35', 'CNPJ ***'],
    ['nasci em 17/05/1990', 'nasci em ***'],
    ['veja https://fotos.example/a?b=1 aqui', 'veja *** aqui'],
    ['veja www.fotos.example/a', 'veja ***'],
    ['está em fotos.com.br/maria', 'está em ***'],
    ['me sigam: @maria_c', 'me sigam: ***'],
    ['meu usuário é maria.c', 'meu usuário é ***'],
    ['Aqui é a maria. CONCEICAO, do 302', 'Aqui é a ***. ***, do 302'],
    ['Conceiçao', '***'],
    ['meu código é zul-88, e não ZUL-889', 'meu código é ***, e não ZUL-889'],
    ['Quarto 302, nota 10, R$ 1.250,00, 3 noites', 'Quarto 302, nota 10, R$ 1.250,00, 3 noites'],
    ['mariana e o maridão', 'mariana e o maridão'],
    ['a camareira Joana foi ótima', 'a camareira Joana foi ótima'],
  ])('%s → %s', (text, masked) => {
    expect(maskText(text, [maria])).toBe(masked);
  });

  test('of somebody without a name or an address loses what anybody would know them by', () => {
    expect(maskText('Sou Maria, 11 98765-4321', [nobody])).toBe('Sou Maria, ***');
  });
});

describe('what says for certain who somebody is', () => {
  const says = (text: string) => new RegExp(patternOf(maria)!).test(text);

  test.each([
    'Maria.C@exemplo.com.br',
    '<maria.c@exemplo.com.br>.',
    '(11) 98765-4321',
    '98765 4321',
    '5511987654321',
    'maria  da CONCEICAO',
    'CPF 529.982.247-25',
    '52998224725',
    'empresa 12.abc.345/01de-35',
    'Outra pessoa\nzul-88\n9',
    ' ZUL-88',
  ])('is found: %s', (text) => {
    expect(says(text)).toBe(true);
  });

  test.each([
    'ana.maria.c@exemplo.com.br',
    'maria.c@exemplo.com.br.example',
    'maria.c@exemploxcom.br',
    '(11) 98765-43210',
    'Maria',
    'Mariana da Conceição',
    'Maria da Conceiçãozinha',
    '152998224725',
    'Outra pessoa\nZUL-88 e ZUL-89\n9',
    'ZUL-880',
  ])('is not found: %s', (text) => {
    expect(says(text)).toBe(false);
  });

  test('is no single name, and nothing where nothing is known', () => {
    expect(patternOf({ ...nobody, name: 'Maria', names: ['Maria'] })).toBeNull();
    expect(patternOf(nobody)).toBeNull();
  });

  test('is no id of the company that is as short as a score', () => {
    expect(patternOf({ ...nobody, externalId: '302' })).toBeNull();
    expect(maskText('Quarto 302', [{ ...nobody, externalId: '302' }])).toBe('Quarto 302');
  });

  test('takes the signs of a name for themselves', () => {
    const odd = { ...nobody, name: 'A[b]^ (c.*', names: ['A[b]^', '(c.*'] };
    expect(new RegExp(patternOf(odd)!).test('a[B]^ (C.*')).toBe(true);
    expect(new RegExp(patternOf(odd)!).test('ab cx')).toBe(false);
  });
});
