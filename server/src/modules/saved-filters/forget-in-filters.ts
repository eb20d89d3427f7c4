import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

interface Forgotten {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  /** A regular expression, as PostgreSQL reads it, that names the person. */
  readonly pattern: string;
}

/** Deletes the filters of a unit by which somebody looked for a person: without that they would find everybody. Returns how many. */
export async function forgetInFilters(
  tx: Transaction,
  { companyId, businessUnitId, pattern }: Forgotten,
): Promise<number> {
  const { rows } = await sql`
    DELETE FROM saved_filters
    WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND EXISTS (
      SELECT FROM jsonb_path_query(search, '$.**') AS value
      WHERE jsonb_typeof(value) IN ('string', 'number') AND value #>> '{}' ~ ${pattern}
    )
    RETURNING id
  `.execute(tx);
  return rows.length;
}
