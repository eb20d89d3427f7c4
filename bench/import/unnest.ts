import pg from 'pg';
import type { BusinessUnitId, CompanyId, ImportId } from '@escuta/contract/ids';
import { newId } from '../../server/src/platform/crypto/ids.ts';
import { contactAt, isRepeat } from './contacts-file.ts';

/** Where the peer writes, and how many rows of the file it takes. */
export interface UnnestLoad {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly rows: number;
}

// The peer: the distinct rows of the file, read and understood before the clock starts, written with one INSERT … SELECT
// FROM unnest per thousand. It runs as the owner of the database, without row-level security; it looks nothing up,
// counts nothing and keeps no checkpoint.

const batchRows = 1_000;
process.on('message', (load: UnnestLoad) => void run(load).then((seconds) => process.send?.({ seconds })));
process.once('disconnect', () => process.exit(0));

async function run({ companyId, businessUnitId, rows }: UnnestLoad): Promise<number> {
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
  await client.connect();
  const companies = await makeCompanies(client, { companyId, businessUnitId, rows });
  const batches = parsed(rows, companies);
  const importId = newId<ImportId>();
  const now = new Date();
  const began = performance.now();
  for (const batch of batches) {
    await client.query(
      `INSERT INTO contacts
         (company_id, id, business_unit_id, name, email, tel, contact_company_id, custom_fields, source, created_import_id, created_at, updated_at)
       SELECT $1, row.id, $2, row.name, row.email, row.tel, row.contact_company_id, row.custom_fields, 'import', $3, $4, $4
       FROM unnest($5::uuid[], $6::text[], $7::text[], $8::text[], $9::uuid[], $10::jsonb[])
         AS row (id, name, email, tel, contact_company_id, custom_fields)`,
      [
        companyId,
        businessUnitId,
        importId,
        now,
        batch.ids,
        batch.names,
        batch.emails,
        batch.tels,
        batch.companies,
        batch.customFields,
      ],
    );
  }
  const seconds = (performance.now() - began) / 1000;
  await client.end();
  return seconds;
}

async function makeCompanies(client: pg.Client, load: UnnestLoad): Promise<Map<string, string>> {
  const names = new Set(Array.from({ length: load.rows }, (_, row) => contactAt(row).company));
  const companies = new Map([...names].map((name) => [name, newId()]));
  await client.query(
    `INSERT INTO contact_companies (company_id, business_unit_id, id, name)
     SELECT $1, $2, row.id, row.name FROM unnest($3::uuid[], $4::text[]) AS row (id, name)`,
    [load.companyId, load.businessUnitId, [...companies.values()], [...companies.keys()]],
  );
  return companies;
}

function parsed(rows: number, companies: ReadonlyMap<string, string>) {
  const kept = Array.from({ length: rows }, (_, row) => row).filter((row) => !isRepeat(row));
  return Array.from({ length: Math.ceil(kept.length / batchRows) }, (_, batch) => {
    const contacts = kept.slice(batch * batchRows, (batch + 1) * batchRows).map(contactAt);
    return {
      ids: contacts.map(() => newId()),
      names: contacts.map(({ name }) => name),
      emails: contacts.map(({ email }) => email),
      tels: contacts.map(({ tel }) => tel),
      companies: contacts.map(({ company }) => companies.get(company) ?? null),
      customFields: contacts.map(({ city, lastStayDay }) => JSON.stringify({ city, last_stay: lastStayDay })),
    };
  });
}
