import { Visitor } from 'oxc-parser';
import { posix } from 'node:path';
import { lineAt } from '../kit/report.ts';
import type { SourceFile } from './imports.ts';
import { locationOf } from './location.ts';
import { modules, platform, type ModuleRow } from './table.ts';

/** SQL in a file, from an offset on. */
export interface Statement {
  sql: string;
  start: number;
}

export interface Named {
  name: string;
  /** Offset in the file. */
  at: number;
}

type Found = { file: string; line: number; message: string };

/** Who may name which table, and call which function of the database. Pure. */
export interface Owners {
  tables: ReadonlyMap<string, string>;
  functions: ReadonlyMap<string, string>;
}

/** Calls of Kysely whose first argument is a table, or several. */
export const tableCalls: ReadonlySet<string> = new Set(
  ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'from', 'using'].concat(
    ['inner', 'left', 'right', 'full', 'cross'].flatMap((kind) => [`${kind}Join`, `${kind}JoinLateral`]),
  ),
);

const plumbing = 'platform';
const created = /CREATE OR REPLACE FUNCTION (\w+)/g;

/** Whose what is: the tables of the rows, and the functions of the files in the rows. Takes path → text of `db/functions`. */
export function ownersFrom(functionFiles: ReadonlyMap<string, string>): Owners {
  const rows: [string, ModuleRow | typeof platform][] = [...Object.entries(modules), [plumbing, platform]];
  const tables = new Map(rows.flatMap(([owner, row]) => (row.tables ?? []).map((table) => [table, owner])));
  const functions = new Map<string, string>();
  for (const [path, text] of functionFiles) {
    const owner = rows.find(([, row]) => row.functions?.includes(posix.basename(path, '.sql')))?.[0];
    if (owner === undefined) continue;
    for (const [, name = ''] of text.matchAll(created)) functions.set(name, owner);
  }
  return { tables, functions };
}

/** Finds what a module's own TypeScript, or the plumbing's, names and does not have. */
export function checkStatements(file: SourceFile, owners: Owners): Found[] {
  const { workspace, layer, name, isTest } = locationOf(file.path);
  if (workspace !== 'server' || isTest || (layer !== 'module' && layer !== 'platform')) return [];
  const owner = layer === 'module' ? (name ?? '') : plumbing;
  const { statements, tables } = readStatements(file);
  const named = [...tables, ...statements.flatMap((one) => tablesIn(one, owners))];
  const called = statements.flatMap((one) => functionsIn(one, owners));
  return foreign(file.path, file.source, { owner, named, called }, owners);
}

/** The same for a file of functions; and one that belongs to nobody. */
export function checkFunctionFile(path: string, text: string, owners: Owners): Found[] {
  const [first = ''] = [...text.matchAll(created)].map(([, name = '']) => name);
  const owner = owners.functions.get(first);
  if (owner === undefined) {
    return [
      { file: path, line: 1, message: 'belongs to nobody: name it in a row of tools/checks/boundaries/table.ts' },
    ];
  }
  const whole = { sql: text, start: 0 };
  const called = functionsIn(whole, owners).filter(({ name }) => !isOffered(name, owner, owners));
  const found = { owner, named: tablesIn(whole, owners), called };
  return foreign(path, text, found, owners);
}

/** Whether a module may call, inside a function of its own, one that its owner offers to the modules that may call it. */
function isOffered(name: string, caller: string, { functions }: Owners): boolean {
  const owner = functions.get(name) ?? '';
  const mayCall = modules[caller]?.mayCall ?? [];
  return modules[owner]?.offers?.includes(name) === true && (mayCall === 'anyone' || mayCall.includes(owner));
}

/** Finds tables that no row names. */
export function checkTables(schema: string, { tables }: Owners): Found[] {
  return [...schema.matchAll(/^CREATE TABLE (\w+)/gm)].flatMap(({ 1: name = '', index }) => {
    if (tables.has(name)) return [];
    const message = `${name} belongs to nobody: name it in a row of tools/checks/boundaries/table.ts`;
    return [{ file: 'db/schema.sql', line: lineAt(schema, index), message }];
  });
}

function foreign(
  file: string,
  source: string,
  { owner, named, called }: { owner: string; named: Named[]; called: Named[] },
  owners: Owners,
): Found[] {
  const excepted = modules[owner]?.foreignTables ?? {};
  const add = (one: Named, whose: string | undefined, what: string): Found[] => {
    if (whose === undefined || whose === owner) return [];
    const message = `${what} ${one.name} belongs to ${whose}: ask its index.ts, or give a reason in the table`;
    return [{ file, line: lineAt(source, one.at), message }];
  };
  return [
    ...named.filter(({ name }) => !(name in excepted)).flatMap((one) => add(one, owners.tables.get(one.name), 'table')),
    ...called.flatMap((one) => {
      const whose = owners.functions.get(one.name);
      return whose === plumbing ? [] : add(one, whose, 'function');
    }),
  ];
}

/** The texts of `sql` templates, and the tables of Kysely's calls. */
export function readStatements({ program, source }: SourceFile): { statements: Statement[]; tables: Named[] } {
  const statements: Statement[] = [];
  const tables: Named[] = [];
  new Visitor({
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return;
      // What stands in the gaps is not SQL that is known here: as many signs of something else.
      let text = source.slice(quasi.start, quasi.end);
      for (const { start, end } of quasi.expressions) {
        const [from, to] = [start - quasi.start, end - quasi.start];
        text = text.slice(0, from) + '?'.repeat(to - from) + text.slice(to);
      }
      statements.push({ sql: text, start: quasi.start });
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (!tableCalls.has(callee.property.name) || first === undefined) return;
      for (const one of first.type === 'ArrayExpression' ? first.elements : [first]) {
        if (one?.type !== 'Literal' || typeof one.value !== 'string') continue;
        tables.push({ name: one.value.split(' ')[0] ?? '', at: one.start });
      }
    },
  }).visit(program);
  return { statements, tables };
}

/** The tables that SQL reads or writes, without what it has made itself with WITH. */
export function tablesIn({ sql, start }: Statement, { tables }: Owners): Named[] {
  const text = withoutComments(sql);
  const made = text.matchAll(/\b(\w+)(?: *\([\w, ]*\))? AS (?:NOT )?(?:MATERIALIZED )?\(/gi);
  const own = new Set([...made].map(([, name = '']) => name));
  // After USING at the end of a text that is planned anew stand its values, not tables.
  const places =
    /\b(?:FROM|JOIN|INTO|UPDATE|(?<!\$ )USING|TABLE)\s+(?:ONLY\s+|LATERAL\s+)*((?:[\w."]+(?:\s+(?:AS\s+)?\w+)?\s*,\s*)*[\w."]+)/gi;
  return [...text.matchAll(places)].flatMap((match) => {
    const [whole, list = ''] = match;
    const at = start + match.index + whole.length - list.length;
    return list.split(',').flatMap((part) => {
      const name =
        part
          .trim()
          .split(/\s+/)[0]
          ?.replace(/^public\./, '')
          .replaceAll('"', '') ?? '';
      return tables.has(name) && !own.has(name) ? [{ name, at: at + list.indexOf(part) }] : [];
    });
  });
}

export function functionsIn({ sql, start }: Statement, { functions }: Owners): Named[] {
  return [...withoutComments(sql).matchAll(/\b(\w+) *\(/g)].flatMap(({ 1: name = '', index }) =>
    functions.has(name) ? [{ name, at: start + index }] : [],
  );
}

export function withoutComments(sql: string): string {
  return sql.replaceAll(/--[^\n]*/g, (comment) => ' '.repeat(comment.length));
}
