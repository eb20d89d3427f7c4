const brazil = '+55';
const brazilDigitsMax = 11;
/** ITU-T E.164. */
const digitsMax = 15;

/** Whether what is typed is a number of another country than Brazil: it begins with its code. */
export function isForeign(typed: string): boolean {
  const text = typed.trim();
  return text.startsWith('+') && !text.startsWith(brazil) && !brazil.startsWith(text);
}

/** What is typed, in the mask (00) 0 0000-0000 of a Brazilian mobile phone; a number of another country as it is. */
export function maskPhone(typed: string): string {
  if (isForeign(typed)) return `+${digitsOf(typed).slice(0, digitsMax)}`;
  if (typed.trim() === '+') return '+';
  const digits = nationalDigits(typed);
  const [area, first, second, third] = [digits.slice(0, 2), digits.slice(2, 3), digits.slice(3, 7), digits.slice(7)];
  if (first === '') return area === '' ? '' : `(${area}`;
  return `(${area}) ${first}${second && ` ${second}`}${third && `-${third}`}`;
}

/** The number in E.164, as far as it is typed; an empty text for none. */
export function phoneOf(masked: string): string {
  if (isForeign(masked)) return masked;
  const digits = nationalDigits(masked);
  return digits === '' ? '' : `${brazil}${digits}`;
}

/** Whether a number in E.164 is whole: a Brazilian mobile phone, or any of another country. */
export function isWholePhone(phone: string): boolean {
  return phone.startsWith(brazil) ? /^\+55[1-9]{2}9\d{8}$/.test(phone) : /^\+\d{8,15}$/.test(phone);
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
