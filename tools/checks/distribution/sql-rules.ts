import { lineAt } from '../kit/report.ts';
import { functionsIn, tablesIn, withoutComments, type Owners, type Statement } from '../boundaries/statements.ts';
import type { Query } from './queries.ts';
import type { Broken } from './schema-rules.ts';

/** Whose is what, and which functions come to tables: a worker cannot run those beside tables. */
export interface Database {
  owners: Owners;
  tableFunctions: ReadonlySet<string>;
}

/** Finds what a distributed PostgreSQL refuses among the statements of a migration. */
export function checkMigration(file: string, text: string): Broken[] {
  return statementsOf(text).flatMap(({ sql, start }) => {
    const found = brokenByInserts(sql);
    if (/^\s*DROP INDEX [^;]*,/i.test(sql)) found.push('drop index');
    if (/^\s*ALTER TABLE/i.test(sql)) {
      const actions = actionsOf(sql);
      if (actions.length > 1 && actions.some((action) => /\bADD CONSTRAINT\b/i.test(action)))
        found.push('add constraint');
      if (actions.some((action) => /\bADD COLUMN\b.*\b(CHECK|UNIQUE|REFERENCES)\b/is.test(action)))
        found.push('add column');
    }
    return found.map((rule) => broken(file, text, rule, start));
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
  lock: 'rows are locked in one company: FOR UPDATE and its kin stand with company_id = …',
  'set config': 'role and company are set by SET LOCAL in the text of BEGIN, never by set_config()',
};

function broken(file: string, text: string, rule: string, at: number): Broken {
  return { file, line: lineAt(text, at), rule, message: messages[rule] ?? rule };
}

/** The same for a file of functions. */
export function checkFunctions(file: string, text: string, database: Database): Broken[] {
  const bare = withoutComments(text);
  const found: Broken[] = [];
  const add = (rule: string, at: number): void => {
    found.push(broken(file, text, rule, at));
  };
  for (const { name, parameters, head, body, start } of functionsOf(bare)) {
    const touches = tablesIn({ sql: body, start: 0 }, database.owners).length > 0;
    const isOurs = /LANGUAGE plpgsql/.test(head + body) && /^\s*company uuid\b/.test(parameters);
    const isPrivileged = /RETURNS trigger|SECURITY DEFINER/.test(head);
    if ((touches || isPrivileged) && !isOurs && name !== 'current_company') add('company first', start);
    for (const { 1: setting = '', index: at } of head.matchAll(/\bSET (\w+)/g)) {
      if (!/^(search_path$|enable_)/.test(setting)) add('setting', start + at);
    }
  }
  // Looked for here, since statements come without what stands in quotes; in a text that EXECUTE runs, quotes are doubled.
  for (const { index: at } of bare.matchAll(/\bset_config\(\s*('{1,2}(role|session_authorization|app\.)|[^'\s])/gi))
    add('set config', at);
  const bodies = functionsOf(bare).reduce((rest, { head }) => rest.replace(head, blank), bare);
  for (const { sql, start } of statementsOf(bodies)) {
    for (const rule of brokenBy(sql, database)) add(rule, start);
  }
  return found;
}

/** The same for the SQL in TypeScript. */
export function checkQueries(file: string, source: string, queries: readonly Query[], database: Database): Broken[] {
  const found = queries.flatMap(({ sql, start, isPart }) => {
    const rules = statementsOf(sql).flatMap((one) => brokenBy(one.sql, database));
    if (/set_config\(\s*('(role|app\.)|\?)/i.test(sql)) rules.push('set config');
    if (/plan_cache_mode/i.test(sql)) rules.push('setting');
    // Where a part goes is not always known: a call is one alone.
    if (isPart && callsTables(sql, database) && !/^\w+\([^]*\)$/.test(sql)) rules.push('function beside tables');
    return [...new Set(rules)].map((rule) => broken(file, source, rule, start));
  });
  // Kysely gives the count of a template under the first name only; under the others, of an insert of its own.
  const inserts = queries.flatMap(({ sql }) => insertsOf(sql)).some(isInsertSelect);
  const counts = inserts ? /\bnum(Affected|Updated|InsertedOrUpdated)Rows\b/g : /\bnumAffectedRows\b/g;
  return [...found, ...[...source.matchAll(counts)].map(({ index }) => broken(file, source, 'row count', index))];
}

/** The rules that a statement breaks, in a function as in TypeScript. */
function brokenBy(sql: string, database: Database): string[] {
  const found = brokenByInserts(sql);
  if (callsTables(sql, database) && tablesIn({ sql, start: 0 }, database.owners).length > 0) {
    found.push('function beside tables');
  }
  if (/\bctid\b|::tid\b/.test(sql) && /\bUPDATE\b/.test(sql) && /\bINSERT INTO\b/.test(sql)) {
    found.push('address beside insert');
  }
  if (/\bFOR (NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)\b/.test(sql) && !ofOneCompany.test(sql)) found.push('lock');
  return found;
}

const ofOneCompany = /\bcompany_id (=|IS NOT DISTINCT FROM) (\?|\$|company\b|current_company\()/;

function brokenByInserts(sql: string): string[] {
  const found: string[] = [];
  if (/\bROW_COUNT\b/.test(sql)) found.push('row count');
  if (insertsOf(sql).some((one) => isInsertSelect(one) && !/\bON CONFLICT\b|\bRETURNING\b/i.test(one))) {
    found.push('insert select');
  }
  return found;
}

function callsTables(sql: string, { owners, tableFunctions }: Database): boolean {
  return functionsIn({ sql, start: 0 }, owners).some(({ name }) => tableFunctions.has(name));
}

/** The functions that name a table, or call one that does. */
export function functionsOverTables(files: ReadonlyMap<string, string>, owners: Owners): ReadonlySet<string> {
  const bodies = [...files.values()].flatMap((text) =>
    functionsOf(withoutComments(text)).map(({ name, body }) => ({ name, statement: { sql: body, start: 0 } })),
  );
  const found = new Set(
    bodies.filter(({ statement }) => tablesIn(statement, owners).length > 0).map(({ name }) => name),
  );
  // A set hands out what is added while it is gone through.
  for (const called of found) {
    for (const { name, statement } of bodies) {
      if (functionsIn(statement, owners).some((one) => one.name === called)) found.add(name);
    }
  }
  return found;
}

function functionsOf(sql: string) {
  const created = /(CREATE OR REPLACE FUNCTION (\w+)\s*\(([^)]*)\)[^]*?AS )((\$\w*\$)[^]*?\5[^;]*)/g;
  return [...sql.matchAll(created)].map(
    ({ 1: head = '', 2: name = '', 3: parameters = '', 4: body = '', index: start }) => {
      return { name, parameters, head, body, start };
    },
  );
}

/** Each INSERT of a statement, to where the brackets end that it stands in. */
function insertsOf(sql: string): string[] {
  const inserts = sql.split(/\b(?=INSERT INTO\b)/i).filter((part) => /^INSERT INTO\b/i.test(part));
  return inserts.map((insert) => {
    let depth = 0;
    const end = [...insert].findIndex((sign) => {
      if (sign === '(') depth += 1;
      if (sign === ')') depth -= 1;
      return depth < 0;
    });
    return end < 0 ? insert : insert.slice(0, end);
  });
}

/** Whether its rows come from a query. */
function isInsertSelect(insert: string): boolean {
  return /\bSELECT\b/i.test(insert.split(/\bVALUES\b/i)[0] ?? '');
}

/**
 * Statements by their semicolons, without comments and what stands in quotes; bodies of functions fall apart into theirs. A
 * text in quotes may be a statement too (EXECUTE), and is given as one.
 */
function statementsOf(text: string): Statement[] {
  const sql = withoutComments(text);
  const quoted = /'(?:[^']|'')*'/g;
  const begun = /^'\s*(WITH|SELECT|INSERT|UPDATE|DELETE)\b/;
  const statements = [...sql.matchAll(quoted)]
    .filter(([inner]) => begun.test(inner))
    .map(({ 0: inner, index }) => ({ sql: inner.slice(1, -1), start: index }));
  for (const { 0: whole, index } of sql.replaceAll(quoted, blank).matchAll(/[^;]+/g)) {
    statements.push({ sql: whole, start: index + whole.search(/\S|$/) });
  }
  return statements;
}

function blank(text: string): string {
  return ' '.repeat(text.length);
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
