import { sql } from 'kysely';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { CustomFieldId } from '@escuta/contract/ids';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { listCustomFields, lockCustomFields } from './queries.ts';

/** Puts the custom fields in another order. Refuses CUSTOM_FIELDS_CHANGED where they are not all of them, each once. */
export async function orderCustomFields(
  tx: Transaction,
  scope: Scope,
  ids: readonly CustomFieldId[],
  now: Date,
): Promise<CustomField[]> {
  const { companyId } = scope;
  const fields = await lockCustomFields(tx, companyId);
  const known = new Set(fields.map(({ _id }) => _id));
  if (ids.length !== known.size || new Set(ids).size !== ids.length || !ids.every((id) => known.has(id)))
    throw refuse('CUSTOM_FIELDS_CHANGED');
  if (fields.every(({ _id }, index) => _id === ids[index])) return fields;
  await tx
    .updateTable('custom_fields')
    .set({ place: sql<number>`array_position(${[...ids]}::uuid[], custom_fields.id)` })
    .where('company_id', '=', companyId)
    .execute();
  const ordered = await listCustomFields(tx, companyId);
  const labels = (of: readonly CustomField[]) => ({ order: of.map(({ label }) => label) });
  await recordAudit(
    tx,
    scope,
    {
      action: 'custom_fields.ordered',
      target: { type: 'custom_field' },
      before: labels(fields),
      after: labels(ordered),
    },
    now,
  );
  return ordered;
}
