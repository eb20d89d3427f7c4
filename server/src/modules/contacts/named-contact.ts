import type { CustomField } from '@escuta/contract/custom-fields';
import { variableFieldsOf } from '@escuta/contract/field-variables';
import type { VariableField } from '@escuta/contract/field-variables';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import { fieldsNamedIn } from '@escuta/contract/variables';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { listCustomFields } from './custom-fields/queries.ts';

/** The custom fields that some texts name, of those that texts may name. */
export async function findFieldsNamed(
  tx: Transaction,
  companyId: CompanyId,
  texts: readonly string[],
): Promise<VariableField[]> {
  return variableFieldsOf(await fieldsNamed(tx, companyId, texts));
}

/** What the custom fields that some texts name are called, by their internal names, also those that texts may not name any more. */
export async function findLabelsNamed(
  tx: Transaction,
  companyId: CompanyId,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const fields = await fieldsNamed(tx, companyId, texts);
  return new Map(fields.map(({ internal_name: name, label }) => [name, label]));
}

/** Texts that name none ask the database for nothing. */
async function fieldsNamed(tx: Transaction, companyId: CompanyId, texts: readonly string[]): Promise<CustomField[]> {
  const named = fieldsNamedIn(texts);
  if (named.size === 0) return [];
  return (await listCustomFields(tx, companyId)).filter(({ internal_name: name }) => named.has(name));
}

/** What texts say of a contact; undefined once it was deleted. */
export function findNamedContact(
  tx: Transaction,
  { companyId, contactId }: { companyId: CompanyId; contactId: ContactId },
) {
  return tx
    .selectFrom('contacts')
    .select(['name', sql<Readonly<Record<string, string>>>`custom_fields`.as('customFields')])
    .where('company_id', '=', companyId)
    .where('id', '=', contactId)
    .executeTakeFirst();
}
