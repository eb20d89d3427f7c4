import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { dayIn } from '#platform/time/clock.ts';

/** The company of the transaction. */
export function findCompany(tx: Transaction, companyId: CompanyId) {
  return tx.selectFrom('companies').selectAll().where('id', '=', companyId).executeTakeFirst();
}

/**
 * A company, for an act that judges by what it is: of two at once the second waits here for what the first has done. They hold its
 * units, which several databases keep in one place, and the company itself in each (docs/operations.md).
 */
export async function holdCompany(tx: Transaction, companyId: CompanyId) {
  const units = tx.selectFrom('business_units').select('id').where('company_id', '=', companyId).orderBy('id');
  await units.forNoKeyUpdate().execute();
  return findCompany(tx, companyId);
}

/** The time zone of a unit, as an expression of a statement that knows the unit's id; null when there is none. */
export function timezoneOf(companyId: CompanyId, businessUnitId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(SELECT timezone FROM business_units WHERE company_id = ${companyId} AND id = ${businessUnitId})`;
}

/** The day `YYYY-MM-DD` of an instant in a unit. Refuses NOT_FOUND where the company has no such unit. */
export async function dayInUnit(
  tx: Transaction,
  { companyId, businessUnitId }: { readonly companyId: CompanyId; readonly businessUnitId: BusinessUnitId },
  instant: Date,
): Promise<string> {
  const unit = await findBusinessUnit(tx, companyId, businessUnitId);
  if (!unit) throw refuse('NOT_FOUND');
  return dayIn(unit.timezone, instant);
}

/** Units of a company, by name and id; only those of `ids` when given. */
export function listBusinessUnits(tx: Transaction, companyId: CompanyId, ids?: readonly BusinessUnitId[]) {
  return tx
    .selectFrom('business_units')
    .selectAll()
    .where('company_id', '=', companyId)
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** One unit, for an act that judges by what it is, as `holdCompany`; or undefined. */
export function holdBusinessUnit(tx: Transaction, companyId: CompanyId, id: BusinessUnitId) {
  return tx
    .selectFrom('business_units')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** One unit, or undefined. */
export function findBusinessUnit(tx: Transaction, companyId: CompanyId, id: BusinessUnitId) {
  return tx
    .selectFrom('business_units')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
}
