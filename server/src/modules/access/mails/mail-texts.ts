import type { Language } from '@escuta/contract/primitives';
import { locales } from '#platform/time/locales.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };

const texts: Record<Language, typeof pt> = { pt, es, en };

/** The sentences of one mail in a language. */
export function mailTexts<Mail extends keyof typeof pt>(language: Language, mail: Mail): (typeof pt)[Mail] {
  return texts[language][mail];
}

/** An instant as people of a language write it, with the zone that it is told in: no reader knows whose clock is meant. */
export function instantText(language: Language, instant: Date, timeZone: string): string {
  const locale = locales[language];
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const zone = new Intl.DateTimeFormat(locale, { timeZoneName: 'shortOffset', timeZone })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName');
  return `${format.format(instant)} (${zone?.value ?? timeZone})`;
}
