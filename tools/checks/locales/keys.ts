import type { Problem } from '../kit/report.ts';
import { arePlural, baseKeys, type Catalogue } from './catalogue.ts';
import { readUses, type FileUses, type Use } from './uses.ts';

/** Keys that code puts together in a way no reader of the source can follow: namespace and beginning, with the reason. */
export const dynamicKeys: { start: string; why: string }[] = [
  { start: 'errors:', why: 'the code arrives from the server; the contract’s codes are compared on their own' },
  { start: 'shell:menu.', why: 'routes and the menu name their titles as data: titleKey, label' },
];

/**
 * Compares the keys that the web's code asks for with the keys of its Portuguese catalogues, both ways:
 * a key without a text, and a text without a reader. Pure; `sources` are the files of `web/src` without tests.
 */
export function checkKeys(sources: Map<string, string>, catalogues: Catalogue[], dynamic = dynamicKeys): Problem[] {
  const own = catalogues.filter(({ group, language }) => group.startsWith('web/src:') && language === 'pt');
  const names: Names = new Map(own.map(({ namespace, texts }) => [namespace, baseKeys(texts.keys())]));
  const read = [...sources].map(([file, source]) => ({ file, ...readUses(file, source) }));
  const missing = read.flatMap(({ uses }) => uses.flatMap((use) => checkUse(use, names)));
  const used = new Set(read.flatMap((file) => usedBy(file, names)));
  const unread = own.flatMap(({ file, namespace }) => {
    const left = [...(names.get(namespace)?.keys() ?? [])].filter(
      (name) => !isUsed(`${namespace}:${name}`, used, dynamic),
    );
    return left.map((name) => ({ file, message: `“${name}” is used nowhere in web/src; delete it in every language` }));
  });
  return [...missing, ...unread];
}

/** By namespace: the names that code asks for, and the keys behind each. */
type Names = Map<string, Map<string, string[]>>;

function checkUse(use: Use, names: Names): Problem[] {
  const hits = resolve(use, names);
  if (hits.length > 0) return checkCount(use, hits, names);
  const where =
    use.namespaces.length > 0
      ? use.namespaces.map((name) => `web/src/locales/pt/${name}.json`).join(' or ')
      : 'any namespace';
  const what = use.reach === 'whole' ? `the key “${use.key}”` : `a key beginning with “${use.key}”`;
  return [{ file: use.file, line: use.line, message: `asks for ${what}, which is not in ${where}` }];
}

/** A plural asked for without a count shows its bare key; a count for a text with one form says “1 contatos”. */
function checkCount({ file, line, key, reach, isCounted }: Use, hits: string[], names: Names): Problem[] {
  const plurals = hits.filter((hit) => arePlural(keysOf(hit, names)));
  if (isCounted === true && plurals.length === 0)
    return [{ file, line, message: `counts “${key}”, which is no plural; give it its forms` }];
  if (isCounted === false && reach === 'whole' && plurals.length === hits.length)
    return [{ file, line, message: `asks for the plural “${key}” without a count` }];
  return [];
}

function keysOf(hit: string, names: Names): string[] {
  const at = hit.indexOf(':');
  return names.get(hit.slice(0, at))?.get(hit.slice(at + 1)) ?? [];
}

/** The keys a use reaches, as `namespace:key`. */
function resolve({ namespaces, key, reach }: Use, names: Names): string[] {
  const candidates = namespaces.length > 0 ? namespaces : [...names.keys()];
  return candidates.flatMap((namespace) => {
    const keys = names.get(namespace) ?? new Map<string, string[]>();
    const hits =
      reach === 'whole' ? (keys.has(key) ? [key] : []) : [...keys.keys()].filter((one) => one.startsWith(key));
    return hits.map((one) => `${namespace}:${one}`);
  });
}

/** Keys that a file uses: those it asks for, and literals that are keys kept as values (`label: 'contacts:title'`). */
function usedBy({ file, uses, literals, namespaces }: FileUses & { file: string }, names: Names): string[] {
  const feature = /^web\/src\/features\/([^/]+)\//.exec(file)?.[1];
  const near = new Set([...namespaces, ...(feature === undefined ? [] : [feature])]);
  const kept = [...literals].flatMap((text) => [text, ...[...near].map((namespace) => `${namespace}:${text}`)]);
  return [...uses.flatMap((use) => resolve(use, names)), ...kept];
}

function isUsed(key: string, used: Set<string>, dynamic: { start: string }[]): boolean {
  return used.has(key) || dynamic.some(({ start }) => key.startsWith(start));
}
