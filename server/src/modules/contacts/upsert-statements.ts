import type { CustomField } from '@escuta/contract/custom-fields';
import { sql } from 'kysely';
import { contactFieldNames } from '@escuta/contract/contact-fields';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { isMetBy, noteMet } from './contact-imports.ts';
import { sqlTypeOf } from './contact-fields.ts';
import { customSearchText } from './custom-fields/custom-search.ts';
import type { CustomValues } from './custom-fields/custom-field.ts';
import { listCustomFields } from './custom-fields/queries.ts';
import { carryStops } from './stops/carry-stops.ts';
import { keepBefore } from './undo-upserts.ts';
import type { IncomingContact, KnownContact, UpsertScope } from './upsert-decision.ts';
import type { Change, UpsertPlan, Write } from './upsert-plan.ts';

const rememberedCompaniesMax = 20_000;

type Unit = Pick<UpsertScope, 'companyId' | 'businessUnitId'>;
type UnitOfImport = Unit & Pick<UpsertScope, 'importId'>;

/** The contacts of the unit that have one of the addresses or external ids, each once. */
export async function findContactsByAddress(
  tx: Transaction,
  scope: UnitOfImport,
  rows: readonly IncomingContact[],
): Promise<KnownContact[]> {
  const emails = rows.flatMap(({ email }) => email ?? []);
  const tels = rows.flatMap(({ tel }) => tel ?? []);
  const externalIds = rows.flatMap(({ external_id: id }) => id ?? []);
  const found = await knownWith(tx, scope, 'email', emails)
    .unionAll(knownWith(tx, scope, 'tel', tels))
    .$if(externalIds.length > 0, (query) => query.unionAll(knownWith(tx, scope, 'external_id', externalIds)))
    .execute();
  const known = found.map((contact) => ({ ...contact, customFields: contact.customFields as CustomValues }));
  return [...new Map(known.map((contact) => [contact.id, contact])).values()];
}

/**
 * `= ANY` and no look-up per address: without statistics, as in a table that is just being filled, the planner may take a
 * wrong index, and then reads the unit once for the whole set instead of once for each address.
 */
function knownWith(
  tx: Transaction,
  scope: UnitOfImport,
  field: 'email' | 'tel' | 'external_id',
  addresses: readonly string[],
) {
  return tx
    .selectFrom('contacts')
    .leftJoin('contact_companies', (join) =>
      join
        .onRef('contact_companies.company_id', '=', 'contacts.company_id')
        .onRef('contact_companies.id', '=', 'contacts.contact_company_id'),
    )
    .select([
      'contacts.id',
      ...contactFieldNames.map((field) => `contacts.${field}` as const),
      'contact_companies.name as companyName',
      'contacts.custom_fields as customFields',
      'contacts.language',
      'contacts.timezone',
      'contacts.tags',
      isMetBy(scope).as('isMet'),
    ])
    .where('contacts.company_id', '=', scope.companyId)
    .where('contacts.business_unit_id', '=', scope.businessUnitId)
    .where(`contacts.${field}`, 'is not', null)
    .where(sql<boolean>`contacts.${sql.ref(field)} = ANY(${addresses}::text[])`);
}

/**
 * Creates those contacts whose addresses are free, and answers their ids. The unique indexes decide, so that the usual
 * case, a file of new people, looks nothing up. Addresses must be distinct within the set.
 */
export async function insertFree(
  tx: Transaction,
  scope: UpsertScope,
  writes: readonly Write[],
  now: Date,
): Promise<Set<string>> {
  const companyIds = await contactCompanies(tx, scope, writes, now);
  return insertContacts(tx, scope, columnsOf(writes, companyIds), now);
}

/** What contacts are found by, each once in a unit. */
const keyNames = ['email', 'tel', 'external_id'] as const;

/** Writes a plan. What a plan frees is freed first, so that its rows may hand addresses on to one another. */
export async function writePlan(
  tx: Transaction,
  scope: UpsertScope,
  { created, changed, met }: UpsertPlan,
  now: Date,
): Promise<void> {
  const companyIds = await contactCompanies(tx, scope, [...created, ...changed], now);
  const freeing = changed.filter(({ before, ...now }) =>
    keyNames.some((name) => before[name] !== null && before[name] !== now[name]),
  );
  const isImport = scope.source !== 'integration';
  if (isImport && changed.length > 0) await keepBefore(tx, scope, { ids: changed.map(({ id }) => id), now });
  if (freeing.length > 0) await freeAddresses(tx, scope, freeing);
  if (changed.length > 0) await changeContacts(tx, scope, columnsOf(changed, companyIds), now);
  await carryStops(
    tx,
    scope,
    changed.map(({ id, before, email, tel }) => ({ id, before, after: { email, tel } })),
  );
  if (created.length > 0) {
    const ids = await insertContacts(tx, scope, columnsOf(created, companyIds), now);
    if (ids.size < created.length) throw new AddressTaken();
  }
  const known = [...changed, ...met].map(({ id }) => id);
  if (isImport && known.length > 0) await noteMet(tx, scope, { ids: known, now });
}

/** Somebody wrote one of the addresses since they were looked up: the same as the database's own unique violation. */
class AddressTaken extends Error {
  readonly code = '23505';
}

async function freeAddresses(
  tx: Transaction,
  { companyId, businessUnitId }: Unit,
  changes: readonly Change[],
): Promise<void> {
  await sql`
    UPDATE contacts
    SET email = NULL, tel = NULL, external_id = NULL
    WHERE company_id = ${companyId}
      AND business_unit_id = ${businessUnitId}
      AND id = ANY(${changes.map(({ id }) => id)}::uuid[])`.execute(tx);
}

type Columns = ReturnType<typeof columnsOf>;

function columnsOf(writes: readonly Write[], companyIds: ReadonlyMap<string, string>) {
  return {
    ids: writes.map(({ id }) => id),
    fields: contactFieldNames.map((field) => writes.map((write) => write[field])),
    companies: writes.map(({ company }) => (company === null ? null : (companyIds.get(company) ?? null))),
    clearsCompany: writes.map(({ clearsCompany }) => clearsCompany),
    customs: writes.map(({ custom }) => JSON.stringify(custom)),
    languages: writes.map(({ language }) => language),
    timezones: writes.map(({ timezone }) => timezone),
    tags: writes.map(({ tags }) => (tags.length === 0 ? null : JSON.stringify(tags))),
  };
}

const fieldColumns = sql.join(contactFieldNames.map((field) => sql.ref(field)));
const fieldsOfRow = sql.join(contactFieldNames.map((field) => sql.ref(`row.${field}`)));
const fieldsFromRow = sql.join(contactFieldNames.map((field) => sql`${sql.ref(field)} = ${sql.ref(`row.${field}`)}`));

function rowsOf({ ids, fields, companies, clearsCompany, customs, languages, timezones, tags }: Columns) {
  const arrays = contactFieldNames.map((field, at) => sql`${fields[at]}::${sql.raw(sqlTypeOf(field))}[]`);
  return sql`unnest(${ids}::uuid[], ${sql.join(arrays)}, ${companies}::uuid[], ${clearsCompany}::boolean[], ${customs}::jsonb[],
      ${languages}::text[], ${timezones}::text[], ${tags}::jsonb[])
    AS row (id, ${fieldColumns}, contact_company_id, clears_company, custom, language, timezone, tags)`;
}

/** The tags of a row that the contact does not have yet. */
const newTags = sql`ARRAY(
  SELECT said.tag FROM jsonb_array_elements_text(row.tags) AS said (tag) WHERE said.tag <> ALL (contacts.tags)
)`;

/** The import that a contact, or a company, says it comes from. */
function namedImport({ importId, source }: UpsertScope): UpsertScope['importId'] | null {
  return source === 'integration' ? null : importId;
}

/** The custom fields, which are held; none where no row has a value of any. */
async function fieldsWritten(
  tx: Transaction,
  { companyId }: UpsertScope,
  { customs }: Columns,
): Promise<CustomField[]> {
  return customs.some((custom) => custom !== '{}') ? listCustomFields(tx, companyId) : [];
}

async function insertContacts(tx: Transaction, scope: UpsertScope, columns: Columns, now: Date): Promise<Set<string>> {
  const importId = namedImport(scope);
  const custom = sql`jsonb_strip_nulls(row.custom)`;
  const searched = customSearchText(await fieldsWritten(tx, scope, columns), custom);
  const { rows } = await sql<{ id: string }>`
    WITH created AS (
      INSERT INTO contacts
        (company_id, id, business_unit_id, ${fieldColumns}, contact_company_id, custom_fields, custom_search_text,
          language, timezone, tags, source, created_import_id, created_at, updated_at)
      SELECT ${scope.companyId}::uuid, row.id, ${scope.businessUnitId}::uuid, ${fieldsOfRow},
        row.contact_company_id, ${custom}, ${searched},
        row.language, row.timezone, ARRAY(SELECT jsonb_array_elements_text(row.tags)), ${scope.source ?? 'import'}, ${importId}::uuid, ${now}::timestamptz, ${now}::timestamptz
      FROM ${rowsOf(columns)}
      ON CONFLICT DO NOTHING
      RETURNING id
    ), met AS (
      INSERT INTO contact_imports (company_id, import_id, contact_id, met_at)
      SELECT ${scope.companyId}::uuid, ${importId}::uuid, id, ${now}::timestamptz
      FROM created
      WHERE ${importId}::uuid IS NOT NULL
      ON CONFLICT DO NOTHING
    )
    SELECT id FROM created`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

async function changeContacts(tx: Transaction, scope: UpsertScope, columns: Columns, now: Date): Promise<void> {
  const custom = sql`jsonb_strip_nulls(contacts.custom_fields || row.custom)`;
  const searched = customSearchText(await fieldsWritten(tx, scope, columns), custom);
  await sql`
    UPDATE contacts
    SET ${fieldsFromRow},
      contact_company_id = CASE WHEN NOT row.clears_company THEN coalesce(row.contact_company_id, contacts.contact_company_id) END,
      custom_fields = ${custom},
      custom_search_text =
        CASE WHEN row.custom = '{}' THEN contacts.custom_search_text ELSE ${searched} END,
      language = row.language,
      timezone = row.timezone,
      tags = CASE WHEN row.tags IS NULL THEN contacts.tags ELSE contacts.tags || ${newTags} END,
      updated_at = ${now}
    FROM ${rowsOf(columns)}
    WHERE contacts.company_id = ${scope.companyId}
      AND contacts.business_unit_id = ${scope.businessUnitId}
      AND contacts.id = row.id`.execute(tx);
}

/**
 * The ids of the companies that the rows name, made where they are new. Upper and lower case are the same company. What
 * `scope.companyIds` remembers is not asked again.
 */
async function contactCompanies(
  tx: Transaction,
  scope: UpsertScope,
  writes: readonly Write[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const known = scope.companyIds ?? new Map<string, string>();
  if (known.size > rememberedCompaniesMax) known.clear();
  const names = [...new Set(writes.flatMap(({ company }) => company ?? []))].filter((name) => !known.has(name));
  if (names.length === 0) return known;
  await sql`
    INSERT INTO contact_companies (company_id, id, business_unit_id, name, created_import_id, created_at)
    SELECT ${scope.companyId}::uuid, row.id, ${scope.businessUnitId}::uuid, row.name, ${namedImport(scope)}::uuid, ${now}::timestamptz
    FROM unnest(${names.map(() => newId())}::uuid[], ${names}::text[]) AS row (id, name)
    ON CONFLICT (company_id, business_unit_id, lower(name)) DO NOTHING`.execute(tx);
  const { rows } = await sql<{ name: string; id: string }>`
    SELECT row.name, company.id
    FROM unnest(${names}::text[]) AS row (name)
    JOIN contact_companies company
      ON company.company_id = ${scope.companyId}
      AND company.business_unit_id = ${scope.businessUnitId}
      AND lower(company.name) = lower(row.name)`.execute(tx);
  for (const { name, id } of rows) known.set(name, id);
  return known;
}
