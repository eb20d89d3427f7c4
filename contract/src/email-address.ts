import { decodePunycode, encodePunycode } from './punycode.ts';

/*
 * The one rule for e-mail addresses. What is stored is what goes on the wire, letter for letter: so the hash under which an
 * address is unsubscribed, the key that keeps it unique and the mailbox that it reaches are always of the same thing.
 */

export const emailLengthMax = 254; // RFC 5321 §4.5.3.1.3, less the angle brackets

/**
 * An address of at most `shortEmailMax` signs as it is stored: lower-cased ASCII, before the @ without a dot at either end or
 * two in a row (RFC 5321 §4.1.2), then labels of letters, digits and inner hyphens, the last without digits or international
 * (`xn--`): no number of a host passes for a domain. PostgreSQL reads the same expression in the same way.
 */
export const shortEmailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]+(-+[a-z0-9]+)*\.)+([a-z]{2,}|xn--[a-z0-9]+(-+[a-z0-9]+)*)$/;
export const shortEmailMax = 64;

/**
 * Any address as it is stored: at most 64 signs before the @, and at most 63 in each label. Counting them costs PostgreSQL
 * ten times the rest, which short addresses need not pay.
 */
export const emailPattern = new RegExp(`^(?=[^@]{1,64}@)(?![^@]*@.*[a-z0-9-]{64})${shortEmailPattern.source.slice(1)}`);

/** Longer than any address can be before its domain is put into ASCII; nothing longer is looked at. */
const typedLengthMax = 320;
const international = 'xn--';

/**
 * Letters that a domain may hold beyond ASCII. Greek with its older accents, fillers and Old Cyrillic forms are read as other
 * letters by name servers, so they are refused rather than sent to somebody else.
 */
const labelPattern = /^(?:[\p{L}\p{Nd}])(?:[\p{L}\p{M}\p{Nd}-]*[\p{L}\p{M}\p{Nd}])?$/u;
const otherwiseRead = /[\u115f\u1160\u1c80-\u1c88\u1f00-\u1fff]/;
const scriptsOfDomains =
  /^[-0-9\p{M}\p{Nd}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Devanagari}]+$/u;

/**
 * The form in which an address is stored, or null when it is none: trimmed, lower-cased, an international domain in ASCII
 * (RFC 5891). What name servers would read as other letters is refused, never replaced.
 */
export function normalizeEmail(typed: string): string | null {
  const given = typed.trim();
  if (given.length > typedLengthMax) return null;
  const address = isAscii(given) ? given.toLowerCase() : withAsciiDomain(given);
  return address !== null && isStoredEmail(address) ? address : null;
}

/** Whether this is an address in the form in which addresses are stored and sent. */
export function isStoredEmail(address: string): boolean {
  return address.length <= emailLengthMax && emailPattern.test(address);
}

/** A stored address as people read it: an international domain in its own letters, where it has only one way to be written. */
export function readableEmail(address: string): string {
  if (!address.includes(international)) return address;
  const at = address.lastIndexOf('@');
  const domain = address
    .slice(at + 1)
    .split('.')
    .map(readableLabel)
    .join('.');
  return `${address.slice(0, at)}@${domain}`;
}

function withAsciiDomain(given: string): string | null {
  const at = given.lastIndexOf('@');
  const local = given.slice(0, at);
  if (!isAscii(local)) return null;
  const labels = given
    .slice(at + 1)
    .split('.')
    .map(asciiLabel);
  return labels.includes(null) ? null : `${local.toLowerCase()}@${labels.join('.')}`;
}

function asciiLabel(given: string): string | null {
  if (isAscii(given)) return given.toLowerCase();
  const composed = given.normalize('NFC');
  // One letter at a time: at the end of a word, some letters have a small form of their own.
  const label = Array.from(composed, (letter) => letter.toLowerCase())
    .join('')
    .normalize('NFC');
  const isOneReading = composed.normalize('NFKC') === composed && label.normalize('NFKC') === label;
  const isLabel = labelPattern.test(label) && scriptsOfDomains.test(label) && !otherwiseRead.test(label);
  return isOneReading && isLabel && !isAscii(label) ? `${international}${encodePunycode(label)}` : null;
}

function readableLabel(label: string): string {
  if (!label.startsWith(international)) return label;
  const readable = decodePunycode(label.slice(international.length));
  return readable !== null && asciiLabel(readable) === label ? readable : label;
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- ASCII holds control signs
  return /^[\x00-\x7f]*$/.test(text);
}
