import type { BusinessUnitId, CompanyId, ImportId } from '@escuta/contract/ids';
import { newId } from '../../server/src/platform/crypto/ids.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { createCompany } from '../../server/src/testing/factories.ts';
import { createPublishedSurvey, createSendRow } from '../../server/src/testing/send-factories.ts';
import { execute } from '../kit/database.ts';

/** A unit with contacts, and two imports that met half of them and every thousandth. */
export interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly imports: { readonly large: ImportId; readonly small: ImportId };
}

// cspell:locale en-US,pt-BR,pt,es
// cspell:ignore codigo
/** Forty of each, about as often as in Brazil: the first of them much more often than the last. */
const firstNames =
  'Maria José Ana João Antônio Francisco Carlos Paulo Pedro Lucas Luiz Marcos Luís Gabriel Rafael Daniel Marcelo Bruno Eduardo Felipe Raimundo Rodrigo Manoel Mateus André Fernando Fábio Leonardo Gustavo Guilherme Adriana Juliana Márcia Fernanda Patrícia Aline Sandra Camila Amanda Conceição';
const lastNames =
  'Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Santana Teixeira Araújo Pinto Moraes Peixoto Valadão';
const companies = 2_000;

/**
 * Makes a unit with so many contacts: names and addresses of many people, phones of most, a company of every third, tags, birthdays,
 * a custom field, sends and answers of some. Where the search is to find custom values, everybody has a code, and the field is searched
 * too. Written before the indexes, for speed.
 */
export async function seedContacts(
  database: Database,
  url: string,
  count: number,
  isCustomSearched = false,
): Promise<Unit> {
  const { companyId, businessUnitId } = await createCompany({ database });
  await execute(
    url,
    `INSERT INTO custom_fields (company_id, id, internal_name, label, type, options, required, sensitive, searchable, place, created_at, updated_at)
     VALUES ($1, $2, 'plano', 'Plano', 'select', ARRAY['Ouro', 'Prata', 'Bronze'], false, false, $3, 1, now(), now()),
       ($1, $4, 'codigo', 'Código', 'text', '{}', false, false, $3, 2, now(), now())`,
    [companyId, newId(), isCustomSearched, newId()],
  );
  await execute(
    url,
    `INSERT INTO contact_companies (company_id, id, business_unit_id, name)
     SELECT $1, uuid_v7(), $2, 'Empresa ' || n FROM generate_series(1, $3::int) AS n`,
    [companyId, businessUnitId, companies],
  );
  const [index] = await execute<{ definition: string }>(
    url,
    `SELECT pg_get_indexdef('contacts_search'::regclass) AS definition`,
  );
  await execute(url, 'DROP INDEX contacts_search');
  await execute(
    url,
    `WITH names AS (SELECT string_to_array($4, ' ') AS first, string_to_array($5, ' ') AS last),
       work AS (SELECT array_agg(id) AS ids FROM contact_companies WHERE company_id = $1)
     INSERT INTO contacts (company_id, id, business_unit_id, name, email, tel, birthday, contact_company_id, custom_fields, tags,
       created_at, last_sent_at, last_answered_at)
     SELECT $1, uuid_v7(), $2, person.first || ' ' || person.middle || ' ' || person.last,
       search_form(person.first) || '.' || search_form(person.last) || n || '@' || (ARRAY['gmail.com', 'hotmail.com', 'empresa.com.br', 'uol.com.br'])[1 + n % 4],
       CASE WHEN n % 5 > 0 THEN '+5511' || (900000000 + n * 7919::bigint % 99999999)::text END,
       CASE WHEN n % 2 = 0 THEN date '1950-01-01' + n % 20000 END,
       CASE WHEN n % 3 = 0 THEN work.ids[1 + n % $6::int] END,
       CASE WHEN n % 2 = 1 THEN jsonb_build_object('plano', (ARRAY['Ouro', 'Prata', 'Bronze'])[1 + n % 3]) ELSE '{}' END,
       CASE WHEN n % 10 = 0 THEN ARRAY['vip'] WHEN n % 7 = 0 THEN ARRAY['loja', 'site'] ELSE '{}' END,
       now() - n * interval '10 s',
       CASE WHEN n % 3 > 0 THEN now() - (n % 400) * interval '1 day' END,
       CASE WHEN n % 6 = 1 THEN now() - (n % 400) * interval '1 day' + interval '1 h' END
     FROM generate_series(1, $3::int) AS n, names, work,
       -- By n, so that each row draws anew.
       LATERAL (SELECT
         names.first[1 + floor(40 * power(random(), 2 + 0 * n))::int] AS first,
         names.last[1 + floor(40 * power(random(), 2 + 0 * n))::int] AS middle,
         names.last[1 + floor(40 * power(random(), 2 + 0 * n))::int] AS last) AS person`,
    [companyId, businessUnitId, count, firstNames, lastNames, companies],
  );
  if (index) await execute(url, index.definition);
  if (isCustomSearched)
    await execute(
      url,
      `UPDATE contacts
       SET custom_fields = held.values, custom_search_text = custom_search_text(held.values, '{"plano":"select","codigo":"text"}')
       FROM (SELECT id AS held_id, custom_fields || jsonb_build_object('codigo', 'CLI-' || row_number() OVER (ORDER BY id)) AS values
         FROM contacts WHERE company_id = $1) AS held
       WHERE contacts.company_id = $1 AND contacts.id = held.held_id`,
      [companyId],
    );
  await seedSuppressions(url, companyId);
  await seedMessages(database, url, { companyId, businessUnitId });
  return { companyId, businessUnitId, imports: await seedImports(url, companyId) };
}

/** Every twentieth is written to no more by e-mail. */
async function seedSuppressions(url: string, companyId: CompanyId): Promise<void> {
  await execute(
    url,
    `INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason)
     SELECT company_id, business_unit_id, 'email', email_hash, CASE WHEN n % 40 = 0 THEN 'bounced' ELSE 'unsubscribed' END
     FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM contacts WHERE company_id = $1) AS numbered
     WHERE n % 20 = 0
     ON CONFLICT DO NOTHING`,
    [companyId],
  );
}

/** A survey that went to every fifth contact, every fourth of whom opened it. */
async function seedMessages(
  database: Database,
  url: string,
  unit: Pick<Unit, 'companyId' | 'businessUnitId'>,
): Promise<void> {
  const survey = await createPublishedSurvey({ database }, unit);
  const { sendId, itemsMonth } = await createSendRow({ database }, { ...unit, ...survey, total: 1 });
  await execute(
    url,
    `INSERT INTO send_items (company_id, items_month, id, business_unit_id, send_id, contact_id, channel, address_hash, state, executed_at, opened_at)
     SELECT company_id, $2, uuid_v7(), business_unit_id, $3, id, 'email', email_hash, 3, now() - interval '1 day', CASE WHEN n % 20 = 0 THEN now() END
     FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM contacts WHERE company_id = $1) AS numbered
     WHERE n % 5 = 0
     ON CONFLICT DO NOTHING`,
    [unit.companyId, itemsMonth, sendId],
  );
}

async function seedImports(url: string, companyId: CompanyId): Promise<Unit['imports']> {
  const imports = { large: newId<ImportId>(), small: newId<ImportId>() };
  for (const [importId, nth] of [
    [imports.large, 2],
    [imports.small, 1_000],
  ] as const)
    await execute(
      url,
      `INSERT INTO contact_imports (company_id, import_id, contact_id, met_at)
       SELECT $1, $2, id, now()
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM contacts WHERE company_id = $1) AS numbered
       WHERE n % $3::int = 0`,
      [companyId, importId, nth],
    );
  return imports;
}
