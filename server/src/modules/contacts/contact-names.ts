import type { CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

/** The names of contacts by id; deleted ones are left out. */
export async function findContactNames(
  tx: Transaction,
  { companyId, ids }: { companyId: CompanyId; ids: readonly ContactId[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('contacts')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
