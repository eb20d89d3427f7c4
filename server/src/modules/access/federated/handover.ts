import type { UserId } from '@escuta/contract/ids';
import { hashToken, newToken } from '#platform/crypto/secrets.ts';
import type { Transaction } from '#platform/db/database.ts';

/** From the provider's answer to the page's question for the session: two requests of one browser in a row. */
const handoverLifeMs = 60_000;

/** Notes that this user may take a session in the browser whose flow has this state. Answers the code to take it with. */
export async function handOver(
  tx: Transaction,
  { userId, state, keepMeLoggedIn }: { userId: UserId; state: string; keepMeLoggedIn: boolean },
  now: Date,
): Promise<string> {
  const code = newToken();
  await tx
    .insertInto('federated_handovers')
    .values({
      code_hash: hashToken(code),
      browser_hash: hashToken(state),
      user_id: userId,
      keep_signed_in: keepMeLoggedIn,
      expires_at: new Date(now.getTime() + handoverLifeMs),
    })
    .execute();
  return code;
}

/** Takes it, once: undefined for a code that is none, is used, is late, or was given to another browser. */
export async function takeHandover(tx: Transaction, { code, state }: { code: string; state: string }, now: Date) {
  const taken = await tx
    .deleteFrom('federated_handovers')
    .where('code_hash', '=', hashToken(code))
    .returning(['user_id', 'browser_hash', 'keep_signed_in', 'expires_at'])
    .executeTakeFirst();
  if (!taken || taken.expires_at <= now || !taken.browser_hash.equals(hashToken(state))) return undefined;
  return taken;
}
