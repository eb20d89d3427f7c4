import type { Language } from '@escuta/contract/primitives';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };

/** The fixed words of the respondent's page; what the survey asks is in the survey. */
export type Words = typeof pt;

const languages: Record<Language, Words> = { pt, es, en };

/** The fixed words in a language. */
export function wordsIn(language: Language): Words {
  return languages[language];
}

/** Puts values into a sentence: `{{name}}`. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => String(values[name] ?? ''));
}

/** The tag that browsers and screen readers choose a voice by. */
export const languageTags: Record<Language, string> = { pt: 'pt-BR', es: 'es', en: 'en' };
