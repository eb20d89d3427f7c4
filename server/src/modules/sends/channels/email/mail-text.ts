import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };

/** The languages of our messages; the survey or the reader says which. */
export type MailLanguage = 'pt' | 'es' | 'en';

export type MailTexts = typeof pt;

const TEXTS: Record<MailLanguage, MailTexts> = { pt, es, en };

/** The sentences of one group of messages in a language. */
export function mailTexts<Group extends keyof MailTexts>(language: MailLanguage, group: Group): MailTexts[Group] {
  return TEXTS[language][group];
}
