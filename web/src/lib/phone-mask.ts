const brazil = '+55';
const brazilDigitsMax = 11;
/** Without its area. */
const fixedLineDigits = 8;
/** ITU-T E.164. */
const digitsMax = 15;

/** Whether what is typed is a number of another country than Brazil: it begins with its code. */
export function isForeign(typed: string): boolean {
  const text = typed.trim();
  return text.startsWith('+') && !text.startsWith(brazil) && !brazil.startsWith(text);
}

/**
 * What is typed, in the mask (00) 0 0000-0000 of a Brazilian mobile phone, or (00) 0000-0000 of a fixed line; a number of another
 * country as it is.
 */
export function maskPhone(typed: string): string {
  if (isForeign(typed)) return foreignNumber(typed);
  if (typed.trim() === '+') return '+';
  const digits = nationalDigits(typed);
  const [area, number] = [digits.slice(0, 2), digits.slice(2)];
  if (number === '') return area === '' ? '' : `(${area}`;
  const isMobile = number.startsWith('9');
  const [first, rest] = isMobile ? [number.slice(0, 1), number.slice(1)] : ['', number.slice(0, fixedLineDigits)];
  const parts = [first, `${rest.slice(0, 4)}${rest.length > 4 ? `-${rest.slice(4)}` : ''}`];
  return `(${area}) ${parts.filter((part) => part !== '').join(' ')}`;
}

/** The number in E.164, as far as it is typed; an empty text for none. */
export function phoneOf(masked: string): string {
  if (isForeign(masked)) return `+${digitsOf(masked)}`;
  const digits = nationalDigits(masked);
  return digits === '' ? '' : `${brazil}${digits}`;
}

/** Whether a number in E.164 is whole: a Brazilian mobile phone, or any of another country. */
export function isWholePhone(phone: string): boolean {
  return phone.startsWith(brazil) ? /^\+55[1-9]{2}9\d{8}$/.test(phone) : /^\+\d{8,15}$/.test(phone);
}

/** With the spaces and signs that people write in it, up to its last digit. */
function foreignNumber(typed: string): string {
  let left = digitsMax;
  const written = typed
    .trimStart()
    .slice(1)
    .replace(/[^\d ().-]/g, '');
  return `+${written.replace(/\d/g, (digit) => (left-- > 0 ? digit : ''))}`;
}

function nationalDigits(typed: string): string {
  const text = typed.trim();
  const national = text.startsWith(brazil) ? text.slice(brazil.length) : text;
  const digits = digitsOf(national);
  // Pasted with the code of the country and without its sign.
  const own = digits.length > brazilDigitsMax && digits.startsWith('55') ? digits.slice(2) : digits;
  return own.slice(0, brazilDigitsMax);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
