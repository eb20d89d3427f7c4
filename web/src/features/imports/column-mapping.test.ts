import { SurveyId } from '@escuta/contract/ids';
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

const ofContacts = { survey: null };
const ofAnswers = (...keys: readonly string[]) => ({
  survey: {
    _id: SurveyId.parse('019a9f3e-0000-7000-8000-000000000901'),
    title: 'Estadia',
    anonymous: false,
    questions: ['score', 'why'].map((key) => ({ key, title: key, needed: keys.includes(key) })),
  },
});

test('a mapping of contacts needs an address, and each field once', () => {
  expect(mappingProblems(['name', 'email'], ofContacts)).toEqual({ lacks: null, contested: [] });
  expect(mappingProblems(['ignore', 'tel', 'ignore'], ofContacts)).toEqual({ lacks: null, contested: [] });
  expect(mappingProblems(['name', 'company'], ofContacts)).toEqual({ lacks: 'address', contested: [] });
  expect(mappingProblems(['email', 'name', 'email'], ofContacts)).toEqual({ lacks: null, contested: [0, 2] });
});

test('a mapping of answers needs their date, and the score where the survey has one, else any answer', () => {
  const scored = ofAnswers('score');
  expect(mappingProblems(['question:score', 'answered_at'], scored)).toEqual({ lacks: null, contested: [] });
  expect(mappingProblems(['question:score', 'email'], scored).lacks).toBe('answeredAt');
  expect(mappingProblems(['question:why', 'answered_at'], scored).lacks).toBe('score');
  expect(mappingProblems(['question:why', 'answered_at'], ofAnswers()).lacks).toBeNull();
  expect(mappingProblems(['email', 'answered_at'], ofAnswers()).lacks).toBe('answer');
  expect(mappingProblems(['answered_at', 'question:score', 'answered_at'], scored).contested).toEqual([0, 2]);
});
