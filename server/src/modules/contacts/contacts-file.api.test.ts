import { Readable } from 'node:stream';
import type { Role } from '@escuta/contract/access-policy';
import { fileMediaTypes } from '@escuta/contract/file-formats';
import type { ContactCompanyId, ContactId } from '@escuta/contract/ids';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import { upload } from '../../testing/import-steps.ts';
import { storedRows } from '../../testing/stored-file.ts';
import { testContext } from '../../testing/test-context.ts';
import { readContactsFile } from './contacts-file.ts';

const context = testContext();

async function workplace(role: Role = 'own') {
  const { headers, companyId } = await signedIn(context, { role });
  return { headers, unit: { companyId, businessUnitId: await unitOf(context, companyId) } };
}
type Unit = Awaited<ReturnType<typeof workplace>>['unit'];

const ask = (headers: Record<string, string>, query: Record<string, string>) =>
  context.app.inject({ url: '/api/contacts/export', query, headers });

/** The lines of a CSV file in Portuguese, as they stand. */
async function linesOf(headers: Record<string, string>, query: Record<string, string> = {}): Promise<string[]> {
  const answer = await ask(headers, { format: 'csv', ...query });
  expect([query, answer.statusCode]).toEqual([query, 200]);
  return answer.payload.replace('\ufeff', '').split('\r\n').slice(0, -1);
}

const namesOf = (lines: readonly string[]) => lines.slice(1).map((line) => line.split(';')[0]);

/** Everything that is known of a contact beside name and addresses. */
async function fillIn({ companyId, businessUnitId }: Unit, id: ContactId): Promise<void> {
  const contact_company_id = newId<ContactCompanyId>();
  await context.database.withCompany(companyId, async (tx) => {
    await tx
      .insertInto('contact_companies')
      .values({ company_id: companyId, id: contact_company_id, business_unit_id: businessUnitId, name: 'Padaria Lua' })
      .execute();
    await tx
      .updateTable('contacts')
      .set({ contact_company_id, birthday: '1990-05-07', external_id: 'CRM-7', last_score: 7, last_metric: 'nps' })
      .set({ language: 'es', timezone: 'America/Bogota', tags: ['VIP', 'Rio, RJ'] })
      .set({ last_sent_at: new Date('2026-11-10T12:00:00Z'), last_answered_at: new Date('2026-11-11T02:30:05Z') })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();
  });
}

/** `count` contacts who came within one millisecond, some at the very same instant. */
const crowd = ({ companyId, businessUnitId }: Unit, count: number) =>
  context.database.withCompany(companyId, (tx) =>
    sql`
      INSERT INTO contacts (company_id, id, business_unit_id, name, created_at)
      SELECT ${companyId}, uuid_v7(), ${businessUnitId}, 'n' || n,
        '2026-11-10T15:00:00Z'::timestamptz + n % 900 * interval '1 microsecond'
      FROM generate_series(1, ${count}::int) AS n
    `.execute(tx),
  );

describe('the file of contacts', () => {
  test('[BULK-03, EXPORTX-08, EXPORTX-09] has a row for each, newest first, in the words of a language and the zone of the unit', async () => {
    const { headers, unit } = await workplace();
    const { id } = await createContact(context, {
      ...unit,
      name: 'Maria',
      email: 'm@x.example',
      tel: '+5511987654321',
    });
    await fillIn(unit, id);
    const odd = await createContact(context, { ...unit, name: '=1+1', email: null });
    await context.database.withCompany(unit.companyId, (tx) =>
      sql`UPDATE contacts SET tags = ARRAY['Rio, RJ'] WHERE company_id = ${unit.companyId} AND id = ${odd.id}`.execute(
        tx,
      ),
    );
    await createContact(context, {
      ...unit,
      businessUnitId: await otherUnitOf(context, unit.companyId),
      name: 'Other',
    });
    await context.database.withCompany(unit.companyId, (tx) =>
      sql`UPDATE contacts SET created_at = CASE name WHEN 'Maria' THEN '2026-11-01T02:59:59Z'::timestamptz
        ELSE '2026-11-02T15:00:00Z' END WHERE company_id = ${unit.companyId}`.execute(tx),
    );

    const answer = await ask(headers, { format: 'csv' });
    expect(answer.headers['content-type']).toBe(fileMediaTypes.csv);
    expect(answer.headers['content-disposition']).toMatch(/''contatos-\d{4}-\d\d-\d\d.csv$/);
    const zone = '(America/Sao_Paulo)';
    expect(answer.payload).toBe(
      [
        `\ufeffNome;E-mail;Telefone;Data de nascimento;Código externo;Empresa;Idioma;Fuso horário;Etiquetas;Última nota;Métrica da nota;Último envio ${zone};Última resposta ${zone};Criado em ${zone}`,
        // Its one tag, which an import would take for two without a semicolon behind it.
        `'=1+1;;;;;;;;"Rio, RJ;";;;;;2026-11-02 12:00:00`,
        `Maria;m@x.example;'+5511987654321;1990-05-07;CRM-7;Padaria Lua;Espanhol;America/Bogota;"VIP; Rio, RJ";7;NPS;2026-11-10 09:00:00;2026-11-10 23:30:05;2026-10-31 23:59:59`,
        '',
      ].join('\r\n'),
    );

    const workbook = await ask(headers, { format: 'xlsx', fileLanguage: 'en' });
    expect(workbook.headers['content-type']).toBe(fileMediaTypes.xlsx);
    expect(workbook.headers['content-disposition']).toMatch(/''contacts-\d{4}-\d\d-\d\d.xlsx$/);
    const rows = await storedRows(workbook.rawPayload, { format: 'xlsx', sheet: 0 });
    const day = { day: '1990-05-07', time: null };
    expect(rows.map(({ cells }) => cells.slice(0, 10))).toEqual([
      [
        'Name',
        'E-mail',
        'Phone',
        'Date of birth',
        'External ID',
        'Company',
        'Language',
        'Time zone',
        'Tags',
        'Last score',
      ],
      ['=1+1', '', '', '', '', '', '', '', 'Rio, RJ;', ''],
      [
        'Maria',
        'm@x.example',
        '+5511987654321',
        day,
        'CRM-7',
        'Padaria Lua',
        'Spanish',
        'America/Bogota',
        'VIP; Rio, RJ',
        7,
      ],
    ]);
  });

  test('holds whom the list finds by the same words', async () => {
    const { headers, unit } = await workplace();
    for (const name of ['Ana Silva', 'Bia Silva', 'Caio Souza']) await createContact(context, { ...unit, name });
    expect(namesOf(await linesOf(headers, { search: 'silva' }))).toEqual(['Bia Silva', 'Ana Silva']);
    expect(namesOf(await linesOf(headers, { search: 'silva', importDataId: unit.businessUnitId }))).toEqual([]);
    expect(await linesOf(headers, { importDataId: unit.businessUnitId })).toHaveLength(1);
    expect(await linesOf(headers)).toHaveLength(4);
    const elsewhere = await signedIn(context);
    expect(await linesOf(elsewhere.headers)).toHaveLength(1);
  });

  test.each(['pt', 'es', 'en'])('in %s is understood when it is imported', async (fileLanguage) => {
    const { headers, unit } = await workplace();
    const { id } = await createContact(context, { ...unit, name: 'Maria', tel: '+5511987654321' });
    await fillIn(unit, id);
    const { rawPayload } = await ask(headers, { format: 'csv', fileLanguage });
    const preview = (await upload(context, { headers }, rawPayload)).json();
    expect(preview).toMatchObject({ hasHeader: true, rowCount: 1 });
    expect(preview.mapping.slice(0, 6)).toEqual(['name', 'email', 'tel', 'birthday', 'external_id', 'company']);
    expect(preview.mapping.slice(6, 9)).toEqual(['language', 'timezone', 'tags']);
    expect(new Set(preview.mapping.slice(9))).toEqual(new Set(['ignore']));
  });

  test('has every contact once, over all pages', async () => {
    const { headers, unit } = await workplace();
    await crowd(unit, 2_500);
    const names = namesOf(await linesOf(headers));
    expect([names.length, new Set(names).size]).toEqual([2_500, 2_500]);
    expect(namesOf(await linesOf(headers, { search: 'n249' }))).toHaveLength(11);
  });

  test.each(['ana', 'pdv', 'readonly'] as const)('[EXPORTX-07] is not for %s', async (role) => {
    const { headers } = await workplace(role);
    const answer = await ask(headers, { format: 'csv' });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'FORBIDDEN']);
  });
});

test('a file of more rows than it may have is refused; a filter that leaves fewer is not, and its name has the unit’s day', async () => {
  const { unit } = await workplace();
  for (const name of ['Ana', 'Bia', 'Caio']) await createContact(context, { ...unit, name });
  // 23:30 of the day before in São Paulo.
  const now = new Date('2026-11-11T02:30:00Z');
  const options = { format: 'csv', language: 'pt', now, rowsMax: 2 } as const;
  const file = (search?: string) => readContactsFile(context.database, { ...unit, search }, options);
  await expect(file()).rejects.toMatchObject({ code: 'TOO_MANY_ROWS', params: { most: 2 } });
  expect((await file('i')).name).toBe('contatos-2026-11-10.csv');
  const pieces = await Readable.from((await file('i')).content).toArray();
  expect(namesOf(Buffer.concat(pieces).toString().trim().split('\r\n'))).toEqual(['Caio', 'Bia']);
});
