const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

/** A message as it follows DATA: its lines, and what must be written behind them. */
export interface WireData {
  readonly lines: Buffer;
  readonly end: string;
}

/**
 * Makes a message fit to follow DATA (RFC 5321 §4.5.2): a line that begins with a dot gets another, every line end is CRLF
 * (a lone CR or LF could end the message early for a careless reader), and a line with one dot ends it. A message that is
 * fit already, as ours are, is not copied.
 */
export function toWireData(message: Buffer): WireData {
  const lines = isClean(message) ? message : Buffer.from(cleaned(message), 'latin1');
  return { lines, end: lines.length === 0 || lines.at(-1) === LF ? '.\r\n' : '\r\n.\r\n' };
}

function isClean(message: Buffer): boolean {
  if (message[0] === DOT) return false;
  for (let at = message.indexOf(LF); at >= 0; at = message.indexOf(LF, at + 1))
    if (message[at - 1] !== CR || message[at + 1] === DOT) return false;
  for (let at = message.indexOf(CR); at >= 0; at = message.indexOf(CR, at + 1))
    if (message[at + 1] !== LF) return false;
  return true;
}

function cleaned(message: Buffer): string {
  return message
    .toString('latin1')
    .replace(/\r\n|\r|\n/g, '\r\n')
    .replace(/^\./gm, '..');
}
