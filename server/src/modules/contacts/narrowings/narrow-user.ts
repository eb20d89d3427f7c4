import type { CompanyId, UserId } from '@escuta/contract/ids';
import { judgeCustomValue } from '@escuta/contract/custom-field-values';
import { narrowingTypes } from '@escuta/contract/team';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { fieldWith, holdCustomFields } from '../custom-fields/queries.ts';
import type { UserNarrowing } from './queries.ts';

/**
 * A narrowing as it is kept, and the label of its field; the field stays until the transaction ends. One that somebody has already
 * is not judged again: the option may have been taken away since. Refuses NARROWING_NOT_VALID.
 */
export async function keptNarrowing(
  tx: Transaction,
  companyId: CompanyId,
  narrowing: UserNarrowing,
  before: UserNarrowing | null = null,
): Promise<UserNarrowing & { readonly label: string }> {
  const field = fieldWith(await holdCustomFields(tx, companyId), narrowing.field);
  if (!field || !narrowingTypes.includes(field.type)) throw refuse('NARROWING_NOT_VALID', { reason: 'field' });
  const { label } = field;
  if (before?.field === narrowing.field && before.value === narrowing.value) return { ...narrowing, label };
  const { value } = judgeCustomValue(field, narrowing.value);
  if (!value) throw refuse('NARROWING_NOT_VALID', { reason: 'value' });
  return { field: narrowing.field, value, label };
}

/** Narrows a user to one value of a field, as it was kept, and to no other; to none at all when it is null. */
export async function narrowUser(
  tx: Transaction,
  {
    companyId,
    userId,
    narrowing,
  }: { readonly companyId: CompanyId; readonly userId: UserId; readonly narrowing: UserNarrowing | null },
): Promise<void> {
  await tx.deleteFrom('user_narrowings').where('company_id', '=', companyId).where('user_id', '=', userId).execute();
  if (narrowing) await insertNarrowing(tx, { companyId, userId, narrowing });
}

/** Narrows a user who is new, also in a transaction across companies. */
export async function insertNarrowing(
  tx: Transaction,
  { companyId, userId, narrowing }: { companyId: CompanyId; userId: UserId; narrowing: UserNarrowing },
): Promise<void> {
  const { field, value } = narrowing;
  await tx
    .insertInto('user_narrowings')
    .values({ company_id: companyId, user_id: userId, custom_field_id: field, value })
    .execute();
}
