// cspell:ignore nbbbb rbbb
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import Papa from 'papaparse';
import { scanFile } from './file-scan.ts';

function scan(text: string, pieceBytes = 5) {
  const bytes = Buffer.from(text);
  const scanning = scanFile();
  for (let at = 0; at < bytes.length; at += pieceBytes) scanning.see(bytes.subarray(at, at + pieceBytes));
  return scanning.result();
}

describe('what ends the lines', () => {
  test.each([
    ['a;b\nc;d\n', '\n'],
    ['a;b\r\nc;d\r\n', '\n'],
    ['a;b\rc;d\r', '\r'],
    // The last line break of a file is often added by another program.
    ['Nome;E-mail\rA;a@x.com\rB;b@x.com\n', '\r'],
    // Excel for Mac: rows end in a carriage return, lines within a cell in a line feed.
    ['Nome;Nota\r"A\nB\nC\nD";1\r"A ""x""\nB";2\r', '\r'],
    ['Nome;Nota\n"A\rB\rC\rD";1\n', '\n'],
    // Excel for Windows: the quoted cell holds what ends rows elsewhere.
    ['Nome;Nota\r\n"A\nB";1\r\n', '\n'],
    ['TV 32";a\nb;c\n\r', '\n'],
    ['no break at all', '\n'],
  ] as const)('of %j it is %j', (text, lineBreak) => {
    expect(scan(text).lineBreak).toBe(lineBreak);
  });
});

describe('how many rows there are', () => {
  test.each([
    ['', 0],
    ['\n\r\n ; \n;;\n', 0],
    ['nome\nAna', 2],
    ['nome\n\nAna\n', 2],
    ['nome;nota\n"Ana\nLima";"a ""b"""\nRui;x\n', 3],
    // A quote that stands wrong, or that nobody closes, costs its own row alone.
    ['nome\n"Ana" Lima;x\nRui\n', 3],
    ['nome\n"Ana;x\nRui\nEva\n', 4],
    [`nome\n"Ana;x\n${'Rui;y\n'.repeat(300)}`, 302],
  ])('%j has %i', (text, rows) => {
    expect(scan(text).rows).toBe(rows);
  });

  test('as many as were written', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'é', '"', '\n', '\r\n', ';', ' '),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 20 }), fc.integer({ min: 1, max: 9 }), (table, piece) => {
        const named = table.map(([one, other]) => [`x${one}`, other]);
        expect(scan(Papa.unparse(named, { delimiter: ';' }), piece).rows).toBe(named.length);
      }),
    );
  });
});

test('the longest line is measured between the breaks that end lines', () => {
  expect(scan('aa\nbbbb\ncc').longestLine).toBe(4);
  expect(scan('aa\rbb\r\ncc\n').longestLine).toBe(6);
  expect(scan('aa\rbbb\rc').longestLine).toBe(3);
  expect(scan('aa\nbbbb').longestLine).toBe(4);
});

test.each(['\r', '\n', '"', '";"', 'Ana;ana@x.com\r'])('each byte of a file of %j is looked at once', (part) => {
  let looks = 0;
  const bytes = Buffer.from(part.repeat(2_000));
  const counted = new Proxy([...bytes], {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  scanFile().see(counted);
  expect(looks).toBe(bytes.length);
});
