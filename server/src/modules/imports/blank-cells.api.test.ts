import { expect, test } from 'vitest';
import type { Import } from '@escuta/contract/imports';
import { signedIn } from '../../testing/factories.ts';
import { runImportNow, upload } from '../../testing/import-steps.ts';
import { testContext } from '../../testing/test-context.ts';
import { xlsxFile } from '../../testing/xlsx-file.ts';

const context = testContext();

type User = Awaited<ReturnType<typeof signedIn>>;

async function importFile(user: User, content: string | Buffer, settings: object = {}): Promise<Import> {
  const { headers, companyId } = user;
  const { uploadId, hasHeader, mapping } = (await upload(context, user, content)).json();
  const payload = { uploadId, hasHeader, mapping, ...settings };
  const started = (await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload })).json<Import>();
  await runImportNow(context, companyId, started._id);
  return (await context.app.inject({ url: `/api/imports/${started._id}`, headers })).json();
}

async function peopleOf({ headers }: User) {
  const { data } = (await context.app.inject({ url: '/api/contacts?limit=100', headers })).json();
  const shown = data.map((contact: Record<string, { name: string } | null>) => [
    contact['name'],
    contact['email'],
    contact['tel'],
    contact['birthday'],
    contact['_company']?.name ?? null,
    contact['custom_fields'],
  ]);
  return shown.sort();
}

async function withFields(): Promise<User> {
  const user = await signedIn(context);
  for (const [name, required] of [
    ['quarto', true],
    ['nivel', false],
  ] as const) {
    const field = { internal_name: name, label: name, type: 'text', required };
    const payload = { options: [], sensitive: false, searchable: false, ...field };
    const { headers } = user;
    const made = await context.app.inject({ method: 'POST', url: '/api/custom-fields', headers, payload });
    expect(made.statusCode).toBe(201);
  }
  return user;
}

const before = `nome;e-mail;telefone;nascimento;empresa;quarto;nivel
Ana;ana@x.com;11987654321;17/05/1990;Sol;12;Ouro
Rui;;21998765432;01/02/1980;Lua;14;Prata
`;
// What is not even a column, is unreadable, or is too short a row to tell, says nothing.
const blanks = `nome;e-mail;telefone;nascimento;empresa;quarto;nivel
;ana@x.com;;;;;
Rui;rui@x.com;21998765432;31/02/1980;-;;
`;

test.each([
  [
    'keep',
    { unchanged: 1, updated: 1 },
    [
      ['Ana', 'ana@x.com', '+5511987654321', '1990-05-17', 'Sol', { quarto: '12', nivel: 'Ouro' }],
      ['Rui', 'rui@x.com', '+5521998765432', '1980-02-01', 'Lua', { quarto: '14', nivel: 'Prata' }],
    ],
  ],
  [
    'clear',
    { unchanged: 0, updated: 2 },
    [
      ['', 'ana@x.com', null, null, null, { quarto: '12' }],
      ['Rui', 'rui@x.com', '+5521998765432', '1980-02-01', null, { quarto: '14' }],
    ],
  ],
])('[CIMPORT-08] a blank cell does what was chosen: %s', async (blankCells, counts, after) => {
  const user = await withFields();
  await importFile(user, before);
  expect((await importFile(user, blanks, { blankCells })).counts).toEqual({
    created: 0,
    rejected: 0,
    warned: 1,
    ...counts,
  });
  expect(await peopleOf(user)).toEqual(after);
  // It is as it is to be: the same file again has nothing to do.
  expect((await importFile(user, blanks, { blankCells })).counts).toMatchObject({ updated: 0, unchanged: 2 });
});

test('tags are added to those that are there, whatever their capitals; language and time zone are cleared by a blank cell, tags never', async () => {
  const user = await signedIn(context);
  const particularsOf = () =>
    context.database.withCompany(user.companyId, (tx) =>
      tx
        .selectFrom('contacts')
        .select(['language', 'timezone', 'tags'])
        .where('company_id', '=', user.companyId)
        .execute(),
    );
  const head = 'e-mail,tags,idioma,fuso horário';
  await importFile(user, `${head}\nana@x.com,VIP;Rio,Português,America/Sao_Paulo\n`);
  expect(await particularsOf()).toEqual([{ language: 'pt', timezone: 'America/Sao_Paulo', tags: ['VIP', 'Rio'] }]);
  const added = await importFile(user, `${head}\nana@x.com,vip; Praia,es,\n`);
  expect(added.counts).toMatchObject({ updated: 1, warned: 0 });
  const more = { language: 'es', timezone: 'America/Sao_Paulo', tags: ['VIP', 'Rio', 'Praia'] };
  expect(await particularsOf()).toEqual([more]);
  expect((await importFile(user, `${head}\nana@x.com,,,\n`)).counts).toMatchObject({ unchanged: 1 });
  expect((await importFile(user, `${head}\nana@x.com,,,\n`, { blankCells: 'clear' })).counts).toMatchObject({
    updated: 1,
  });
  expect(await particularsOf()).toEqual([{ language: null, timezone: null, tags: more.tags }]);
});

test('a field that is no column of the file is not cleared, whatever was chosen', async () => {
  const user = await withFields();
  await importFile(user, before);
  await importFile(user, 'e-mail;empresa\nana@x.com;\n', { blankCells: 'clear' });
  const [ana] = (await peopleOf(user)).filter(([name]: string[]) => name === 'Ana');
  expect(ana).toEqual(['Ana', 'ana@x.com', '+5511987654321', '1990-05-17', null, { quarto: '12', nivel: 'Ouro' }]);
});

test.each(['keep', 'clear'])(
  'an error of a formula is no blank cell: it clears nothing, and is told of (%s)',
  async (blankCells) => {
    const user = await withFields();
    await importFile(user, before);
    const known = await peopleOf(user);
    const errors = `nome;e-mail;telefone;nascimento;empresa;quarto;nivel
#N/D;ana@x.com;#REF!;#N/A;\u200b#NOME?;#VALOR!;#DIV/0!
Rui;#N/D;21998765432;01/02/1980;Lua;14;Prata
#N/D;;#REF!;;;;
`;
    const { counts, _id } = await importFile(user, errors, { blankCells });
    // The last row is one that a formula was drawn down to.
    expect(counts).toEqual({ created: 0, updated: 0, unchanged: 2, rejected: 0, warned: 2 });
    expect(await peopleOf(user)).toEqual(known);
    const { headers } = user;
    const told = (await context.app.inject({ url: `/api/imports/${_id}/errors`, headers })).body;
    expect(told.match(/Fórmula com erro na célula, como #N\/D, ou sem resultado salvo/g)).toHaveLength(7);
  },
);

test('a formula of a workbook whose value nobody has worked out clears nothing, and is told of', async () => {
  const user = await withFields();
  await importFile(user, before);
  const known = await peopleOf(user);
  const unknown = { xml: '<c><f>"a"&amp;"b"</f></c>' };
  const rows = [
    ['nome', 'e-mail', 'empresa', 'nivel'],
    ['Ana', 'ana@x.com', unknown, unknown],
  ];
  const workbook = xlsxFile({ sheets: [{ name: 'Contatos', rows }] });
  const { counts } = await importFile(user, workbook, { blankCells: 'clear' });
  expect(counts).toMatchObject({ updated: 0, unchanged: 1, warned: 1 });
  expect(await peopleOf(user)).toEqual(known);
});
