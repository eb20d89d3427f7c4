import { domainToASCII } from 'node:url';

const ADDRESS_LENGTH_MAX = 254; // RFC 5321 §4.5.3.1.3, less the angle brackets
const LOCAL_LENGTH_MAX = 64;
const ATOMS = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/** An address that cannot be put on the wire. Carries no part of the address: it may end up in a log. */
export class MailAddressError extends Error {
  override name = 'MailAddressError';
}

/**
 * The form of an e-mail address that goes into an envelope and a header: `local@domain` in ASCII, an international
 * domain as punycode. Refuses what SMTP without SMTPUTF8 cannot carry or what could end the address early
 * (spaces, control characters, brackets, quotes, lists, letters beyond ASCII before the @).
 * @throws MailAddressError
 */
export function toWireAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const given = address.slice(at + 1);
  // NOTE: domainToASCII drops tabs and line ends on its own, so they are refused before it sees them.
  const domain = /^[!-~\u00a1-\u{10ffff}]+$/u.test(given) ? domainToASCII(given.toWellFormed()) : '';
  const wire = `${local}@${domain}`;
  const fits = local.length <= LOCAL_LENGTH_MAX && wire.length <= ADDRESS_LENGTH_MAX;
  if (at < 1 || !fits || !ATOMS.test(local) || !DOMAIN.test(domain)) {
    throw new MailAddressError('The e-mail address cannot be used in a message');
  }
  return wire;
}
