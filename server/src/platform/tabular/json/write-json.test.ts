import { expect, test } from 'vitest';
import { storedFile, storedRows } from '../../../testing/stored-file.ts';
import type { WrittenTable } from '../written-table.ts';
import { writeTable } from '../write-table.ts';
import { openWorkbook } from '../xlsx/workbook.ts';

type Line = readonly [name: string, score: number | null];

function table(lines: readonly Line[]): WrittenTable<Line> {
  return {
    title: 'Notas',
    columns: [
      { name: 'Nome', type: 'text', cell: ([name]) => name },
      { name: 'Nota', type: 'number', cell: ([, score]) => score },
      { name: 'Em', type: 'date', cell: () => ({ day: '2026-11-24', time: '03:04:05' }) },
      { name: 'Dia', type: 'date', cell: () => ({ day: '2026-11-24', time: null }) },
    ],
    rows: (async function* () {
      for (const line of lines) yield [line];
    })(),
    ragged: { headings: ['Nome'], texts: ([name]) => (name === '' ? [] : ['mais']) },
  };
}

async function bytesOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('a table as JSON is an array of objects by its headings, each name once', async () => {
  const hostile = '=1+1"\n\u2028\ud800';
  const lines: Line[] = [
    [hostile, 9.5],
    ['', null],
  ];
  const read = JSON.parse((await bytesOf(writeTable(table(lines), 'json', 'pt'))).toString());
  const days = { Em: '2026-11-24T03:04:05', Dia: '2026-11-24' };
  expect(read).toEqual([
    { Nome: hostile, Nota: 9.5, ...days, 'Nome 2': 'mais' },
    { Nome: '', Nota: null, ...days, 'Nome 2': null },
  ]);
  expect(JSON.parse((await bytesOf(writeTable(table([]), 'json', 'pt'))).toString())).toEqual([]);
});

test('an appendix is the last sheet of a workbook, and in no other file', async () => {
  const appendix: WrittenTable<readonly string[]> = {
    title: 'Códigos',
    columns: [
      { name: 'Código', type: 'text', cell: ([code]) => code ?? null },
      { name: 'Significa', type: 'text', cell: ([, label]) => label ?? null },
    ],
    rows: (async function* () {
      yield [['top', 'Promotor']];
    })(),
  };
  const workbook = await bytesOf(writeTable({ ...table([['Ana', 9]]), appendix }, 'xlsx', 'pt'));
  expect((await openWorkbook(storedFile(workbook))).sheets.map(({ name }) => name)).toEqual(['Notas', 'Códigos']);
  const second = await storedRows(workbook, { format: 'xlsx', sheet: 1 });
  expect(second.map(({ cells }) => cells)).toEqual([
    ['Código', 'Significa'],
    ['top', 'Promotor'],
  ]);
  const csv = await bytesOf(writeTable({ ...table([['Ana', 9]]), appendix }, 'csv', 'pt'));
  expect(csv.toString()).not.toContain('Promotor');
});
