import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * A phone number as people in Brazil and Latin America type it, in E.164; numbers without a country are Brazilian.
 * Null when it cannot be a number.
 */
export function normalizePhone(typed: string): string | null {
  return wellFormedBrazilian(typed) ?? parsedPhone(typed);
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

/** 'Maria da Silva' → 'Ma*** da Si***' (decision 20). Particles of up to two letters stay. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => ([...word].length <= 2 ? word : `${[...word].slice(0, 2).join('')}***`))
    .join(' ');
}

/** 'maria@example.com' → 'ma***@ex***.com' (decision 20). */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  const dot = domain.indexOf('.');
  return `${local.slice(0, 2)}***@${domain.slice(0, Math.min(2, dot))}***${domain.slice(dot)}`;
}

/** '+5511987654321' → '+55 11 9****-**21' (decision 20). Other countries keep their code and the last two digits. */
export function maskPhone(tel: string): string {
  const brazilian = /^\+55(\d{2})(\d)\d+(\d{2})$/.exec(tel);
  if (brazilian) return `+55 ${brazilian[1]} ${brazilian[2]}****-**${brazilian[3]}`;
  return `${tel.slice(0, 3)} ****-**${tel.slice(-2)}`;
}
