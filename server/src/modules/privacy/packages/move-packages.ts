import type { CompanyId, ContactId, PersonPackageId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

/**
 * Gives what was collected of a contact, or is to be, to another one: it is taken back with that one's erasure. @returns which packages;
 * those of `ids` alone where they are given.
 */
export async function movePackages(
  tx: Transaction,
  {
    companyId,
    from,
    to,
    ids,
  }: { companyId: CompanyId; from: ContactId; to: ContactId; ids?: readonly PersonPackageId[] },
): Promise<PersonPackageId[]> {
  if (ids?.length === 0) return [];
  const rows = await tx
    .updateTable('person_packages')
    .set({ contact_id: to })
    .where('company_id', '=', companyId)
    .where('contact_id', '=', from)
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
