import { can } from '@escuta/contract/access-policy';
import type { ContactFilter as Narrowed } from '@escuta/contract/contacts';
import type { Output } from '@escuta/contract/route';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { ContactFilter } from './queries.ts';
import { segmentWhere } from './segments/segment-where.ts';

/**
 * Which contacts of the unit a list means, as it is narrowed. Who may not see a name must not find it either, letter by letter:
 * refuses FORBIDDEN.
 */
export async function narrowedFilter(
  tx: Transaction,
  { companyId, businessUnitId, role }: Pick<Scope, 'companyId' | 'businessUnitId' | 'role'>,
  { search, importDataId, contactCompanyId, segment }: Output<typeof Narrowed>,
  now: Date,
): Promise<ContactFilter> {
  if (search && !can(role, 'contacts.identify')) throw refuse('FORBIDDEN');
  const among = await segmentWhere(tx, { companyId, businessUnitId, segmentId: segment, now });
  return { companyId, businessUnitId, search, importId: importDataId, contactCompanyId, among };
}
