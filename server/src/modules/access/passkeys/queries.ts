import type { UserId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

/** A user's passkeys, oldest first. */
export function passkeysOf(tx: Transaction, userId: UserId) {
  return tx
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Whether a user has any. */
export async function hasPasskey(tx: Transaction, userId: UserId): Promise<boolean> {
  const one = await tx.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  return one !== undefined;
}
