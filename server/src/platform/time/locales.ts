import type { Language } from '@escuta/contract/primitives';

/** The locale (BCP 47) in which days, times and numbers of a language are written. */
export const locales: Readonly<Record<Language, string>> = { pt: 'pt-BR', es: 'es-419', en: 'en-US' };
