import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { NewCustomField } from '@escuta/contract/custom-fields';
import type { ImportId, UploadId } from '@escuta/contract/ids';
import { signedIn } from '../../testing/factories.ts';
import { rehearse, runImportNow, upload } from '../../testing/import-steps.ts';
import { testContext } from '../../testing/test-context.ts';
import { xlsxFile } from '../../testing/xlsx-file.ts';

const context = testContext();

type User = Awaited<ReturnType<typeof signedIn>>;

// cspell:disable
const fields: readonly (Pick<NewCustomField, 'internal_name' | 'label' | 'type'> & Partial<NewCustomField>)[] = [
  { internal_name: 'quarto', label: 'Quarto do hóspede', type: 'text', required: true },
  { internal_name: 'documento', label: 'CPF do hóspede', type: 'cpf' },
  { internal_name: 'nivel', label: 'Nível', type: 'select', options: ['Ouro', 'Prata'] },
  { internal_name: 'gasto', label: 'Gasto médio', type: 'number' },
  { internal_name: 'visita', label: 'Última visita', type: 'date' },
  { internal_name: 'agencia', label: 'CNPJ da agência', type: 'cnpj' },
  { internal_name: 'alergia', label: 'Alergia', type: 'text', sensitive: true },
];
// cspell:enable

async function ask({ headers }: Pick<User, 'headers'>, signature: string, payload?: object) {
  const [method, path] = signature.split(' ') as ['GET', string];
  const answer = await context.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}

/** Somebody of a company that has the fields. */
async function withFields() {
  const user = await signedIn(context);
  for (const field of fields) {
    const flags = { required: false, sensitive: false, searchable: false, options: [] };
    expect((await ask(user, 'POST /custom-fields', { ...flags, ...field })).status).toBe(201);
  }
  return user;
}

interface Preview {
  uploadId: UploadId;
  hasHeader: boolean;
  mapping: string[];
}

const startBody = ({ uploadId, hasHeader, mapping }: Preview, rest: object = {}) => ({
  uploadId,
  hasHeader,
  mapping,
  ...rest,
});

async function run(user: User, preview: Preview, rest: object = {}) {
  const started = await ask(user, 'POST /imports', startBody(preview, rest));
  expect(started.status).toBe(202);
  await runImportNow(context, user.companyId, started.body._id);
  return (await ask(user, `GET /imports/${started.body._id}`)).body as {
    _id: ImportId;
    counts: object;
    status: string;
  };
}

async function importFile(user: User, content: string | Buffer, rest: object = {}) {
  return run(user, (await upload(context, user, content)).json(), rest);
}

/** As they are kept: the wire masks what is sensitive. */
async function valuesOf({ companyId }: User): Promise<Record<string, unknown>> {
  const rows = await context.database.withCompany(companyId, (tx) =>
    tx.selectFrom('contacts').select(['email', 'custom_fields']).where('company_id', '=', companyId).execute(),
  );
  return Object.fromEntries(rows.map(({ email, custom_fields: values }) => [email, values]));
}

async function errorsOf({ headers }: User, importId: ImportId): Promise<string[][]> {
  const { body } = await context.app.inject({ url: `/api/imports/${importId}/errors?language=pt`, headers });
  return Papa.parse<string[]>(body.replace(/^\ufeff/, ''), { skipEmptyLines: true, delimiter: ';' }).data;
}

const everything = {
  quarto: '101',
  documento: '52998224725',
  nivel: 'Ouro',
  gasto: '1234.5',
  visita: '2026-05-17',
  agencia: '12ABC34501DE35',
  alergia: 'Amendoim',
};

test('who is created without a required field comes in and is told of, in the rehearsal and in the result', async () => {
  const user = await withFields();
  await importFile(user, 'E-mail;Quarto do hóspede\nana@x.com;101\n');
  const file = 'E-mail;Quarto do hóspede;Gasto\nrita@x.com;102;\nrui@x.com;;muito\nana@x.com;;5\n';
  const preview: Preview = (await upload(context, user, file)).json();
  const { uploadId, ...settings } = startBody(preview);
  const told = await rehearse(context, user, uploadId, settings);
  expect(told.counts).toMatchObject({ created: 2, updated: 1, rejected: 0, warned: 1 });
  expect(told.issues).toMatchObject([
    {
      row: 3,
      isWarning: true,
      problems: [{ reason: 'required_missing', column: 'Quarto do hóspede', cell: '' }, { reason: 'number_invalid' }],
    },
  ]);
  const done = await run(user, preview);
  expect(done.counts).toEqual(told.counts);
  expect((await errorsOf(user, done._id))[1]?.join(' ')).toContain('Falta o valor de um campo obrigatório');

  // Without the column there is none to blame.
  const bare = await importFile(user, 'E-mail\nlia@x.com\n');
  expect(bare.counts).toMatchObject({ created: 1, warned: 1 });
});

test('[CIMPORT-04] columns are custom fields by their label or their internal name, and values are kept as a form keeps them', async () => {
  const user = await withFields();
  const file = [
    'E-mail;quarto;cpf DO HOSPEDE;Nível;gasto;Última visita;agencia;ALERGIA;Telefone do hotel',
    'rita@x.com;101;529.982.247-25;Ouro;1.234,50;17/5/2026;12.ABC.345/01DE-35;Amendoim;-',
    'sem@x.com;;;;;;;;',
  ].join('\n');
  const preview = (await upload(context, user, file)).json();
  expect(preview.mapping).toEqual([
    'email',
    'custom:quarto',
    'custom:documento',
    'custom:nivel',
    'custom:gasto',
    'custom:visita',
    'custom:agencia',
    'custom:alergia',
    'tel',
  ]);
  expect(preview).not.toHaveProperty('decimal');
  const done = await run(user, preview);
  expect(done.counts).toMatchObject({ created: 2, rejected: 0, warned: 1 });
  expect(await valuesOf(user)).toEqual({ 'rita@x.com': everything, 'sem@x.com': {} });

  // Once more changes nothing; a blank cell keeps what is known, a new value changes it alone.
  expect((await importFile(user, file)).counts).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  const change = await importFile(user, 'E-mail;Nível;Alergia\nRITA@x.com;Prata;\nsem@x.com;;Leite\n');
  expect(change.counts).toMatchObject({ updated: 2, unchanged: 0 });
  expect(await valuesOf(user)).toEqual({
    'rita@x.com': { ...everything, nivel: 'Prata' },
    'sem@x.com': { alergia: 'Leite' },
  });
});

test('a value that cannot be read is told with the name of its column, written back as it came, and costs no other field', async () => {
  const user = await withFields();
  const header = 'E-mail;Quarto do hóspede;CPF do hóspede;Nível;Gasto médio;Última visita;CNPJ da agência;Alergia';
  const long = 'A'.repeat(501);
  const rows = [
    `a@x.com;101;529.982.247;Ouro;10;17/05/2026;12.ABC.345/01DE-35;Leite`,
    `b@x.com;102;529.982.247-26;Bronze;dez;31/02/2026;12.ABC.345/01DE-36;${long}`,
    `c@;103;111;Ouro;;;;`,
    'd@x.com;104;;;;17/05/26;;',
  ];
  const done = await importFile(user, [header, ...rows].join('\n'));
  expect(done.counts).toMatchObject({ created: 3, rejected: 1, warned: 3 });
  const { documento: _cpf, ...others } = { ...everything, gasto: '10', alergia: 'Leite' };
  expect(await valuesOf(user)).toEqual({
    'a@x.com': others,
    'b@x.com': { quarto: '102' },
    'd@x.com': { quarto: '104' },
  });
  const [head, ...errors] = await errorsOf(user, done._id);
  expect(head?.slice(2).join(';')).toBe(header);
  expect(errors.map(([row, reason]) => [row, reason])).toEqual([
    ['2', 'CPF incompleto (CPF do hóspede). Importado sem este campo.'],
    [
      '3',
      'CPF inválido (CPF do hóspede). Não é uma das opções deste campo (Nível). Número inválido (Gasto médio). ' +
        'Data inválida; use dia/mês/ano, com o ano inteiro (Última visita). CNPJ inválido (CNPJ da agência). ' +
        'Texto com mais de 500 caracteres (Alergia). Importado sem estes campos.',
    ],
    ['4', 'E-mail inválido (E-mail). CPF incompleto (CPF do hóspede).'],
    ['5', 'Data inválida; use dia/mês/ano, com o ano inteiro (Última visita). Importado sem este campo.'],
  ]);
  expect(errors[1]?.slice(2).join(';')).toBe(rows[1]);
});

test('numbers are read in the notation that the file shows, days in the order that the person says', async () => {
  const user = await withFields();
  const comma = (await upload(context, user, 'e-mail,gasto,visita\na@x.com,"1,234.50",05/17/2026\n')).json();
  expect(comma).toMatchObject({ dayOrder: 'month-day', isDayOrderOpen: true });
  await run(user, comma, { dayOrder: 'month-day' });
  // In a list of commas '1.234' has decimals, unless another number shows that it has thousands.
  await importFile(user, 'e-mail,gasto\nb@x.com,1.234\n');
  await importFile(user, 'e-mail,gasto\nc@x.com,1.234\nd@x.com,"0,5"\n');
  await importFile(user, 'e-mail;gasto\ne@x.com;1.234\n');
  expect(await valuesOf(user)).toEqual({
    'a@x.com': { gasto: '1234.5', visita: '2026-05-17' },
    'b@x.com': { gasto: '1.234' },
    'c@x.com': { gasto: '1234' },
    'd@x.com': { gasto: '0.5' },
    'e@x.com': { gasto: '1234' },
  });
});

test('a mapping names the fields of its own company alone', async () => {
  const user = await withFields();
  const other = await signedIn(context);
  const file = 'E-mail;Quarto do hóspede\nana@x.com;101\n';
  const theirs = (await upload(context, other, file)).json();
  expect(theirs.mapping).toEqual(['email', 'ignore']);
  const refused = await ask(other, 'POST /imports', startBody({ ...theirs, mapping: ['email', 'custom:quarto'] }));
  expect([refused.status, refused.body.code, refused.body.params]).toEqual([
    422,
    'MAPPING_NOT_VALID',
    { problem: 'field_unknown' },
  ]);
  const mine = (await upload(context, user, file)).json();
  const twice = await ask(user, 'POST /imports', startBody({ ...mine, mapping: ['custom:quarto', 'custom:quarto'] }));
  expect(twice.body.params).toEqual({ problem: 'field_twice' });
});

test('a field that is deleted between the start and its turn leaves nothing behind', async () => {
  const user = await withFields();
  const preview = (await upload(context, user, 'E-mail;Nível;Alergia\nana@x.com;Ouro;Leite\n')).json();
  const started = await ask(user, 'POST /imports', startBody(preview));
  const { data } = (await ask(user, 'GET /custom-fields')).body;
  const level = data.find(({ internal_name: name }: NewCustomField) => name === 'nivel');
  expect((await ask(user, `DELETE /custom-fields/${level._id}`)).status).toBe(200);
  await runImportNow(context, user.companyId, started.body._id);
  const rows = await context.database.withCompany(user.companyId, (tx) =>
    tx.selectFrom('contacts').select('custom_fields').where('company_id', '=', user.companyId).execute(),
  );
  expect(rows).toEqual([{ custom_fields: { alergia: 'Leite' } }]);
});

test('a workbook gives numbers, days, and documents without their first zeros', async () => {
  const user = await withFields();
  const rows = [
    ['E-mail', 'CPF do hóspede', 'Gasto médio', 'Última visita'],
    ['ana@x.com', 1_234_567_890, 1234.5, { number: 46_159, style: 1 }],
  ];
  const book = xlsxFile({ sheets: [{ name: 'Clientes', rows }], formats: ['dd/mm/yyyy'] });
  const preview = (await upload(context, user, book, 'contatos.xlsx')).json();
  expect(preview.mapping).toEqual(['email', 'custom:documento', 'custom:gasto', 'custom:visita']);
  await run(user, preview);
  expect(await valuesOf(user)).toEqual({
    'ana@x.com': { documento: '01234567890', gasto: '1234.5', visita: '2026-05-17' },
  });
});

test('[PRIVACY-22] the file of refused rows has sensitive values for who uploaded it alone, and says who people are to nobody who may not take that away', async () => {
  const owner = await withFields();
  const file = [
    'Nome;E-mail;Idioma;Quarto do hóspede;Alergia;Observação',
    'Ana;ana@;xx;101;Amendoim;VIP',
    'Rui;rui@;pt;102;Lactose',
  ].join('\n');
  const mapping = ['name', 'email', 'language', 'custom:quarto', 'custom:alergia', 'ignore'];
  const id = (await importFile(owner, file, { mapping }))._id;
  const read = async (role: 'own' | 'adm' | 'ana', exportsPersonalData = false) => {
    const { companyId } = owner;
    const reader = role === 'own' ? owner : await signedIn(context, { companyId, role, exportsPersonalData });
    return (await errorsOf(reader, id)).slice(1).map(([row, , ...cells]) => [row, ...cells]);
  };
  const whole = ['2', 'Ana', 'ana@', 'xx', '101', 'Amendoim', 'VIP'];
  const short = ['3', 'Rui', 'rui@', 'pt', '102', 'Lactose'];
  expect(await read('own')).toEqual([whole, short]);
  // Of a row that lacks a cell nobody knows which stands where.
  const nothing = ['3', '', '', '', '', ''];
  const named = ['2', 'Ana', 'ana@', 'xx', '101', '', 'VIP'];
  expect(await read('adm')).toEqual([named, nothing]);
  expect(await read('ana', true)).toEqual([named, nothing]);
  expect(await read('ana')).toEqual([['2', '', '', 'xx', '', '', ''], nothing]);
});
