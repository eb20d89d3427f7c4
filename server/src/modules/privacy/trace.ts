/** What is known of somebody who is to be forgotten. */
export interface Known {
  readonly name: string;
  /** The parts of the name that say who it is, without what stands between them. */
  readonly names: readonly string[];
  readonly email: string | null;
  /** E.164. */
  readonly tel: string | null;
  /** The id that the company's own systems give the person. */
  readonly externalId: string | null;
  /** CPF and CNPJ, without their signs. */
  readonly documents: readonly string[];
}

/** What stands where a text said who somebody is. */
export const taken = '***';

const letters = 'A-Za-zÀ-ÖØ-öø-ÿ';
/** Letters that people write for one another: accents are left out and put where none belongs. */
const alike = ['aàáâãäå', 'cç', 'eèéêë', 'iìíîï', 'nñ', 'oòóôõö', 'uùúûü', 'yýÿ']; // cspell:disable-line

/** Shorter ids are a score or the number of a room as often. */
const externalIdLengthMin = 4;

/**
 * What says for certain who somebody is, in any text: their address, their phone and CPF or CNPJ however they are written, their
 * whole name where it has two parts or more, and the id of the company's systems where it stands alone, as in a cell. The source of a regular expression that JavaScript and PostgreSQL read alike, whatever the
 * locale of the database; null where nothing is known.
 */
export function patternOf({ name, names, email, tel, externalId, documents }: Known): string | null {
  const parts = [
    ...(email ? [`(?<![A-Za-z0-9._%+-])${spelled(email)}(?![.]?[A-Za-z0-9-])`] : []),
    ...(tel ? [phonePattern(tel)] : []),
    ...documents.map((document) => wholeWord(document.split('').map(spelled).join('[^0-9A-Za-z]{0,3}'))),
    ...(isTelling(externalId) ? [`(?:^|\\n)\\s*${spelled(externalId)}\\s*(?:\\n|$)`] : []),
    ...(names.length > 1 ? [wholeWord(name.trim().split(/\s+/).map(spelled).join('\\s+'))] : []),
  ];
  return parts.length > 0 ? parts.map((part) => `(?:${part})`).join('|') : null;
}

function isTelling(externalId: string | null): externalId is string {
  return externalId !== null && externalId.length >= externalIdLengthMin;
}

/** The last eight digits, with whatever people put between them: area codes and countries are left out as often as not. */
function phonePattern(tel: string): string {
  return `${tel.slice(-8).split('').join('[^0-9A-Za-z]{0,3}')}(?![0-9])`;
}

function wholeWord(pattern: string): string {
  return `(?<![${letters}0-9])${pattern}(?![${letters}0-9])`;
}

/** A text in upper and lower case, with and without accents; its signs stand for themselves. */
function spelled(text: string): string {
  return Array.from(text.normalize('NFC'), (sign) => {
    const bare = sign.normalize('NFD').charAt(0).toLowerCase();
    const family = alike.find((each) => each.startsWith(bare)) ?? sign.toLowerCase();
    if (/\p{L}/u.test(sign)) return `[${family}${family.toUpperCase()}]`;
    return /[\d\s]/.test(sign) ? sign : `[${sign === '^' || sign === ']' || sign === '\\' ? `\\${sign}` : sign}]`;
  }).join('');
}

const emails = /[^\s@<>()"',;:]+@[^\s@<>()"',;:]+\.\p{L}{2,}/gu;
const urls = /\b(?:https?:\/\/|www\.)[^\s<>"]+/gi;
const hosts =
  /(?<![\p{L}\d.@-])(?:[a-z0-9-]+\.)+(?:com|net|org|info|io|app|me|br|pt|es|ar|mx|co|cl|pe|uy|example)\b(?:\/[^\s<>"]*)?/giu;
const handles = /(?<![\p{L}\d])@[\p{L}\d_.]{2,}/gu;
/** Phones, CPF and dates of birth: eight digits and more, with the signs that people put between them. */
const numbers = /\+?\(?\d(?:[\s().\-/]{0,3}\d){7,}/g;
/** The CNPJ of a company, which may have letters. */
const companyNumbers = /(?<![A-Z\d])[A-Z\d]{2}\.?[A-Z\d]{3}\.?[A-Z\d]{3}\/[A-Z\d]{4}-?\d{2}(?!\d)/gi;

/**
 * A text without what says who wrote it: addresses, phones, CPF and CNPJ, links, and the names and ids of the person themselves, as
 * each of the contacts that they were (PRIVACY-10). Who else is named in it stays.
 */
export function maskText(text: string, identities: readonly Known[]): string {
  // The longest first: the local part 'ana.costa' holds the name 'Ana'.
  const words = identities
    .flatMap(wordsOf)
    .filter((word) => word.length > 1)
    .sort((one, other) => other.length - one.length);
  const masked = [emails, urls, hosts, handles, companyNumbers, numbers].reduce(
    (rest, pattern) => rest.replace(pattern, taken),
    text.normalize('NFC'),
  );
  return words.reduce((rest, word) => rest.replace(new RegExp(wholeWord(spelled(word)), 'g'), taken), masked);
}

function wordsOf({ names, email, externalId }: Known): string[] {
  return [
    ...names,
    ...(email ? [email.slice(0, email.indexOf('@'))] : []),
    ...(isTelling(externalId) ? [externalId] : []),
  ];
}
