import type { SignUpPinId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import type { PinMailState } from '@escuta/contract/sign-up';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { newId } from '#platform/crypto/ids.ts';
import { hashToken } from '#platform/crypto/secrets.ts';
import { refuse } from '#platform/http/refusal.ts';
import { callerAddress } from '#platform/limits/caller-address.ts';
import { mailState, queueMail } from '#platform/mail/transactional/queue-mail.ts';
import { isEmailTaken } from '../create-owner.ts';
import { pinMail } from '../mails/pin-mail.ts';
import { hashPin, newPin, pinLifeMs } from './pin.ts';
import { countSignUp } from './sign-up-counts.ts';
import { freeMailDomains, isWorkEmail } from './work-email.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'config'>;

interface Asked {
  readonly email: string;
  readonly language: Language;
  readonly address: string;
  /** The cookie of the browser that asks: it alone may show the pin. */
  readonly device: string;
}

/**
 * Sends a pin to a work e-mail. Refuses FREE_EMAIL, EMAIL_ALREADY_SIGNUP and, with `retryAfter`, TOO_MANY_REQUESTS: what an
 * address asks about is counted whatever the answer, so that nobody can go through a list of e-mails.
 */
export async function sendPin(context: Deps, { email, language, address, device }: Asked): Promise<SignUpPinId> {
  const { database, clock, secrets, config } = context;
  const now = clock.now();
  if (!isWorkEmail(freeMailDomains(config.freeMailDomains), email)) throw refuse('FREE_EMAIL');
  // In a transaction of its own: the count stays when the e-mail is refused.
  const isTaken = await database.withSystem(async (tx) => {
    await countSignUp(tx, secrets, { limit: 'e-mails of an address', of: callerAddress(address), now });
    return isEmailTaken(tx, email);
  });
  if (isTaken) throw refuse('EMAIL_ALREADY_SIGNUP');

  const id = newId<SignUpPinId>();
  const pin = newPin();
  await database.withSystem(async (tx) => {
    await countSignUp(tx, secrets, { limit: 'pins of an e-mail', of: email, now });
    const content = pinMail({ language, pin });
    const mailId = await queueMail(tx, secrets, { to: email, content, now, usefulMs: pinLifeMs });
    await tx
      .insertInto('sign_up_pins')
      .values({
        id,
        email,
        pin_hash: hashPin(secrets, id, pin),
        device_hash: hashToken(device),
        mail_id: mailId,
        created_at: now,
        expires_at: new Date(now.getTime() + pinLifeMs),
      })
      .execute();
  });
  return id;
}

/** What became of a pin's mail. Refuses NOT_FOUND to any browser but the one that asked for the pin. */
export function pinMailState({ database }: Deps, id: SignUpPinId, device: string | undefined): Promise<PinMailState> {
  return database.withSystem(async (tx) => {
    const pin = await tx
      .selectFrom('sign_up_pins')
      .select('mail_id')
      .where('id', '=', id)
      .where('device_hash', '=', hashToken(device ?? ''))
      .executeTakeFirst();
    if (!pin) throw refuse('NOT_FOUND');
    return (await mailState(tx, pin.mail_id)) ?? 'given_up';
  });
}
