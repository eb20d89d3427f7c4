import { randomInt } from 'node:crypto';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import type { Database } from '#platform/db/database.ts';

/** Above the key that stands in public links. */
export const linkKeyMax = 2 ** 47;

/** A company that works from today, with its first unit. `timezone` is an IANA zone. */
export async function createCompany(
  database: Database,
  { name, unit, timezone }: { name: string; unit: string; timezone: string },
): Promise<{ companyId: CompanyId; businessUnitId: BusinessUnitId }> {
  const companyId = newId<CompanyId>();
  const businessUnitId = newId<BusinessUnitId>();
  await database.withSystem((tx) =>
    tx
      .insertInto('companies')
      .values({ id: companyId, link_key: randomInt(linkKeyMax), name, timezone })
      .execute(),
  );
  // Not in the same transaction: who may make companies sees no units, and the other way round.
  await database.withCompany(companyId, (tx) =>
    tx
      .insertInto('business_units')
      .values({ company_id: companyId, id: businessUnitId, name: unit, timezone })
      .execute(),
  );
  return { companyId, businessUnitId };
}
