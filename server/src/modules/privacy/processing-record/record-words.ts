import type { Language } from '@escuta/contract/primitives';
import { locales } from '#platform/time/locales.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };

/** The words of a record in one language. */
export type RecordWords = typeof pt;

export const recordWords: Readonly<Record<Language, RecordWords>> = { pt, es, en };

const dayMs = 24 * 3_600_000;

/** A span of time in whole days, as people say it: '7 dias'. */
export function daysIn(language: Language, spanMs: number): string {
  const format = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(locales[language], format).format(spanMs / dayMs);
}
