import { parseFile } from '../boundaries/imports.ts';
import { locationOf } from '../boundaries/location.ts';
import { ownersFrom } from '../boundaries/statements.ts';
import type { Problem } from '../kit/report.ts';
import { readQueries } from './queries.ts';
import { checkSchema, type Broken } from './schema-rules.ts';
import { checkFunctions, checkMigration, checkQueries, functionsOverTables } from './sql-rules.ts';

/** What may stand all the same: by file and rule, with the reason. */
export type Known = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Finds what a distributed PostgreSQL would refuse (docs/operations.md, “More than one database”) in the schema, the migrations,
 * the functions and the SQL of the server. Pure: takes path → text.
 */
export function checkDistribution(files: ReadonlyMap<string, string>, known: Known): Problem[] {
  const of = (pattern: RegExp) => new Map([...files].filter(([path]) => pattern.test(path)));
  const functions = of(/^db\/functions\//);
  const owners = ownersFrom(functions);
  const database = { owners, tableFunctions: functionsOverTables(functions, owners) };
  const sources = [...of(/^server\/.*\.ts$/)].filter(([path]) => !locationOf(path).isTest);
  const queries = readQueries(
    new Map(sources.map(([path, source]) => [path, parseFile(path, source, (one) => files.has(one))])),
  );
  const broken: Broken[] = [
    ...checkSchema(files.get('db/schema.sql') ?? ''),
    ...[...of(/^db\/migrations\//)].flatMap(([path, text]) => checkMigration(path, text)),
    ...[...functions].flatMap(([path, text]) => checkFunctions(path, text, database)),
    ...sources.flatMap(([path, source]) => checkQueries(path, source, queries.get(path) ?? [], database)),
  ];
  const needless = Object.entries(known).flatMap(([file, rules]) =>
    Object.keys(rules)
      .filter((rule) => !broken.some((one) => one.file === file && one.rule === rule))
      .map((rule) => ({
        file,
        message: `breaks “${rule}” no longer: take it out of tools/checks/distribution/known.ts`,
      })),
  );
  return [
    ...broken
      .filter(({ file, rule }) => known[file]?.[rule] === undefined)
      .map(({ file, line, rule, message }) => ({
        file,
        ...(line === undefined ? {} : { line }),
        message: `${rule}: ${message}`,
      })),
    ...needless,
  ];
}
