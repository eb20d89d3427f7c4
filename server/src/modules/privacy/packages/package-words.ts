import type { Language } from '@escuta/contract/primitives';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };

/** The words of the files of what is kept about a person. */
export const packageWords: Readonly<Record<Language, typeof pt>> = { pt, es, en };
