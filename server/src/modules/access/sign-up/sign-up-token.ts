import type { Transaction } from '#platform/db/database.ts';
import { hashToken } from '#platform/crypto/secrets.ts';
import { refuse } from '#platform/http/refusal.ts';

/** The e-mail that a token proves. Refuses SIGN_UP_NOT_VERIFIED. */
export async function verifiedEmail(tx: Transaction, token: string, now: Date): Promise<string> {
  const pin = await tx
    .selectFrom('sign_up_pins')
    .select('email')
    .where('token_hash', '=', hashToken(token))
    .where('token_expires_at', '>', now)
    .executeTakeFirst();
  if (!pin) throw refuse('SIGN_UP_NOT_VERIFIED');
  return pin.email;
}
