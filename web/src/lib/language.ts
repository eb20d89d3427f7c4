import type { Language } from '@escuta/contract/primitives';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { useSyncExternalStore } from 'react';
import { locales } from '#web/lib/locales.ts';
import { remember, remembered } from '#web/lib/session.ts';

export const languageNames: Record<Language, string> = { pt: 'Português', es: 'Español', en: 'English' };
const languages = Object.keys(languageNames) as Language[];

type Texts = Record<string, unknown>;
/** Texts that could not be fetched: why, by their namespace. */
const missing = new Map<string, unknown>();
const files = import.meta.glob<{ default: Texts }>('../locales/*/*.json');

/**
 * Starts the texts in the language that this browser chose, else Portuguese, with those that the first page needs beside the
 * general ones. One file per language and feature.
 */
export async function startLanguage(ofFirstPage: readonly string[] = []): Promise<void> {
  const chosen = remembered('language');
  await i18next
    .use(initReactI18next)
    .use({
      type: 'backend' as const,
      init: () => undefined,
      read(language: string, namespace: string, done: (error: unknown, texts: Texts | false) => void) {
        const load = files[`../locales/${language}/${namespace}.json`];
        if (!load) return done(new Error(`no texts for ${language}/${namespace}`), false);
        load().then(
          (file) => {
            missing.delete(namespace);
            done(null, file.default);
          },
          (error: unknown) => {
            missing.set(namespace, error);
            done(error, false);
          },
        );
      },
    })
    .init({
      lng: chosen && chosen in locales ? chosen : 'pt',
      fallbackLng: 'pt',
      supportedLngs: Object.keys(locales),
      ns: ['shell', 'ui', 'errors', ...ofFirstPage],
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
      // A page without its texts is a page without its code: nobody is shown the names of sentences.
      parseMissingKeyHandler(key: string) {
        for (const error of missing.values()) throw error;
        return key;
      },
      react: { useSuspense: true },
    });
  applyToDocument();
}

/** Fetches the texts of features before a page asks for them. */
export function prefetchTexts(...features: string[]): void {
  // What does not come is asked for again by the page.
  i18next.loadNamespaces(features).catch(() => undefined);
}

/** Asks again for the texts that could not be fetched. */
export async function fetchMissingTexts(): Promise<void> {
  if (missing.size > 0) await i18next.reloadResources(undefined, [...missing.keys()]);
}

/** Switches the language of this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  remember('language', language);
  await showLanguage(language);
}

/** Speaks a language that nobody chose: this browser does not remember it. */
export async function showLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
  applyToDocument();
}

/** The first language of ours that the browser asks for, or undefined. */
export function languageOfBrowser(): Language | undefined {
  return navigator.languages.flatMap((tag) => languages.filter((language) => language === tag.slice(0, 2)))[0];
}

/** The language in use. */
export function currentLanguage(): Language {
  return (i18next.language in locales ? i18next.language : 'pt') as Language;
}

/** The language in use, for what is drawn: a component that only calls `currentLanguage` is compiled to keep its first answer. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, currentLanguage);
}

function onLanguageChange(onChange: () => void): () => void {
  i18next.on('languageChanged', onChange);
  return () => i18next.off('languageChanged', onChange);
}

function applyToDocument(): void {
  document.documentElement.lang = locales[currentLanguage()];
}
