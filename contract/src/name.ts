import { z } from 'zod';

/** Signs that nobody sees, and those that turn what stands behind them around. The joiners of emoji, and of scripts, stay. */
const unseen = /[\u200b\u200e\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g;
/** What a sign looks like: not one of the letters that are drawn as nothing, nor Braille without a dot. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** A text without the signs that nobody sees, as those around a phone that was copied from a telephone. */
export function withoutUnseen(text: string): string {
  return text.replace(unseen, '');
}

/**
 * A name as it is kept: without what nobody sees, its spaces as one, each letter and its accent one sign (Unicode NFC, as keyboards
 * type them); empty when nothing of it can be seen.
 */
export function tidyName(typed: string): string {
  const spaced = withoutUnseen(typed).normalize('NFC').replace(/\s/g, ' ');
  const name = spaced
    .replace(/\p{Cc}/gu, '')
    .replace(/ +/g, ' ')
    .trim();
  return visible.test(name) ? name : '';
}

/** Whether a text has more signs than so many: an emoji is one, as for the form and for the database. */
export function isLonger(text: string, lengthMax: number): boolean {
  return text.length > lengthMax && Array.from(text).length > lengthMax;
}

/** What somebody or something is called, of at most so many signs; in a draft it may be empty. */
export function draftName(lengthMax: number) {
  return z.string().overwrite(tidyName).max(lengthMax);
}

/** What a person, a unit, a company or a survey is called. */
export function name(lengthMax: number, lengthMin = 1) {
  return draftName(lengthMax).min(lengthMin);
}

/** Whether a text may be called a name: it goes into messages, where a formula or an address would be somebody else's. */
export function isName(text: string): boolean {
  return !/^\s*[=＝]|:\/\/|\bwww\./i.test(text);
}
