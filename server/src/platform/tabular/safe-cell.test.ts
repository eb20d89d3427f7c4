import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { safeCell } from './safe-cell.ts';

const delimiters = [',', ';', '\t', '|', ':'];

test.each([
  ['Ana', 'Ana'],
  ['=1+1', "'=1+1"],
  ['x,=HYPERLINK("http://x")', `"x,'=HYPERLINK(""http://x"")"`],
  ['x;＝1', `"x;'＝1"`],
  ['\n@SUM(A1)', `"'\n'@SUM(A1)"`],
  ['a-b', 'a-b'],
])('%j is written as %j', (cell, written) => {
  expect(safeCell(cell, ';')).toBe(written);
});

test.each(['=', '+', '-', '@', '\t', '\0', '\r', '\n', '＝', '＋', '－', '＠'])(
  '[ASVS-26] a cell that begins with %j gets an apostrophe in front, whatever follows',
  (start) => {
    for (const rest of ['', '1+1', "cmd|'/c calc'!A1", 'HYPERLINK("http://x")', ' a']) {
      const written = safeCell(start + rest, ';');
      const read = Papa.parse<string[]>(written, { delimiter: ';', newline: '\r\n' }).data[0]?.[0] ?? '';
      expect(read.startsWith(`'${start}`)).toBe(true);
    }
  },
);

test('[ASVS-27] a cell is quoted where it holds the delimiter, a quote or a line break, and quotes are doubled (RFC 4180)', () => {
  expect(safeCell('a,b', ',')).toBe('"a,b"');
  expect(safeCell('a,b', ';')).toBe('a,b');
  expect(safeCell('a;b', ';')).toBe('"a;b"');
  expect(safeCell('disse "oi"', ';')).toBe('"disse ""oi"""');
  expect(safeCell('duas\r\nlinhas', ';')).toBe('"duas\r\nlinhas"');
  expect(safeCell('só\num', ',')).toBe('"só\num"');
  const plain = fc
    .array(fc.constantFrom('a', 'ç', '"', ',', ';', ' ', '\n', '\r\n', '1'))
    .map((parts) => `x${parts.join('')}`);
  fc.assert(
    fc.property(fc.array(plain, { minLength: 1, maxLength: 4 }), fc.constantFrom(',', ';'), (row, delimiter) => {
      const line = `${row.map((cell) => safeCell(cell, delimiter)).join(delimiter)}\r\n`;
      expect(Papa.parse<string[]>(line, { delimiter, newline: '\r\n', skipEmptyLines: true }).data).toEqual([row]);
    }),
  );
});

test('a cell is written as it is where nothing in it could begin a formula or needs quotes, and else is not', () => {
  const parts = fc.constantFrom(...'=-＋,;\t|:"\0 \u00a0\r\na1'.split(''));
  const cell = fc.array(parts, { maxLength: 6 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(cell, fc.constantFrom(...delimiters), (text, delimiter) => {
      const beginsFormula =
        text.split(/[,;\t|:\r\n]/).some((piece) => /^[=\-＋]/.test(piece)) || /^[\t\r\n\0]/.test(text);
      const needsQuotes = /["\r\n]/.test(text) || text.includes(delimiter) || text.trim() !== text;
      expect(safeCell(text, delimiter) === text).toBe(!beginsFormula && !needsQuotes);
    }),
    { numRuns: 5_000 },
  );
});

test('wherever a spreadsheet splits the file, no cell begins a formula', () => {
  const cell = fc
    .array(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '＝',
        '＋',
        '－',
        '＠',
        ',',
        ';',
        '\t',
        '|',
        ':',
        '\r',
        '\n',
        '"',
        ' ',
        'a',
        '1',
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...delimiters),
      fc.constantFrom(...delimiters, null),
      (table, written, read) => {
        const text = table.map((row) => row.map((each) => safeCell(each, written)).join(written)).join('\r\n');
        // Some programs split at the delimiter without a look at the quotes, as `null` does at each of them.
        const cells =
          read === null
            ? text.split(/[,;\t|:\r\n]/)
            : Papa.parse<string[]>(text, { delimiter: read, quoteChar: '"' }).data.flat();
        for (const each of cells) expect(each).not.toMatch(/^[=+\-@＝＋－＠]/);
      },
    ),
    { numRuns: 2_000 },
  );
});
