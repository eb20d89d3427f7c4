// cspell:locale en-US,pt-BR,pt
import type { HostileFile } from './hostile-file.ts';

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const lines = (...rows: string[]) => Buffer.from(rows.map((row) => `${row}\r\n`).join(''));

/** Two people in every encoding, by every delimiter. */
const header = 'Nome;E-mail;Celular';
const table = `${header}\r\nInês Conceição;ines@x.com;(11) 98765-4321\r\nJosé;jose@x.com;\r\n`;
const people = ['2 Inês Conceição|ines@x.com|+5511987654321', '3 José|jose@x.com'];
const by = (delimiter: string) => Buffer.from(table.replaceAll(';', delimiter));

const encodings: readonly HostileFile[] = [
  { name: 'UTF-8', make: () => Buffer.from(table), outcome: { rows: people, encoding: 'utf-8', delimiter: ';' } },
  {
    name: 'UTF-8 with a byte order mark',
    make: () => Buffer.from(`\ufeff${table}`),
    outcome: { rows: people, encoding: 'utf-8' },
  },
  {
    name: 'UTF-8 with two byte order marks, as joined files have',
    make: () => Buffer.from(`\ufeff\ufeff${table}`),
    outcome: { rows: people, encoding: 'utf-8' },
  },
  { name: 'Windows-1252', make: () => latin1(table), outcome: { rows: people, encoding: 'windows-1252' } },
  {
    name: 'Windows-1252 with its own quotes, dashes and euro',
    make: () =>
      Buffer.concat([
        latin1('Nome;E-mail\r\nJoão D'),
        Buffer.from([0x92]),
        latin1('Ávila '),
        Buffer.from([0x96, 0x20, 0x80]),
        latin1(';joao@x.com\r\n'),
      ]),
    outcome: { rows: ['2 João D’Ávila – €|joao@x.com'], encoding: 'windows-1252' },
  },
  {
    name: 'UTF-16LE with its mark, the “Texto Unicode” of Excel',
    make: () => utf16(`\ufeff${table.replaceAll(';', '\t')}`),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'utf-16' },
  },
  {
    name: 'UTF-16BE with its mark',
    make: () => utf16(`\ufeff${table}`).swap16(),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'utf-16' },
  },
  {
    name: 'UTF-16LE without a mark',
    make: () => utf16(table),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'utf-16' },
  },
  {
    name: 'UTF-32 with its mark',
    make: () =>
      Buffer.concat(
        [...`\ufeff${table}`].map((sign) => Buffer.from([sign.charCodeAt(0) & 0xff, sign.charCodeAt(0) >> 8, 0, 0])),
      ),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'utf-16' },
  },
  {
    name: 'UTF-8 with one row of Windows-1252',
    make: () => Buffer.concat([Buffer.from(table), latin1('Mônica;monica@x.com;\r\n')]),
    outcome: { rows: [...people, '4 !not_text'], encoding: 'utf-8' },
  },
  {
    name: 'Windows-1252 with one row of UTF-8',
    make: () =>
      Buffer.concat([latin1(table + table.slice(header.length + 2)), Buffer.from('Mônica;monica@x.com;\r\n')]),
    outcome: { rows: [...people, `4${people[0]?.slice(1)}`, `5${people[1]?.slice(1)}`, '6 !encoding_mixed'] },
  },
];

const delimiters: readonly HostileFile[] = [
  { name: 'commas', make: () => by(','), outcome: { rows: people, delimiter: ',' } },
  { name: 'tabs', make: () => by('\t'), outcome: { rows: people, delimiter: '\t' } },
  { name: 'bars', make: () => by('|'), outcome: { rows: people, delimiter: '|' } },
  {
    name: 'a line sep=; as Excel takes it',
    make: () => Buffer.from(`sep=;\r\n${table}`),
    outcome: { rows: ['3 Inês Conceição|ines@x.com|+5511987654321', '4 José|jose@x.com'], delimiter: ';' },
  },
  {
    name: 'a line sep=, above cells that hold more semicolons than there are commas',
    make: () => lines('sep=,', 'Nome,E-mail', 'Ana; Bia; Caio,ana@x.com', 'Dora; Eva; Flora,dora@x.com'),
    outcome: { rows: ['3 Ana; Bia; Caio|ana@x.com', '4 Dora; Eva; Flora|dora@x.com'], delimiter: ',' },
  },
  {
    name: 'a line sep=; and no header',
    make: () => lines('sep=;', 'Ana Lima;ana@x.com', 'Bia Souza;bia@x.com'),
    outcome: { rows: ['2 Ana Lima|ana@x.com', '3 Bia Souza|bia@x.com'], delimiter: ';' },
  },
  {
    name: 'decimal commas in a file of semicolons',
    make: () => lines('Nome;E-mail;Saldo', 'Ana;ana@x.com;1.234,56', 'Bia;bia@x.com;-7,5', 'Caio;caio@x.com;R$ 10'),
    outcome: {
      rows: ['2 Ana|ana@x.com||||1234.56', '3 Bia|bia@x.com||||-7.5', '4 Caio|caio@x.com ~number_invalid'],
      delimiter: ';',
    },
  },
  {
    name: 'decimal points in a file of commas',
    make: () => lines('Nome,E-mail,Saldo', 'Ana,ana@x.com,"1,234.56"', 'Bia,bia@x.com,-7.5'),
    outcome: { rows: ['2 Ana|ana@x.com||||1234.56', '3 Bia|bia@x.com||||-7.5'], delimiter: ',' },
  },
];

const quotes: readonly HostileFile[] = [
  {
    name: 'doubled quotes, delimiters and line breaks in quotes',
    make: () => lines('Nome;E-mail', '"Ana ""Aninha""\r\nLima; filha";ana@x.com', 'Bia;bia@x.com'),
    outcome: { rows: ['2 Ana "Aninha" Lima; filha|ana@x.com', '3 Bia|bia@x.com'] },
  },
  {
    name: 'quotes behind a blank that follows the delimiter',
    make: () => lines('"Nome", "E-mail"', '"Lima, Ana", "ana@x.com"', '"Souza, Bia", "bia@x.com"'),
    outcome: { rows: ['2 Lima, Ana|ana@x.com', '3 Souza, Bia|bia@x.com'], delimiter: ',' },
  },
  {
    name: 'a blank behind the closing quotes',
    make: () => lines('"Nome" ;"E-mail" ', '"Ana" ;"ana@x.com" '),
    outcome: { rows: ['2 Ana|ana@x.com'] },
  },
  {
    name: 'a quote that nobody closes',
    make: () => lines('Nome;E-mail', '"Ana;ana@x.com', 'Bia;bia@x.com', 'Caio;caio@x.com'),
    outcome: { rows: ['2 !quote_broken', '3 Bia|bia@x.com', '4 Caio|caio@x.com'] },
  },
  {
    name: 'inches and nicknames: quotes inside of plain cells',
    make: () => lines('Nome;E-mail', 'TV 32";tv@x.com', 'Ana "Bia" Lima;ana@x.com'),
    outcome: { rows: ['2 TV 32"|tv@x.com', '3 Ana "Bia" Lima|ana@x.com'] },
  },
  {
    name: 'every row in one pair of quotes, as a twice quoted export has',
    make: () => lines('"Nome;E-mail"', '"Ana;ana@x.com"', '"Bia;bia@x.com"'),
    // One column, as it says; the person sees so in the preview.
    outcome: { rows: ['2 !email_invalid', '3 !email_invalid'] },
  },
  {
    name: 'quotes that never settle',
    make: () => Buffer.from('"z";"c\n'.repeat(1_000)),
    outcome: { code: 'ROWS_BROKEN' },
  },
];

const shapes: readonly HostileFile[] = [
  {
    name: 'NUL bytes',
    make: () => lines('Nome;E-mail', 'Ana\0;ana@x.com', 'Bia;bia@x.com', 'Caio;caio@x.com', 'Dora;dora@x.com'),
    outcome: { rows: ['2 !not_text', '3 Bia|bia@x.com', '4 Caio|caio@x.com', '5 Dora|dora@x.com'] },
  },
  { name: 'NUL bytes alone', make: () => Buffer.alloc(4_096), outcome: { code: 'FILE_NOT_TABLE', kind: 'binary' } },
  {
    name: 'carriage returns alone',
    make: () => Buffer.from(table.replaceAll('\r\n', '\r')),
    outcome: { rows: people },
  },
  { name: 'one line of 8 MB', make: () => Buffer.alloc(8_388_608, 'Ana;'), outcome: { code: 'LINE_TOO_LONG' } },
  {
    name: 'a header of a million columns',
    make: () => Buffer.from(`${'c;'.repeat(1_000_000)}\nAna;ana@x.com\n`),
    outcome: { code: 'LINE_TOO_LONG' },
  },
  {
    name: 'a header of 30,000 columns',
    make: () => Buffer.from(`${'c;'.repeat(30_000)}\nAna;ana@x.com\n`),
    outcome: { code: 'TOO_MANY_COLUMNS', most: 200 },
  },
  {
    name: 'ragged rows',
    make: () =>
      lines('Nome;E-mail;Celular', 'Ana;ana@x.com', 'Bia;bia@x.com;;;', 'Caio;caio@x.com;;x', 'Dora;dora@x.com;'),
    outcome: { rows: ['2 !columns_missing', '3 Bia|bia@x.com', '4 !columns_extra', '5 Dora|dora@x.com'] },
  },
  {
    name: 'a header that names two columns the same',
    make: () => lines('Nome;E-mail;E-mail;Nome', 'Ana;ana@x.com;other@x.com;Bia'),
    outcome: { rows: ['2 Ana|ana@x.com'] },
  },
  { name: 'no bytes', make: () => Buffer.alloc(0), outcome: { code: 'FILE_EMPTY' } },
  { name: 'a header alone', make: () => lines(header), outcome: { code: 'FILE_EMPTY' } },
  { name: 'delimiters alone', make: () => lines(';;', ';;'), outcome: { code: 'FILE_EMPTY' } },
  {
    name: 'no header',
    make: () => lines('Ana Lima;ana@x.com;11987654321', 'Bia Souza;bia@x.com;'),
    outcome: { rows: ['1 Ana Lima|ana@x.com|+5511987654321', '2 Bia Souza|bia@x.com'] },
  },
  {
    name: 'a Control-Z at the end, as DOS ends a text',
    make: () => Buffer.from(`${table}\x1a`),
    outcome: { rows: people },
  },
  {
    name: 'blanks that do not break and have no width',
    make: () =>
      lines(
        'Nome;E-mail;Celular',
        '\u00a0Ana\u00a0Lima\u200b;\u200bana@x.com\u00a0;\u202a+55 11 98765\u20114321\u202c',
      ),
    outcome: { rows: ['2 Ana Lima|ana@x.com|+5511987654321'] },
  },
];

const values: readonly HostileFile[] = [
  {
    name: 'formulas',
    make: () =>
      lines(
        'Nome;E-mail;Celular',
        '=HYPERLINK("http://evil.example");ana@x.com;',
        '+55 Bia;bia@x.com;+55 11 98765-4321',
        '-Caio;caio@x.com;',
        '@Dora;dora@x.com;',
        '\t=1+1;eva@x.com;',
        "'=1+1;flora@x.com;",
        'Gil;=cmd|calc@x.com;=1+1',
      ),
    outcome: {
      rows: [
        '2 |ana@x.com ~name_not_valid',
        '3 +55 Bia|bia@x.com|+5511987654321',
        '4 -Caio|caio@x.com',
        '5 @Dora|dora@x.com',
        '6 |eva@x.com ~name_not_valid',
        '7 |flora@x.com ~name_not_valid',
        '8 Gil|=cmd|calc@x.com ~phone_invalid',
      ],
    },
  },
  {
    name: 'days with the day first',
    make: () =>
      lines(
        'Nome;E-mail;Nascimento',
        'Ana;ana@x.com;17/05/1990',
        'Bia;bia@x.com;3/4/1991',
        'Caio;caio@x.com;31/02/1990',
      ),
    outcome: {
      rows: ['2 Ana|ana@x.com||1990-05-17', '3 Bia|bia@x.com||1991-04-03', '4 Caio|caio@x.com ~date_invalid'],
    },
  },
  {
    name: 'days with the month first',
    make: () => lines('Name,E-mail,Birthday', 'Ana,ana@x.com,05/17/1990', 'Bia,bia@x.com,3/4/1991'),
    outcome: { rows: ['2 Ana|ana@x.com||1990-05-17', '3 Bia|bia@x.com||1991-03-04'] },
  },
  {
    name: 'days of ISO 8601, with a time, and as the number that some spreadsheet keeps',
    make: () =>
      lines(
        'Nome;E-mail;Nascimento;Cliente desde',
        'Ana;ana@x.com;1990-05-17;2020-01-31',
        'Bia;bia@x.com;1990-05-17T00:00:00Z;31/01/2020 12:30',
        'Caio;caio@x.com;33010;43861',
      ),
    outcome: {
      rows: [
        '2 Ana|ana@x.com||1990-05-17|||2020-01-31',
        '3 Bia|bia@x.com||1990-05-17|||2020-01-31',
        // Nobody knows from which year it counts.
        '4 Caio|caio@x.com ~date_invalid,day_invalid',
      ],
    },
  },
  {
    name: 'phones that a spreadsheet wrote as powers of ten',
    make: () =>
      lines(
        'Nome;E-mail;Celular',
        'Ana;ana@x.com;5,511E+12',
        'Bia;bia@x.com;5.51199E+12',
        'Caio;caio@x.com;1,19877E+10',
        'Dora;dora@x.com;11987654321,0',
        'Eva;eva@x.com;11987654321.0',
      ),
    outcome: {
      rows: [
        '2 Ana|ana@x.com ~phone_invalid',
        '3 Bia|bia@x.com ~phone_invalid',
        '4 Caio|caio@x.com ~phone_invalid',
        '5 Dora|dora@x.com|+5511987654321',
        '6 Eva|eva@x.com|+5511987654321',
      ],
    },
  },
  {
    name: 'CPFs whose first zeros a spreadsheet cut',
    make: () =>
      lines('Nome;E-mail;CPF', 'Ana;ana@x.com;012.345.678-90', 'Bia;bia@x.com;1234567890', 'Caio;caio@x.com;123456789'),
    outcome: {
      rows: ['2 Ana|ana@x.com|||01234567890', '3 Bia|bia@x.com|||01234567890', '4 Caio|caio@x.com ~cpf_incomplete'],
    },
  },
  {
    name: 'errors that a spreadsheet wrote as text',
    make: () => lines('Nome;E-mail;Celular', '#N/D;ana@x.com;#REF!', '#NOME?;bia@x.com;#DIV/0!'),
    outcome: { rows: ['2 |ana@x.com ~formula_error,formula_error', '3 |bia@x.com ~formula_error,formula_error'] },
  },
];

const others: readonly HostileFile[] = [
  {
    name: 'a web page called csv, as many systems “export to Excel”',
    make: () =>
      Buffer.from(
        '<html><body><table><tr><td>Nome</td><td>E-mail</td></tr><tr><td>Ana</td><td>ana@x.com</td></tr></table></body></html>',
      ),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'markup' },
  },
  {
    name: 'a web page with a mark and blank lines before it',
    make: () => Buffer.from('\ufeff\r\n <!DOCTYPE html>\r\n<table><tr><td>ana@x.com</td></tr></table>'),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'markup' },
  },
  {
    name: 'an XML spreadsheet of 2003',
    make: () =>
      Buffer.from('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook><Worksheet/></Workbook>'),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'markup' },
  },
  {
    name: 'JSON',
    make: () =>
      Buffer.from(
        JSON.stringify(
          [
            { nome: 'Ana', email: 'ana@x.com' },
            { nome: 'Bia', email: 'bia@x.com' },
          ],
          null,
          1,
        ),
      ),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'markup' },
  },
  {
    name: 'a PDF',
    make: () => lines('%PDF-1.7', '1 0 obj', '%%EOF'),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'binary' },
  },
  {
    name: 'a rich text',
    make: () => Buffer.from('{\\rtf1\\ansi Ana;ana@x.com\\par\r\n}'),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'binary' },
  },
  {
    name: 'letters of one byte that mean nothing',
    make: () => Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 7_919) % 256)),
    outcome: { code: 'FILE_NOT_TABLE', kind: 'binary' },
  },
];

/** Files of text, or of what was called one. */
export const textFiles: readonly HostileFile[] = [
  ...encodings,
  ...delimiters,
  ...quotes,
  ...shapes,
  ...values,
  ...others,
];
