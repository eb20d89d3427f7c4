import { randomInt } from 'node:crypto';
import { pinLength } from '@escuta/contract/sign-up';
import type { Secrets } from '#platform/crypto/secrets.ts';

/** How long a pin is good for (ASVS 6.5.5). */
export const pinLifeMs = 10 * 60_000;
/** How often it may be tried: then it is void. */
export const pinTriesMax = 5;
/** How long one may go on signing up without another pin. */
export const tokenLifeMs = 24 * 3_600_000;

/** A new pin, each as likely as any other. */
export function newPin(): string {
  return String(randomInt(10 ** pinLength)).padStart(pinLength, '0');
}

/** How a pin is kept: under a key of ours and with its id, since four digits alone are soon found. */
export function hashPin(secrets: Secrets, pinId: string, pin: string): Buffer {
  return secrets.sign('sign-up pin', `${pinId}\n${pin}`);
}
