import { Visitor, type Expression } from 'oxc-parser';
import { parseFile, type SourceFile } from '../boundaries/imports.ts';
import { lineAt, type Problem } from '../kit/report.ts';

/** From the name of a contract's module to its routes by export, each with the codes that it may answer. */
export type RouteCodes = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** A part of a file, by its offsets. */
interface Span {
  readonly start: number;
  readonly end: number;
}

interface Definition extends Span {
  readonly name: string;
  /** Whether other files may know it. */
  readonly isTop: boolean;
}

interface Binding extends Span {
  readonly module: string;
  readonly route: string;
}

interface Refused extends Span {
  readonly codes: readonly string[];
}

interface Scanned {
  readonly file: SourceFile;
  /** From a local name to where it comes from. */
  readonly imports: ReadonlyMap<string, { path: string; name: string }>;
  readonly exports: ReadonlyMap<string, { path: string; name: string }>;
  readonly definitions: readonly Definition[];
  readonly references: readonly { name: string; start: number }[];
  readonly refusals: readonly Refused[];
  readonly bindings: readonly Binding[];
}

/**
 * Finds codes that an act refuses with and its route does not declare, codes that no route declares, and codes that are not
 * written where they are refused with. Follows names from what a route is bound to, through functions, constants and
 * re-exports of all files given; what is handed over at run time it cannot follow, so there a code of another route passes.
 * Pure: takes path → source.
 */
export function checkRefusals(files: ReadonlyMap<string, string>, routes: RouteCodes): Problem[] {
  const scanned = new Map([...files].map(([path, source]) => [path, scan(path, source, (one) => files.has(one))]));
  const declared = new Set(
    [...routes.values()].flatMap((module) => [...module.values()].flatMap((codes) => [...codes])),
  );
  return [...scanned.values()].flatMap((one) => [...undeclared(scanned, one, routes), ...unknown(one, declared)]);
}

/** Codes that the routes bound in a file lead to and do not declare. */
function undeclared(scanned: ReadonlyMap<string, Scanned>, one: Scanned, routes: RouteCodes): Problem[] {
  return one.bindings.flatMap((binding) => {
    const declared = routes.get(binding.module)?.get(binding.route);
    if (!declared) return [];
    return reached(scanned, one, binding)
      .filter(({ code }) => !declared.has(code))
      .map(({ code, file, start }) => ({
        file: file.path,
        line: lineAt(file.source, start),
        message: `refuses with ${code}, which ${binding.route} of contract/src/${binding.module}.ts does not declare`,
      }));
  });
}

/** Refusals of a file that no route can answer with, and those whose code nobody can read there. */
function unknown({ file, refusals }: Scanned, declared: ReadonlySet<string>): Problem[] {
  return refusals.flatMap(({ codes, start }) => {
    const at = { file: file.path, line: lineAt(file.source, start) };
    if (codes.length === 0) return [{ ...at, message: 'refuses with a code that is not written here as text' }];
    return codes
      .filter((code) => !declared.has(code))
      .map((code) => ({ ...at, message: `refuses with ${code}, which no route declares` }));
  });
}

interface Reached {
  readonly code: string;
  readonly file: SourceFile;
  readonly start: number;
}

/** Every refusal that a span of a file leads to, each once. */
function reached(scanned: ReadonlyMap<string, Scanned>, from: Scanned, span: Span): Reached[] {
  const seen = new Set<string>();
  const found: Reached[] = [];
  const visit = (one: Scanned, { start, end }: Span): void => {
    const key = `${one.file.path}:${start}`;
    if (seen.has(key)) return;
    seen.add(key);
    const isWithin = (at: { start: number }) => at.start >= start && at.start < end;
    for (const { codes, start: at } of one.refusals.filter(isWithin))
      found.push(...codes.map((code) => ({ code, file: one.file, start: at })));
    for (const { name } of one.references.filter(isWithin)) {
      for (const definition of one.definitions.filter((each) => each.name === name)) visit(one, definition);
      const source = resolve(scanned, one.imports.get(name));
      if (source) visit(source.file, source.definition);
    }
  };
  visit(from, span);
  return found;
}

/** The definition behind an imported name, through re-exports. */
function resolve(
  scanned: ReadonlyMap<string, Scanned>,
  wanted: { path: string; name: string } | undefined,
): { file: Scanned; definition: Definition } | undefined {
  const file = wanted && scanned.get(wanted.path);
  if (!wanted || !file) return undefined;
  const definition = file.definitions.find(({ name, isTop }) => isTop && name === wanted.name);
  return definition ? { file, definition } : resolve(scanned, file.exports.get(wanted.name));
}

function scan(path: string, source: string, has: (path: string) => boolean): Scanned {
  const file = parseFile(path, source, has);
  const { imports, exports, contracts } = namesOf(file, has);
  const definitions: Definition[] = [];
  const references: Scanned['references'][number][] = [];
  const refusals: Refused[] = [];
  const bindings: Binding[] = [];
  const tops = new Set(
    file.program.body.flatMap((node) =>
      'declaration' in node && node.declaration ? [node.declaration.start] : [node.start],
    ),
  );
  const define = (name: string, span: Span, isTop: boolean) =>
    definitions.push({ name, start: span.start, end: span.end, isTop });
  new Visitor({
    FunctionDeclaration: (node) => {
      if (node.id) define(node.id.name, node, tops.has(node.start));
    },
    VariableDeclaration: (node) => {
      for (const { id, init } of node.declarations)
        if (id.type === 'Identifier' && init) define(id.name, init, tops.has(node.start));
    },
    AssignmentPattern: ({ left, right }) => {
      if (left.type === 'Identifier') define(left.name, right, false);
    },
    Identifier: ({ name, start }) => {
      const isProperty = source[start - 1] === '.' && !source.endsWith('...', start);
      if (!isProperty) references.push({ name, start });
    },
    CallExpression: (node) => {
      const { callee, arguments: given, start, end } = node;
      const [first] = given;
      if (callee.type === 'Identifier' && callee.name === 'refuse' && first)
        refusals.push({ codes: literalsOf(first as Expression), start, end });
      const bound = callee.type === 'CallExpression' ? callee : undefined;
      if (bound?.callee.type !== 'Identifier' || bound.callee.name !== 'implement') return;
      const route = bound.arguments[1];
      if (route?.type !== 'MemberExpression') return;
      const { object, property } = route;
      const module = object.type === 'Identifier' ? contracts.get(object.name) : undefined;
      if (module && property.type === 'Identifier') bindings.push({ module, route: property.name, start, end });
    },
  }).visit(file.program);
  return { file, imports, exports, definitions, references, refusals, bindings };
}

/** The codes that an expression may be; none where it does not say all of them. */
function literalsOf(expression: Expression): string[] {
  if (expression.type === 'ConditionalExpression') {
    const [one, other] = [literalsOf(expression.consequent), literalsOf(expression.alternate)];
    return one.length > 0 && other.length > 0 ? [...one, ...other] : [];
  }
  return expression.type === 'Literal' && typeof expression.value === 'string' ? [expression.value] : [];
}

/** What a file calls by names of other files, what it passes on, and the contracts that it knows as a whole. */
function namesOf(file: SourceFile, has: (path: string) => boolean) {
  const imports = new Map<string, { path: string; name: string }>();
  const exports = new Map<string, { path: string; name: string }>();
  const contracts = new Map<string, string>();
  for (const node of file.program.body) {
    if (node.type === 'ImportDeclaration') {
      const module = /^@escuta\/contract\/(.+)$/.exec(node.source.value)?.[1];
      const path = pathOf(file, node.source.value, has);
      for (const specifier of node.specifiers) {
        if (specifier.type === 'ImportNamespaceSpecifier' && module) contracts.set(specifier.local.name, module);
        if (specifier.type === 'ImportSpecifier' && path && specifier.imported.type === 'Identifier')
          imports.set(specifier.local.name, { path, name: specifier.imported.name });
      }
    }
    if (node.type === 'ExportNamedDeclaration' && node.source) {
      const path = pathOf(file, node.source.value, has);
      for (const { local, exported } of node.specifiers) {
        if (path && local.type === 'Identifier' && exported.type === 'Identifier')
          exports.set(exported.name, { path, name: local.name });
      }
    }
  }
  return { imports, exports, contracts };
}

function pathOf(file: SourceFile, specifier: string, has: (path: string) => boolean): string | undefined {
  const target = file.imports.find((one) => one.specifier === specifier)?.target;
  return target?.kind === 'file' && has(target.path) ? target.path : undefined;
}

/** Finds codes that a contract declares and nothing of the server names. Pure: takes code → contract, and all sources. */
export function checkUnsent(declared: ReadonlyMap<string, string>, sources: Iterable<string>): Problem[] {
  const all = [...sources].join('\n');
  return [...declared]
    .filter(([code]) => !all.includes(`'${code}'`))
    .map(([code, file]) => ({ file, line: 1, message: `declares ${code}, which nobody answers with` }));
}
