import type { UserId } from '@escuta/contract/ids';
import type { MaintenanceForm } from '@escuta/contract/maintenance';
import type { Transaction } from '#platform/db/database.ts';

/** Shuts the platform; shut already, changes what people are told. In a transaction across companies. */
export async function beginMaintenance(
  tx: Transaction,
  userId: UserId,
  { text, until }: MaintenanceForm,
  now: Date,
): Promise<void> {
  const told = { text: text && JSON.stringify(text), until: until && new Date(until) };
  await tx
    .insertInto('maintenance')
    .values({ id: 1, began_at: now, began_by: userId, ...told })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(told))
    .execute();
}

/** Opens the platform again. */
export async function endMaintenance(tx: Transaction): Promise<void> {
  await tx.deleteFrom('maintenance').where('id', '=', 1).execute();
}
