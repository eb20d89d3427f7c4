import type { CustomField } from '@escuta/contract/custom-fields';
import type { CompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { holdCustomFields } from './queries.ts';

/** A field has another type, or is gone, since values of it were read. What was read is to be read again. */
export class CustomFieldsChanged extends Error {
  constructor() {
    super('custom fields have changed since their values were read');
  }
}

/** Holds the custom fields of a company until the end of the transaction, as they were when values of them were read. */
export async function holdFieldsAsRead(
  tx: Transaction,
  companyId: CompanyId,
  read: ReadonlyMap<string, Pick<CustomField, 'type'>>,
): Promise<void> {
  const held = await holdCustomFields(tx, companyId);
  const types = new Map(held.map(({ internal_name: name, type }) => [name, type]));
  for (const [name, { type }] of read) if (types.get(name) !== type) throw new CustomFieldsChanged();
}
