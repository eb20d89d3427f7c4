import type { Problem } from '../kit/report.ts';
import { arePlural, baseKeys, languages, pluralForms, type Catalogue, type Language } from './catalogue.ts';

/**
 * Compares the languages of each namespace: same keys, no empty text, the same variables and tags, whole plurals.
 * Pure; a language without a file is a problem of the languages that have one.
 */
export function checkParity(catalogues: Catalogue[]): Problem[] {
  const groups = Map.groupBy(catalogues, ({ group }) => group);
  return [...groups.values()].flatMap((group) => [
    ...missingLanguages(group),
    ...emptyTexts(group),
    ...group.flatMap(countedTexts),
    ...group.flatMap(bareMillions),
    ...[...namesOf(group)].flatMap((name) => checkName(group, name)),
  ]);
}

function missingLanguages(group: Catalogue[]): Problem[] {
  const missing = languages.filter((language) => !group.some((one) => one.language === language));
  return missing.map((language) => ({ file: group[0]?.file ?? '', message: `is missing in “${language}”; write it` }));
}

function emptyTexts(group: Catalogue[]): Problem[] {
  return group.flatMap(({ file, texts }) => {
    const empty = [...texts].filter(([, text]) => text.trim() === '');
    return empty.map(([key]) => ({ file, message: `“${key}” has no text` }));
  });
}

/** A text that says its count says it in one form only: “1 contatos”. */
function countedTexts({ file, texts }: Catalogue): Problem[] {
  const single = [...texts].filter(([key, text]) => !arePlural([key]) && /\{\{-?\s*count\b/.test(text));
  return single.map(([key]) => ({ file, message: `“${key}” says a count and is no plural; give it its forms` }));
}

/**
 * The counted number under one of its names, and right behind it a word that may be a noun: neither a participle nor
 * one of the small words.
 */
const nounBehindNumber =
  /\{\{(?:count|figure|n|points)\}\}\s+(?!(?:de|d?est[eo]s|deles|se[mn]|sin|n[ãa]o|no)(?!\p{L}))(?!\p{L}+[ai]d[ao]s?(?!\p{L}))\p{L}/u;

/** The form for millions joins number and noun in Portuguese and Spanish: '1.000.000 de contatos'. */
function bareMillions({ file, language, texts }: Catalogue): Problem[] {
  if (!pluralForms[language].includes('many')) return [];
  const bare = [...texts].filter(([key, text]) => key.endsWith('_many') && nounBehindNumber.test(text));
  return bare.map(([key]) => ({ file, message: `“${key}” is for millions; write “de” between number and noun` }));
}

/** The names of a namespace, over all languages, plural forms folded into one name. */
function namesOf(group: Catalogue[]): Set<string> {
  return new Set(baseKeys(group.flatMap(({ texts }) => [...texts.keys()])).keys());
}

function checkName(group: Catalogue[], name: string): Problem[] {
  const versions = group.map((catalogue) => ({ ...catalogue, forms: formsOf(catalogue, name) }));
  const isPlural = versions.some(({ texts, forms }) => forms.length > 0 && !texts.has(name));
  const reference = versions.find(({ forms }) => forms.length > 0);
  if (!reference) return [];
  return versions.flatMap(({ file, language, texts, forms }) => {
    if (forms.length === 0) return [{ file, message: `“${name}” is missing; ${reference.file} has it` }];
    if (isPlural && texts.has(name))
      return [{ file, message: `“${name}” is a plural in ${reference.file}; give it its forms` }];
    const found = isPlural ? missingForms(file, language, name, forms) : [];
    return [...found, ...differentParts(file, name, partsOf(texts, forms), reference)];
  });
}

function formsOf({ texts }: Catalogue, name: string): string[] {
  if (texts.has(name)) return [name];
  return ['zero', 'one', 'two', 'few', 'many', 'other']
    .map((form) => `${name}_${form}`)
    .filter((key) => texts.has(key));
}

function missingForms(file: string, language: Language, name: string, forms: string[]): Problem[] {
  const needed = pluralForms[language].map((form) => `${name}_${form}`);
  const missing = needed.filter((key) => !forms.includes(key));
  const extra = forms.filter((key) => !needed.includes(key) && !key.endsWith('_zero'));
  return [
    ...missing.map((key) => ({
      file,
      message: `plural form “${key}” is missing (${language}: ${pluralForms[language].join(', ')})`,
    })),
    ...extra.map((key) => ({ file, message: `“${key}” is no plural form of ${language}; delete it` })),
  ];
}

function differentParts(
  file: string,
  name: string,
  parts: string[],
  reference: Catalogue & { forms: string[] },
): Problem[] {
  const expected = partsOf(reference.texts, reference.forms);
  if (parts.join() === expected.join()) return [];
  const message = `“${name}” uses ${parts.join(' ') || 'no variable'}, but ${reference.file} uses ${expected.join(' ') || 'none'}`;
  return [{ file, message }];
}

/** The variables and tags of a text over all its plural forms. `{{count, number}}` and `{{- name}}` count by name. */
function partsOf(texts: Map<string, string>, forms: string[]): string[] {
  const all = forms.map((key) => texts.get(key) ?? '').join(' ');
  const variables = [...all.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)].map(([, name]) => `{{${name}}}`);
  const tags = [...all.matchAll(/<\/?([\w]+)\s*\/?>/g)].map(([, name]) => `<${name}>`);
  return [...new Set([...variables, ...tags])].sort();
}
