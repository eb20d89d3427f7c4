import { sql } from 'kysely';
import { contactFieldNames } from '@escuta/contract/contact-fields';
import type { BusinessUnitId, CompanyId, ContactId, ImportId } from '@escuta/contract/ids';
import type { Database, Transaction } from '#platform/db/database.ts';

interface Scope {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly importId: ImportId;
}

/** The last contact that was looked at: when it was created, as the database writes it, and its id. */
export interface UndoCursor {
  readonly createdAt: string;
  readonly id: ContactId;
}

/** The columns that an import changes; each is kept before, and comes back. */
const changedColumns = [
  ...contactFieldNames,
  'language',
  'timezone',
  'tags',
  'contact_company_id',
  'custom_fields',
  'last_import_id',
] as const;
const keptBefore = sql.join(changedColumns.map((name) => sql`${sql.lit(name)}, ${sql.ref(`contacts.${name}`)}`));

/** Keeps what contacts are before an import changes them. */
export async function keepBefore(
  tx: Transaction,
  { companyId, importId }: Pick<Scope, 'companyId' | 'importId'>,
  { ids, now }: { ids: readonly ContactId[]; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO contact_import_changes (company_id, import_id, contact_id, changed_at, before)
    SELECT contacts.company_id, ${importId}::uuid, contacts.id, ${now}::timestamptz, jsonb_build_object(${keptBefore})
    FROM contacts
    WHERE contacts.company_id = ${companyId} AND contacts.id = ANY(${ids}::uuid[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

/**
 * Takes back what an import did to some contacts, those created last first: who came in by it goes, who was changed is again what
 * they were. Left alone is who was touched since: edited, imported again, written to, answered, anonymized, or named by something
 * that must stay. So is somebody whose e-mail, phone or id of before is another's now.
 * @returns how many were taken back, and where to go on; null behind the last.
 */
export async function undoUpserts(
  tx: Transaction,
  scope: Scope,
  { after, limit, now }: { after: UndoCursor | null; limit: number; now: Date },
): Promise<{ undone: number; next: UndoCursor | null }> {
  const found = await lockTouched(tx, scope, { after, limit });
  const created = found.filter(({ was }) => was === 'created').map(({ id }) => id);
  const changed = found.filter(({ was }) => was === 'changed').map(({ id }) => id);
  const deleted = created.length === 0 ? 0 : await deleteUnused(tx, scope, created);
  const restored = changed.length === 0 ? 0 : await restore(tx, scope, changed, now);
  const last = found.length < limit ? undefined : found.at(-1);
  return { undone: deleted + restored, next: last ? { createdAt: last.createdAt, id: last.id } : null };
}

interface Touched extends UndoCursor {
  /** What the import did to a contact that nobody has touched since; null where somebody has, or it changed nothing. */
  readonly was: 'created' | 'changed' | null;
}

/** Only who was touched by no other import since is found at all. */
async function lockTouched(
  tx: Transaction,
  { companyId, businessUnitId, importId }: Scope,
  { after, limit }: { after: UndoCursor | null; limit: number },
): Promise<Touched[]> {
  const isUntouched = (since: string) => sql`(
    contacts.updated_at = ${sql.ref(since)} AND contacts.anonymized_at IS NULL
    AND coalesce(contacts.last_sent_at < ${sql.ref(since)}, true) AND coalesce(contacts.last_answered_at < ${sql.ref(since)}, true)
  )`;
  const { rows } = await sql<Touched>`
    SELECT contacts.id, contacts.created_at::text AS "createdAt", CASE
      WHEN contacts.created_import_id = ${importId} AND ${isUntouched('contacts.created_at')} THEN 'created'
      WHEN ${isUntouched('change.changed_at')} THEN 'changed'
    END AS was
    FROM contacts
    LEFT JOIN contact_import_changes change
      ON change.company_id = contacts.company_id AND change.import_id = ${importId} AND change.contact_id = contacts.id
    WHERE contacts.company_id = ${companyId}
      AND contacts.business_unit_id = ${businessUnitId}
      AND contacts.last_import_id = ${importId}
      ${after ? sql`AND (contacts.created_at, contacts.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql``}
    ORDER BY contacts.created_at DESC, contacts.id DESC
    LIMIT ${limit}
    FOR UPDATE OF contacts`.execute(tx);
  return rows;
}

async function deleteUnused(tx: Transaction, { companyId }: Scope, ids: readonly ContactId[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT delete_unused_contacts(${companyId}::uuid, ${ids}::uuid[]) AS count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** What has gone meanwhile does not come back: a company of contacts, values of a custom field. */
async function restore(
  tx: Transaction,
  { companyId, businessUnitId, importId }: Scope,
  ids: readonly ContactId[],
  now: Date,
): Promise<number> {
  const taken = (name: 'email' | 'tel' | 'external_id') => sql`EXISTS (
    SELECT FROM contacts other
    WHERE other.company_id = ${companyId} AND other.business_unit_id = ${businessUnitId}
      AND other.${sql.ref(name)} = held.${sql.ref(name)} AND other.id <> contacts.id
  )`;
  const plain = changedColumns.filter((name) => name !== 'contact_company_id' && name !== 'custom_fields');
  const { rows } = await sql`
    UPDATE contacts
    SET ${sql.join(plain.map((name) => sql`${sql.ref(name)} = held.${sql.ref(name)}`))},
      contact_company_id = (
        SELECT work.id FROM contact_companies work WHERE work.company_id = ${companyId} AND work.id = held.contact_company_id
      ),
      custom_fields = (
        SELECT coalesce(jsonb_object_agg(value.key, value.value), '{}')
        FROM jsonb_each(held.custom_fields) AS value
        JOIN custom_fields field ON field.company_id = ${companyId} AND field.internal_name = value.key
      ),
      updated_at = ${now}
    FROM contact_import_changes change
    CROSS JOIN LATERAL jsonb_populate_record(NULL::contacts, change.before) AS held
    WHERE contacts.company_id = ${companyId} AND contacts.id = ANY(${ids}::uuid[])
      AND change.company_id = ${companyId} AND change.import_id = ${importId} AND change.contact_id = contacts.id
      AND NOT ${taken('email')} AND NOT ${taken('tel')} AND NOT ${taken('external_id')}
    RETURNING contacts.id`.execute(tx);
  return rows.length;
}

const forgottenAtOnce = 5_000;

/** Forgets what contacts were before imports of long ago: nobody can undo these any more. */
export async function forgetBefore(database: Database, before: Date): Promise<void> {
  const { rows } = await database.withSystem((tx) =>
    sql<{ companyId: CompanyId }>`
      SELECT DISTINCT company_id AS "companyId" FROM contact_import_changes WHERE changed_at < ${before}`.execute(tx),
  );
  for (const { companyId } of rows) {
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
  }
}
