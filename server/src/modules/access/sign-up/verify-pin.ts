import { sql } from 'kysely';
import type { SignUpPinId } from '@escuta/contract/ids';
import type { SignUpUser } from '@escuta/contract/sign-up';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { hashToken, newToken } from '#platform/crypto/secrets.ts';
import { callerAddress } from '#platform/limits/caller-address.ts';
import { hashPin, pinTriesMax, tokenLifeMs } from './pin.ts';
import { presentSignUp } from './present-sign-up.ts';
import { countSignUp } from './sign-up-counts.ts';
import { findSignUp } from './find-sign-up.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets'>;

interface Shown {
  readonly pinId: SignUpPinId;
  readonly pin: string;
  readonly email: string;
  readonly address: string;
  readonly device: string | undefined;
}

type Verified =
  | { readonly invalid: true; readonly token: null; readonly user: null }
  | { readonly invalid: false; readonly token: string; readonly user: SignUpUser | null };

/**
 * Verifies a pin, which is good once, with its id, its e-mail and its browser together. Gives a token that proves the e-mail,
 * and what was typed in an earlier sign-up. A wrong pin, a void one and one too late all answer the same.
 */
export async function verifyPin({ database, clock, secrets }: Deps, shown: Shown): Promise<Verified> {
  const { pinId, pin, email, address, device } = shown;
  const now = clock.now();
  const token = newToken();
  const hash = hashPin(secrets, pinId, pin);
  return database.withSystem(async (tx) => {
    await countSignUp(tx, secrets, { limit: 'tries of an address', of: callerAddress(address), now });
    await countSignUp(tx, secrets, { limit: 'tries of everybody', of: '', now });
    // The try is counted and judged in one statement: of many at once no sixth is looked at.
    const { rows } = await sql<{ right: boolean }>`
      UPDATE sign_up_pins SET
        tries = tries + 1,
        used_at = CASE WHEN pin_hash = ${hash} THEN ${now}::timestamptz END,
        token_hash = CASE WHEN pin_hash = ${hash} THEN ${hashToken(token)}::bytea END,
        token_expires_at = CASE WHEN pin_hash = ${hash} THEN ${new Date(now.getTime() + tokenLifeMs)}::timestamptz END
      WHERE id = ${pinId} AND email = ${email} AND device_hash = ${hashToken(device ?? '')}
        AND used_at IS NULL AND tries < ${pinTriesMax} AND expires_at > ${now}
      RETURNING used_at IS NOT NULL AS "right"
    `.execute(tx);
    if (!rows[0]?.right) return { invalid: true, token: null, user: null };
    const found = await findSignUp(tx, email);
    return { invalid: false, token, user: found ? presentSignUp(found) : null };
  });
}
