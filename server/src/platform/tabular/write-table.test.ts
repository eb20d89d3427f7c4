import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileFormat } from '@escuta/contract/file-formats';
import { storedFile, storedRows } from '../../testing/stored-file.ts';
import { csvDialects } from './csv/write-csv.ts';
import type { TableLayout } from './read-table.ts';
import { textOf } from './table.ts';
import type { Cell, CellDate } from './table.ts';
import { writeTable } from './write-table.ts';
import type { Column, WrittenTable } from './written-table.ts';
import { sheetName } from './xlsx/workbook-parts.ts';
import { writeXlsx } from './xlsx/write-xlsx.ts';
import { openWorkbook } from './xlsx/workbook.ts';

async function bytesOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

const layouts: Readonly<Record<FileFormat, TableLayout>> = {
  csv: { format: 'csv', encoding: 'utf-8', delimiter: csvDialects.pt.delimiter, lineBreak: '\n', firstByte: 3 },
  xlsx: { format: 'xlsx', sheet: 0 },
};

/** Rows in pieces of a size, of which one in the middle is empty. */
async function* inPieces<Row>(rows: readonly Row[], size = 2): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += size) {
    yield rows.slice(at, at + size);
    yield [];
    await turn();
  }
}

/** What came out of a table that was written and read again, without its headings. */
async function roundTrip<Row>(table: WrittenTable<Row>, format: FileFormat): Promise<(readonly Cell[])[]> {
  const rows = await storedRows(await bytesOf(writeTable(table, format, 'pt')), layouts[format]);
  return rows.slice(1).map(({ cells }) => cells);
}

/** One column of texts, behind one that is never blank: a blank row is no row. */
function ofTexts(texts: readonly string[]): WrittenTable<string> {
  const columns: Column<string>[] = [
    { name: 'n', type: 'text', cell: () => 'x' },
    { name: 'texto', type: 'text', cell: (text) => text },
  ];
  return { title: 'Textos', columns, rows: inPieces(texts) };
}

async function textsBack(texts: readonly string[], format: FileFormat): Promise<Cell[]> {
  return (await roundTrip(ofTexts(texts), format)).map((cells) => cells[1] ?? '');
}

const hostile = fc
  .array(
    fc.oneof(
      // Every unit of UTF-16, halves of pairs among them.
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)),
      fc.constantFrom('😀', '=', '+', '-', '@', '＝', "'", '"', ';', ',', '\t', '\r\n', '\r', '\n', '\ufeff', '\u2028'),
      fc.constantFrom('_x0041_', '_x0041', '_', 'x000D_', '&amp;', '<t>', ']]>', '<!--', '&', '\ud83d', '\ude00'),
      fc.constantFrom('=HYPERLINK("http://x";"clique")', 'Ação', ' ', '日本'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** Without the apostrophes that keep a spreadsheet from taking a CSV cell for a formula. */
const withoutApostrophes = (text: Cell) => textOf(text).replace(/'+(?=[=+\-@＝＋－＠\t\r\n\0])/g, '');

describe('what is written is read back', () => {
  test('in a workbook: any text, as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 20 }), async (texts) => {
        expect(await textsBack(texts, 'xlsx')).toEqual(texts.map((text) => text.toWellFormed()));
      }),
      { numRuns: 150 },
    );
  });

  test('in a CSV: any text, but for the apostrophes before what begins a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 20 }), async (texts) => {
        const back = await textsBack(texts, 'csv');
        expect(back.map(withoutApostrophes)).toEqual(texts.map((text) => withoutApostrophes(text.toWellFormed())));
      }),
      { numRuns: 150 },
    );
  });

  const day = fc
    .date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const time = fc
    .integer({ min: 0, max: 86_399 })
    .map((seconds) => new Date(seconds * 1_000).toISOString().slice(11, 19));
  const date: fc.Arbitrary<CellDate> = fc.record({
    day,
    time: fc.option(time.filter((text) => text !== '00:00:00')),
  });
  interface Typed {
    readonly number: number;
    readonly date: CellDate;
    readonly time: string;
  }

  test('in a workbook: numbers, days, days with a time, and times', async () => {
    const typed = fc.record({ number: fc.double({ noNaN: true, noDefaultInfinity: true }), date, time });
    const columns: Column<Typed>[] = [
      { name: 'número', type: 'number', cell: ({ number }) => number },
      { name: 'dia', type: 'date', cell: (row) => row.date },
      { name: 'hora', type: 'time', cell: (row) => row.time },
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(typed, { minLength: 1, maxLength: 20 }), async (rows) => {
        const back = await roundTrip({ title: 'Tipos', columns, rows: inPieces(rows) }, 'xlsx');
        // A spreadsheet keeps fifteen digits, and knows no minus zero.
        expect(back).toEqual(rows.map((row) => [Number(row.number.toPrecision(15)) + 0, row.date, row.time]));
      }),
      { numRuns: 100 },
    );
  });

  test('in a CSV: numbers with the decimal sign of the language, days as ISO 8601 has them', async () => {
    const columns: Column<number>[] = [
      { name: 'n', type: 'number', cell: (number) => number },
      { name: 'd', type: 'date', cell: () => ({ day: '2026-11-22', time: '18:30:00' }) },
      { name: 'h', type: 'time', cell: () => '07:05:00' },
      { name: 'vazio', type: 'date', cell: () => null },
    ];
    const write = async (language: 'pt' | 'en') => {
      const table = { title: 'x', columns, rows: inPieces([-1.5, 1e21, Number.NaN]) };
      return (await bytesOf(writeTable(table, 'csv', language))).toString();
    };
    const rest = (sign: string) => `2026-11-22 18:30:00${sign}07:05:00${sign}`;
    expect(await write('pt')).toBe(
      `\ufeffn;d;h;vazio\r\n-1,5;${rest(';')}\r\n1000000000000000000000;${rest(';')}\r\n;${rest(';')}\r\n`,
    );
    expect(await write('en')).toContain(`\r\n-1.5,${rest(',')}\r\n`);
  });

  test('in a workbook: a day that spreadsheets do not know is a text, and what is no number or time leaves no damage', async () => {
    const columns: Column<null>[] = [
      { name: 'd', type: 'date', cell: () => ({ day: '1899-12-31', time: null }) },
      { name: 'n', type: 'number', cell: () => Number.POSITIVE_INFINITY },
      { name: 'h', type: 'time', cell: () => '25:00:00' },
    ];
    const back = await roundTrip({ title: 'x', columns, rows: inPieces([null]) }, 'xlsx');
    expect(back).toEqual([['1899-12-31', '', '25:00:00']]);
  });

  test('rows that are ragged stay so', async () => {
    const rows = [['a'], ['b', 'c', '', 'd']];
    const table = {
      title: 'x',
      columns: [{ name: 'n', type: 'number', cell: (row: readonly string[]) => row.length }] as const,
      ragged: { headings: ['um', 'dois'], texts: (row: readonly string[]) => row },
    };
    const csv = await bytesOf(writeTable({ ...table, rows: inPieces(rows) }, 'csv', 'pt'));
    expect(csv.toString()).toBe('\ufeffn;um;dois\r\n1;a\r\n4;b;c;;d\r\n');
    expect(await roundTrip({ ...table, rows: inPieces(rows) }, 'xlsx')).toEqual([
      [1, 'a'],
      [4, 'b', 'c', '', 'd'],
    ]);
  });
});

describe('a cell of a workbook', () => {
  test.each([
    ['as long as it may be', 'é'.repeat(32_767), 'é'.repeat(32_767)],
    ['of signs that take seven letters each', '\x07'.repeat(32_767), '\x07'.repeat(32_767)],
    ['that is too long', 'a'.repeat(40_000), `${'a'.repeat(32_766)}…`],
    ['whose last sign would be cut in two', `a${'😀'.repeat(16_384)}`, `a${'😀'.repeat(16_382)}…`],
  ])('%s', async (_, text, kept) => {
    expect(await textsBack([text], 'xlsx')).toEqual([kept]);
  });

  test('is text where it looks like a formula, without an apostrophe', async () => {
    expect(await textsBack(['=1+1', '+55 11 98765-4321', '@SUM(A1)', "'=1"], 'xlsx')).toEqual([
      '=1+1',
      '+55 11 98765-4321',
      '@SUM(A1)',
      "'=1",
    ]);
  });
});

describe('the sheets of a workbook', () => {
  const columns: Column<number>[] = [{ name: 'n', type: 'number', cell: (row) => row }];
  const sheetsOf = async (count: number, limits: { rows: number; bytes: number }) => {
    const numbers = Array.from({ length: count }, (_, at) => at);
    const bytes = await bytesOf(writeXlsx({ title: 'Erros', columns, rows: inPieces(numbers, 3) }, limits));
    const { sheets } = await openWorkbook(storedFile(bytes));
    return Promise.all(
      sheets.map(async ({ name }, sheet) => {
        const rows = await storedRows(bytes, { format: 'xlsx', sheet });
        return [name, ...rows.map(({ cells }) => cells[0])];
      }),
    );
  };

  test('what one cannot hold goes on in the next, under the same heading', async () => {
    const bytes = Number.MAX_SAFE_INTEGER;
    expect(await sheetsOf(5, { rows: 3, bytes })).toEqual([
      ['Erros', 'n', 0, 1],
      ['Erros 2', 'n', 2, 3],
      ['Erros 3', 'n', 4],
    ]);
    expect(await sheetsOf(4, { rows: 3, bytes })).toHaveLength(2);
    expect(await sheetsOf(0, { rows: 3, bytes })).toEqual([['Erros', 'n']]);
  });

  test('a sheet that grows too large for a reader ends too', async () => {
    const sheets = await sheetsOf(4_000, { rows: 1_048_576, bytes: 100_000 });
    expect(sheets.map(([name]) => name)).toEqual(['Erros', 'Erros 2']);
    expect(sheets.flatMap(([, , ...numbers]) => numbers)).toEqual(Array.from({ length: 4_000 }, (_, at) => at));
  });

  test('their names are such as a spreadsheet takes', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 40 }), (title, sheetNo) => {
        const name = sheetName(title.repeat(3), sheetNo);
        expect(name).toMatch(/^[^[\]:*?/\\\p{Cc}]{1,31}$/u);
        expect([name.isWellFormed(), name.startsWith("'"), name.endsWith("'")]).toEqual([true, false, false]);
      }),
    );
    expect(sheetName('Erros: 1/2', 3)).toBe('Erros  1 2 3');
  });

  test('the same table makes the same bytes', async () => {
    const table = (): WrittenTable<number> => ({ title: 'x', columns, rows: inPieces([1, 2, 3]) });
    expect(await bytesOf(writeXlsx(table()))).toEqual(await bytesOf(writeXlsx(table())));
  });
});

describe.each(['csv', 'xlsx'] as const)('while a %s is read', (format) => {
  /** Pieces without an end, of texts that cannot be packed; tells how many were asked for, and whether they were given back. */
  function endless() {
    const seen = { asked: 0, isClosed: false };
    async function* rows(): AsyncGenerator<readonly string[]> {
      try {
        for (;;) {
          seen.asked += 1;
          yield Array.from({ length: 100 }, () => crypto.getRandomValues(Buffer.alloc(150)).toString('base64'));
        }
      } finally {
        seen.isClosed = true;
      }
    }
    return { seen, table: { ...ofTexts([]), rows: rows() } };
  }

  test('rows are asked for at the pace of the reader, and given back when it leaves', async () => {
    const { seen, table } = endless();
    const content = writeTable(table, format, 'pt');
    let bytes = 0;
    for await (const piece of content) {
      bytes += piece.length;
      for (let at = 0; at < 20; at += 1) await turn();
      if (bytes > 500_000) break;
    }
    // 20 kB a piece: what was taken, and half a megabyte of buffers on the way.
    expect(seen.asked).toBeLessThan(60);
    expect(seen.isClosed).toBe(true);
  });

  test('what goes wrong with the rows reaches the reader', async () => {
    async function* failing(): AsyncGenerator<readonly string[]> {
      yield ['a'];
      await Promise.reject(new Error('the database is away'));
    }
    const reading = bytesOf(writeTable({ ...ofTexts([]), rows: failing() }, format, 'pt'));
    await expect(reading).rejects.toThrow('the database is away');
  });
});
