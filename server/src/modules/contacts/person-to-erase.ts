import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

interface Key {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly contactId: ContactId;
}

/** What says who a contact is: what is looked for everywhere else. All of it is gone once they are anonymized. */
export type PersonToErase = NonNullable<Awaited<ReturnType<typeof findPersonToErase>>>;

/** A contact of the unit, or undefined. */
export function findPersonToErase(tx: Transaction, key: Key) {
  return personOf(tx, key).executeTakeFirst();
}

/**
 * The same, held until the transaction ends: nobody writes to it, and nothing new belongs to it before. What had begun has ended
 * when this answers.
 */
export function lockPersonToErase(tx: Transaction, key: Key) {
  return personOf(tx, key).forUpdate().executeTakeFirst();
}

function personOf(tx: Transaction, { companyId, businessUnitId, contactId }: Key) {
  return tx
    .selectFrom('contacts')
    .select(['id', 'name', 'email', 'tel', 'external_id', 'custom_fields'])
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('id', '=', contactId);
}
