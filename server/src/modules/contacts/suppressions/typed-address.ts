import { normalizeEmail } from '@escuta/contract/email-address';
import { addressFields, sendChannels } from '@escuta/contract/sends';
import type { SendChannel } from '@escuta/contract/sends';
import { normalizePhone } from '../contact.ts';

/** An address in the form in which contacts have it, and the channels that reach it. */
export interface TypedAddress {
  readonly address: string;
  readonly channels: readonly SendChannel[];
}

/** An e-mail address or a phone as people type it; null where it is neither. */
export function readTypedAddress(typed: string): TypedAddress | null {
  const field = typed.includes('@') ? 'email' : 'tel';
  const address = field === 'email' ? normalizeEmail(typed) : normalizePhone(typed);
  if (address === null) return null;
  return { address, channels: sendChannels.filter((channel) => addressFields[channel] === field) };
}
