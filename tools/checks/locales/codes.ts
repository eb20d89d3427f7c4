import type { Problem } from '../kit/report.ts';
import type { Catalogue } from './catalogue.ts';

const sharedTables = new Set(['commonErrors', 'linkErrors', 'uploadErrors']);

/**
 * The error codes of one loaded contract module: those of its routes, and of the tables of codes that routes of a kind share.
 * A route is any export with a method, a path and, in itself or in its definition, `errors` from code to status.
 */
export function codesOf(exported: Record<string, unknown>): string[] {
  return Object.entries(exported).flatMap(([name, value]) => {
    if (!isRecord(value)) return [];
    if (sharedTables.has(name)) return Object.keys(value);
    if (typeof value['method'] !== 'string' || typeof value['path'] !== 'string') return [];
    const definition = isRecord(value['definition']) ? value['definition'] : value;
    return isRecord(definition['errors']) ? Object.keys(definition['errors']) : [];
  });
}

/** Finds the codes that have no sentence in a language: key `<CODE>` of the web's namespace `errors`. */
export function checkCodes(codes: Iterable<string>, catalogues: Catalogue[]): Problem[] {
  const sentences = catalogues.filter(({ group }) => group === 'web/src:errors');
  const wanted = [...new Set(codes)].sort();
  if (sentences.length === 0 && wanted.length > 0) {
    return [
      {
        file: 'web/src/locales/pt/errors.json',
        message: `does not exist, but the contract has ${wanted.length} codes`,
      },
    ];
  }
  return sentences.flatMap(({ file, texts }) => {
    const missing = wanted.filter((code) => !texts.has(code));
    return missing.map((code) => ({ file, message: `has no sentence for the contract's code “${code}”` }));
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
