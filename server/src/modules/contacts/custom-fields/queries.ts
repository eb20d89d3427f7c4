import { sql } from 'kysely';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { CompanyId, CustomFieldId } from '@escuta/contract/ids';
import { countRows } from '#platform/db/count-rows.ts';
import type { Transaction } from '#platform/db/database.ts';

/** The custom fields of a company, in their order. */
export async function listCustomFields(tx: Transaction, companyId: CompanyId): Promise<CustomField[]> {
  const rows = await customFields(tx, companyId).execute();
  return rows.map(({ id, ...row }, index) => ({ _id: id, ...row, place: index + 1 }));
}

/**
 * The same, held until the end of the transaction: none of them takes another type or is deleted while values are written,
 * and whoever writes values waits for nobody else who does.
 */
export async function holdCustomFields(tx: Transaction, companyId: CompanyId): Promise<CustomField[]> {
  await tx.selectFrom('custom_fields').select('id').where('company_id', '=', companyId).forKeyShare().execute();
  return listCustomFields(tx, companyId);
}

/** The same, for whoever changes them: one at a time, and no value is written meanwhile. */
export async function lockCustomFields(tx: Transaction, companyId: CompanyId): Promise<CustomField[]> {
  await tx
    .selectFrom('custom_fields')
    .select('id')
    .where('company_id', '=', companyId)
    .orderBy('id')
    .forUpdate()
    .execute();
  // What was added by whoever held them before is seen by a statement of its own.
  return listCustomFields(tx, companyId);
}

/** How many contacts of a company, in all of its units, hold a value of a field. */
export function countHolders(tx: Transaction, companyId: CompanyId, internalName: string): Promise<number> {
  return countRows(tx.selectFrom('contacts').where('company_id', '=', companyId).where(holds(internalName)));
}

/** Whether a contact holds a value of a field. */
export function holds(internalName: string) {
  return sql<boolean>`contacts.custom_fields -> ${internalName} IS NOT NULL`;
}

/** The field with an id among those of a company, or undefined. */
export function fieldWith(fields: readonly CustomField[], id: CustomFieldId): CustomField | undefined {
  return fields.find(({ _id }) => _id === id);
}

function customFields(tx: Transaction, companyId: CompanyId) {
  return tx
    .selectFrom('custom_fields')
    .select(['id', 'internal_name', 'label', 'type', 'options', 'required', 'sensitive', 'searchable'])
    .where('company_id', '=', companyId)
    .orderBy('place')
    .orderBy('id');
}
