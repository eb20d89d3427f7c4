import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

/**
 * The external ids that merges have dropped and nobody in the unit has again, with the contact that they led to. Most units have dropped none,
 * and their rows cost one look-up.
 */
export async function findDroppedIds(
  tx: Transaction,
  { companyId, businessUnitId }: Unit,
  rows: readonly { readonly external_id: string | null }[],
): Promise<ReadonlyMap<string, ContactId>> {
  const ids = rows.flatMap(({ external_id: id }) => id ?? []);
  if (ids.length === 0 || !(await hasDropped(tx, { companyId, businessUnitId }))) return new Map();
  const { rows: found } = await sql<{ externalId: string; contactId: ContactId }>`
    WITH RECURSIVE part (external_id, contact_id) AS (
      SELECT dropped_external_id, contact_id FROM contact_merges
      WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND dropped_external_id = ANY(${ids}::text[])
      UNION
      SELECT part.external_id, m.contact_id
      FROM part JOIN contact_merges m ON m.company_id = ${companyId} AND m.absorbed_id = part.contact_id AND m.undone_at IS NULL
    )
    SELECT part.external_id AS "externalId", part.contact_id AS "contactId"
    FROM part
    JOIN contacts c ON c.company_id = ${companyId} AND c.id = part.contact_id AND c.business_unit_id = ${businessUnitId}
    WHERE NOT EXISTS (
      SELECT FROM contacts other
      WHERE other.company_id = ${companyId} AND other.business_unit_id = ${businessUnitId} AND other.external_id = part.external_id
    )
  `.execute(tx);
  return new Map(found.map(({ externalId, contactId }) => [externalId, contactId]));
}

async function hasDropped(tx: Transaction, { companyId, businessUnitId }: Unit): Promise<boolean> {
  const one = await tx
    .selectFrom('contact_merges')
    .select('id')
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('dropped_external_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}
