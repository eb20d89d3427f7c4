import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { Audience } from '@escuta/contract/sends';
import { segmentWhere } from '#modules/contacts/index.ts';
import type { ContactFilter } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';

interface AudienceUnit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

/** Which contacts of a unit an audience means now, as a filter of contacts. */
export async function audienceFilter(
  tx: Transaction,
  { companyId, businessUnitId }: AudienceUnit,
  audience: Audience,
  now: Date,
): Promise<ContactFilter> {
  const unit = { companyId, businessUnitId };
  switch (audience.kind) {
    case 'all':
      return unit;
    case 'search':
      return { ...unit, search: audience.search };
    case 'import':
      return { ...unit, importId: audience.importId };
    case 'segment':
      return { ...unit, among: await segmentWhere(tx, { ...unit, segmentId: audience.segmentId, now }) };
    case 'contacts':
      return { ...unit, contactIds: audience.contactIds };
  }
}
