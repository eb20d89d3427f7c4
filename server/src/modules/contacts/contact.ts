import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * A phone number as people in Brazil and Latin America type it, in E.164; numbers without a country are Brazilian.
 * Null when it cannot be a number.
 */
export function normalizePhone(typed: string): string | null {
  const known = wellFormedBrazilian(typed) ?? parsedPhone(typed);
  const dialled = known === null ? asDialled(typed) : typed;
  return known ?? (dialled === typed ? null : parsedPhone(dialled));
}

/** A typed search as names and values are kept: its spaces counted once, each letter and its accent one sign. */
export function tidySearch(typed: string): string {
  return typed.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/**
 * What a typed search looks for: spaces count once, and a phone as people read it, '(11) 99070-3374', is looked for by its
 * digits, which is how phones are kept.
 */
export function searchedText(typed: string): string {
  const text = tidySearch(typed);
  // Few digits may be of a name or an address: 'Room 12'.
  const isPhone = /^\+?[\d\s().-]+$/.test(text) && (/[+(]\d/.test(text) || /(\d\D*){4}/.test(text));
  return isPhone ? text.replace(/\D/g, '') : text;
}

// cspell:ignore ramal extensão extensión anexo interno
const extension = /[\s,;/-]*(?:\b(?:ramal|extensão|extensión|ext|anexo|interno|int|x)\b)[\s.:]*\d{1,6}\s*$/iu;

/**
 * A number that the parser does not know as people write it: an extension behind it, which no message can dial; `0xx11`,
 * where the x stand for any carrier; `00` before a country; and the 1 of Mexican mobiles, which went out of use in 2019.
 */
function asDialled(typed: string): string {
  return typed
    .slice(0, 60)
    .trim()
    .replace(extension, '')
    .replace(/^\(?0\s*xx\s*\)?\s*(?=\(?\d{2})/i, '')
    .replace(/^00\s*(?=[1-9])/, '+')
    .replace(/^\+?\s*52\s*1[\s.-]*(?=(?:\D*\d){10}$)/, '+52 ');
}

/**
 * The common case without the parser's cost, for files of a million rows: area code and a mobile of nine digits or a fixed
 * line of eight, with or without 55. A property test holds it to the parser's answer.
 */
function wellFormedBrazilian(typed: string): string | null {
  const digits = /^[\d\s().+-]+$/.test(typed) ? typed.replace(/[\s().-]/g, '') : '';
  const number = /^(?:\+?55)?([1-9][1-9](?:9\d{8}|[2-5]\d{7}))$/.exec(digits);
  return number ? `+55${number[1]}` : null;
}

/** The answer of libphonenumber alone: what `normalizePhone` must always agree with. */
export function parsedPhone(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, 'BR');
  return number?.isValid() ? number.number : null;
}

/** 'Maria da Silva' → 'Ma*** da Si***' (decision 20). Particles stay; of other parts of up to three letters nothing is shown (decision 59). */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => (particles.has(word) ? word : maskPart(word)))
    .join(' ');
}

/** The parts of a name that say who it is: 'Maria da Silva' → 'Maria', 'Silva'. */
export function namesIn(name: string): string[] {
  return name.split(/\s+/).filter((word) => word !== '' && !particles.has(word.toLowerCase()));
}

/** What stands between the names of a person and says nothing of who it is. */
const particles = new Set([
  'da',
  'de',
  'do',
  'das',
  'dos',
  'del',
  'di',
  'du',
  'e',
  'y',
  'la',
  'las',
  'los',
  'van',
  'von',
]);

/** 'maria@example.com' → 'ma***@ex***.com' (decision 20), 'li@x.com' → '***@***.com' (decision 59). */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  const dot = domain.indexOf('.');
  return `${maskPart(local)}@${maskPart(domain.slice(0, dot))}${domain.slice(dot)}`;
}

/** Nothing is shown of a day that belongs to a person, but that it is known. */
export function maskDay(day: string): string {
  return day.replace(/^\d{4}-\d{2}-\d{2}$/, '**/**/****');
}

/** The first two letters of a part; of three letters or fewer, none: two of them would tell it. */
function maskPart(part: string): string {
  const letters = Array.from(part);
  return letters.length <= 3 ? '***' : `${letters.slice(0, 2).join('')}***`;
}

/** '+5511987654321' → '+55 11 9****-**21' (decision 20). Other countries keep their code and the last two digits. */
export function maskPhone(tel: string): string {
  const brazilian = /^\+55(\d{2})(\d)\d+(\d{2})$/.exec(tel);
  if (brazilian) return `+55 ${brazilian[1]} ${brazilian[2]}****-**${brazilian[3]}`;
  const code = parsePhoneNumberFromString(tel)?.countryCallingCode ?? tel.slice(1, 3);
  return `+${code} ****-**${tel.slice(-2)}`;
}

/** The country of a number in E.164, ISO 3166-1 alpha-2; null where its code is of no country. */
export function countryOfPhone(tel: string): string | null {
  return parsePhoneNumberFromString(tel)?.country ?? null;
}
