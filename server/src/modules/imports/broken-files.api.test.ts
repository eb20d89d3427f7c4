import { gzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileKinds } from '@escuta/contract/imports';
import type { Import } from '@escuta/contract/imports';
import { signedIn } from '../../testing/factories.ts';
import { runImportNow, upload } from '../../testing/import-steps.ts';
import { openTestContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';
import { xlsxFile } from '../../testing/xlsx-file.ts';
import { zipFile } from '../../testing/zip-file.ts';

/** Files that are not what they say, through the real routes: each is refused in words, or costs only its bad rows. */

let context: TestContext;
let user: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  context = await openTestContext();
  user = await signedIn(context);
});
afterAll(() => context.close());

const people = (count: number) => Array.from({ length: count }, (_, at) => `Pessoa ${at};pessoa${at}@x.com\n`).join('');
const csv = 'nome;e-mail\nAna;ana@x.com\n';
const sheet = {
  sheets: [
    {
      name: 'Contatos',
      rows: [
        ['Nome', 'E-mail'],
        ['Ana', 'ana@x.com'],
      ],
    },
  ],
};
const ods = zipFile({
  mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
  'content.xml': '<office:document/>',
});
/** The first sector of a compound file, as Excel wrote it until 2003. */
const xls = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(504),
  Buffer.from('Workbook', 'utf16le'),
]);
const encrypted = Buffer.concat([xls.subarray(0, 512), Buffer.from('EncryptedPackage', 'utf16le')]);
const wide = {
  sheets: [
    {
      name: 'x',
      rows: [
        [{ xml: '<c r="A1" t="inlineStr"><is><t>nome</t></is></c><c r="GS1" t="inlineStr"><is><t>x</t></is></c>' }],
        ['Ana'],
      ],
    },
  ],
};
const pdf = Buffer.from(
  ['%PDF-1.7', '1 0 obj', '<< /Type /Catalog >>', 'trailer', '<< /Root 1 0 R >>', '%%EOF'].join('\n'),
);
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

describe('refused when it is uploaded', () => {
  test.each<[string, Buffer | string, string, object]>([
    ['half an xlsx', xlsxFile(sheet).subarray(0, 900), 'FILE_NOT_TABLE', { kind: 'damaged' }],
    [
      'an xlsx whose sheet unpacks to 12 MB from 12 kB',
      xlsxFile({ ...sheet, parts: { 'xl/worksheets/sheet1.xml': `<worksheet>${' '.repeat(12_582_912)}</worksheet>` } }),
      'FILE_NOT_TABLE',
      { kind: 'too_large' },
    ],
    ['an xlsx without rows', xlsxFile({ sheets: [{ name: 'x', rows: [] }] }), 'FILE_EMPTY', {}],
    ['an xlsx of 201 columns', xlsxFile(wide), 'TOO_MANY_COLUMNS', { most: 200 }],
    ['a spreadsheet with a password', encrypted, 'FILE_NOT_TABLE', { kind: 'encrypted' }],
    ['an xls', xls, 'FILE_NOT_TABLE', { kind: 'spreadsheet' }],
    ['an ods', ods, 'FILE_NOT_TABLE', { kind: 'spreadsheet' }],
    ['a zip with a CSV in it', zipFile({ 'contatos.csv': csv }), 'FILE_NOT_TABLE', { kind: 'archive' }],
    ['a gzip of a CSV', gzipSync(csv), 'FILE_NOT_TABLE', { kind: 'archive' }],
    ['a PDF', pdf, 'FILE_NOT_TABLE', { kind: 'binary' }],
    ['a file of NUL bytes', Buffer.alloc(5_000), 'FILE_NOT_TABLE', { kind: 'binary' }],
    ['UTF-16 with a mark', utf16(`\ufeff${csv}`), 'FILE_NOT_TABLE', { kind: 'utf-16' }],
    ['UTF-16 without a mark', utf16(csv), 'FILE_NOT_TABLE', { kind: 'utf-16' }],
    ['UTF-16 the other way round', utf16(csv).swap16(), 'FILE_NOT_TABLE', { kind: 'utf-16' }],
    ['a byte order mark alone', '\ufeff', 'FILE_EMPTY', {}],
    ['lines of blanks', ' \r\n\t\n \r', 'FILE_EMPTY', {}],
    ['rows whose quotes are all open', '"Ana;ana@x.com\n'.repeat(199), 'ROWS_BROKEN', {}],
    [
      'quoted rows between semicolons under a header between commas',
      'nome,e-mail\n"Ana";"ana@x.com"\n"Bia";"bia@x.com"\n',
      'ROWS_BROKEN',
      {},
    ],
    ['a header in quotes and no row', '"nome";"e-mail"\n', 'FILE_EMPTY', {}],
    ['a header of 10,000 columns', `${'c;'.repeat(9_999)}e-mail\n`.repeat(3), 'TOO_MANY_COLUMNS', { most: 200 }],
    ['one line of 40 MB', Buffer.alloc(40_000_000, 'Ana Maria '), 'LINE_TOO_LONG', {}],
  ])('%s', async (_, content, code, params) => {
    const written: string[] = [];
    const answer = await upload(context, user, content, 'contatos.csv', (key) => written.push(key));
    expect([answer.json().code, answer.json().params]).toEqual([code, params]);
    expect(answer.statusCode).toBe(422);
    expect(await context.files.size(written[0] ?? '')).toBe(null);
  });

  test('what it is instead is one of the kinds that the screen has advice for', () => {
    const kinds = ['spreadsheet', 'encrypted', 'damaged', 'too_large', 'archive', 'utf-16', 'markup', 'binary'];
    expect(fileKinds).toEqual(kinds);
  });
});

/** Uploads, imports with the guessed mapping, and answers the import and why rows were refused, by their number. */
async function importFile(content: string | Buffer) {
  const at = await signedIn(context);
  const { uploadId, hasHeader, mapping } = (await upload(context, at, content)).json();
  const payload = { uploadId, hasHeader, mapping };
  const started = await context.app.inject({ method: 'POST', url: '/api/imports', headers: at.headers, payload });
  const id = started.json<Import>()._id;
  await runImportNow(context, at.companyId, id);
  const done = (await context.app.inject({ url: `/api/imports/${id}`, headers: at.headers })).json();
  const file = await context.app.inject({ url: `/api/imports/${id}/errors?language=pt`, headers: at.headers });
  const { data } = Papa.parse<string[]>(file.body.replace(/^\ufeff/, ''), { delimiter: ';', skipEmptyLines: true });
  return { done, refused: Object.fromEntries(data.slice(1).map(([row, reason]) => [row, reason])) };
}

describe('costs its bad rows only', () => {
  test.each<[string, string | Buffer, number, Record<string, string>]>([
    [
      'ragged rows',
      'nome;e-mail;telefone\nAna;ana@x.com\nBia;bia@x.com;;;\nCaio;caio@x.com;;x\nDora;dora@x.com;\n\nEva\n',
      2,
      { 2: 'Faltam colunas nesta linha.', 4: 'Sobram colunas nesta linha.', 7: 'Faltam colunas nesta linha.' },
    ],
    [
      'quotes in the middle, behind a closing one, and never closed',
      'nome;e-mail\nAna "Bia" Lima;ana@x.com\n"Caio" Souza;caio@x.com\n"Dora;dora@x.com\nEva;eva@x.com\n',
      2,
      {
        3: 'Aspas abertas e não fechadas, ou no lugar errado.',
        4: 'Aspas abertas e não fechadas, ou no lugar errado.',
      },
    ],
    [
      'one name of another encoding in a file of UTF-8',
      Buffer.concat([
        Buffer.from('nome;e-mail\nJoão;joao@x.com\nConceição;conceicao@x.com\n'),
        Buffer.from('José;jose@x.com\n', 'latin1'),
        Buffer.from('Ângela;angela@x.com\n'),
      ]),
      3,
      { 4: 'Contém caracteres que não são texto (nome).' },
    ],
    [
      'NUL bytes',
      `nome;e-mail\nAna\0;ana@x.com\nBia;bia\0@x.com\n\0\0;\0\n${people(20)}`,
      20,
      {
        2: 'Contém caracteres que não são texto (nome).',
        3: 'Contém caracteres que não são texto (e-mail).',
        4: 'Contém caracteres que não são texto (nome). Contém caracteres que não são texto (e-mail).',
      },
    ],
    [
      'lines that end in three ways',
      'nome;e-mail\r\nAna;ana@x.com\nBia;bia@x.com\rCaio;caio@x.com\r\nDora;dora@x.com',
      2,
      { 3: 'Quebra de linha fora de aspas.' },
    ],
    ['carriage returns, and one line feed at the end', 'nome;e-mail\rAna;ana@x.com\rBia;bia@x.com\n', 2, {}],
    [
      'carriage returns, and a line feed in a quoted cell',
      'nome;e-mail\r"Ana\nLima";ana@x.com\rBia;bia@x.com\r',
      2,
      {},
    ],
    [
      'a title above the header',
      'Clientes da rede;;\n\nNome;E-mail;Telefone\nAna;ana@x.com;0xx11 98765-4321\nBia;bia@x;\n',
      1,
      { 5: 'E-mail inválido (E-mail).' },
    ],
    [
      'a header that comes again',
      'nome;e-mail\nAna;ana@x.com\nnome;e-mail\nBia;bia@x.com\n',
      2,
      { 3: 'E-mail inválido (e-mail).' },
    ],
    ['a header twice and nothing else', 'nome;e-mail\nnome;e-mail', 0, { 2: 'E-mail inválido (e-mail).' }],
    [
      'a row of 10,000 cells',
      `nome;e-mail\n${'x;'.repeat(9_999)}\nAna;ana@x.com\n`,
      1,
      { 2: 'Sobram colunas nesta linha.' },
    ],
    [
      'a first row of 70 kB',
      `nome;e-mail\n${'x'.repeat(70_000)};x@x.com\nAna;ana@x.com\n`,
      1,
      { 2: 'Linha com mais de 64 mil caracteres.' },
    ],
    [
      'a first row longer than what is judged of a file',
      `nome;e-mail\n${'x'.repeat(600_000)};x@x.com\nAna;ana@x.com\n`,
      1,
      { 2: 'Linha com mais de 64 mil caracteres.' },
    ],
    [
      'UTF-8 cut in the middle of a letter',
      Buffer.concat([Buffer.from('nome;e-mail\nAna;ana@x.com\nJo'), Buffer.from([0xc3]), Buffer.from(';jo@x.com\n')]),
      2,
      {},
    ],
  ])('%s', async (_, content, created, reasons) => {
    const { done, refused } = await importFile(content);
    expect(refused).toEqual(reasons);
    expect(done).toMatchObject({
      status: 'finished',
      counts: { created, updated: 0, unchanged: 0, rejected: Object.keys(reasons).length },
    });
  });
});

test('a file that is broken from some row on is given up there: what came before is imported, and the place is told', async () => {
  const broken = Array.from({ length: 400 }, (_, at) => `"Pessoa" ${at};p${at}@y.com\n`).join('');
  const { done, refused } = await importFile(`nome;e-mail\n${people(5)}${broken}${people(9)}`);
  expect(done).toMatchObject({
    status: 'error',
    error: 'ROWS_BROKEN',
    totalData: 305,
    counts: { created: 5, updated: 0, unchanged: 0, rejected: 300 },
  });
  expect(Object.keys(refused)).toEqual(Array.from({ length: 300 }, (_, at) => String(at + 7)));
});
