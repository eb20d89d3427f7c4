import type { CustomField } from '@escuta/contract/custom-fields';
import { sql } from 'kysely';
import type { CompanyId, ContactId, CustomFieldId } from '@escuta/contract/ids';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { countNarrowed } from '../narrowings/queries.ts';
import { segmentsAsking } from '../segments/queries.ts';
import { customSearchText } from './custom-search.ts';
import { countHolders, fieldWith, holdCustomFields, holds, listCustomFields, lockCustomFields } from './queries.ts';

const contactsAtOnce = 5_000;
/** So many of the segments that ask for a field are named; a person looks for the others once these are changed. */
const namedMax = 5;

/**
 * Deletes a custom field and the values that contacts hold of it. Of a million contacts that is no one transaction: the values go
 * first, by the thousand, and the field with the last of them. Cut off in between, the field still stands and is deleted again.
 * Before anything goes, refuses CUSTOM_FIELD_NARROWS, because whoever is narrowed by it would see nobody any more, and
 * CUSTOM_FIELD_IN_SEGMENTS, because segments that ask for it would find nobody.
 */
export async function deleteCustomField(database: Database, scope: Scope, id: CustomFieldId, now: Date): Promise<void> {
  const { companyId } = scope;
  const field = fieldWith(await database.withCompany(companyId, (tx) => listCustomFields(tx, companyId)), id);
  if (!field) throw refuse('NOT_FOUND');
  const { internal_name: name, label } = field;
  const contacts = await database.withCompany(companyId, async (tx) => {
    await refuseUsed(tx, companyId, field);
    return countHolders(tx, companyId, name);
  });
  let after: ContactId | null = null;
  do {
    const from: ContactId | null = after;
    after = await database.withCompany(companyId, (tx) => clearSome(tx, scope, name, from));
  } while (after !== null);
  await database.withCompany(companyId, async (tx) => {
    const fields = await lockCustomFields(tx, companyId);
    if (!fieldWith(fields, id)) throw refuse('NOT_FOUND');
    // It may have come into use since: who is narrowed by it and who asks for it find nobody until a value is written again.
    await refuseUsed(tx, companyId, field);
    // What was written since.
    await valuesOf(tx, scope, { name, fields }).execute();
    await tx.deleteFrom('custom_fields').where('company_id', '=', companyId).where('id', '=', id).execute();
    const target = { type: 'custom_field', id, label } as const;
    await recordAudit(tx, scope, { action: 'custom_field.deleted', target, before: { total: contacts } }, now);
  });
}

async function refuseUsed(
  tx: Transaction,
  companyId: CompanyId,
  { _id: id, internal_name: name }: Pick<CustomField, '_id' | 'internal_name'>,
): Promise<void> {
  const count = await countNarrowed(tx, companyId, id);
  if (count > 0) throw refuse('CUSTOM_FIELD_NARROWS', { count });
  const segments = await segmentsAsking(tx, companyId, name);
  if (segments.length > 0) {
    throw refuse('CUSTOM_FIELD_IN_SEGMENTS', {
      count: segments.length,
      names: segments.slice(0, namedMax).join(', '),
    });
  }
}

/** Clears the value of the next contacts that hold one, in the order of their ids. Answers the last id, null at the end. */
async function clearSome(
  tx: Transaction,
  scope: Scope,
  name: string,
  after: ContactId | null,
): Promise<ContactId | null> {
  const fields = await holdCustomFields(tx, scope.companyId);
  const held = await tx
    .selectFrom('contacts')
    .select('id')
    .where('company_id', '=', scope.companyId)
    .where(holds(name))
    .$if(after !== null, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(contactsAtOnce)
    // In the order of their ids, as whoever notes something on many contacts locks them.
    .forNoKeyUpdate()
    .execute();
  const last = held.at(-1)?.id ?? null;
  if (last === null) return null;
  await valuesOf(tx, scope, { name, fields })
    .where('id', '<=', last)
    .$if(after !== null, (query) => query.where('id', '>', after!))
    .execute();
  return held.length < contactsAtOnce ? null : last;
}

function valuesOf(
  tx: Transaction,
  { companyId }: Scope,
  { name, fields }: { name: string; fields: readonly CustomField[] },
) {
  const left = sql`contacts.custom_fields - ${name}::text`;
  return tx
    .updateTable('contacts')
    .set({ custom_fields: left, custom_search_text: customSearchText(fields, left) })
    .where('company_id', '=', companyId)
    .where(holds(name));
}
