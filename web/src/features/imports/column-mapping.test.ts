import { describe, expect, test } from 'vitest';
import { columnLetter, mappingProblems, tableOf } from '#web/features/imports/column-mapping.ts';

describe('the table of the first rows', () => {
  const withHeader = { hasHeader: true, columns: ['Nome', ' ', 'E-mail'], sample: [['Maria', 'x', 'maria@a.example']] };
  const without = { hasHeader: false, columns: ['A', 'B'], sample: [['Maria', 'maria@a.example'], ['João']] };

  test('takes its names from the header, and a letter where the header is blank', () => {
    expect(tableOf(withHeader, true)).toEqual({ columns: ['Nome', 'B', 'E-mail'], rows: withHeader.sample });
  });

  test('gives the header back to the rows when the person says that it is one', () => {
    expect(tableOf(withHeader, false)).toEqual({
      columns: ['A', 'B', 'C'],
      rows: [['Nome', ' ', 'E-mail'], ...withHeader.sample],
    });
  });

  test('takes the first row for the header when the person says so, and squares short rows', () => {
    expect(tableOf(without, false)).toEqual({ columns: ['A', 'B'], rows: [without.sample[0], ['João', '']] });
    expect(tableOf(without, true)).toEqual({ columns: ['Maria', 'maria@a.example'], rows: [['João', '']] });
  });

  test('cuts rows that are longer than the header', () => {
    expect(tableOf({ hasHeader: true, columns: ['A'], sample: [['1', '2']] }, true).rows).toEqual([['1']]);
  });
});

test('letters go on as in a spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

test('a mapping needs an address, and each field once', () => {
  expect(mappingProblems(['name', 'email'])).toEqual({ lacksAddress: false, contested: [] });
  expect(mappingProblems(['ignore', 'tel', 'ignore'])).toEqual({ lacksAddress: false, contested: [] });
  expect(mappingProblems(['name', 'company'])).toEqual({ lacksAddress: true, contested: [] });
  expect(mappingProblems(['email', 'name', 'email'])).toEqual({ lacksAddress: false, contested: [0, 2] });
});
