import type { UserId } from '@escuta/contract/ids';
import { hashToken, newToken } from '#platform/crypto/secrets.ts';
import type { Transaction } from '#platform/db/database.ts';

/** Time to find the phone. */
const stepLifeMs = 5 * 60_000;
const triesMax = 5;

/** The second step of a sign-in, as the browser shows it. */
export interface ShownStep {
  readonly token: string;
  readonly userId: UserId;
  readonly keepMeLoggedIn: boolean;
}

/** Notes that a user has given the right password, and answers the token of the second step. It is no session. */
export async function beginStep(
  tx: Transaction,
  { userId, keepMeLoggedIn, now }: { userId: UserId; keepMeLoggedIn: boolean; now: Date },
): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('sign_in_steps')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      keep_signed_in: keepMeLoggedIn,
      tries: 0,
      expires_at: new Date(now.getTime() + stepLifeMs),
    })
    .execute();
  return token;
}

/** Counts a try of the step, and says whether there was one left: tries at once cannot slip past. */
export async function countStepTry(tx: Transaction, step: ShownStep, now: Date): Promise<boolean> {
  const counted = await tx
    .updateTable('sign_in_steps')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', hashToken(step.token))
    .where('user_id', '=', step.userId)
    .where('keep_signed_in', '=', step.keepMeLoggedIn)
    .where('expires_at', '>', now)
    .where('tries', '<', triesMax)
    .returning('user_id')
    .executeTakeFirst();
  return counted !== undefined;
}

/** Whether the step is open: for what it is asked before somebody tries. */
export async function isStepOpen(tx: Transaction, { token, userId }: Omit<ShownStep, 'keepMeLoggedIn'>, now: Date) {
  const open = await tx
    .selectFrom('sign_in_steps')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('tries', '<', triesMax)
    .executeTakeFirst();
  return open !== undefined;
}

/** Ends the step, and says whether it was there: nobody comes in by it twice. */
export async function endStep(tx: Transaction, { token }: Pick<ShownStep, 'token'>): Promise<boolean> {
  const ended = await tx
    .deleteFrom('sign_in_steps')
    .where('token_hash', '=', hashToken(token))
    .returning('user_id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Ends every step of a user: what protects the account has changed since the password was given. */
export async function endStepsOf(tx: Transaction, userId: UserId): Promise<void> {
  await tx.deleteFrom('sign_in_steps').where('user_id', '=', userId).execute();
}
