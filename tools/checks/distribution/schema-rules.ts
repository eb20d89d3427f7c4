import { lineAt, type Problem } from '../kit/report.ts';
import { tableKinds } from './table-kinds.ts';

/** A problem and the rule that it breaks, as `known.ts` names it. */
export interface Broken extends Problem {
  rule: string;
}

const file = 'db/schema.sql';

interface Table {
  name: string;
  text: string;
  at: number;
}

/** Holds the schema to the list of kinds, and to what a distributed table may have. Takes the text of `db/schema.sql`. */
export function checkSchema(schema: string): Broken[] {
  const tables = [...schema.matchAll(/^CREATE TABLE (\w+) \($[^]*?^\)/gm)].map(
    ({ 0: text, 1: name = '', index: at }): Table => ({ name, text, at }),
  );
  return [
    ...checkKinds(schema, tables),
    ...tables.flatMap((table) => checkKeys(schema, table)),
    ...checkUniqueIndexes(schema),
    ...checkMutualKeys(schema, tables),
    ...forbidden.flatMap(({ rule, pattern, message }) =>
      [...schema.matchAll(pattern)].map(({ index }) => broken(schema, index, rule, message)),
    ),
  ];
}

const forbidden = [
  { rule: 'trigger', pattern: /^CREATE TRIGGER /gm, message: 'a distributed table has no trigger' },
  {
    rule: 'set null column',
    pattern: /ON DELETE SET NULL \(/g,
    message: 'SET NULL of a column is refused: NO ACTION, and the act that deletes sets it null',
  },
  {
    rule: 'sequence',
    pattern: /GENERATED \w+( \w+)? AS IDENTITY|DEFAULT nextval|^CREATE SEQUENCE/gm,
    message: 'a number from a sequence is another on each server: use an id of ours',
  },
  {
    rule: 'policy',
    pattern: /^CREATE POLICY [^;]*\(\s*SELECT\b/gim,
    message: 'a policy asks no table: compare company_id with the company of the transaction',
  },
];

function broken(schema: string, at: number, rule: string, message: string): Broken {
  return { file, line: lineAt(schema, at), rule, message };
}

function checkKinds(schema: string, tables: Table[]): Broken[] {
  const all = Object.values(tableKinds).flat();
  const names = new Set(tables.map(({ name }) => name));
  const list = 'tools/checks/distribution/table-kinds.ts';
  return [
    ...tables
      .filter(({ name }) => all.filter((one) => one === name).length !== 1)
      .map(({ name, at }) => broken(schema, at, 'kind', `${name} must stand once in ${list}`)),
    ...all
      .filter((name) => !names.has(name))
      .map((name) => ({ file: list, rule: 'kind', message: `${name} is no table of the schema` })),
    ...tables
      .filter(({ name, text }) => tableKinds.company.includes(name) && !/^ {2}company_id uuid NOT NULL/m.test(text))
      .map(({ name, at }) => broken(schema, at, 'kind', `${name} is spread by a company_id that it does not have`)),
    ...tables
      .filter(({ name, text }) => tableKinds.coordinator.includes(name) && /^ {2}company_id /m.test(text))
      .map(({ name, at }) => broken(schema, at, 'kind', `${name} has a company: spread it`)),
  ];
}

function checkKeys(schema: string, { name, text, at }: Table): Broken[] {
  if (!tableKinds.company.includes(name)) return [];
  return [...text.matchAll(/(?:PRIMARY KEY|UNIQUE) \((\w+)/g)]
    .filter(([, first]) => first !== 'company_id')
    .map(({ index }) => broken(schema, at + index, 'key', `a key of ${name} begins with company_id`));
}

function checkUniqueIndexes(schema: string): Broken[] {
  return [...schema.matchAll(/^CREATE UNIQUE INDEX \w+ ON public\.(\w+) USING \w+ \((\w+)/gm)]
    .filter(([, table = '', first]) => tableKinds.company.includes(table) && first !== 'company_id')
    .map(({ 1: table, index }) => broken(schema, index, 'key', `a unique index of ${table} begins with company_id`));
}

function checkMutualKeys(schema: string, tables: Table[]): Broken[] {
  const pointing = new Map(
    tables.map(({ name, text }) => [name, [...text.matchAll(/REFERENCES (\w+)/g)].map(([, other = '']) => other)]),
  );
  return tables.flatMap(({ name, at }) =>
    (pointing.get(name) ?? [])
      .filter((other) => name < other && pointing.get(other)?.includes(name))
      .map((other) => broken(schema, at, 'mutual keys', `${name} and ${other} point at each other by foreign keys`)),
  );
}
