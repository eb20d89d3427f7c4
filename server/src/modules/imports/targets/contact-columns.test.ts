import type { CustomField } from '@escuta/contract/custom-fields';
import type { CustomFieldId } from '@escuta/contract/ids';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { detectHeader, guessMapping, rowsAboveTable } from './columns.ts';
import { contactColumns } from './contact-columns.ts';

const columns = contactColumns([]);

const people = [
  ['Ana Lima', 'ana@x.com', '(11) 98765-4321'],
  ['Rui Souza', 'rui@x.com', '21 99876-5432'],
];

describe('the header', () => {
  test.each([
    [[['Nome', 'E-mail', 'Celular'], ...people], true],
    [[['A', 'B', 'C'], ...people], true],
    [people, false],
    [[['ana@x.com'], ['rui@x.com']], false],
    [[['nome', 'e-mail']], true],
  ])('%j → %s', (records, expected) => {
    expect(detectHeader(records, columns)).toBe(expected);
  });
});

describe('what stands above the table', () => {
  test.each([
    ['nothing', [['Nome', 'E-mail', 'Celular'], ...people], 0],
    ['nothing above people', people, 0],
    ['nothing above columns without known names', [['A', 'B', 'C'], ...people], 0],
    ['a title that sounds like a column', [['Lista de clientes 2026'], ['Nome', 'E-mail', 'Celular'], ...people], 1],
    [
      'a title with blank cells, and a date',
      [['Relatório', '', ''], ['Gerado em 01/02/2026'], ['Nome', 'E-mail', 'Celular'], ...people],
      2,
    ],
    ['a title above people without a header', [['Relatório'], ...people], 1],
    ['a title above a single column', [['Relatório'], ['E-mail'], ['ana@x.com']], 1],
    ['nothing above a single column', [['E-mail'], ['ana@x.com']], 0],
    ['a header that comes again', [['nome', 'e-mail'], ['nome', 'e-mail'], ...people], 0],
  ])('%s', (_, records, expected) => {
    expect(rowsAboveTable(records, columns)).toBe(expected);
  });
});

describe('the mapping', () => {
  test.each([
    [
      ['Nome completo', 'E-mail', 'WhatsApp', 'Nome da empresa'],
      ['name', 'email', 'tel', 'company'],
    ],
    [
      ['NOMBRE', 'Correo electrónico', 'Teléfono móvil', 'Razón social'],
      ['name', 'email', 'tel', 'company'],
    ],
    [
      [
        'First Name',
        'Last Name',
        'Labels',
        'E-mail 1 - Label',
        'E-mail 1 - Value',
        'Phone 1 - Type',
        'Phone 1 - Value',
      ],
      ['name', 'ignore', 'tags', 'ignore', 'email', 'ignore', 'tel'],
    ],
    [
      ['Contact name', 'Email address', 'Mobile phone', 'Company'],
      ['name', 'email', 'tel', 'company'],
    ],
    [
      ['cod_cliente', 'CPF', 'Hotel', 'fone', 'e-mail', 'e-mail 2'],
      ['ignore', 'ignore', 'ignore', 'tel', 'email', 'ignore'],
    ],
    [
      ['Etiquetas', 'Idioma', 'Fuso horário'],
      ['tags', 'language', 'timezone'],
    ],
    [
      ['tags', 'Language', 'Time_zone'],
      ['tags', 'language', 'timezone'],
    ],
    [['Zona horaria'], ['timezone']],
    [['Loja'], ['company']],
    [['Unidade'], ['company']],
    [['Organização'], ['company']],
    [['Tienda'], ['company']],
    [['Unidad'], ['company']],
    [['Organización'], ['company']],
    [['Empresas'], ['company']],
    [['Filial'], ['company']],
    [['Filiais'], ['company']],
    [['Sucursal'], ['company']],
    [['Sucursales'], ['company']],
    [['Store'], ['company']],
    [['Branch'], ['company']],
    [
      ['Linha', 'Motivo', 'nome', 'sobrenome'],
      ['ignore', 'ignore', 'name', 'ignore'],
    ],
  ])('the header %j → %j', (header, expected) => {
    expect(guessMapping(header, [], header.length, columns)).toEqual(expected);
  });

  test.each([
    [
      ['', 'b@x.com', 'c@x.com'],
      ['name', 'ignore', 'email', 'ignore'],
    ],
    [
      ['a@x.com', '', 'c@x.com'],
      ['name', 'email', 'ignore', 'ignore'],
    ],
    [
      ['#N/D', ' ', 'c@x.com'],
      ['name', 'ignore', 'ignore', 'email'],
    ],
    [
      ['', '', ''],
      ['name', 'email', 'ignore', 'ignore'],
    ],
  ])('of columns named alike the first that holds something is taken: %j → %j', (addresses, expected) => {
    const sample = [
      ['Ana', '', '', ''],
      ['Rui', ...addresses],
    ];
    expect(guessMapping(['Nome', 'E-mail', 'E-mail', 'E-mail'], sample, 4, columns)).toEqual(expected);
  });

  test('a custom field takes no column of a field that every contact has, in any language', () => {
    const field = (internalName: string, label: string): CustomField => ({
      _id: newId<CustomFieldId>(),
      internal_name: internalName,
      label,
      type: 'text',
      options: [],
      required: false,
      sensitive: false,
      searchable: false,
      place: 1,
    });
    const labels = ['Nome', 'E-mail', 'Teléfono', 'External ID', 'Empresa', 'Nome do pet', 'Loja'];
    const fields = labels.map((label, at) => field(`f${at}`, label));
    const known = contactColumns([...fields, field('e_mail', 'Outro e-mail')]);
    const header = ['nome', 'E_mail', 'telefono', 'External ID', 'EMPRESA', 'Nome do pet', 'Loja'];
    const mapping = ['name', 'email', 'tel', 'external_id', 'company', 'custom:f5', 'custom:f6'];
    expect(guessMapping(header, [], header.length, known)).toEqual(mapping);
  });

  test('an address as a mail program copies it is one, with a header and without', () => {
    const rows = [
      ['Ana Lima', 'Ana Lima <ana@x.com>'],
      ['Rui Souza', 'mailto:rui@x.com'],
    ];
    expect(guessMapping(null, rows, 2, columns)).toEqual(['name', 'email']);
    expect(detectHeader([['Quem', 'Onde'], ...rows], columns)).toBe(true);
    expect(detectHeader(rows, columns)).toBe(false);
  });

  test('without a header the cells speak for themselves; a CPF is no phone', () => {
    const rows = people.map(([name, email, tel], at) => [`123.456.789-0${at}`, tel ?? '', email ?? '', name ?? '']);
    expect(guessMapping(null, rows, 4, columns)).toEqual(['ignore', 'tel', 'email', 'name']);
  });
});
