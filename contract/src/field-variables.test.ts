import { describe, expect, test } from 'vitest';
import { suggestedName } from './custom-fields.ts';
import type { CustomField } from './custom-fields.ts';
import { fieldValueLengthMax, fieldValues, sampleFieldValues, variableFieldsOf } from './field-variables.ts';
import type { CustomFieldId } from './ids.ts';
import { languages } from './primitives.ts';

const aField = (internal_name: string, changes: Partial<CustomField> = {}): CustomField => ({
  _id: internal_name as CustomFieldId,
  internal_name,
  label: `O que é ${internal_name}`,
  type: 'text',
  options: [],
  required: false,
  sensitive: false,
  searchable: false,
  place: 1,
  ...changes,
});

const fields = [
  aField('nivel', { type: 'select', options: ['Ouro', 'Prata'] }),
  aField('alergia', { sensitive: true }),
  aField('visita', { type: 'date' }),
  aField('diarias', { type: 'number' }),
  aField('loja'),
  // Of before its name was taken.
  aField('empresa'),
];

describe('the custom fields that texts may name', () => {
  const nameable = variableFieldsOf(fields);

  test('are those of the company, but the sensitive ones and the names of variables', () => {
    expect(nameable).toEqual([
      { internal_name: 'nivel', label: 'O que é nivel', type: 'select', options: ['Ouro', 'Prata'] },
      { internal_name: 'visita', label: 'O que é visita', type: 'date', options: [] },
      { internal_name: 'diarias', label: 'O que é diarias', type: 'number', options: [] },
      { internal_name: 'loja', label: 'O que é loja', type: 'text', options: [] },
    ]);
  });

  test('a new field is called like no variable', () => {
    expect(['Empresa', 'Nome', 'Nombre', 'Loja'].map(suggestedName)).toEqual([
      'empresa_2',
      'nome_2',
      'nombre_2',
      'loja',
    ]);
  });

  test('have their values as the language of the text writes them', () => {
    const kept = { nivel: 'Ouro', visita: '2026-03-09', diarias: '-2.5', alergia: 'amendoim', outro: 'x' };
    const written = languages.map((language) => [...fieldValues(nameable, kept, language)]);
    const [pt, es, en] = written;
    expect(pt).toEqual([
      ['nivel', 'Ouro'],
      ['visita', '09/03/2026'],
      ['diarias', '-2,5'],
    ]);
    expect(es?.[1]).toEqual(['visita', '09/03/2026']);
    expect(en?.slice(1)).toEqual([
      ['visita', '03/09/2026'],
      ['diarias', '-2.5'],
    ]);
  });

  test.each([
    ['http://mal.example', undefined],
    ['veja www.mal.example', undefined],
    ['mal.example', undefined],
    ['a@b.example', undefined],
    [' \n\u0007 ', undefined],
    ['Loja\r\n do\uFFFB\u2028Centro', 'Loja do Centro'],
    ['Sta. Clara, nº 5', 'Sta. Clara, nº 5'],
    ['x'.repeat(fieldValueLengthMax), 'x'.repeat(fieldValueLengthMax)],
    ['x'.repeat(fieldValueLengthMax + 1), `${'x'.repeat(fieldValueLengthMax - 1)}…`],
  ])('%j goes into a text as %j', (value, written) => {
    expect(fieldValues(nameable, { loja: value }, 'pt').get('loja')).toBe(written);
  });

  // The last two were kept when the field was one of texts.
  test.each([
    ['cnpj', '11222333000181', '11.222.333/0001-81'],
    ['cnpj', '12ABC34501DE35', '12.ABC.345/01DE-35'],
    ['cnpj', 'PESQ0001AB1297', 'PE.SQ0.001/AB12-97'],
    ['cnpj', '12A34COM000194', '12A34COM000194'],
    ['cpf', '11144477735', '111.444.777-35'],
    ['number', '1234.5', '1234,5'],
    ['date', '2026-03-09', '09/03/2026'],
    ['cnpj', '12ABC34501DE36', undefined],
    ['date', 'mal.example', undefined],
  ] as const)('of type %s, %j goes into a text as %j', (type, value, written) => {
    const typed = [{ internal_name: 'firma', label: 'Firma', type, options: [] }];
    expect(fieldValues(typed, { firma: value }, 'pt').get('firma')).toBe(written);
  });

  test('are shown by values of invention: an option, a day, a number, or what the field is called', () => {
    expect([...sampleFieldValues(nameable, 'pt')]).toEqual([
      ['nivel', 'Ouro'],
      ['visita', '15/03/2026'],
      ['diarias', '12'],
      ['loja', 'O que é loja'],
    ]);
  });
});
