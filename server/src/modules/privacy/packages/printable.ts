/** Signs of Windows-1252 beyond Latin 1 that people write. */
const others = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/**
 * A text in the signs that every reader of PDF has a font for (Windows-1252): all of Portuguese, Spanish and English. A letter
 * with another accent stands without it, and any other sign as a question mark; the JSON beside has them as they are.
 */
export function printable(text: string): string {
  return signsOf(text)
    .map((sign) => shownAs(sign) ?? '?')
    .join('');
}

/** Whether signs of a text stand as question marks in its printable form. */
export function losesSigns(text: string): boolean {
  return signsOf(text).some((sign) => shownAs(sign) === undefined);
}

function signsOf(text: string): string[] {
  return Array.from(text.normalize('NFC').replaceAll(/[\u202f\u2009]/g, ' '));
}

function shownAs(sign: string): string | undefined {
  return [sign, sign.normalize('NFD').charAt(0)].find(isKnown);
}

function isKnown(sign: string): boolean {
  const code = sign.codePointAt(0) ?? 0;
  return code === 10 || (code >= 32 && code < 127) || (code >= 160 && code < 256) || others.includes(sign);
}
