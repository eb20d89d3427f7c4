import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import type { ImportId, UploadId } from '@escuta/contract/ids';
import type { Import } from '@escuta/contract/imports';
import type { IncomingContact } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { tableStart } from '#platform/tabular/read-table.ts';
import { dayIn } from '#platform/time/clock.ts';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import { runImportNow, upload } from '../../testing/import-steps.ts';
import { testContext } from '../../testing/test-context.ts';
import { emptyChunk, importChunk, readInto } from './import-chunk.ts';
import { markStarted, startRunning } from './import-state.ts';
import { findRun } from './queries.ts';
import { contactsTarget } from './targets/contacts.ts';

const context = testContext();

async function workplace(changes: Parameters<typeof signedIn>[1] = {}) {
  const user = await signedIn(context, changes);
  return { ...user, businessUnitId: await unitOf(context, user.companyId) };
}
type Workplace = Awaited<ReturnType<typeof workplace>>;

const people = [
  ['Nome', 'E-mail', 'Telefone'],
  ['João Conceição', 'joao@x.com', '(11) 98765-4321'],
  ['Ana; Maria, "a outra"', 'ana@x.com', ''],
];

async function start(
  { headers }: Workplace,
  preview: { uploadId: UploadId; hasHeader: boolean; mapping: string[] },
  mode?: string,
) {
  const { uploadId, hasHeader, mapping } = preview;
  const payload = { uploadId, hasHeader, mapping, ...(mode ? { mode } : {}) };
  return context.app.inject({ method: 'POST', url: '/api/imports', headers, payload });
}

/** Uploads, starts with the guessed mapping and runs; answers the import as the screen then sees it. */
async function importFile(unit: Workplace, content: string | Buffer, mode?: string) {
  const preview = (await upload(context, unit, content)).json();
  const started = await start(unit, preview, mode);
  expect([preview.code, started.statusCode]).toEqual([undefined, 202]);
  await runImportNow(context, unit.companyId, started.json()._id);
  return (await context.app.inject({ url: `/api/imports/${started.json()._id}`, headers: unit.headers })).json();
}

interface Shown {
  name: string;
  email: string | null;
  tel: string | null;
  _company: { name: string } | null;
}

/** Name, e-mail, phone and company of the contacts, by name. */
async function contactsOf({ headers }: Workplace, query = '') {
  const { data } = (await context.app.inject({ url: `/api/contacts?limit=100${query}`, headers })).json();
  return (data as Shown[])
    .sort((one, other) => `${one.name} ${one.email}`.localeCompare(`${other.name} ${other.email}`, 'pt'))
    .map(({ name, email, tel, _company }) => [name, email, tel, ...(_company ? [_company.name] : [])]);
}

async function errorsOf({ headers }: Workplace, importId: ImportId, language = 'pt') {
  const answer = await context.app.inject({ url: `/api/imports/${importId}/errors?language=${language}`, headers });
  const rows = Papa.parse<string[]>(answer.body.replace(/^\ufeff/, ''), {
    skipEmptyLines: true,
    delimiter: language === 'en' ? ',' : ';',
  }).data;
  return { answer, rows };
}

describe('looking at an uploaded file', () => {
  const encodings = { 'utf-8': 'utf8', 'utf-8 with a mark': 'utf8', 'windows-1252': 'latin1' } as const;
  const cases = Object.keys(encodings).flatMap((encoding) =>
    [',', ';', '\t'].flatMap((delimiter) => [true, false].map((hasHeader) => ({ encoding, delimiter, hasHeader }))),
  );

  test.each(cases)(
    '[FILES-02] $encoding, delimiter $delimiter, header $hasHeader: read, mapped and imported',
    async ({ encoding, delimiter, hasHeader }) => {
      const unit = await workplace();
      const text = Papa.unparse(hasHeader ? people : people.slice(1), { delimiter });
      const mark = encoding === 'utf-8 with a mark' ? '\ufeff' : '';
      const file = Buffer.from(mark + text, encodings[encoding as keyof typeof encodings]);

      const answer = await upload(context, unit, file, 'pasta\\contatos.csv');
      expect(answer.statusCode).toBe(201);
      const preview = answer.json();
      expect(preview).toMatchObject({
        fileName: 'contatos.csv',
        sizeBytes: file.length,
        encoding: encoding.startsWith('utf-8') ? 'utf-8' : 'windows-1252',
        delimiter,
        hasHeader,
        rowCount: 2,
        columns: hasHeader ? ['Nome', 'E-mail', 'Telefone'] : ['A', 'B', 'C'],
        sample: people.slice(1),
      });
      expect(preview.mapping).toEqual(hasHeader ? ['name', 'email', 'tel'] : ['ignore', 'email', 'tel']);

      const started = await start(unit, { ...preview, mapping: ['name', 'email', 'tel'] });
      await runImportNow(context, unit.companyId, started.json()._id);
      expect(await contactsOf(unit)).toEqual([
        ['Ana; Maria, "a outra"', 'ana@x.com', null],
        ['João Conceição', 'joao@x.com', '+5511987654321'],
      ]);
    },
  );

  test('an accent in the last row of a long file still tells Windows-1252', async () => {
    const unit = await workplace();
    const rows = Array.from({ length: 12_000 }, (_, at) => `Pessoa ${at};pessoa${at}@x.com`);
    const file = Buffer.from(['nome;e-mail', ...rows, 'José;jose@x.com'].join('\n'), 'latin1');
    expect(file.length).toBeGreaterThan(262_144);
    expect((await upload(context, unit, file)).json().encoding).toBe('windows-1252');
  });

  test('the person may say that there is a header where we saw none, and the other way round', async () => {
    const unit = await workplace();
    const preview = (await upload(context, unit, 'Nome;E-mail\nAna;ana@x.com\n')).json();
    const started = await start(unit, { ...preview, hasHeader: false });
    await runImportNow(context, unit.companyId, started.json()._id);
    const { rows } = await errorsOf(unit, started.json()._id);
    expect(rows).toEqual([
      ['Linha', 'Motivo', 'A', 'B'],
      ['1', 'E-mail inválido (B).', 'Nome', 'E-mail'],
    ]);
    expect(await contactsOf(unit)).toEqual([['Ana', 'ana@x.com', null]]);
  });

  test.each([
    ['an empty file', '', 'FILE_EMPTY', {}],
    ['a file of blank lines', '\ufeff\n\r\n;;\n', 'FILE_EMPTY', {}],
    ['a header alone', 'nome;e-mail\n', 'FILE_EMPTY', {}],
    [
      'a spreadsheet renamed to csv',
      'PK\x03\x04\x14\x00\x06\x00xl/workbook.xml',
      'FILE_NOT_TABLE',
      { kind: 'damaged' },
    ],
    ['UTF-16', Buffer.from('\ufeffnome;e-mail\nAna;ana@x.com', 'utf16le'), 'FILE_NOT_TABLE', { kind: 'utf-16' }],
    [
      'bytes',
      Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 7_919) % 256)),
      'FILE_NOT_TABLE',
      { kind: 'binary' },
    ],
    ['a line of two megabytes', `nome;e-mail\n${'a'.repeat(2_097_152)};a@x.com\n`, 'LINE_TOO_LONG', {}],
    ['201 columns', `${'a;'.repeat(200)}nome\n${'b;'.repeat(200)}ana@x.com\n`, 'TOO_MANY_COLUMNS', { most: 200 }],
  ])('refuses %s and keeps nothing of it', async (_, content, code, params) => {
    const unit = await workplace();
    const written: string[] = [];
    const answer = await upload(context, unit, content, 'contatos.csv', (key) => written.push(key));
    expect([answer.statusCode, answer.json().code, answer.json().params]).toEqual([422, code, params]);
    expect(written).toHaveLength(1);
    expect(await context.files.size(written[0] ?? '')).toBe(null);
  });

  test('refuses a form without a file, and what is no form', async () => {
    const unit = await workplace();
    const post = (headers: object, payload: string) =>
      context.app.inject({
        method: 'POST',
        url: '/api/imports/uploads',
        headers: { ...unit.headers, ...headers },
        payload,
      });
    const empty = await post({ 'content-type': 'multipart/form-data; boundary=x' }, '--x--\r\n');
    expect([empty.statusCode, empty.json().code]).toEqual([422, 'FILE_MISSING']);
    expect((await post({ 'content-type': 'application/json' }, '{}')).statusCode).toBe(400);
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await post(form, 'abc')).statusCode).toBe(400);
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nAna;ana@exa';
    expect([(await post(form, part)).statusCode, (await post(form, part)).json().code]).toEqual([400, 'INVALID_INPUT']);
  });
});

test.each([
  ['no border', 'multipart/form-data', 'x'],
  ['a border of another name', 'multipart/form-data; border=x', 'x'],
  ['a border of 252 letters', `multipart/form-data; boundary=${'b'.repeat(252)}`, 'x'],
  ['a border of 253 letters', `multipart/form-data; boundary=${'b'.repeat(253)}`, 'b'.repeat(253)],
  ['a border of 3,000 letters', `multipart/form-data; boundary=${'b'.repeat(3_000)}`, 'b'.repeat(3_000)],
  ['a border of another character set', "multipart/form-data; boundary*=utf-8''%ff", 'x'],
])('a form with %s is the sender’s fault', async (_what, contentType, border) => {
  const { headers } = await workplace();
  const part = 'content-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nAna;ana@example.com\r\n';
  const reply = await context.app.inject({
    method: 'POST',
    url: '/api/imports/uploads',
    headers: { ...headers, 'content-type': contentType },
    payload: `--${border}\r\n${part}--${border}--\r\n`,
  });
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'INVALID_INPUT']);
});

describe('the mapping of a start', () => {
  test.each([
    [['name', 'email', 'email'], 'field_twice'],
    [['name', 'company', 'ignore'], 'no_address'],
    [['name', 'email'], 'columns'],
  ])('%j is refused: %s', async (mapping, problem) => {
    const unit = await workplace();
    const preview = (await upload(context, unit, Papa.unparse(people))).json();
    const answer = await start(unit, { ...preview, mapping });
    expect([answer.statusCode, answer.json().code, answer.json().params]).toEqual([
      422,
      'MAPPING_NOT_VALID',
      { problem },
    ]);
    const unknown = await start(unit, { ...preview, mapping: ['nome', 'email', 'tel'] });
    expect([unknown.statusCode, unknown.json().code]).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('the rows of a file', () => {
  test('[ENTITY-12] good ones become contacts, each bad one is told with its row, its reason and its column', async () => {
    const unit = await workplace();
    await createContact(context, { ...unit, name: 'Dona do Telefone', email: 'dona@x.com', tel: '+5511911112222' });
    await createContact(context, { ...unit, name: 'Rui', email: 'rui@x.com' });
    const file = [
      'Nome;E-mail;Telefone;Empresa',
      'Ana Lima;Ana@X.com;(11) 98765-4321;Padaria Sol', // 2: created
      ';bia@x.com;-;', // 3: created, without a name
      'Caio;;+54 9 11 2345-6789;padaria sol', // 4: created
      '', // 5: blank, not counted
      'Dora;dora@x;;', // 6
      'Eva;;12345;', // 7
      'Fábio;;;Padaria', // 8
      'Gil;gil@x.com', // 9
      'Hugo;hugo@x.com;;;sobra', // 10
      'Ivo;ivo@x.com;;;', // 11: created, the extra cell is blank
      '"Joana;joana@x.com;;', // 12
      'Karl\0a;karla@x.com;;', // 13
      `${'L'.repeat(201)};lia@x.com;;`, // 14: created, without a name
      'Ana de novo;ana@x.com;;', // 15
      'Outra;outra@x.com;11987654321;', // 16
      'Rui;rui@x.com;11 91111-2222;', // 17
      'Rui Lima;rui@x.com;;', // 18: updated
      `'=Zeca;zeca@x.com;'+55 21 99876-5432;`, // 19: created, without what is no name
      'Nina;nina@x.com;liga depois;', // 20: created, without its phone
      ';;;', // 21: blank, not counted
    ];
    const done = await importFile(unit, file.join('\r\n'));

    expect(done).toEqual({
      _id: done._id,
      type: 'import_contacts',
      status: 'finished',
      created_at: context.clock.now().toISOString(),
      ended_at: context.clock.now().toISOString(),
      totalData: 18,
      progress: 1,
      file_name: 'contatos.csv',
      counts: { created: 7, updated: 1, unchanged: 0, rejected: 10, warned: 3 },
      error: null,
      undoUntil: expect.any(String),
      undo: null,
      business: { _id: unit.businessUnitId, nome: expect.stringContaining('unit') },
      user: { _id: unit.userId, nome: 'Test User' },
    });
    expect(await contactsOf(unit, `&importDataId=${done._id}`)).toEqual([
      ['', 'bia@x.com', null],
      ['', 'lia@x.com', null],
      ['', 'zeca@x.com', '+5521998765432'],
      ['Ana Lima', 'ana@x.com', '+5511987654321', 'Padaria Sol'],
      ['Caio', null, '+5491123456789', 'Padaria Sol'],
      ['Ivo', 'ivo@x.com', null],
      ['Nina', 'nina@x.com', null],
      ['Rui Lima', 'rui@x.com', null],
    ]);

    const { answer, rows } = await errorsOf(unit, done._id);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toContain(
      `filename*=UTF-8''contatos-erros-${dayIn('America/Sao_Paulo', context.clock.now())}.csv`,
    );
    expect(answer.body.startsWith('\ufeff')).toBe(true);
    expect(rows).toEqual([
      ['Linha', 'Motivo', 'Nome', 'E-mail', 'Telefone', 'Empresa'],
      ['6', 'E-mail inválido (E-mail).', 'Dora', 'dora@x', '', ''],
      ['7', 'Telefone inválido (Telefone).', 'Eva', '', '12345', ''],
      ['8', 'Sem e-mail e sem telefone.', 'Fábio', '', '', 'Padaria'],
      ['9', 'Faltam colunas nesta linha.', 'Gil', 'gil@x.com'],
      ['10', 'Sobram colunas nesta linha.', 'Hugo', 'hugo@x.com', '', '', 'sobra'],
      ['12', 'Aspas abertas e não fechadas, ou no lugar errado.', '"Joana', 'joana@x.com', '', ''],
      ['13', 'Contém caracteres que não são texto (Nome).', 'Karl\ufffda', 'karla@x.com', '', ''],
      [
        '14',
        'Texto com mais de 200 caracteres (Nome). Importado sem este campo.',
        'L'.repeat(201),
        'lia@x.com',
        '',
        '',
      ],
      ['15', 'E-mail, telefone ou código externo repetido no arquivo (E-mail).', 'Ana de novo', 'ana@x.com', '', ''],
      [
        '16',
        'E-mail, telefone ou código externo repetido no arquivo (Telefone).',
        'Outra',
        'outra@x.com',
        '11987654321',
        '',
      ],
      ['17', 'O telefone já pertence a outro contato.', 'Rui', 'rui@x.com', '11 91111-2222', ''],
      [
        '19',
        'Não é um nome, porque contém um endereço da web ou começa com “=” (Nome). Importado sem este campo.',
        "'=Zeca",
        'zeca@x.com',
        "'+55 21 99876-5432",
        '',
      ],
      ['20', 'Telefone inválido (Telefone). Importado sem este campo.', 'Nina', 'nina@x.com', 'liga depois', ''],
    ]);
    expect((await errorsOf(unit, done._id, 'es')).rows[1]?.[1]).toBe('Correo no válido (E-mail).');
    expect((await errorsOf(unit, done._id, 'en')).rows[1]).toEqual([
      '6',
      'Invalid e-mail (E-mail).',
      'Dora',
      'dora@x',
      '',
      '',
    ]);
  });

  test('all that is wrong with a row is told, in the order of its columns, and the row counts once', async () => {
    const unit = await workplace();
    await createContact(context, { ...unit, name: 'Rui', email: 'rui@x.com' });
    const long = 'L'.repeat(201);
    const file = [
      'Nome;E-mail;Telefone;Nascimento;Empresa;Cidade',
      `Ana;ana@x.com;liga depois;31/02/1990;${long};`, // 2: created, without three fields
      `${long};bia@x;12;;;`, // 3
      'Caio;;;ontem;;', // 4
      'Da\0ra;dora@x;\0;;;São Paulo\0', // 5
      'Rui;rui@x.com;;ontem;;', // 6: a contact that may not be changed
      'Eva;eva@x.com;-;ontem;;', // 7: created, without one field
      'Gil;gil@x;11 98765-4321;;;', // 8: created, without its e-mail
    ];
    const done = await importFile(unit, file.join('\n'), 'create');
    expect([done.totalData, done.counts]).toEqual([
      7,
      { created: 3, updated: 0, unchanged: 0, rejected: 4, warned: 3 },
    ]);
    const reasonsIn = async (language: string) =>
      (await errorsOf(unit, done._id, language)).rows.slice(1).map(([row, reason]) => [row, reason]);
    expect(await reasonsIn('pt')).toEqual([
      [
        '2',
        'Telefone inválido (Telefone). Data inválida ou no futuro; use dia/mês/ano (Nascimento). ' +
          'Texto com mais de 200 caracteres (Empresa). Importado sem estes campos.',
      ],
      ['3', 'Texto com mais de 200 caracteres (Nome). E-mail inválido (E-mail). Telefone inválido (Telefone).'],
      ['4', 'Sem e-mail e sem telefone. Data inválida ou no futuro; use dia/mês/ano (Nascimento).'],
      [
        '5',
        'Contém caracteres que não são texto (Nome). E-mail inválido (E-mail). ' +
          'Contém caracteres que não são texto (Telefone). Contém caracteres que não são texto (Cidade).',
      ],
      ['6', 'Contato já existe. Data inválida ou no futuro; use dia/mês/ano (Nascimento).'],
      ['7', 'Data inválida ou no futuro; use dia/mês/ano (Nascimento). Importado sem este campo.'],
      ['8', 'E-mail inválido (E-mail). Importado sem este campo.'],
    ]);
    expect((await reasonsIn('es'))[0]?.[1]).toBe(
      'Teléfono no válido (Telefone). Fecha no válida o futura; use día/mes/año (Nascimento). ' +
        'Texto de más de 200 caracteres (Empresa). Importado sin estos campos.',
    );
    expect((await reasonsIn('en'))[0]?.[1]).toMatch(/\. Imported without these fields\.$/);
    expect((await errorsOf(unit, done._id)).rows[2]?.slice(2)).toEqual([long, 'bia@x', '12', '', '', '']);
  });

  test('[CIMPORT-13] the file of errors runs no formula, and once mended it is imported as it is', async () => {
    const unit = await workplace();
    const done = await importFile(unit, 'nome;e-mail;telefone\n=1+1;x;\n@SUM(A1);y;+55 11 98765-43\n');
    const { answer, rows } = await errorsOf(unit, done._id);
    expect(rows.slice(1).map((row) => row.slice(2))).toEqual([
      ["'=1+1", 'x', ''],
      ["'@SUM(A1)", 'y', "'+55 11 98765-43"],
    ]);
    const mended = answer.body
      .replace(';x;', ';x@x.com;')
      .replace(';y;', ';y@x.com;')
      .replace('98765-43', '98765-4321');
    const { counts } = await importFile(unit, mended);
    expect(counts).toEqual({ created: 2, updated: 0, unchanged: 0, rejected: 0, warned: 1 });
    // What begins with = is no name of anybody.
    expect(await contactsOf(unit)).toEqual([
      ['', 'x@x.com', null],
      ['@SUM(A1)', 'y@x.com', '+5511987654321'],
    ]);
  });

  test('the same file twice makes no new contact, and changes none', async () => {
    const unit = await workplace();
    const text = Papa.unparse([...people, ['Só telefone', '', '11 3333-4444']]);
    expect((await importFile(unit, text)).counts).toEqual({
      created: 3,
      updated: 0,
      unchanged: 0,
      rejected: 0,
      warned: 0,
    });
    const before = await contactsOf(unit);
    const again = await importFile(unit, text);
    expect(again.counts).toEqual({ created: 0, updated: 0, unchanged: 3, rejected: 0, warned: 0 });
    expect(await contactsOf(unit)).toEqual(before);
    expect(await contactsOf(unit, `&importDataId=${again._id}`)).toEqual(before);
  });

  test('blank cells keep what is known, filled ones change it, found by e-mail and then by phone', async () => {
    const unit = await workplace();
    await importFile(unit, 'nome;e-mail;telefone;empresa\nAna;ana@x.com;11987654321;Sol\nRui;;21998765432;Lua\n');
    const done = await importFile(
      unit,
      'nome;e-mail;telefone;empresa\n;ana@x.com;;\nRui Lima;rui@x.com;21998765432;Mar\n',
    );
    expect(done.counts).toEqual({ created: 0, updated: 1, unchanged: 1, rejected: 0, warned: 0 });
    expect(await contactsOf(unit)).toEqual([
      ['Ana', 'ana@x.com', '+5511987654321', 'Sol'],
      ['Rui Lima', 'rui@x.com', '+5521998765432', 'Mar'],
    ]);
  });

  test.each([
    ['create', { created: 1, updated: 0, unchanged: 0, rejected: 1, warned: 0 }, ['2', 'Contato já existe.']],
    [
      'update',
      { created: 0, updated: 1, unchanged: 0, rejected: 1, warned: 0 },
      ['3', 'Contato não encontrado para atualizar.'],
    ],
  ])('[CIMPORT-06] mode %s does only that', async (mode, counts, error) => {
    const unit = await workplace();
    await createContact(context, { ...unit, name: 'Ana', email: 'ana@x.com' });
    const done = await importFile(unit, 'nome;e-mail\nAna Lima;ana@x.com\nRui;rui@x.com\n', mode);
    expect(done.counts).toEqual(counts);
    expect((await errorsOf(unit, done._id)).rows[1]?.slice(0, 2)).toEqual(error);
  });

  test('who unsubscribed stays unsubscribed after a new import', async () => {
    const unit = await workplace();
    const suppression = {
      company_id: unit.companyId,
      business_unit_id: unit.businessUnitId,
      channel: 'email',
      reason: 'unsubscribed',
    } as const;
    const hashes = await context.database.withCompany(unit.companyId, async (tx) => {
      const { address_hash } = await tx
        .insertInto('suppressions')
        .values(({ fn, val }) => ({ ...suppression, address_hash: fn('address_hash', [val('ana@x.com')]) }))
        .returning('address_hash')
        .executeTakeFirstOrThrow();
      return [{ address_hash }];
    });
    await importFile(unit, 'nome;e-mail\nAna;Ana@x.com\n');
    await importFile(unit, 'nome;e-mail\nAna Lima;ana@x.com\n');
    const kept = await context.database.withCompany(unit.companyId, (tx) =>
      tx.selectFrom('suppressions').select('address_hash').where('company_id', '=', unit.companyId).execute(),
    );
    expect(kept).toEqual(hashes);
  });

  test('[IMPORT-17] an import goes from pending over started, while its rows are counted, and running to finished', async () => {
    const unit = await workplace();
    const id = (await start(unit, (await upload(context, unit, Papa.unparse(people))).json())).json()._id;
    const statuses: string[] = [];
    const note = async () => {
      const answer = await context.app.inject({ url: `/api/imports/${id}`, headers: unit.headers });
      statuses.push(answer.json().status);
    };
    const read = context.files.read.bind(context.files);
    context.files.read = async (key, fromByte) => {
      await note();
      return read(key, fromByte);
    };
    await note();
    await runImportNow(context, unit.companyId, id).finally(() => {
      context.files.read = read;
    });
    await note();
    expect(statuses).toEqual(['pending', 'started', 'running', 'finished']);
  });

  test.each([
    ['is gone', null, 'FILE_MISSING'],
    ['has a line without end', `nome,e-mail,telefone\nAna,ana@x.com,\n${'a'.repeat(1_100_000)}`, 'LINE_TOO_LONG'],
  ])(
    '[IMPORT-17] a file that %s meanwhile takes the import from pending to error, with a code and not with a stack',
    async (_, content, code) => {
      const unit = await workplace();
      const preview = (await upload(context, unit, Papa.unparse(people))).json();
      const id = (await start(unit, preview)).json()._id;
      const shown = async () => (await context.app.inject({ url: `/api/imports/${id}`, headers: unit.headers })).json();
      expect(await shown()).toMatchObject({ status: 'pending', progress: 0, ended_at: null, error: null });
      const key = `imports/${unit.companyId}/${preview.uploadId}`;
      if (content === null) await context.files.remove(key);
      else await context.files.write(key, Readable.from(content));
      await runImportNow(context, unit.companyId, id);
      const failed = (await context.app.inject({ url: `/api/imports/${id}`, headers: unit.headers })).json();
      expect(failed).toMatchObject({
        status: 'error',
        error: code,
        progress: 0,
        ended_at: context.clock.now().toISOString(),
      });
      await runImportNow(context, unit.companyId, id);
      expect((await context.app.inject({ url: `/api/imports/${id}`, headers: unit.headers })).json()).toEqual(failed);
    },
  );

  test('two workers that are given the same import write each row once', async () => {
    const unit = await workplace();
    const rows = Array.from({ length: 5_000 }, (_, at) => `Pessoa ${at};pessoa${at}@x.com`);
    const preview = (await upload(context, unit, ['nome;e-mail', ...rows].join('\n'))).json();
    const id = (await start(unit, preview)).json()._id;
    await Promise.all([runImportNow(context, unit.companyId, id), runImportNow(context, unit.companyId, id)]);
    const done = (await context.app.inject({ url: `/api/imports/${id}`, headers: unit.headers })).json();
    expect(done).toMatchObject({
      status: 'finished',
      totalData: 5_000,
      counts: { created: 5_000, updated: 0, unchanged: 0, rejected: 0, warned: 0 },
    });
  });

  test('[FILES-04] a chunk that comes again changes nothing: neither to a worker of before, nor where the checkpoint was lost', async () => {
    const unit = await workplace();
    const { companyId } = unit;
    const preview = (await upload(context, unit, 'nome;e-mail\nAna;ana@x.com\nBia;bia@\n')).json();
    const importId: ImportId = (await start(unit, preview)).json()._id;
    const inCompany = <Result>(work: (tx: Transaction) => Promise<Result>) =>
      context.database.withCompany(companyId, work);
    const run = await inCompany(async (tx) => {
      await markStarted(tx, { companyId, importId });
      await startRunning(tx, { companyId, importId }, 2);
      return (await findRun(tx, companyId, importId))!;
    });
    const chunk = emptyChunk<IncomingContact>(tableStart);
    const rows = [
      { rowNo: 2, cells: ['Ana', 'ana@x.com'], fault: null, next: 26 },
      { rowNo: 3, cells: ['Bia', 'bia@'], fault: null, next: 35 },
    ];
    readInto(chunk, contactsTarget, { run, rows, today: '2026-11-23', now: context.clock.now() });
    const write = () =>
      inCompany((tx) =>
        importChunk(tx, contactsTarget, {
          run,
          from: tableStart,
          chunk,
          columns: preview.columns,
          now: context.clock.now(),
        }),
      );
    const left = async () => [
      (await context.app.inject({ url: `/api/imports/${importId}`, headers: unit.headers })).json(),
      (await errorsOf(unit, importId)).rows.slice(1),
      await contactsOf(unit),
    ];

    expect(await write()).toBe(true);
    const written = await left();
    expect(written).toMatchObject([
      { status: 'running', counts: { created: 1, rejected: 1 } },
      [['3', 'E-mail inválido (e-mail).', 'Bia', 'bia@']],
      [['Ana', 'ana@x.com', null]],
    ]);
    expect(await write()).toBe(false);
    expect(await left()).toEqual(written);

    await inCompany((tx) =>
      tx
        .updateTable('imports')
        .set({ read_rows: tableStart.rows, read_bytes: tableStart.position })
        .where('company_id', '=', companyId)
        .where('id', '=', importId)
        .execute(),
    );
    await expect(write()).rejects.toMatchObject({ constraint: 'import_row_errors_pkey' });
    expect(await left()).toEqual(written);
  });

  test('two files with the same people at the same time make each person once', async () => {
    const unit = await workplace();
    const rows = Array.from({ length: 3_000 }, (_, at) => `Pessoa ${at};pessoa${at}@x.com`);
    const text = ['nome;e-mail', ...rows].join('\n');
    const begin = async () => (await start(unit, (await upload(context, unit, text)).json())).json()._id;
    const ids = [await begin(), await begin()];
    await Promise.all(ids.map((id) => runImportNow(context, unit.companyId, id)));
    const { data } = (await context.app.inject({ url: '/api/imports', headers: unit.headers })).json();
    expect(data.map((row: { status: string }) => row.status)).toEqual(['finished', 'finished']);
    expect(data.reduce((sum: number, row: { counts: { created: number } }) => sum + row.counts.created, 0)).toBe(3_000);
    expect((await context.app.inject({ url: '/api/contacts', headers: unit.headers })).json().total).toBe(3_000);
  });
});

describe('the list of imports', () => {
  test('[IMPORT-19] list, detail, file of errors and start are of the unit selected, and never of its sister', async () => {
    const here = await workplace();
    const businessUnitId = await otherUnitOf(context, here.companyId);
    const there = { ...here, businessUnitId, headers: { ...here.headers, 'x-business-id': businessUnitId } };
    const done = await importFile(there, 'nome;e-mail\nAna;ana@x.com\nBia;bia\n');
    expect(done.business).toMatchObject({ _id: businessUnitId });
    const preview = (await upload(context, there, Papa.unparse(people))).json();
    const ask = async ({ headers }: Workplace, url: string) => context.app.inject({ url, headers });

    expect((await ask(here, '/api/imports')).json()).toEqual({ data: [], total: 0 });
    expect((await ask(there, '/api/imports')).json()).toMatchObject({ data: [{ _id: done._id }], total: 1 });
    for (const url of [`/api/imports/${done._id}`, `/api/imports/${done._id}/errors`]) {
      expect((await ask(here, url)).statusCode).toBe(404);
      expect((await ask(there, url)).statusCode).toBe(200);
    }
    expect((await start(here, preview)).statusCode).toBe(404);
    expect((await start(there, preview)).statusCode).toBe(202);
    expect(await contactsOf(here)).toEqual([]);
    expect(await contactsOf(there)).toEqual([['Ana', 'ana@x.com', null]]);
  });

  test('[IMPORT-19] holds data and total, newest first, page by page, of the unit selected', async () => {
    const unit = await workplace();
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      const preview = (await upload(context, unit, Papa.unparse(people))).json();
      ids.unshift((await start(unit, preview)).json()._id);
    }
    const list = (query: string) =>
      context.app.inject({
        url: `/api/imports?${query}`,
        headers: { ...unit.headers, 'x-business-id': unit.businessUnitId },
      });
    const first = (await list('limit=2')).json();
    expect(first.total).toBe(3);
    expect(first.data.map((row: { _id: string }) => row._id)).toEqual(ids.slice(0, 2));
    expect(first.data[0]).toMatchObject({ status: 'pending', progress: 0, totalData: 0 });
    expect((await list('limit=2&page=2')).json().data.map((row: { _id: string }) => row._id)).toEqual(ids.slice(2));
    expect((await list('limit=0')).json().code).toBe('INVALID_INPUT');
  });
});

describe('who may import', () => {
  test('a double click starts one import', async () => {
    const unit = await workplace();
    const { uploadId, hasHeader, mapping } = (await upload(context, unit, Papa.unparse(people))).json();
    const request = {
      method: 'POST' as const,
      url: '/api/imports',
      headers: { ...unit.headers, 'idempotency-key': 'double-click-1' },
      payload: { uploadId, hasHeader, mapping },
    };
    const [first, second] = await Promise.all([context.app.inject(request), context.app.inject(request)]);
    expect([first.statusCode, second.json()._id]).toEqual([202, first.json()._id]);
    expect((await context.app.inject({ url: '/api/imports', headers: unit.headers })).json().total).toBe(1);
  });

  test('an upload is imported once, whoever asks again', async () => {
    const unit = await workplace();
    const { uploadId, hasHeader, mapping } = (await upload(context, unit, Papa.unparse(people))).json();
    const start = () =>
      context.app.inject({
        method: 'POST',
        url: '/api/imports',
        headers: unit.headers,
        payload: { uploadId, hasHeader, mapping },
      });
    const answers = await Promise.all([start(), start()]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([202, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('UPLOAD_STARTED');
    expect((await context.app.inject({ url: '/api/imports', headers: unit.headers })).json().total).toBe(1);
  });

  test('another company neither sees an upload or an import, nor starts it', async () => {
    const mine = await workplace();
    const other = await workplace();
    const preview = (await upload(context, other, Papa.unparse(people))).json();
    expect([(await start(mine, preview)).statusCode, (await start(other, preview)).statusCode]).toEqual([404, 202]);
    const id = (await context.app.inject({ url: '/api/imports', headers: other.headers })).json().data[0]._id;
    for (const url of [`/api/imports/${id}`, `/api/imports/${id}/errors`]) {
      expect((await context.app.inject({ url, headers: mine.headers })).statusCode).toBe(404);
      expect((await context.app.inject({ url })).statusCode).toBe(401);
      expect((await context.app.inject({ url, headers: other.headers })).statusCode).toBe(200);
    }
    expect((await context.app.inject({ url: '/api/imports', headers: mine.headers })).json().total).toBe(0);
    expect((await context.app.inject({ url: '/api/imports' })).statusCode).toBe(401);
  });

  test('pdv imports and follows its own import only; readonly does neither', async () => {
    const owner = await workplace();
    const preview = (await upload(context, owner, Papa.unparse(people))).json();
    const ofOwner = (await start(owner, preview)).json()._id;
    const colleague = await signedIn(context, { companyId: owner.companyId, role: 'pdv' });
    const pdv = { ...owner, ...colleague };
    const own = await importFile(pdv, Papa.unparse(people));
    const status = async (headers: Record<string, string>, url: string) =>
      (await context.app.inject({ url, headers })).statusCode;

    expect(own.status).toBe('finished');
    expect(await status(pdv.headers, `/api/imports/${ofOwner}`)).toBe(403);
    expect(await status(pdv.headers, `/api/imports/${ofOwner}/errors`)).toBe(403);
    expect(await status(pdv.headers, `/api/imports/${own._id}/errors`)).toBe(200);
    const listed = async (headers: Record<string, string>) => {
      const { data, total } = (await context.app.inject({ url: '/api/imports', headers })).json();
      return [data.map(({ _id }: Import) => _id), total];
    };
    expect(await listed(pdv.headers)).toEqual([[own._id], 1]);
    expect(await listed(owner.headers)).toEqual([[own._id, ofOwner], 2]);
    expect(await status(owner.headers, `/api/imports/${own._id}`)).toBe(200);

    const readonly = { ...owner, ...(await signedIn(context, { companyId: owner.companyId, role: 'readonly' })) };
    expect((await upload(context, readonly, Papa.unparse(people))).statusCode).toBe(403);
    expect((await start(readonly, preview)).statusCode).toBe(403);
    expect(await status(readonly.headers, `/api/imports/${ofOwner}/errors`)).toBe(403);
    expect(await status(readonly.headers, '/api/imports')).toBe(403);
  });
});
