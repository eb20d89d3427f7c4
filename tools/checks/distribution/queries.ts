import { Visitor, type CallExpression, type Node } from 'oxc-parser';
import type { SourceFile } from '../boundaries/imports.ts';
import { tableCalls, type Statement } from '../boundaries/statements.ts';

/** A statement of a file, or a part of one: then nobody runs it by itself. */
export interface Query extends Statement {
  isPart: boolean;
}

interface Span {
  start: number;
  end: number;
}

/** A template of SQL, or calls of Kysely in a row. */
interface Unit extends Span {
  isPart: boolean;
}

/** Something that becomes SQL where it stands. */
interface Mark extends Span {
  put: (over: ReadonlySet<string>) => string;
}

interface Reading {
  units: Unit[];
  marks: Mark[];
  /** Where a name is declared; or what it is in another file. */
  declared: Map<string, Span[]>;
  imported: Map<string, { path: string; name: string }>;
}

type Readings = ReadonlyMap<string, Reading>;

/**
 * The SQL of files: templates, and calls of Kysely by the words that they stand for. A gap of a template holds the parts that
 * its names lead to, through imports too; `?` where that is none. What is passed as an argument is not followed.
 */
export function readQueries(files: ReadonlyMap<string, SourceFile>): ReadonlyMap<string, Query[]> {
  const readings = new Map<string, Reading>();
  for (const [path, file] of files) readings.set(path, read(file, readings));
  return new Map(
    [...readings].map(([path, reading]) => [
      path,
      reading.units.map((unit) => ({ sql: compose(reading, unit), start: unit.start, isPart: unit.isPart })),
    ]),
  );
}

/** What stands in a span, as SQL. `over` names what is being put together, so that nothing goes in circles. */
function compose({ marks }: Reading, { start, end }: Span, over: ReadonlySet<string> = new Set()): string {
  const found: string[] = [];
  let done = start;
  for (const mark of marks) {
    if (mark.start < done || mark.end > end) continue;
    found.push(mark.put(over));
    done = mark.end;
  }
  return found.join(' ').trim();
}

/** The parts of statements that a name of a file leads to. */
function partsOf(readings: Readings, path: string, name: string, over: ReadonlySet<string>): string {
  const key = `${path} ${name}`;
  const reading = readings.get(path);
  if (reading === undefined || over.has(key)) return '';
  const inner = new Set([...over, key]);
  const other = reading.imported.get(name);
  if (other) return partsOf(readings, other.path, other.name, inner);
  const outer = reading.units.filter((unit) => !reading.units.some((one) => one !== unit && isWithin(unit, one)));
  return (reading.declared.get(name) ?? [])
    .flatMap((span) => outer.filter((unit) => unit.isPart && isWithin(unit, span)))
    .map((unit) => compose(reading, unit, inner))
    .join(' ');
}

function read(file: SourceFile, readings: Readings): Reading {
  const reading: Reading = { units: [], marks: [], declared: new Map(), imported: new Map() };
  const { units, marks, declared, imported } = reading;
  const declare = (name: string, { start, end }: Span): void => {
    declared.set(name, [...(declared.get(name) ?? []), { start, end }]);
  };
  // Outer nodes are visited first: they say what their inner ones are.
  const executed = new Set<Node>();
  const inChains = new Set<Node>();
  const noNames = new Set<unknown>();
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      const target = file.imports.find(({ specifier }) => specifier === source.value)?.target;
      if (target?.kind !== 'file') return;
      for (const one of specifiers) {
        if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') continue;
        imported.set(one.local.name, { path: target.path, name: one.imported.name });
      }
    },
    FunctionDeclaration: (node) => {
      if (node.id) declare(node.id.name, node);
    },
    VariableDeclarator: (node) => {
      if (node.id.type === 'Identifier') declare(node.id.name, node);
    },
    MemberExpression: ({ object, property, computed }) => {
      if (computed) return;
      noNames.add(property);
      if (property.type === 'Identifier' && property.name.startsWith('execute')) executed.add(object);
    },
    Identifier: (node) => {
      if (noNames.has(node)) return;
      const { name, start, end } = node;
      marks.push({ start, end, put: (over) => partsOf(readings, file.path, name, over) });
    },
    TaggedTemplateExpression: (node) => {
      const { tag, quasi, start, end } = node;
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return;
      units.push({ start, end, isPart: !executed.has(node) });
      const put: Mark['put'] = (over) =>
        quasi.quasis
          .map(({ value }, at) => {
            const gap = quasi.expressions[at];
            return gap ? `${value.raw}${compose(reading, gap, over) || '?'}` : value.raw;
          })
          .join('');
      marks.push({ start, end, put });
    },
    CallExpression: (node) => {
      if (inChains.has(node)) return;
      const calls = callsOf(node);
      let isQuery = false;
      for (const { call, called } of calls) {
        inChains.add(call);
        const sql = wordsOf(called.name, call);
        if (sql === undefined) continue;
        isQuery = true;
        noNames.add(called);
        marks.push({ start: called.start, end: called.end, put: () => sql });
      }
      const isPart = !calls.some(({ called }) => called.name.startsWith('execute'));
      if (isQuery) units.push({ start: node.start, end: node.end, isPart });
    },
  }).visit(file.program);
  marks.sort((a, b) => a.start - b.start || b.end - a.end);
  return reading;
}

/** The calls of a chain, such as `tx.selectFrom('sends').forUpdate()`, from the last to the first. */
function callsOf(last: CallExpression): { call: CallExpression; called: { name: string } & Span }[] {
  const calls = [];
  let at: Node = last;
  while (at.type === 'CallExpression') {
    const call: CallExpression = at;
    const called = call.callee.type === 'MemberExpression' ? call.callee.property : call.callee;
    if (called.type === 'Identifier') calls.push({ call, called });
    if (call.callee.type !== 'MemberExpression') break;
    at = call.callee.object;
  }
  return calls;
}

const words: Readonly<Record<string, string>> = {
  expression: 'SELECT',
  onConflict: 'ON CONFLICT',
  doNothing: 'DO NOTHING',
  returning: 'RETURNING',
  returningAll: 'RETURNING',
  forUpdate: 'FOR UPDATE',
  forNoKeyUpdate: 'FOR NO KEY UPDATE',
  forShare: 'FOR SHARE',
  forKeyShare: 'FOR KEY SHARE',
};
const tableWords: Readonly<Record<string, string>> = { insertInto: 'INSERT INTO', updateTable: 'UPDATE' };

/** What a call of Kysely says in SQL, as far as the rules ask. */
function wordsOf(name: string, { arguments: [first, second] }: CallExpression): string | undefined {
  const texts = (first?.type === 'ArrayExpression' ? first.elements : [first]).flatMap((one) =>
    one?.type === 'Literal' && typeof one.value === 'string' ? [one.value] : [],
  );
  if (tableCalls.has(name)) return `${tableWords[name] ?? 'FROM'} ${texts.join(', ')}`;
  if (name === 'fn') return texts.map((text) => `${text}()`).join();
  if (name === 'where' && second?.type === 'Literal' && second.value === '=') return `${texts.join()} = ?`;
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}
