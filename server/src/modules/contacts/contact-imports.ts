import { sql } from 'kysely';
import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId, ImportId } from '@escuta/contract/ids';
import { ledLookUp } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { DB } from '#platform/db/tables.ts';

interface Scope {
  readonly companyId: CompanyId;
  readonly importId: ImportId;
}

/**
 * The contacts that an import met, under the name of their table: the import leads, and each contact is looked up. They may be read in
 * the order of their ids, which are of version 7, so that it is the order in which they were created.
 */
export function contactsMetBy(
  tx: Transaction,
  { companyId, importId }: Scope,
  { beforeId, beyondId }: { readonly beforeId?: ContactId | undefined; readonly beyondId?: ContactId | undefined },
): SelectQueryBuilder<DB, 'contacts', object> {
  return tx
    .selectFrom('contact_imports')
    .innerJoinLateral(
      (among) =>
        among
          .selectFrom('contacts')
          .selectAll()
          .where('contacts.company_id', '=', companyId)
          .whereRef('contacts.id', '=', 'contact_imports.contact_id')
          .modifyEnd(ledLookUp)
          .as('contacts'),
      (join) => join.onRef('contacts.id', '=', 'contact_imports.contact_id'),
    )
    .where('contact_imports.company_id', '=', companyId)
    .where('contact_imports.import_id', '=', importId)
    .$if(!!beforeId, (query) => query.where('contact_imports.contact_id', '<', beforeId!))
    .$if(!!beyondId, (query) => query.where('contact_imports.contact_id', '>', beyondId!));
}

/** An SQL expression over `contacts`: whether an import met them, looked up for each. */
export function isMetBy(scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (${rowOfContact(scope)} ${ledLookUp})`;
}

/** The same as a condition of a statement that reads all contacts: the planner may join them with all that the import met. */
export function isAmongMetBy(scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (${rowOfContact(scope)})`;
}

function rowOfContact({ companyId, importId }: Scope) {
  return sql`
    SELECT FROM contact_imports
    WHERE contact_imports.company_id = ${companyId} AND contact_imports.import_id = ${importId}
      AND contact_imports.contact_id = contacts.id`;
}

/** Whether an import met more contacts than so many. */
export async function hasMetMoreThan(tx: Transaction, { companyId, importId }: Scope, most: number): Promise<boolean> {
  const beyond = await tx
    .selectFrom('contact_imports')
    .select('contact_id')
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .orderBy('contact_id')
    .limit(1)
    .offset(most)
    .executeTakeFirst();
  return beyond !== undefined;
}

/** Notes that an import met contacts of a unit, whether it changed them or not: they are on its list from now on. */
export async function noteMet(
  tx: Transaction,
  { companyId, businessUnitId, importId }: Scope & { readonly businessUnitId: BusinessUnitId },
  { ids, now }: { ids: readonly ContactId[]; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO contact_imports (company_id, import_id, contact_id, met_at)
    SELECT company_id, ${importId}::uuid, id, ${now}::timestamptz
    FROM contacts
    WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND id = ANY(${ids}::uuid[])
    -- Nobody who is being deleted.
    FOR KEY SHARE
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Takes a contact who is deleted from all lists of imports. */
export async function leaveImports(
  tx: Transaction,
  { companyId, contactId }: Pick<Scope, 'companyId'> & { readonly contactId: ContactId },
): Promise<void> {
  await tx
    .deleteFrom('contact_imports')
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .execute();
}

/** Takes contacts from the list of an import that was undone. */
export async function forgetMet(
  tx: Transaction,
  { companyId, importId }: Scope,
  ids: readonly ContactId[],
): Promise<void> {
  await sql`
    DELETE FROM contact_imports
    WHERE company_id = ${companyId} AND import_id = ${importId} AND contact_id = ANY(${ids}::uuid[])`.execute(tx);
}

/** The imports of two contacts that are merged, as a merge keeps them. */
export interface JoinedImports {
  /** Those that met the absorbed one; `metAt` as ISO 8601. */
  readonly absorbed: readonly { readonly id: ImportId; readonly metAt: string }[];
  /** Those that had not met the one who stays. */
  readonly added: readonly ImportId[];
}

/** Puts who stays on the lists of the imports that met the absorbed one, who leaves them. */
export async function joinImports(
  tx: Transaction,
  companyId: CompanyId,
  { keptId, otherId }: { keptId: ContactId; otherId: ContactId },
): Promise<JoinedImports> {
  const absorbed = await sql<JoinedImports['absorbed'][number]>`
    DELETE FROM contact_imports WHERE company_id = ${companyId} AND contact_id = ${otherId}
    RETURNING import_id AS id, to_jsonb(met_at) #>> '{}' AS "metAt"
  `.execute(tx);
  const added = await insertImports(tx, companyId, { contactId: keptId, imports: absorbed.rows });
  return { absorbed: absorbed.rows, added };
}

/** Takes back what `joinImports` did, once the absorbed one is there again. */
export async function partImports(
  tx: Transaction,
  companyId: CompanyId,
  { keptId, absorbedId, imports }: { keptId: ContactId; absorbedId: ContactId; imports: JoinedImports },
): Promise<void> {
  await sql`
    DELETE FROM contact_imports
    WHERE company_id = ${companyId} AND contact_id = ${keptId} AND import_id = ANY(${[...imports.added]}::uuid[])
  `.execute(tx);
  await insertImports(tx, companyId, { contactId: absorbedId, imports: imports.absorbed });
}

/** @returns those that had not met the contact. */
async function insertImports(
  tx: Transaction,
  companyId: CompanyId,
  { contactId, imports }: { contactId: ContactId; imports: JoinedImports['absorbed'] },
): Promise<ImportId[]> {
  const { rows } = await sql<{ id: ImportId }>`
    INSERT INTO contact_imports (company_id, import_id, contact_id, met_at)
    SELECT contacts.company_id, met.id, contacts.id, met.at
    FROM contacts
    CROSS JOIN unnest(${imports.map(({ id }) => id)}::uuid[], ${imports.map(({ metAt }) => metAt)}::timestamptz[]) AS met (id, at)
    WHERE contacts.company_id = ${companyId} AND contacts.id = ${contactId}
    ON CONFLICT DO NOTHING
    RETURNING import_id AS id
  `.execute(tx);
  return rows.map(({ id }) => id);
}
