import { sql } from 'kysely';
import { contactFieldNames } from '@escuta/contract/contact-fields';
import { particularNames } from '@escuta/contract/contact-particulars';
import type { BusinessUnitId, CompanyId, ContactCompanyId, ContactId, ImportId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { withoutSort } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { isBehind, timeKey } from '#platform/db/time-key.ts';
import type { TimeKey } from '#platform/db/time-key.ts';
import { eachApart } from '#platform/jobs/each-apart.ts';
import { undoCompanies } from './companies/undo-companies.ts';
import { forgetMet } from './contact-imports.ts';
import { customSearchText } from './custom-fields/custom-search.ts';
import { holdCustomFields } from './custom-fields/queries.ts';
import { findErased } from './find-erased.ts';

interface Scope {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly importId: ImportId;
}

/** An import whose contacts are looked for among those created since. */
interface UndoScope extends Scope {
  readonly since: Date;
}

/**
 * The last contact that was looked at, first of those created: when that was, as the database writes it, and its id. Of those
 * changed there is no such instant, and before the first of them no id. Then the last company that contacts worked for.
 */
export type UndoCursor =
  | { readonly createdAt: string; readonly id: ContactId }
  | { readonly createdAt: null; readonly id: ContactId | null }
  | { readonly contactCompanyId: ContactCompanyId | null };

/**
 * The columns that an import changes; each is kept before, and comes back: also when the contact was last changed, so that an undo of an
 * earlier import does not take this one for a touch.
 */
const changedColumns = [
  ...contactFieldNames,
  ...particularNames,
  'contact_company_id',
  'custom_fields',
  'updated_at',
] as const;
const keptBefore = sql.join(changedColumns.map((name) => sql`${sql.lit(name)}, ${sql.ref(`contacts.${name}`)}`));

/** What tells a custom field from another of its name, and from itself with values of another kind. */
const fieldKey = (field: string) => sql`${sql.ref(`${field}.id`)}::text || ' ' || ${sql.ref(`${field}.type`)}`;

/** Keeps what contacts are before an import changes them, and of what custom fields their values are. */
export async function keepBefore(
  tx: Transaction,
  { companyId, importId }: Pick<Scope, 'companyId' | 'importId'>,
  { ids, now }: { ids: readonly ContactId[]; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO contact_import_changes (company_id, import_id, contact_id, changed_at, before)
    SELECT contacts.company_id, ${importId}::uuid, contacts.id, ${now}::timestamptz, jsonb_build_object(${keptBefore}, 'fields', (
      SELECT coalesce(jsonb_object_agg(name, known.keys -> name), '{}') FROM jsonb_object_keys(contacts.custom_fields) AS name
    ))
    FROM contacts
    CROSS JOIN (
      SELECT coalesce(jsonb_object_agg(field.internal_name, ${fieldKey('field')}), '{}') AS keys
      FROM custom_fields field WHERE field.company_id = ${companyId}
    ) AS known
    WHERE contacts.company_id = ${companyId} AND contacts.id = ANY(${ids}::uuid[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

/**
 * Takes back what an import did to some contacts, those created last first: who came in by it goes, who was changed is again what
 * they were. Left alone is who was touched since: edited, changed by another import, written to, answered, anonymized, in the
 * history of consent, which is evidence, or named by something that must stay. So is somebody whose e-mail, phone or id of before is
 * another's now, or whose address of before is of somebody who was erased since. The companies that it made go last.
 * @returns how many were taken back, and where to go on; null behind the last.
 */
export async function undoUpserts(
  tx: Transaction,
  scope: UndoScope,
  { after, limit, now }: { after: UndoCursor | null; limit: number; now: Date },
): Promise<{ undone: number; next: UndoCursor | null }> {
  await withoutSort(tx);
  if (after !== null && 'contactCompanyId' in after) {
    const contactCompanyId = await undoCompanies(tx, scope, { after: after.contactCompanyId, limit });
    return { undone: 0, next: contactCompanyId && { contactCompanyId } };
  }
  if (after === null || after.createdAt !== null) {
    const found = await lockCreated(tx, scope, { after, limit });
    const undone = await deleteUnused(tx, scope, untouchedOf(found));
    const last = found.length < limit ? undefined : found.at(-1);
    return { undone, next: last ? { createdAt: last.createdAt, id: last.id } : { createdAt: null, id: null } };
  }
  const found = await lockChanged(tx, scope, { after: after.id, limit });
  const undone = await restore(tx, scope, await withoutErased(tx, scope, untouchedOf(found)), now);
  const last = found.length < limit ? undefined : found.at(-1);
  return { undone, next: last ? { createdAt: null, id: last.id } : { contactCompanyId: null } };
}

interface Touched {
  readonly id: ContactId;
  readonly isUntouched: boolean;
}

function untouchedOf(found: readonly Touched[]): ContactId[] {
  return found.filter(({ isUntouched }) => isUntouched).map(({ id }) => id);
}

/** An import that met a contact and changed nothing of it leaves `updated_at`, and so has not touched it. */
const isUntouchedSince = (since: string) => sql`(
  contacts.updated_at = ${sql.ref(since)} AND contacts.anonymized_at IS NULL
  AND coalesce(contacts.last_sent_at < ${sql.ref(since)}, true) AND coalesce(contacts.last_answered_at < ${sql.ref(since)}, true)
  AND NOT EXISTS (
    SELECT FROM contact_consents consent
    WHERE consent.company_id = contacts.company_id AND consent.contact_id = contacts.id AND consent.at >= ${sql.ref(since)}
  )
)`;

/** Since an hour before the import was asked for: the worker that wrote the contacts has another clock than the api. */
async function lockCreated(
  tx: Transaction,
  { companyId, businessUnitId, importId, since }: UndoScope,
  { after, limit }: { after: { createdAt: string; id: ContactId } | null; limit: number },
): Promise<(Touched & { createdAt: string })[]> {
  const { rows } = await sql<Touched & { createdAt: string }>`
    SELECT contacts.id, contacts.created_at::text AS "createdAt", ${isUntouchedSince('contacts.created_at')} AS "isUntouched"
    FROM contacts
    WHERE contacts.company_id = ${companyId}
      AND contacts.business_unit_id = ${businessUnitId}
      AND contacts.created_import_id = ${importId}
      AND contacts.created_at >= ${since}::timestamptz - interval '1 hour'
      ${after ? sql`AND (contacts.created_at, contacts.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql``}
    ORDER BY contacts.created_at DESC, contacts.id DESC
    LIMIT ${limit}
    FOR UPDATE OF contacts`.execute(tx);
  return rows;
}

async function lockChanged(
  tx: Transaction,
  { companyId, businessUnitId, importId }: Scope,
  { after, limit }: { after: ContactId | null; limit: number },
): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    SELECT contacts.id, ${isUntouchedSince('change.changed_at')} AS "isUntouched"
    FROM contact_import_changes change
    JOIN contacts ON contacts.company_id = change.company_id AND contacts.id = change.contact_id
    WHERE change.company_id = ${companyId}
      AND change.import_id = ${importId}
      AND contacts.company_id = ${companyId}
      AND contacts.business_unit_id = ${businessUnitId}
      ${after ? sql`AND change.contact_id < ${after}::uuid` : sql``}
    ORDER BY change.contact_id DESC
    LIMIT ${limit}
    FOR UPDATE OF contacts`.execute(tx);
  return rows;
}

async function deleteUnused(tx: Transaction, { companyId }: Scope, ids: readonly ContactId[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    SELECT delete_unused_contacts(${companyId}::uuid, ${ids}::uuid[]) AS count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Those of the contacts to whom no address would come back of somebody who was erased since the import. */
async function withoutErased(
  tx: Transaction,
  scope: UndoScope,
  ids: readonly ContactId[],
): Promise<readonly ContactId[]> {
  const { companyId, importId, since } = scope;
  const { rows } = await sql<{ id: ContactId; email: string | null; tel: string | null }>`
    SELECT contact_id AS id, before ->> 'email' AS email, before ->> 'tel' AS tel
    FROM contact_import_changes
    WHERE company_id = ${companyId} AND import_id = ${importId} AND contact_id = ANY(${[...ids]}::uuid[])
  `.execute(tx);
  const erased = await findErased(tx, scope, rows, since);
  return rows.filter((row) => !erased.has(row)).map(({ id }) => id);
}

/**
 * What has gone meanwhile does not come back: a company of contacts, values of a custom field, also where another has its name or it
 * is of another type. Of what was kept before fields were kept with it only the day of the field tells.
 */
async function restore(
  tx: Transaction,
  { companyId, businessUnitId, importId }: Scope,
  ids: readonly ContactId[],
  now: Date,
): Promise<number> {
  if (ids.length === 0) return 0;
  const fields = await holdCustomFields(tx, companyId);
  const taken = (name: 'email' | 'tel' | 'external_id') => sql`EXISTS (
    SELECT FROM contacts other
    WHERE other.company_id = ${companyId} AND other.business_unit_id = ${businessUnitId}
      AND other.${sql.ref(name)} = held.${sql.ref(name)} AND other.id <> contacts.id
  )`;
  const own: readonly string[] = ['contact_company_id', 'custom_fields', 'updated_at'];
  const plain = changedColumns.filter((name) => !own.includes(name));
  const custom = sql`(
    SELECT coalesce(jsonb_object_agg(value.key, value.value), '{}')
    FROM jsonb_each(held.custom_fields) AS value
    JOIN custom_fields field ON field.company_id = ${companyId} AND field.internal_name = value.key
      AND coalesce(change.before -> 'fields' ->> value.key = ${fieldKey('field')}, field.created_at <= change.changed_at)
  )`;
  const { rows } = await sql<{ id: ContactId }>`
    UPDATE contacts
    SET ${sql.join(plain.map((name) => sql`${sql.ref(name)} = held.${sql.ref(name)}`))},
      contact_company_id = (
        SELECT work.id FROM contact_companies work WHERE work.company_id = ${companyId} AND work.id = held.contact_company_id
      ),
      custom_fields = ${custom},
      custom_search_text = ${customSearchText(fields, custom)},
      updated_at = coalesce(held.updated_at, ${now})
    FROM contact_import_changes change
    CROSS JOIN LATERAL jsonb_populate_record(NULL::contacts, change.before) AS held
    WHERE contacts.company_id = ${companyId} AND contacts.id = ANY(${ids}::uuid[])
      AND change.company_id = ${companyId} AND change.import_id = ${importId} AND change.contact_id = contacts.id
      AND NOT ${taken('email')} AND NOT ${taken('tel')} AND NOT ${taken('external_id')}
    RETURNING contacts.id`.execute(tx);
  await forgetMet(
    tx,
    { companyId, importId },
    rows.map(({ id }) => id),
  );
  return rows.length;
}

const forgottenAtOnce = 5_000;

/** Forgets what contacts were before imports of long ago: nobody can undo these any more. */
export async function forgetBefore(
  { database, log }: Pick<AppContext, 'database' | 'log'>,
  before: Date,
): Promise<void> {
  const { rows } = await database.withSystem((tx) =>
    sql<{ companyId: CompanyId }>`
      SELECT DISTINCT company_id AS "companyId" FROM contact_import_changes WHERE changed_at < ${before}`.execute(tx),
  );
  await eachApart(log, rows, async ({ companyId }) => {
    let count = forgottenAtOnce;
    while (count === forgottenAtOnce) {
      count = await database.withCompany(companyId, async (tx) => {
        const deleted = await sql`
          DELETE FROM contact_import_changes
          WHERE company_id = ${companyId} AND (import_id, contact_id) IN (
            SELECT import_id, contact_id FROM contact_import_changes
            WHERE company_id = ${companyId} AND changed_at < ${before}
            LIMIT ${forgottenAtOnce}
          )
          RETURNING contact_id`.execute(tx);
        return deleted.rows.length;
      });
    }
  });
}

/** What an import did to a contact. */
interface ContactImport {
  readonly key: TimeKey;
  readonly id: string;
  readonly at: Date;
  readonly outcome: 'created' | 'changed' | 'found';
  /** Null where nobody kept which import created the contact. */
  readonly importId: ImportId | null;
}

/**
 * The next things that imports did to a contact, newest first. That one changed it is known as long as what it was before is kept
 * for an undo; an older one only found it.
 */
export async function walkContactImports(
  tx: Transaction,
  {
    companyId,
    contactId,
    after,
    limit,
  }: { companyId: CompanyId; contactId: ContactId; after?: TimeKey | undefined; limit: number },
): Promise<ContactImport[]> {
  const { rows } = await sql<ContactImport>`
    SELECT ${timeKey('at', 'id')} AS key, id, at, outcome, "importId"
    FROM (
      SELECT contacts.id, contacts.created_at AS at, 'created' AS outcome, contacts.created_import_id AS "importId"
      FROM contacts
      WHERE contacts.company_id = ${companyId} AND contacts.id = ${contactId} AND contacts.source = 'import'
      UNION ALL
      SELECT met.import_id, met.met_at, CASE WHEN change.import_id IS NULL THEN 'found' ELSE 'changed' END, met.import_id
      FROM contact_imports met
      JOIN contacts ON contacts.company_id = met.company_id AND contacts.id = met.contact_id
      LEFT JOIN contact_import_changes change
        ON change.company_id = met.company_id AND change.import_id = met.import_id AND change.contact_id = met.contact_id
      WHERE met.company_id = ${companyId} AND met.contact_id = ${contactId}
        AND met.import_id IS DISTINCT FROM contacts.created_import_id
    ) AS happened
    WHERE ${isBehind(after, 'at', 'id')}
    ORDER BY at DESC, id DESC
    LIMIT ${limit}`.execute(tx);
  return rows;
}
