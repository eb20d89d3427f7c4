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
