import { Readable } from 'node:stream';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { kindOf } from '../file-kind.ts';
import { layoutOf } from './csv-layout.ts';
import { LineTooLong } from './csv-lines.ts';
import { readRecords } from './csv-records.ts';
import type { CsvLayout, CsvRecord } from './csv-record.ts';

const plain: CsvLayout = { encoding: 'utf-8', delimiter: ';', lineBreak: '\n', firstByte: 0 };

/** Reads bytes as the worker does, in pieces of a size of our choice, from a row on. */
async function read(
  bytes: Buffer,
  layout: CsvLayout = plain,
  { pieceBytes = 7, from = { byte: layout.firstByte, rows: 0 } } = {},
) {
  const pieces: Buffer[] = [];
  for (let at = from.byte; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
  const records: CsvRecord[] = [];
  for await (const batch of readRecords(Readable.from(pieces), layout, from)) records.push(...batch);
  return records;
}

const cellsOf = (records: readonly CsvRecord[]) => records.map(({ cells }) => cells);

describe('reading rows', () => {
  test('quoted cells hold delimiters, quotes and line breaks, whatever ends the lines; blank lines count and are no rows', async () => {
    const bytes = Buffer.from('nome;nota\r\n"Silva; João";"disse ""oi""\r\ne saiu"\n\nAna;fim');
    const records = await read(bytes);
    expect(cellsOf(records)).toEqual([
      ['nome', 'nota'],
      ['Silva; João', 'disse "oi"\r\ne saiu'],
      ['Ana', 'fim'],
    ]);
    expect(records.map(({ rowNo }) => rowNo)).toEqual([1, 2, 4]);
    expect(records.at(-1)?.next).toBe(bytes.length);
  });

  test('a quote that nobody closes costs its own row, not the rest of the file', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => (at === 40 ? '"Ana;ana@x.com' : `"Pessoa ${at}";p${at}@x.com`));
    const records = await read(Buffer.from(rows.join('\n')), plain, { pieceBytes: 1_000 });
    expect(records).toHaveLength(300);
    expect(records.filter(({ fault }) => fault)).toMatchObject([{ rowNo: 41, cells: ['"Ana', 'ana@x.com'] }]);
  });

  test('a quote in the middle of a plain cell is a character like any other, one after a closing quote is broken', async () => {
    const records = await read(Buffer.from('TV 32";a\n"TV" 32;b\nfim;c\n'));
    expect(records.map(({ cells, fault }) => [fault, cells])).toEqual([
      [null, ['TV 32"', 'a']],
      ['quote_broken', ['"TV" 32', 'b']],
      [null, ['fim', 'c']],
    ]);
  });

  test('a row beyond 64 kB costs itself, and is not taken apart', async () => {
    const bytes = Buffer.from(`Ana;ana@x.com\n${';'.repeat(70_000)}\nBia;bia@x.com\n`);
    const records = await read(bytes, plain, { pieceBytes: 10_000 });
    expect(records.map(({ fault, cells }) => [fault, cells.length])).toEqual([
      [null, 2],
      ['row_too_long', 65_537],
      [null, 2],
    ]);
  });

  test('a line beyond one megabyte ends the reading', async () => {
    const bytes = Buffer.concat([Buffer.from('nome\n'), Buffer.alloc(1_100_000, 'a'), Buffer.from('\nAna\n')]);
    await expect(read(bytes, plain, { pieceBytes: 65_536 })).rejects.toThrow(LineTooLong);
  });

  test('Windows-1252 has its own signs between 80 and 9f', async () => {
    const records = await read(Buffer.from([0x80, 0x3b, 0x93, 0xe3, 0x94]), { ...plain, encoding: 'windows-1252' });
    expect(cellsOf(records)).toEqual([['€', '“ã”']]);
  });

  test('code page 850 is read by its table', async () => {
    const bytes = Buffer.from([0x4a, 0x6f, 0xc6, 0x6f, 0x3b, 0x80, 0xff, 0x9b]);
    expect(cellsOf(await read(bytes, { ...plain, encoding: 'cp850' }))).toEqual([['João', 'Ç\u00a0ø']]);
  });

  test.each(['windows-1252', 'cp850'] as const)(
    'a row of UTF-8 in a file of %s is refused, not garbled',
    async (encoding) => {
      const bytes = Buffer.concat([
        Buffer.from('Ana;a\nInês;São João\n'),
        Buffer.from('Inês;b\n', 'latin1'),
        Buffer.from([0x4a, 0x6f, 0xc6, 0x6f, 0x0a]),
      ]);
      const faults = (await read(bytes, { ...plain, encoding })).map(({ fault }) => fault);
      expect(faults).toEqual([null, 'encoding_mixed', null, null]);
      expect((await read(bytes)).map(({ fault }) => fault)).toEqual([null, null, null, null]);
    },
  );

  const latin = fc.stringMatching(/^[ -~À-ÿ€“”–]*$/);
  const anyText = fc.string({ unit: 'grapheme', maxLength: 20 });
  const withSigns = fc
    .array(fc.constantFrom('"', ';', ',', '\t', '\n', '\r\n', 'a', ' ', 'é'), { maxLength: 8 })
    .map((parts) => parts.join(''));
  const tables = (cell: fc.Arbitrary<string>) =>
    fc
      .integer({ min: 2, max: 5 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 30 }),
      );
  const layouts = fc.record({
    delimiter: fc.constantFrom(',' as const, ';' as const, '\t' as const),
    newline: fc.constantFrom('\n', '\r\n'),
    pieceBytes: fc.integer({ min: 1, max: 200 }),
    quotes: fc.boolean(),
  });

  test('what papaparse writes in UTF-8 comes back the same, and from any row on', async () => {
    await fc.assert(
      fc.asyncProperty(
        tables(
          fc.oneof(
            anyText.filter((text) => !text.includes('\0')),
            withSigns,
          ),
        ),
        layouts,
        async (table, { pieceBytes, ...layout }) => {
          const bytes = Buffer.from(Papa.unparse(table, layout));
          const records = await read(bytes, { ...plain, ...layout }, { pieceBytes });
          expect(cellsOf(records)).toEqual(table.filter((row) => Papa.unparse([row], layout).trim() !== ''));
          const middle = records[Math.floor(records.length / 2)];
          if (!middle) return;
          const rest = await read(
            bytes,
            { ...plain, ...layout },
            { pieceBytes, from: { byte: middle.next, rows: middle.rowNo } },
          );
          expect(rest).toEqual(records.slice(records.indexOf(middle) + 1));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('what papaparse writes in Windows-1252 comes back the same', async () => {
    const signs: Readonly<Record<string, number>> = { '€': 0x80, '“': 0x93, '”': 0x94, '–': 0x96 };
    await fc.assert(
      fc.asyncProperty(tables(latin), layouts, async (table, { pieceBytes, ...layout }) => {
        const bytes = Buffer.from([...Papa.unparse(table, layout)].map((sign) => signs[sign] ?? sign.charCodeAt(0)));
        const records = await read(bytes, { ...plain, ...layout, encoding: 'windows-1252' }, { pieceBytes });
        expect(cellsOf(records)).toEqual(table.filter((row) => Papa.unparse([row], layout).trim() !== ''));
      }),
      { numRuns: 200 },
    );
  });

  test('any bytes are read to their end, each row once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('"', ';', '\n', '\r', 'a', '""', '";"', 'é'), { maxLength: 200 }),
        async (parts) => {
          const bytes = Buffer.from(`${parts.join('')}\nfim`);
          const records = await read(bytes);
          const inOrder = (numbers: number[]) => [...new Set(numbers)].sort((left, right) => left - right);
          const rows = records.map(({ rowNo }) => rowNo);
          expect(rows).toEqual(inOrder(rows));
          const ends = records.map(({ next }) => next);
          expect(ends).toEqual(inOrder(ends));
          expect(records.at(-1)).toMatchObject({ cells: ['fim'], next: bytes.length });
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the layout of a file', () => {
  const ofLines = (lineBreak: CsvLayout['lineBreak']) => ({ encoding: 'utf-8' as const, lineBreak });
  const people = [
    ['nome', 'e-mail', 'cidade'],
    ['Silva, João', 'joao@x.com', 'São Paulo, SP'],
    ['Lima; Ana', 'ana@x.com', 'Rio'],
  ];

  test.each([',', ';', '\t', '|'] as const)(
    'the delimiter %j is found, though others stand in the cells',
    (delimiter) => {
      const head = Buffer.from(Papa.unparse(people, { delimiter }));
      expect(layoutOf(head, ofLines('\n'), true)).toMatchObject({ delimiter, lineBreak: '\n', firstByte: 0 });
    },
  );

  test('a colon parts cells only where nothing else does', () => {
    const delimiterOf = (text: string) => layoutOf(Buffer.from(text), ofLines('\n'), true).delimiter;
    expect(delimiterOf('nome:e-mail\nAna:ana@x.com\nRui:rui@x.com\n')).toBe(':');
    expect(delimiterOf('hora;nome\n10:30;Ana\n11:45;Rui\n')).toBe(';');
    expect(delimiterOf('nome;hora\nAna;10:30\nRui;11:45;x\nEva;12:00;y;z\n')).toBe(';');
  });

  test('the byte order mark is no part of the first cell', async () => {
    const bytes = Buffer.from('\ufeffnome;e-mail\r\nAna;ana@x.com\r\n');
    const layout = layoutOf(bytes, ofLines('\n'), true);
    expect(cellsOf(await read(bytes, layout))[0]).toEqual(['nome', 'e-mail']);
  });

  test('lines of old Macs end in a carriage return', async () => {
    const bytes = Buffer.from('nome;e-mail\rAna;ana@x.com\rRui;rui@x.com');
    expect(cellsOf(await read(bytes, layoutOf(bytes, ofLines('\r'), true)))).toHaveLength(3);
  });

  test('old spreadsheets, UTF-16 and binary files are no CSV; one stray control character is a matter of its row', () => {
    expect(kindOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toBe('spreadsheet');
    expect(kindOf(Buffer.from('\ufeffnome;e-mail', 'utf16le'))).toBe('utf-16');
    expect(kindOf(Buffer.from('nome;e-mail', 'utf16le'))).toBe('utf-16');
    // The beginning of a picture without its first bytes.
    const picture = [0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 2, 0, 0, 0, 2, 0, 8, 6, 0, 0, 0, 244, 120, 212, 250, 0, 0, 0];
    expect(kindOf(Buffer.from(picture))).toBe('binary');
    expect(kindOf(Buffer.from('nome;e-mail', 'utf16le').swap16())).toBe('utf-16');
    expect(kindOf(Buffer.from('%PDF-1.7\n\x01\x02\x03\x04\x05'))).toBe('binary');
    expect(kindOf(Buffer.from('nome;e-mail\nAna\0;ana@x.com\n'))).toBe(null);
  });
});
