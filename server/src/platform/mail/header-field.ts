import { toWireAddress } from './mail-address.ts';

const LINE_MAX = 76;
const LINE_HARD_MAX = 998; // RFC 5322 §2.1.1
const QUOTED_NAME_MAX = 60;
const WORD_START = '=?UTF-8?B?';
const WORD_END = '?=';
const FOLD = '\r\n ';

/** A name and an address as people know them; the name may be any text. */
export interface Mailbox {
  name?: string;
  address: string;
}

/**
 * One line of text fit for a header: control characters and line ends of every kind become a space, so nothing
 * written by a person can begin another header; lone surrogates become U+FFFD.
 */
export function cleanHeaderText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** A field of free text such as Subject, folded, RFC 2047-encoded where it is not plain ASCII. Ends in CRLF. */
export function textField(name: string, text: string): string {
  const clean = cleanHeaderText(text);
  if (clean === '') return `${name}:\r\n`;
  const isPlain = /^[\x20-\x7e]*$/.test(clean) && !clean.includes('=?') && !clean.includes('  ');
  if (isPlain && name.length + 2 + clean.length <= LINE_MAX) return `${name}: ${clean}\r\n`;
  return `${name}: ${encodeWords(clean, name.length + 2)}\r\n`;
}

/**
 * A field holding one mailbox (From, To, Reply-To). Ends in CRLF.
 * @throws MailAddressError when the address cannot be put on the wire
 */
export function mailboxField(name: string, mailbox: Mailbox): string {
  const address = `<${toWireAddress(mailbox.address)}>`;
  const displayName = cleanHeaderText(mailbox.name ?? '');
  if (displayName === '') return `${name}: ${address}\r\n`;
  const phrase = encodePhrase(displayName, name.length + 2);
  const column = phrase.includes(FOLD) ? phrase.length - phrase.lastIndexOf(FOLD) - 2 : name.length + 2 + phrase.length;
  return `${name}: ${phrase}${column + 1 + address.length > LINE_MAX ? FOLD : ' '}${address}\r\n`;
}

/**
 * A field whose value has a grammar (List-Unsubscribe, Auto-Submitted …): ASCII only, folded at its spaces.
 * Ends in CRLF.
 * @throws RangeError when the value is not printable ASCII or a part of it is too long for a line
 */
export function structuredField(name: string, value: string): string {
  if (!/^[\x20-\x7e]*$/.test(value)) throw new RangeError(`The value of ${name} is not printable ASCII`);
  let field = `${name}:`;
  let column = field.length;
  for (const token of value.split(' ').filter((part) => part !== '')) {
    if (token.length > LINE_HARD_MAX - LINE_MAX) throw new RangeError(`A part of ${name} is too long for a line`);
    const folds = column + 1 + token.length > LINE_MAX && column > name.length + 1;
    field += folds ? FOLD + token : ` ${token}`;
    column = folds ? token.length + 1 : column + 1 + token.length;
  }
  return `${field}\r\n`;
}

function encodePhrase(text: string, column: number): string {
  const isQuotable = /^[\x20-\x7e]*$/.test(text) && text.length <= QUOTED_NAME_MAX && !text.includes('=?');
  return isQuotable ? `"${text.replace(/["\\]/g, '\\$&')}"` : encodeWords(text, column);
}

/** RFC 2047 words of at most 75 characters, never split inside a character, one per line after the first. */
function encodeWords(text: string, firstColumn: number): string {
  const words: string[] = [];
  let chunk = '';
  let chunkBytes = 0;
  let bytesMax = wordBytes(firstColumn);
  for (const character of text) {
    const size = Buffer.byteLength(character);
    if (chunkBytes + size > bytesMax) {
      words.push(chunk);
      chunk = '';
      chunkBytes = 0;
      bytesMax = wordBytes(1);
    }
    chunk += character;
    chunkBytes += size;
  }
  words.push(chunk);
  return words.map((word) => WORD_START + Buffer.from(word).toString('base64') + WORD_END).join(FOLD);
}

function wordBytes(column: number): number {
  const room = LINE_MAX - column - WORD_START.length - WORD_END.length;
  return Math.max(4, Math.floor(room / 4) * 3); // base64 turns 3 bytes into 4 characters; 4 bytes hold any character
}
