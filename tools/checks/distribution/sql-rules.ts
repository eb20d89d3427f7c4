import { lineAt } from '../kit/report.ts';
import { functionsIn, tablesIn, withoutComments, type Owners, type Statement } from '../boundaries/statements.ts';
import type { Broken } from './schema-rules.ts';

/** Finds what a distributed PostgreSQL refuses among the statements of a migration. */
export function checkMigration(file: string, text: string): Broken[] {
  const bare = withoutComments(text);
  return statementsOf(bare).flatMap(({ sql, start }) => {
    const found: string[] = [];
    if (/^\s*DROP INDEX [^;]*,/i.test(sql)) found.push('drop index');
    if (/^\s*ALTER TABLE/i.test(sql)) {
      const actions = actionsOf(sql);
      if (actions.length > 1 && actions.some((action) => /\bADD CONSTRAINT\b/i.test(action)))
        found.push('add constraint');
      if (actions.some((action) => /\bADD COLUMN\b.*\b(CHECK|UNIQUE|REFERENCES)\b/is.test(action)))
        found.push('add column');
    }
    return found.map((rule) => ({ file, line: lineAt(text, start), rule, message: messages[rule] ?? rule }));
  });
}

const messages: Readonly<Record<string, string>> = {
  'drop index': 'drop one index in each DROP INDEX',
  'add constraint': 'ADD CONSTRAINT stands alone in its ALTER TABLE',
  'add column': 'CHECK, UNIQUE and REFERENCES come in an ALTER TABLE after the one that adds the column',
  'company first': 'a function that reads or writes tables is plpgsql and takes the company first: (company uuid, …)',
  setting: 'a function sets search_path and enable_* only: with plan_cache_mode it gets no distributed plan',
  'row count': 'ROW_COUNT counts what was selected, not what was inserted: count by RETURNING',
  'insert select': 'INSERT … SELECT says ON CONFLICT or RETURNING, or it is refused under row-level security',
  'function beside tables': 'a function of ours stands alone in its statement: it returns what the tables gave',
  'address beside insert': 'an UPDATE by address and an INSERT are two statements',
  'set config': 'role and company are set by SET LOCAL in the text of BEGIN, never by set_config()',
};

/** The same for a file of functions. */
export function checkFunctions(file: string, text: string, owners: Owners): Broken[] {
  const bare = withoutComments(text);
  const found: Broken[] = [];
  const add = (rule: string, at: number): void => {
    found.push({ file, line: lineAt(text, at), rule, message: messages[rule] ?? rule });
  };
  for (const { 0: whole, 1: name = '', 2: parameters = '', index } of bare.matchAll(
    /CREATE OR REPLACE FUNCTION (\w+)\s*\(([^)]*)\)[^]*?AS (\$\w*\$)[^]*?\3/g,
  )) {
    const body = whole.slice(whole.search(/AS \$\w*\$/));
    const touches = tablesIn({ sql: body, start: 0 }, owners).length > 0;
    const isOurs = /LANGUAGE plpgsql/.test(whole) && /^\s*company uuid\b/.test(parameters);
    const isTrigger = /RETURNS trigger/.test(whole);
    if ((touches || isTrigger || /SECURITY DEFINER/.test(whole)) && !isOurs && name !== 'current_company') {
      add('company first', index);
    }
    for (const { 1: setting = '', index: at } of whole.slice(0, whole.search(/AS \$/)).matchAll(/\bSET (\w+)/g)) {
      if (!/^(search_path$|enable_)/.test(setting)) add('setting', index + at);
    }
  }
  for (const { index } of bare.matchAll(/\bROW_COUNT\b/g)) add('row count', index);
  for (const { sql, start } of statementsOf(bare)) if (isBareInsertSelect(sql)) add('insert select', start);
  return found;
}

/** The same for the SQL in TypeScript. `source` still has what the gaps of the statements hold. */
export function checkTemplates(
  file: string,
  source: string,
  statements: readonly Statement[],
  owners: Owners,
  tableFunctions: ReadonlySet<string>,
): Broken[] {
  return statements.flatMap(({ sql, start }) => {
    const text = source.slice(start, start + sql.length);
    const found: string[] = [];
    if (isBareInsertSelect(withoutComments(sql))) found.push('insert select');
    const calls = functionsIn({ sql, start }, owners).some(({ name }) => tableFunctions.has(name));
    if (calls && tablesIn({ sql, start }, owners).length > 0) found.push('function beside tables');
    if (
      /\bctid\b|\b(byAddress|sameItem|itemAtAddress)\(/.test(text) &&
      /\bUPDATE\b/.test(sql) &&
      /\bINSERT INTO\b/.test(sql)
    ) {
      found.push('address beside insert');
    }
    if (/set_config\(\s*'(role|app\.)/i.test(sql)) found.push('set config');
    if (/plan_cache_mode/i.test(sql)) found.push('setting');
    return found.map((rule) => ({ file, line: lineAt(source, start), rule, message: messages[rule] ?? rule }));
  });
}

/** The functions whose bodies name a table: those that a worker cannot run beside tables. */
export function functionsOverTables(files: ReadonlyMap<string, string>, owners: Owners): ReadonlySet<string> {
  const names = [...files.values()].flatMap((text) =>
    [...withoutComments(text).matchAll(/CREATE OR REPLACE FUNCTION (\w+)[^]*?AS (\$\w*\$)[^]*?\2/g)]
      .filter(([whole]) => tablesIn({ sql: whole, start: 0 }, owners).length > 0)
      .map(([, name = '']) => name),
  );
  return new Set(names);
}

function isBareInsertSelect(sql: string): boolean {
  return [...sql.matchAll(/\bINSERT INTO\b[^;]*?\bSELECT\b[^;]*/gi)].some(([whole]) => {
    const isOfValues = /^INSERT INTO[^;]*?\bVALUES\b[^;]*?\bSELECT\b/i.test(whole);
    return !isOfValues && !/\bON CONFLICT\b|\bRETURNING\b/i.test(whole);
  });
}

/** Statements by their semicolons; bodies of functions fall apart into theirs. */
function statementsOf(sql: string): Statement[] {
  const statements: Statement[] = [];
  let start = 0;
  for (const { index } of sql.matchAll(/;|$(?![^])/g)) {
    const text = sql.slice(start, index);
    statements.push({ sql: text, start: start + (text.length - text.trimStart().length) });
    start = index + 1;
  }
  return statements.filter(({ sql: text }) => text.trim() !== '');
}

/** The actions of an ALTER TABLE: what its commas outside brackets part. */
function actionsOf(sql: string): string[] {
  let depth = 0;
  const actions = [''];
  for (const sign of sql) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += sign;
  }
  return actions;
}
