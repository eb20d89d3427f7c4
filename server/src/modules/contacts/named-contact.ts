import { variableFieldsOf } from '@escuta/contract/field-variables';
import type { VariableField } from '@escuta/contract/field-variables';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import { fieldsNamedIn } from '@escuta/contract/variables';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { listCustomFields } from './custom-fields/queries.ts';

/** The custom fields that some texts name, of those that texts may name. Texts that name none ask the database for nothing. */
export async function findFieldsNamed(
  tx: Transaction,
  companyId: CompanyId,
  texts: readonly string[],
): Promise<VariableField[]> {
  const named = fieldsNamedIn(texts);
  if (named.size === 0) return [];
  const fields = variableFieldsOf(await listCustomFields(tx, companyId));
  return fields.filter(({ internal_name }) => named.has(internal_name));
}

/** What the custom fields that some texts name are called, by their internal names, also those that texts may not name any more. */
export async function findLabelsNamed(
  tx: Transaction,
  companyId: CompanyId,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const named = fieldsNamedIn(texts);
  if (named.size === 0) return new Map();
  const fields = await listCustomFields(tx, companyId);
  return new Map(
    fields.filter((field) => named.has(field.internal_name)).map((field) => [field.internal_name, field.label]),
  );
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
