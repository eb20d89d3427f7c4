import { randomInt } from 'node:crypto';
import type { UserId } from '@escuta/contract/ids';
import { signaturesOf } from '#platform/crypto/secrets.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';
import type { Transaction } from '#platform/db/database.ts';

/** Hashed under a key of ours: 50 bits are too few for a plain hash that somebody has stolen. */
const purpose = 'recovery codes';
const codesCount = 10;
const halfLength = 5;
/** Base 32: no digit that is taken for a letter. Ten of them are 50 bits. */
const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** Writes new recovery codes in place of all earlier ones, and answers them: afterwards only their hashes are known. */
export async function writeRecoveryCodes(tx: Transaction, secrets: Secrets, userId: UserId): Promise<string[]> {
  const codes = Array.from({ length: codesCount }, newCode);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: secrets.sign(purpose, messageOf(userId, code)) })))
    .execute();
  return codes;
}

/** Uses a recovery code up, and says whether there was one: of two at once only one has it. */
export async function takeRecoveryCode(
  tx: Transaction,
  secrets: Secrets,
  { userId, typed, now }: { userId: UserId; typed: string; now: Date },
): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    // Also a code that was written under a key of before: people keep them for years.
    .where('code_hash', 'in', signaturesOf(secrets, purpose, messageOf(userId, typed)))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** How many codes of a user are left. */
export async function countRecoveryCodes(tx: Transaction, userId: UserId): Promise<number> {
  const left = await tx
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left.count);
}

function newCode(): string {
  const half = () => Array.from({ length: halfLength }, () => letters[randomInt(letters.length)]).join('');
  return `${half()}-${half()}`;
}

function messageOf(userId: UserId, code: string): string {
  return `${userId}\n${code.replace('-', '').toLowerCase()}`;
}
