import { sql } from 'kysely';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { IncomingContact, KnownContact, UpsertPlace, UpsertValues } from './upsert-decision.ts';

/** What one row writes: a new contact, a changed one, or only the mark that this import has met it. */
export interface Write extends UpsertValues {
  readonly id: string;
  readonly kind: 'created' | 'updated' | 'unchanged';
}

type Unit = Pick<UpsertPlace, 'companyId' | 'businessUnitId'>;

/** The contacts of the unit that have one of the addresses, under each of theirs. */
export async function findContactsByAddress(tx: Transaction, unit: Unit, rows: readonly IncomingContact[]) {
  const emails = rows.flatMap(({ email }) => email ?? []);
  const tels = rows.flatMap(({ tel }) => tel ?? []);
  const withEmail = emails.length > 0 ? await knownWith(tx, unit, 'email', emails) : [];
  const withTel = tels.length > 0 ? await knownWith(tx, unit, 'tel', tels) : [];
  return {
    byEmail: new Map(withEmail.map((contact) => [contact.email, contact])),
    byTel: new Map(withTel.map((contact) => [contact.tel, contact])),
  };
}

function knownWith(
  tx: Transaction,
  unit: Unit,
  field: 'email' | 'tel',
  addresses: readonly string[],
): Promise<KnownContact[]> {
  return tx
    .selectFrom('contacts')
    .leftJoin('contact_companies', (join) =>
      join
        .onRef('contact_companies.company_id', '=', 'contacts.company_id')
        .onRef('contact_companies.id', '=', 'contacts.contact_company_id'),
    )
    .select([
      'contacts.id',
      'contacts.name',
      'email',
      'tel',
      'last_import_id as importId',
      'contact_companies.name as companyName',
    ])
    .where('contacts.company_id', '=', unit.companyId)
    .where('contacts.business_unit_id', '=', unit.businessUnitId)
    .where(`contacts.${field}`, 'is not', null)
    .where(sql<boolean>`contacts.${sql.ref(field)} = ANY(${addresses}::text[])`)
    .execute();
}

/** Writes a set of rows whose addresses and contacts are distinct. A twin made meanwhile is an error of the database. */
export async function writeUpserts(
  tx: Transaction,
  place: UpsertPlace,
  writes: readonly Write[],
  now: Date,
): Promise<void> {
  const companyIds = await contactCompanies(tx, place, writes, now);
  const of = (kind: Write['kind']) => writes.filter((write) => write.kind === kind);
  const created = of('created');
  if (created.length > 0) await insertContacts(tx, place, columnsOf(created, companyIds), now);
  const updated = of('updated');
  if (updated.length > 0) await changeContacts(tx, place, columnsOf(updated, companyIds), now);
  const met = of('unchanged').map(({ id }) => id);
  if (met.length > 0) {
    await sql`
      UPDATE contacts
      SET last_import_id = ${place.importId}
      WHERE company_id = ${place.companyId} AND business_unit_id = ${place.businessUnitId} AND id = ANY(${met}::uuid[])`.execute(
      tx,
    );
  }
}

type Columns = ReturnType<typeof columnsOf>;

function columnsOf(writes: readonly Write[], companyIds: ReadonlyMap<string, string>) {
  return {
    ids: writes.map(({ id }) => id),
    names: writes.map(({ name }) => name),
    emails: writes.map(({ email }) => email),
    tels: writes.map(({ tel }) => tel),
    companies: writes.map(({ company }) => (company === null ? null : (companyIds.get(company) ?? null))),
  };
}

function rowsOf({ ids, names, emails, tels, companies }: Columns) {
  return sql`unnest(${ids}::uuid[], ${names}::text[], ${emails}::text[], ${tels}::text[], ${companies}::uuid[])
    AS row (id, name, email, tel, contact_company_id)`;
}

async function insertContacts(tx: Transaction, place: UpsertPlace, columns: Columns, now: Date): Promise<void> {
  await sql`
    INSERT INTO contacts
      (company_id, id, business_unit_id, name, email, tel, contact_company_id, source, last_import_id, created_at, updated_at)
    SELECT ${place.companyId}::uuid, row.id, ${place.businessUnitId}::uuid, row.name, row.email, row.tel,
      row.contact_company_id, 'import', ${place.importId}::uuid, ${now}::timestamptz, ${now}::timestamptz
    FROM ${rowsOf(columns)}`.execute(tx);
}

async function changeContacts(tx: Transaction, place: UpsertPlace, columns: Columns, now: Date): Promise<void> {
  await sql`
    UPDATE contacts
    SET name = row.name,
      email = row.email,
      tel = row.tel,
      contact_company_id = coalesce(row.contact_company_id, contacts.contact_company_id),
      last_import_id = ${place.importId},
      updated_at = ${now}
    FROM ${rowsOf(columns)}
    WHERE contacts.company_id = ${place.companyId}
      AND contacts.business_unit_id = ${place.businessUnitId}
      AND contacts.id = row.id`.execute(tx);
}

/** The ids of the companies that the rows name, made where they are new. Upper and lower case are the same company. */
async function contactCompanies(
  tx: Transaction,
  place: Unit,
  writes: readonly Write[],
  now: Date,
): Promise<Map<string, string>> {
  const names = [...new Set(writes.flatMap(({ company }) => company ?? []))];
  if (names.length === 0) return new Map();
  await sql`
    INSERT INTO contact_companies (company_id, id, business_unit_id, name, created_at)
    SELECT ${place.companyId}::uuid, row.id, ${place.businessUnitId}::uuid, row.name, ${now}::timestamptz
    FROM unnest(${names.map(() => newId())}::uuid[], ${names}::text[]) AS row (id, name)
    ON CONFLICT (company_id, business_unit_id, lower(name)) DO NOTHING`.execute(tx);
  const { rows } = await sql<{ name: string; id: string }>`
    SELECT row.name, company.id
    FROM unnest(${names}::text[]) AS row (name)
    JOIN contact_companies company
      ON company.company_id = ${place.companyId}
      AND company.business_unit_id = ${place.businessUnitId}
      AND lower(company.name) = lower(row.name)`.execute(tx);
  return new Map(rows.map(({ name, id }) => [name, id]));
}
