import { parseSync, Visitor, type ParseResult } from 'oxc-parser';
import { posix } from 'node:path';
import { lineAt } from '../kit/report.ts';
import { aliases } from './table.ts';

/** One reference from a file to something outside it. */
export interface Import {
  specifier: string;
  /** 1-based. */
  line: number;
  kind: 'value' | 'type' | 'dynamic';
  target: Target;
}

/** What a specifier leads to: a file of ours (path from the project's root) or a library, built-ins included. */
export type Target = { kind: 'file'; path: string } | { kind: 'library'; name: string };

/** A parsed file. */
export interface SourceFile {
  path: string;
  source: string;
  imports: Import[];
  program: ParseResult['program'];
}

/**
 * Reads everything a file imports: static imports, re-exports, dynamic imports with a literal, and `import('…')` types.
 * `has` tells whether a path is a file of ours, so that a specifier without its extension still finds its file.
 */
export function parseFile(path: string, source: string, has: (path: string) => boolean): SourceFile {
  const parsed = parseSync(path, source);
  const imports: Import[] = [];
  const add = (specifier: string, offset: number, kind: Import['kind']): void => {
    imports.push({ specifier, line: lineAt(source, offset), kind, target: resolve(path, specifier, has) });
  };
  for (const { moduleRequest, entries, start } of parsed.module.staticImports) {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType);
    add(moduleRequest.value, start, isType ? 'type' : 'value');
  }
  for (const { start, entries } of parsed.module.staticExports) {
    const entry = entries.find(({ moduleRequest }) => moduleRequest !== null);
    if (entry?.moduleRequest)
      add(entry.moduleRequest.value, start, entries.every((one) => one.isType) ? 'type' : 'value');
  }
  new Visitor({
    ImportExpression: ({ source: argument, start }) => {
      if (argument.type === 'Literal' && typeof argument.value === 'string') add(argument.value, start, 'dynamic');
    },
    TSImportType: ({ source: argument, start }) => add(argument.value, start, 'type'),
  }).visit(parsed.program);
  return { path, source, imports, program: parsed.program };
}

function resolve(from: string, specifier: string, has: (path: string) => boolean): Target {
  if (specifier.startsWith('.')) {
    return { kind: 'file', path: existing(posix.join(posix.dirname(from), specifier), has) };
  }
  for (const { pattern, path } of aliases) {
    if (pattern.test(specifier)) return { kind: 'file', path: existing(specifier.replace(pattern, path), has) };
  }
  return { kind: 'library', name: specifier };
}

function existing(path: string, has: (path: string) => boolean): string {
  const bare = path.split('?')[0] ?? path;
  const candidates = [bare, `${bare}.ts`, `${bare}.tsx`, `${bare}/index.ts`, `${bare}/index.tsx`];
  return candidates.find(has) ?? bare;
}
