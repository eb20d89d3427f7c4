/** The languages of the product; Portuguese is the one the others are compared with. */
export const languages = ['pt', 'es', 'en'] as const;
export type Language = (typeof languages)[number];

/** The plural forms i18next asks for in each language (CLDR): a missing one shows the bare key to a person. */
export const pluralForms: Record<Language, string[]> = {
  pt: ['one', 'many', 'other'],
  es: ['one', 'many', 'other'],
  en: ['one', 'other'],
};

/** The texts of one namespace in one language. Nested objects are flattened to keys with dots. */
export interface Catalogue {
  file: string;
  /** What is compared across languages: the path without the language, such as `web/contacts`. */
  group: string;
  /** i18next's namespace: the file's name, or the part of the project where there is one file per language. */
  namespace: string;
  language: Language;
  texts: Map<string, string>;
}

/**
 * Reads a catalogue from its path and content; nothing when the path is not one of a language.
 * Both shapes are known: `…/locales/<language>/<namespace>.json` and `…/locales/<language>.json`.
 */
export function readCatalogue(file: string, content: unknown): Catalogue | undefined {
  const match = /^(.+)\/locales\/(pt|es|en)(?:\/(.+))?\.(?:json|ts)$/.exec(file);
  if (!match) return undefined;
  const [, home = '', language, namespace = home.split('/').at(-1) ?? ''] = match;
  const group = `${home}:${namespace}`;
  return { file, group, namespace, language: language as Language, texts: new Map(flatten(content, '')) };
}

function flatten(value: unknown, prefix: string): [string, string][] {
  if (typeof value === 'string') return [[prefix, value]];
  if (typeof value !== 'object' || value === null) return [[prefix, '']];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, prefix === '' ? key : `${prefix}.${key}`));
}

const suffix = /^(.+)_(zero|one|two|few|many|other)$/;

/** The keys as code names them: the forms of one plural under their common name, the rest each under its own. */
export function baseKeys(keys: Iterable<string>): Map<string, string[]> {
  const bases = new Map<string, string[]>();
  for (const key of new Set(keys)) {
    const name = suffix.exec(key)?.[1] ?? key;
    bases.set(name, [...(bases.get(name) ?? []), key]);
  }
  return bases;
}

/** Whether the keys of one name are the forms of a plural. */
export function arePlural(keys: readonly string[]): boolean {
  return keys.some((key) => suffix.test(key));
}
