/**
 * How a person is named in what we write to them. No zod here: rules of texts only.
 *
 * A name is typed or imported by somebody else than the person who reads it, and goes out in the company's name. What
 * could be read as a link, a formula or another line counts as no name at all.
 */

/** What no name holds: addresses, formulas, markup, placeholders, and signs that nobody sees. */
const NOT_A_NAME = /[@=<>\{\}\|\p{Cc}\p{Zl}\p{Zp}]|[\p{Cf}--[\u200c\u200d]]|:\/\/|https?|www\./iv;
/** Two letters or more on both sides of a dot, as in `mal.example`; initials and abbreviations have a capital or a space. */
const DOMAIN = /[\p{L}\p{N}\-]{2}\.(?:\p{Ll}{2,24}|\p{Lu}{2,24})(?!\p{L})/v;
const FORMULA = /^\s*[+\-]\s*[\p{L}\d]/v;
const particles = new Set(['da', 'das', 'de', 'del', 'do', 'dos', 'e', 'la', 'los', 'y']);
const wordLengthMax = 40;

/**
 * The whole name of a person as a message may carry it, in title case where it was kept in capitals or in small letters
 * alone; empty when there is none (an address or a telephone number kept in its place, a link, a formula).
 */
export function messageName(name: string): string {
  if (NOT_A_NAME.test(name) || FORMULA.test(name) || looksLikeDomain(name)) return '';
  const words = name
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => word !== '');
  // The first word is the one that people are greeted with.
  if (!/\p{L}/v.test(words[0] ?? '') || words.some((word) => word.length > wordLengthMax)) return '';
  const whole = words.join(' ');
  return withTitleCase(whole);
}

/** The first name of a person, to greet them with; empty when there is none. */
export function greetingName(name: string): string {
  return firstOf(messageName(name));
}

/** The first name of what `messageName` gave. */
export function firstOf(wholeName: string): string {
  const first = wholeName.split(' ', 1)[0] ?? '';
  return first.replace(/[^\p{L}\p{M}\p{N}.]+$/v, '').replace(/^[^\p{L}\p{N}]+/v, '');
}

/** Whether a text names a place of the web, as a sender's name must not. */
export function looksLikeDomain(text: string): boolean {
  return text.includes('.') && DOMAIN.test(text);
}

/** Whether the name of a sender could be taken for an address or a site, which is how somebody else is impersonated. */
export function looksLikeAddress(senderName: string): boolean {
  return /[@＠]|:\/\/|www\./iv.test(senderName) || looksLikeDomain(senderName);
}

/** A name in title case, where it is in capitals or in small letters alone: 'MARIA DA SILVA' as 'Maria da Silva'. */
export function withTitleCase(name: string): string {
  return isInOneCase(name) ? titleCase(name.split(' ')) : name;
}

/** Whether a name is in capitals or in small letters alone. Two capitals alone are initials. */
export function isInOneCase(name: string): boolean {
  const letters = name.replace(/\P{L}/gv, '');
  if (letters.toLowerCase() === letters.toUpperCase()) return false;
  return name === name.toLowerCase() || (name === name.toUpperCase() && letters.length > 2);
}

function titleCase(words: readonly string[]): string {
  return words
    .map((word, at) => {
      const low = word.toLowerCase();
      if (at > 0 && particles.has(low)) return low;
      return low.replace(
        /(^|[\-'’])(\p{L})/gv,
        (_all, before: string, letter: string) => before + letter.toUpperCase(),
      );
    })
    .join(' ');
}
