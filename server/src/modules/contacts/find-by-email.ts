import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

/** The contacts of these units that have an address: one in each unit at most. */
export function findContactsByEmail(
  tx: Transaction,
  {
    companyId,
    businessUnitIds,
    email,
  }: { companyId: CompanyId; businessUnitIds: readonly BusinessUnitId[]; email: string },
) {
  return tx
    .selectFrom('contacts')
    .select(['id', 'name', 'business_unit_id'])
    .where('company_id', '=', companyId)
    .where('business_unit_id', 'in', [...businessUnitIds])
    .where('email', '=', email)
    .orderBy('business_unit_id')
    .execute();
}
