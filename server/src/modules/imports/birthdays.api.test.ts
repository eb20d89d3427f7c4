import { expect, test } from 'vitest';
import { signedIn } from '../../testing/factories.ts';
import { runImportNow, upload } from '../../testing/import-steps.ts';
import { testContext } from '../../testing/test-context.ts';
import { xlsxFile } from '../../testing/xlsx-file.ts';
import type { MadeCell } from '../../testing/xlsx-file.ts';

/** The birthday of a contact, through every route that the list of fields opens to it. */

const context = testContext();
const dayMs = 86_400_000;

type User = Awaited<ReturnType<typeof signedIn>>;

async function importFile(user: User, content: string | Buffer, choice: { dayOrder?: string } = {}) {
  const { headers, companyId } = user;
  const { uploadId, hasHeader, mapping } = (await upload(context, user, content)).json();
  const payload = { uploadId, hasHeader, mapping, ...choice };
  const started = await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload });
  await runImportNow(context, companyId, started.json()._id);
  return { mapping, id: started.json()._id as string };
}

async function birthdays({ headers }: Pick<User, 'headers'>): Promise<Record<string, string | null>> {
  const { data } = (await context.app.inject({ url: '/api/contacts?limit=100', headers })).json();
  return Object.fromEntries(
    data.map(({ name, birthday }: { name: string; birthday: string | null }) => [name, birthday]),
  );
}

test('comes in with a CSV in the usual notations; what is none is left out, and told', async () => {
  const user = await signedIn(context);
  const rows = [
    'Nome;E-mail;Data de Nascimento;Data da compra',
    'Ana;ana@x.com;17/05/1990;01/01/2026',
    'Bia;bia@x.com;7/5/90;',
    'Caio;caio@x.com;1990-05-17;',
    'Dora;dora@x.com;05/17/1990;',
    'Eva;eva@x.com;01/01/1850;',
    'Fábio;fabio@x.com;31/12/2099;',
    'Gil;gil@x.com;-;',
  ];
  const { mapping, id } = await importFile(user, rows.join('\n'));
  expect(mapping).toEqual(['name', 'email', 'birthday', 'ignore']);
  expect(await birthdays(user)).toEqual({
    Ana: '1990-05-17',
    Bia: '1990-05-07',
    Caio: '1990-05-17',
    Dora: null,
    Eva: null,
    Fábio: null,
    Gil: null,
  });
  const errors = await context.app.inject({ url: `/api/imports/${id}/errors`, headers: user.headers });
  const told = 'Data inválida ou no futuro; use dia/mês/ano (Data de Nascimento). Importado sem este campo.';
  // A reason with a semicolon stands in quotes.
  for (const row of ['5;Dora', '6;Eva', '7;Fábio']) expect(errors.body).toContain(row.replace(';', `;"${told}";`));

  await importFile(user, 'e-mail;aniversário\ndora@x.com;17/05/1991\nana@x.com;\n');
  expect(await birthdays(user)).toMatchObject({ Dora: '1991-05-17', Ana: '1990-05-17' });
});

test('comes in with a workbook as a date, as the number of a day, and as text', async () => {
  const user = await signedIn(context);
  const rows: MadeCell[][] = [
    ['Nombre', 'Correo', 'Fecha de nacimiento'],
    ['Ana', 'ana@x.com', { number: 33_010, style: 1 }],
    ['Bia', 'bia@x.com', 33_010],
    ['Caio', 'caio@x.com', '17/05/1990'],
    ['Dora', 'dora@x.com', ''],
  ];
  const workbook = xlsxFile({ sheets: [{ name: 'x', rows }], formats: [14] });
  expect((await upload(context, user, workbook)).json().sample[0]).toEqual(['Ana', 'ana@x.com', '17/05/1990']);
  const { mapping } = await importFile(user, workbook);
  expect(mapping).toEqual(['name', 'email', 'birthday']);
  const day = '1990-05-17';
  expect(await birthdays(user)).toEqual({ Ana: day, Bia: day, Caio: day, Dora: null });
});

const monthFirst = [
  'Name,E-mail,Birthday',
  'Ana,ana@x.com,05/17/1990',
  'Bia,bia@x.com,05/06/1990',
  'Caio,caio@x.com,1990-05-06',
  'Dora,dora@x.com,17/05/1990',
  'Eva,eva@x.com,12/31/1990',
].join('\n');

test('is read with the month first where the person says so, which the file proposes', async () => {
  const user = await signedIn(context);
  const found = (await upload(context, user, monthFirst)).json();
  expect(found).toMatchObject({ dayOrder: 'month-day', isDayOrderOpen: true });
  const { id } = await importFile(user, monthFirst, { dayOrder: found.dayOrder });
  expect(await birthdays(user)).toEqual({
    Ana: '1990-05-17',
    Bia: '1990-05-06',
    Caio: '1990-05-06',
    Dora: null,
    Eva: '1990-12-31',
  });
  const told = {
    pt: 'Data inválida ou no futuro; use mês/dia/ano (Birthday).',
    es: 'Fecha no válida o futura; use mes/día/año (Birthday).',
    en: 'Invalid or future date; use month/day/year (Birthday).',
  };
  for (const [language, sentence] of Object.entries(told)) {
    const url = `/api/imports/${id}/errors?language=${language}`;
    expect((await context.app.inject({ url, headers: user.headers })).body).toContain(sentence);
  }
});

test('is read with the day first where nobody says otherwise, whatever the file proposes', async () => {
  const user = await signedIn(context);
  const undecided = (await upload(context, user, 'E-mail,Birthday\nana@x.com,05/06/1990\n')).json();
  expect(undecided).toMatchObject({ dayOrder: 'day-month', isDayOrderOpen: true });
  await importFile(user, monthFirst);
  expect(await birthdays(user)).toEqual({
    Ana: null,
    Bia: '1990-06-05',
    Caio: '1990-05-06',
    Dora: '1990-05-17',
    Eva: null,
  });
});

test('is read in an order that exists', async () => {
  const user = await signedIn(context);
  const { uploadId, hasHeader, mapping } = (await upload(context, user, monthFirst)).json();
  const payload = { uploadId, hasHeader, mapping, dayOrder: 'year-month' };
  const refused = await context.app.inject({ method: 'POST', url: '/api/imports', headers: user.headers, payload });
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'INVALID_INPUT']);
});

test('of a workbook is what its date is, and its texts alone have an order', async () => {
  const user = await signedIn(context);
  const bookOf = (...days: MadeCell[]) => {
    const rows = days.map((day, at): MadeCell[] => [`Pessoa ${at}`, `p${at}@x.com`, day]);
    return xlsxFile({ sheets: [{ name: 'x', rows: [['Name', 'E-mail', 'Birthday'], ...rows] }], formats: [14] });
  };
  const own: MadeCell = { number: 33_010, style: 1 };
  const lookAt = async (book: Buffer) => (await upload(context, user, book)).json();
  expect(await lookAt(bookOf(own, own))).toMatchObject({ dayOrder: 'day-month', isDayOrderOpen: false });
  const mixed = bookOf(own, own, '05/18/1990', '05/06/1990');
  const found = await lookAt(mixed);
  expect(found).toMatchObject({ dayOrder: 'month-day', isDayOrderOpen: true });
  expect(found.sample.map((row: string[]) => row[2])).toEqual(['05/17/1990', '05/17/1990', '05/18/1990', '05/06/1990']);
  await importFile(user, mixed, { dayOrder: 'month-day' });
  expect(await birthdays(user)).toEqual({
    'Pessoa 0': '1990-05-17',
    'Pessoa 1': '1990-05-17',
    'Pessoa 2': '1990-05-18',
    'Pessoa 3': '1990-05-06',
  });
});

test('is kept from a form, stays where a form leaves it out, and may be taken away', async () => {
  const { headers } = await signedIn(context);
  const ana = { name: 'Ana', email: 'ana@x.com', tel: null };
  const created = await context.app.inject({
    method: 'POST',
    url: '/api/contacts',
    headers,
    payload: { ...ana, birthday: '1990-05-17' },
  });
  expect([created.statusCode, created.json().birthday]).toEqual([201, '1990-05-17']);
  const put = async (payload: object) =>
    (await context.app.inject({ method: 'PUT', url: `/api/contacts/${created.json()._id}`, headers, payload })).json();
  expect((await put({ ...ana, name: 'Ana Lima' })).customer.birthday).toBe('1990-05-17');
  expect(await put({ ...ana, birthday: '1899-12-31' })).toMatchObject({
    code: 'FIELD_NOT_VALID',
    params: { field: 'birthday' },
  });
  expect((await put({ ...ana, birthday: '2026-13-01' })).code).toBe('INVALID_INPUT');
  expect((await put({ ...ana, birthday: null })).customer.birthday).toBe(null);
});

test('is masked for a role that may not identify people', async () => {
  const owner = await signedIn(context);
  await importFile(owner, 'nome;e-mail;nascimento\nMariana;ana@x.com;17/05/1990\nBeatriz;bia@x.com;\n');
  const { headers } = await signedIn(context, { companyId: owner.companyId, role: 'notesonly' });
  expect(new Set(Object.values(await birthdays({ headers })))).toEqual(new Set(['**/**/****', null]));
});

test('is no day that has not begun in the unit, whatever day it is in UTC', async () => {
  // Ten in the evening of the day before in São Paulo.
  const tomorrow = new Date(Math.ceil(context.clock.now().getTime() / dayMs) * dayMs + 3_600_000);
  context.clock.advance(tomorrow.getTime() - context.clock.now().getTime());
  const user = await signedIn(context);
  const { headers } = user;
  const [day, dayBefore] = [0, dayMs].map((ms) => new Date(tomorrow.getTime() - ms).toISOString().slice(0, 10));
  const call = async (method: 'POST' | 'PUT', url: string, payload: object) =>
    (await context.app.inject({ method, url: `/api/${url}`, headers, payload })).json();
  const ana = { name: 'Ana', email: 'ana@x.com', tel: null };
  const refused = { code: 'FIELD_NOT_VALID', params: { field: 'birthday' } };
  expect(await call('POST', 'contacts', { ...ana, birthday: day })).toMatchObject(refused);
  const { _id } = await call('POST', 'contacts', { ...ana, birthday: dayBefore });
  expect(await call('PUT', `contacts/${_id}`, { ...ana, birthday: day })).toMatchObject(refused);

  const contacts = [
    { email: 'bia@x.com', birthday: day },
    { email: 'caio@x.com', birthday: dayBefore },
  ];
  const { results } = await call('POST', 'contacts/upserts', { contacts });
  expect(results).toMatchObject([
    { outcome: 'created', problems: [{ field: 'birthday', reason: 'date_invalid' }] },
    { outcome: 'created', problems: [] },
  ]);

  await importFile(user, `nome;e-mail;nascimento\nDora;dora@x.com;${day}\nEva;eva@x.com;${dayBefore}\n`);
  expect(await birthdays(user)).toMatchObject({ Ana: dayBefore, Dora: null, Eva: dayBefore });
});
