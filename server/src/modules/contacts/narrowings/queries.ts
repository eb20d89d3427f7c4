import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CompanyId, CustomFieldId, UserId } from '@escuta/contract/ids';
import { countRows } from '#platform/db/count-rows.ts';
import type { Narrowing, Transaction } from '#platform/db/database.ts';
import type { Reach } from '#platform/http/scope.ts';

/** A narrowing by the id of its field, as it is given and taken. */
export interface UserNarrowing {
  readonly field: CustomFieldId;
  readonly value: string;
}

/** What a user is narrowed to, or null. */
export async function narrowingOf(
  tx: Transaction,
  { companyId, userId }: { readonly companyId: CompanyId; readonly userId: UserId },
): Promise<(Narrowing & { readonly label: string }) | null> {
  const found = await narrowings(tx, companyId)
    .select(['custom_fields.internal_name as field', 'custom_fields.label', 'user_narrowings.value'])
    .where('user_narrowings.user_id', '=', userId)
    .executeTakeFirst();
  return found ?? null;
}

/** What each of these users is narrowed to; who is not is left out. */
export async function narrowingsOf(
  tx: Transaction,
  { companyId, userIds }: { readonly companyId: CompanyId; readonly userIds: readonly UserId[] },
): Promise<ReadonlyMap<string, UserNarrowing>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('user_narrowings')
    .select(['user_id', 'custom_field_id as field', 'value'])
    .where('company_id', '=', companyId)
    .where('user_id', 'in', [...userIds])
    .execute();
  return new Map(rows.map(({ user_id: userId, ...narrowing }) => [userId as string, narrowing]));
}

/** How many people a field narrows. */
export function countNarrowed(tx: Transaction, companyId: CompanyId, field: CustomFieldId): Promise<number> {
  return countRows(
    tx.selectFrom('user_narrowings').where('company_id', '=', companyId).where('custom_field_id', '=', field),
  );
}

/**
 * A question of a statement: the ids of the contacts of a unit that hold the value which somebody is narrowed to. What belongs to
 * a contact is narrowed by it, in every statement of who is (decision 0047).
 */
export function contactsWithin({
  companyId,
  businessUnitId,
  narrowing: { field, value },
}: Reach & { readonly narrowing: Narrowing }): RawBuilder<unknown> {
  return sql`SELECT contacts.id FROM contacts
    WHERE contacts.company_id = ${companyId}
      AND contacts.business_unit_id = ${businessUnitId}
      AND contacts.custom_fields @> ${JSON.stringify({ [field]: value })}::jsonb`;
}

function narrowings(tx: Transaction, companyId: CompanyId) {
  return tx
    .selectFrom('user_narrowings')
    .innerJoin('custom_fields', (join) =>
      join
        .onRef('custom_fields.company_id', '=', 'user_narrowings.company_id')
        .onRef('custom_fields.id', '=', 'user_narrowings.custom_field_id'),
    )
    .where('user_narrowings.company_id', '=', companyId);
}
