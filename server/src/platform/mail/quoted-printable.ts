const LINE_CONTENT_MAX = 75; // RFC 2045 6.7 allows 76 with the soft break's `=`
const CRLF = '\r\n';
const PLAIN_VALUE = /^(?![. ]|From )[!-<>-~ ]{0,69}[!-<>-~]$/;
const HEX = Array.from({ length: 256 }, (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);

/**
 * Encodes text as quoted-printable in UTF-8 (RFC 2045 §6.7): lines of at most 76 characters, every kind of line
 * end becomes CRLF, no space before a line end. The result is ASCII and can be placed wherever a line begins,
 * which is what lets a template be encoded once and its values separately. No line begins with a dot or `From `,
 * which some relays change.
 */
export function encodeQuotedPrintable(text: string): string {
  if (PLAIN_VALUE.test(text)) return text;
  return text
    .split(/\r\n|\r|\n/)
    .map(encodeLine)
    .join(CRLF);
}

/**
 * Ends an encoded piece so that another one may follow it without a line break between them once decoded:
 * a soft line break, unless the piece is empty or already at the beginning of a line.
 */
export function endWithSoftBreak(encoded: string): string {
  return encoded === '' || encoded.endsWith(CRLF) ? encoded : `${encoded}=${CRLF}`;
}

function encodeLine(line: string): string {
  const bytes = Buffer.from(line, 'utf8');
  let encoded = '';
  let column = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    const isLast = index === bytes.length - 1;
    const mayStay = isPlain(byte, isLast) && !(column === 0 && startsBadly(bytes, index));
    const unit = mayStay ? String.fromCharCode(byte) : (HEX[byte] ?? '');
    if (column + unit.length > LINE_CONTENT_MAX) {
      encoded += `=${CRLF}`;
      column = 0;
      index--; // the same byte again: at the beginning of a line it may need the other form
      continue;
    }
    encoded += unit;
    column += unit.length;
  }
  return encoded;
}

function isPlain(byte: number, isLast: boolean): boolean {
  if (byte === 0x20 || byte === 0x09) return !isLast;
  return byte > 0x20 && byte < 0x7f && byte !== 0x3d;
}

function startsBadly(bytes: Buffer, index: number): boolean {
  return bytes[index] === 0x2e || bytes.toString('latin1', index, index + 5) === 'From ';
}
