import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { countedResponses } from './response-filter.ts';

/** How many responses of some days count, in all of these units together, whoever gave them. */
export async function countResponsesOfUnits(
  tx: Transaction,
  { companyId, units, from, to }: { companyId: CompanyId; units: readonly BusinessUnitId[]; from: string; to: string },
): Promise<number> {
  let sum = 0;
  for (const businessUnitId of units) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM responses WHERE ${countedResponses({ companyId, businessUnitId, narrowing: null, from, to })}
    `.execute(tx);
    sum += rows[0]?.count ?? 0;
  }
  return sum;
}
