// cspell:locale en-US,pt-BR,pt
// cspell:ignore VLOOKUP
import { xlsxFile } from '../xlsx-file.ts';
import type { MadeCell } from '../xlsx-file.ts';
import { zipFile } from '../zip-file.ts';
import type { HostileFile } from './hostile-file.ts';

const header = ['Nome', 'E-mail', 'Celular', 'Nascimento', 'CPF'];
const book = (...rows: MadeCell[][]) => ({ sheets: [{ name: 'Clientes', rows: [header, ...rows] }] });
const one = book(['Ana', 'ana@x.com']);
const hers = ['2 Ana|ana@x.com'];
const withSheet = (xml: string) => xlsxFile({ ...one, parts: { 'xl/worksheets/sheet1.xml': xml } });
const withPart = (part: string, xml: string | undefined) => xlsxFile({ ...one, parts: { [part]: xml } });
const withRowOf = (cells: number) =>
  withSheet(`<worksheet><sheetData><row>${'<c><v>1</v></c>'.repeat(cells)}</row></sheetData></worksheet>`);
const damaged = { code: 'FILE_NOT_TABLE', kind: 'damaged' } as const;
const tooLarge = { code: 'FILE_NOT_TABLE', kind: 'too_large' } as const;
const text = (column: string, of: string) => `<c r="${column}1" t="inlineStr"><is><t>${of}</t></is></c>`;

/** The size that a zip promises for its entries, wherever it stands. */
function promising(bytes: Buffer, size: number): Buffer {
  const copy = Buffer.from(bytes);
  for (const [signature, offset] of [
    ['PK\x03\x04', 22],
    ['PK\x01\x02', 24],
  ] as const)
    for (let at = copy.indexOf(signature, 0, 'latin1'); at !== -1; at = copy.indexOf(signature, at + 4, 'latin1'))
      if (copy.readUInt32LE(at + offset) > size) copy.writeUInt32LE(size, at + offset);
  return copy;
}

/** A compound file (MS-CFB), as Excel wrote its files until 2003, and as all its programs wrap one with a password. */
function compoundFile(entries: readonly string[], directorySector: number): Buffer {
  const sector = 512;
  const bytes = Buffer.alloc((directorySector + 2) * sector);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(3, 26);
  bytes.writeUInt16LE(0xfffe, 28);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(directorySector, 48);
  for (const [at, name] of entries.entries()) {
    const from = (directorySector + 1) * sector + at * 128;
    bytes.write(name, from, 'utf16le');
    bytes.writeUInt16LE((name.length + 1) * 2, from + 64);
  }
  return bytes;
}

const wrapped = ['Root Entry', 'EncryptionInfo', 'EncryptedPackage'];

const bombs: readonly HostileFile[] = [
  {
    name: 'a sheet of 12 MB in 12 kB',
    make: () => withSheet(`<worksheet>${' '.repeat(12_582_912)}</worksheet>`),
    outcome: tooLarge,
  },
  {
    name: 'a sheet of 64 MB that says it has 4 MB',
    make: () => promising(withSheet(`<worksheet>${'<row/>'.repeat(11_184_810)}</worksheet>`), 4_194_304),
    outcome: damaged,
  },
  {
    name: 'a sheet that says it has 2 GB',
    make: () => {
      const bytes = Buffer.from(withSheet('<worksheet/>'));
      for (
        let at = bytes.indexOf('PK\x01\x02', 0, 'latin1');
        at !== -1;
        at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')
      )
        bytes.writeUInt32LE(2_147_483_648, at + 24);
      return bytes;
    },
    outcome: tooLarge,
  },
  {
    name: 'styles of 80 MB that are packed like honest ones',
    make: () => promisingMore(withPart('xl/styles.xml', '<styleSheet/>'), 'xl/styles.xml', 83_886_080),
    outcome: tooLarge,
  },
  {
    name: 'a workbook in a zip in a zip',
    make: () => zipFile({ 'a.zip': zipFile({ 'clientes.xlsx': xlsxFile(one) }) }),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'archive' },
  },
  {
    name: 'a workbook of 20,000 parts',
    make: () => zipFile(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`xl/media/${at}.png`, '']))),
    outcome: tooLarge,
  },
  {
    name: 'parts whose names climb out of the file',
    make: () => xlsxFile({ ...one, parts: { '../../../../etc/cron.d/evil': 'x', 'xl/../../evil': 'x' } }),
    outcome: damaged,
  },
  {
    name: 'parts whose names begin at the root of a disk',
    make: () => xlsxFile({ ...one, parts: { '/etc/passwd': 'x', 'C:/evil': 'x' } }),
    outcome: damaged,
  },
  {
    name: 'a sheet that points out of the file',
    make: () =>
      withPart(
        'xl/_rels/workbook.xml.rels',
        '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../../../../etc/passwd"/></Relationships>',
      ),
    outcome: damaged,
  },
  {
    name: 'a billion laughs',
    make: () => {
      const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
      return withSheet(`<!DOCTYPE w [<!ENTITY l0 "ha">${entities}]><worksheet>${text('A', '&l9;')}</worksheet>`);
    },
    outcome: damaged,
  },
  {
    name: 'an entity of a file of the machine',
    make: () =>
      withSheet(
        `<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row>${text('A', '&x;')}</row></sheetData></worksheet>`,
      ),
    outcome: damaged,
  },
  {
    name: 'a text of 300 kB in a cell',
    make: () => xlsxFile(book(['Ana '.repeat(75_000), 'ana@x.com'], ['Bia', 'bia@x.com'])),
    outcome: { rows: ['2 |ana@x.com ~name_too_long', '3 Bia|bia@x.com'] },
  },
  {
    name: 'a row of as many cells as a spreadsheet has',
    make: () => withRowOf(16_384),
    outcome: { code: 'TOO_MANY_COLUMNS', most: 200 },
  },
  { name: 'a row of a cell more than a spreadsheet has', make: () => withRowOf(16_385), outcome: damaged },
  { name: 'a row of 300,000 cells', make: () => withRowOf(300_000), outcome: damaged },
];

/** As `promising`, of one part alone and to more than it has. */
function promisingMore(bytes: Buffer, part: string, size: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.lastIndexOf(part) - 46;
  copy.writeUInt32LE(size, at + 24);
  copy.writeUInt32LE(Math.ceil(size / 10), at + 20);
  return copy;
}

const disguises: readonly HostileFile[] = [
  {
    name: 'a workbook called csv',
    make: () => xlsxFile(book(['Inês', 'ines@x.com', '(11) 98765-4321'])),
    outcome: { rows: ['2 Inês|ines@x.com|+5511987654321'], encoding: null, delimiter: null },
  },
  {
    name: 'an xls called xlsx',
    make: () => compoundFile(['Root Entry', 'Workbook'], 0),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'spreadsheet' },
  },
  {
    name: 'a workbook with a password',
    make: () => compoundFile(wrapped, 0),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'encrypted' },
  },
  {
    name: 'a workbook with a password whose directory lies behind half a megabyte',
    make: () => compoundFile(wrapped, 1_024),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'encrypted' },
  },
  {
    name: 'a compound file whose directory lies nowhere',
    make: () => compoundFile([], 0).fill(0xff, 48, 52),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'spreadsheet' },
  },
  {
    name: 'a Word document called xlsx',
    make: () => zipFile({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' }),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'binary' },
  },
  {
    name: 'an OpenDocument called xlsx',
    make: () => zipFile({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'spreadsheet' },
  },
  {
    name: 'a binary workbook called xlsx',
    make: () => zipFile({ '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': 'x' }),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'spreadsheet' },
  },
  { name: 'half a workbook', make: () => xlsxFile(one).subarray(0, 900), outcome: damaged },
  {
    name: 'a workbook behind 500 bytes that are none of it',
    make: () => Buffer.concat([Buffer.alloc(500, 'x'), xlsxFile(one)]),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'binary' },
  },
];

const cells: readonly HostileFile[] = [
  { name: 'no shared strings', make: () => withPart('xl/sharedStrings.xml', undefined), outcome: damaged },
  { name: 'texts in the cells', make: () => xlsxFile({ ...one, texts: 'inline' }), outcome: { rows: hers } },
  { name: 'no styles', make: () => withPart('xl/styles.xml', undefined), outcome: { rows: hers } },
  {
    name: 'a hidden sheet before the one that is meant',
    make: () => xlsxFile({ sheets: [{ name: 'Listas', rows: [['SP'], ['RJ']], state: 'hidden' }, ...one.sheets] }),
    outcome: { rows: hers },
  },
  {
    name: 'a very hidden sheet and several others',
    make: () =>
      xlsxFile({
        sheets: [
          { name: '_config', rows: [['x']], state: 'veryHidden' },
          ...one.sheets,
          { name: 'Resumo', rows: [['Total', 1]] },
        ],
      }),
    outcome: { rows: hers },
  },
  {
    name: 'a cover without a cell before the sheet that is meant',
    make: () =>
      xlsxFile({
        sheets: [
          { name: 'Capa', rows: [] },
          { name: '_config', rows: [['x', 'y']], state: 'hidden' },
          { name: 'Índice', rows: [] },
          ...one.sheets,
          { name: 'Resumo', rows: [['Total', 1]] },
        ],
      }),
    outcome: { rows: hers },
  },
  { name: 'no rows', make: () => xlsxFile({ sheets: [{ name: 'x', rows: [] }] }), outcome: { code: 'FILE_EMPTY' } },
  { name: 'a workbook of a header alone', make: () => xlsxFile(book()), outcome: { code: 'FILE_EMPTY' } },
  {
    name: 'phones and CPFs kept as numbers',
    make: () =>
      xlsxFile(book(['Ana', 'ana@x.com', { xml: '<c r="C2"><v>5.511987654321E12</v></c>' }, '', 1_234_567_890])),
    outcome: { rows: ['2 Ana|ana@x.com|+5511987654321||01234567890'] },
  },
  {
    name: 'a phone that lost its last digits as a number',
    make: () => xlsxFile(book(['Ana', 'ana@x.com', { xml: '<c r="C2"><v>5.511E12</v></c>' }])),
    outcome: { rows: ['2 Ana|ana@x.com ~phone_invalid'] },
  },
  {
    name: 'days that count from 1904',
    make: () =>
      xlsxFile({
        ...book(['Ana', 'ana@x.com', '', { number: 31_548, style: 1 }]),
        formats: ['dd/mm/yyyy'],
        is1904: true,
      }),
    outcome: { rows: ['2 Ana|ana@x.com||1990-05-17'] },
  },
  {
    name: 'formulas, errors and truths',
    make: () =>
      xlsxFile(
        book([
          { xml: '<c r="A2" t="str"><f>CONCATENATE("A";"na")</f><v>Ana</v></c>' },
          { xml: '<c r="B2" t="str"><f>LOWER(B1)</f><v>ana@x.com</v></c>' },
          { xml: '<c r="C2" t="e"><f>VLOOKUP(1,A:A,1,0)</f><v>#N/A</v></c>' },
          { xml: '<c r="D2"><f>TODAY()</f></c>' },
          { xml: '<c r="E2" t="b"><v>1</v></c>' },
        ]),
      ),
    outcome: { rows: ['2 Ana|ana@x.com ~formula_error,formula_error,cpf_incomplete'] },
  },
  {
    name: 'a text that is a formula by its looks',
    make: () => xlsxFile(book(['=1+1', 'ana@x.com'], ['@SUM(1)', 'bia@x.com'])),
    outcome: { rows: ['2 |ana@x.com ~name_not_valid', '3 @SUM(1)|bia@x.com'] },
  },
];

/** Workbooks, and what was called one. */
export const workbookFiles: readonly HostileFile[] = [...bombs, ...disguises, ...cells];
