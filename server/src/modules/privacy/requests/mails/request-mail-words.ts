import type { Language } from '@escuta/contract/primitives';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };

/** The words of the mails to whoever asks for a right over their data. */
export const requestMailWords: Readonly<Record<Language, typeof pt>> = { pt, es, en };
