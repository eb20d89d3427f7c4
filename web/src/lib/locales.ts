import type { Language } from '@escuta/contract/primitives';

/** The locale of dates and numbers for each language. */
export const locales: Record<Language, string> = { pt: 'pt-BR', es: 'es-419', en: 'en-US' };
