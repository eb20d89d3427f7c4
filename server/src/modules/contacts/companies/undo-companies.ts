import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactCompanyId, ImportId } from '@escuta/contract/ids';
import { ledLookUp } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';

interface Scope {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly importId: ImportId;
}

/**
 * Deletes, of some companies that an import made, those that nobody needs: nobody works for them, no merge that may be reversed
 * brings back somebody who did, and no segment asks for them. One that somebody has changed since is of no import any more.
 * @returns the last that was looked at; null behind the last of all.
 */
export async function undoCompanies(
  tx: Transaction,
  { companyId, businessUnitId, importId }: Scope,
  { after, limit }: { after: ContactCompanyId | null; limit: number },
): Promise<ContactCompanyId | null> {
  // NOTE: held first, in a statement of its own: who is about to work for one of them is seen by the next.
  const found = await tx
    .selectFrom('contact_companies')
    .select('id')
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('created_import_id', '=', importId)
    .$if(after !== null, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  if (found.length === 0) return null;
  const inUnit = (table: string) =>
    sql`${sql.ref(`${table}.company_id`)} = ${companyId} AND ${sql.ref(`${table}.business_unit_id`)} = ${businessUnitId}`;
  await sql`
    DELETE FROM contact_companies company
    WHERE ${inUnit('company')} AND company.id = ANY(${found.map(({ id }) => id)}::uuid[])
      AND NOT EXISTS (
        SELECT FROM contacts WHERE ${inUnit('contacts')} AND contacts.contact_company_id = company.id ${ledLookUp}
      )
      AND company.id::text <> ALL (ARRAY(
        SELECT held.id FROM contact_merges merge
        CROSS JOIN LATERAL (VALUES
          (merge.before #>> '{kept,contact_company_id}'), (merge.before #>> '{absorbed,contact_company_id}')
        ) AS held (id)
        WHERE ${inUnit('merge')} AND held.id IS NOT NULL
      ))
      AND NOT EXISTS (
        SELECT FROM segments WHERE ${inUnit('segments')} AND strpos(segments.definition::text, company.id::text) > 0
      )`.execute(tx);
  return found.length < limit ? null : found.at(-1)!.id;
}
