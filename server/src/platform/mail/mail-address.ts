import { isStoredEmail } from '@escuta/contract/email-address';

/** An address that cannot be put on the wire. Carries no part of the address: it may end up in a log. */
export class MailAddressError extends Error {
  override name = 'MailAddressError';
}

/**
 * The form of an e-mail address that goes into an envelope and a header: the one in which it is stored, unchanged. What
 * could end the address early (spaces, control characters, brackets, quotes, lists) or reach another mailbox is refused.
 * @throws MailAddressError
 */
export function toWireAddress(address: string): string {
  if (!isStoredEmail(address)) throw new MailAddressError('The e-mail address cannot be used in a message');
  return address;
}
