import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

/** Writes a company, unless it is there. */
export async function writeCompany(
  tx: Transaction,
  company: { id: CompanyId; name: string; linkKey: number; createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('companies')
    .values({
      id: company.id,
      link_key: company.linkKey,
      name: company.name,
      created_at: company.createdAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Writes a unit of a company. */
export async function writeUnit(
  tx: Transaction,
  companyId: CompanyId,
  unit: { id: BusinessUnitId; name: string; timezone: string; brandColor: string; createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('business_units')
    .values({
      company_id: companyId,
      id: unit.id,
      name: unit.name,
      timezone: unit.timezone,
      brand_color: unit.brandColor,
      created_at: unit.createdAt,
    })
    .execute();
}

/** Whether a company has units already. */
export async function hasUnits(tx: Transaction, companyId: CompanyId): Promise<boolean> {
  const unit = await tx
    .selectFrom('business_units')
    .select('id')
    .where('company_id', '=', companyId)
    .limit(1)
    .executeTakeFirst();
  return unit !== undefined;
}
