import { codePattern } from '@escuta/contract/second-factor';
import type { UserId } from '@escuta/contract/ids';
import { openSealed } from '#platform/crypto/sealed-text.ts';
import type { SealedColumn } from '#platform/crypto/reseal.ts';
import type { SealContext } from '#platform/crypto/sealed-text.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';
import type { Transaction } from '#platform/db/database.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { stepOf } from './totp.ts';

interface TypedCode {
  readonly userId: UserId;
  /** Six digits of the authenticator, or a recovery code. */
  readonly typed: string;
  readonly now: Date;
}

/** What a user's key is sealed for. */
export function keySeal(userId: UserId): SealContext {
  return { purpose: 'authenticators.sealed_key', owner: userId };
}

/** The keys that the codes of authenticators are made of. */
export const sealedAuthenticatorKeys: SealedColumn = {
  table: 'authenticators',
  column: 'sealed_key',
  key: 'user_id',
  seal: { of: 'system', context: (userId) => keySeal(userId as UserId) },
};

/** Uses a code of a confirmed authenticator up, or a recovery code, and says which it was; undefined for neither. */
export async function takeCode(
  tx: Transaction,
  secrets: Secrets,
  { userId, typed, now }: TypedCode,
): Promise<'code' | 'recovery' | undefined> {
  if (!codePattern.test(typed))
    return (await takeRecoveryCode(tx, secrets, { userId, typed, now })) ? 'recovery' : undefined;
  const authenticator = await tx
    .selectFrom('authenticators')
    .select('sealed_key')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const step = authenticator && stepOf(openSealed(secrets, keySeal(userId), authenticator.sealed_key), typed, now);
  if (step === undefined || step === null) return undefined;
  return (await takeStep(tx, userId, step)) ? 'code' : undefined;
}

/** Takes a time step, if no code of it or of a later one was taken: one statement, so of two processes one has it. */
async function takeStep(tx: Transaction, userId: UserId, step: number): Promise<boolean> {
  const taken = await tx
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}
