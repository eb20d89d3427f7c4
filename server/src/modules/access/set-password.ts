import type { SessionId, UserId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { endStepsOf } from './second-factor/sign-in-step.ts';
import { revokeSessionsOf } from './session-store.ts';

/**
 * Gives a user another password. Whoever knew the one before is out: every session ends but the one that asks for it, so does
 * every sign-in that waits for its second step, and no link to a new password opens any more.
 */
export async function setPassword(
  tx: Transaction,
  { userId, passwordHash, exceptSession }: { userId: UserId; passwordHash: string; exceptSession?: SessionId },
  now: Date,
): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  await revokeSessionsOf(tx, userId, now, exceptSession);
  await endStepsOf(tx, userId);
}
