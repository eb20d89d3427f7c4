import type { Problem } from '../kit/report.ts';
import { findCycles } from './cycles.ts';
import { parseFile, type SourceFile } from './imports.ts';
import { checkShape } from './shape.ts';
import { checkFunctionFile, checkStatements, checkTables, ownersFrom } from './statements.ts';
import { stepOf, stepRules } from './rules.ts';

/** A problem that breaks one of the rules “Who may import whom” of ARCHITECTURE.md. */
export interface Violation extends Problem {
  /** The rule's number there, 1 to 9. */
  rule: number;
}

/**
 * Checks who imports whom, and whose tables a statement names. Pure: takes path → source for the files of the workspaces and
 * of `db/` (paths from the project's root) and returns every violation, in no particular order.
 */
export function checkBoundaries(files: Map<string, string>): Violation[] {
  const isSql = ([path]: [string, string]): boolean => path.startsWith('db/');
  const sql = new Map([...files].filter(isSql));
  const parsed = [...files]
    .filter((file) => !isSql(file))
    .map(([path, source]) => parseFile(path, source, (one) => files.has(one)));
  return [
    ...parsed.flatMap(checkSteps),
    ...parsed.flatMap(checkFile),
    ...checkCycles(parsed),
    ...checkOwners(parsed, sql),
  ];
}

function checkOwners(files: SourceFile[], sql: Map<string, string>): Violation[] {
  const functionFiles = new Map([...sql].filter(([path]) => path.startsWith('db/functions/')));
  const owners = ownersFrom(functionFiles);
  const found = [
    ...files.flatMap((file) => checkStatements(file, owners)),
    ...[...functionFiles].flatMap(([path, text]) => checkFunctionFile(path, text, owners)),
    ...checkTables(sql.get('db/schema.sql') ?? '', owners),
  ];
  return found.map(({ message, ...place }) => ({ rule: 9, ...place, message: `rule 9: ${message}` }));
}

function checkSteps(file: SourceFile): Violation[] {
  return file.imports.flatMap((imported) => {
    const step = stepOf(file, imported);
    return stepRules.flatMap(({ rule, check }) => {
      const message = check(step);
      return message === undefined
        ? []
        : [{ rule, file: file.path, line: imported.line, message: `rule ${rule}: ${message}` }];
    });
  });
}

function checkFile(file: SourceFile): Violation[] {
  return checkShape(file).map(({ rule, message, line = 1 }) => {
    return { rule, file: file.path, line, message: `rule ${rule}: ${message}` };
  });
}

function checkCycles(files: SourceFile[]): Violation[] {
  const graph = new Map(files.map(({ path, imports }) => [path, imports.flatMap(pathOf)]));
  return findCycles(graph).map((walk) => {
    const [first = '', second] = walk;
    const step = files.find(({ path }) => path === first)?.imports.find((one) => pathOf(one)[0] === second);
    const message = `rule 8: a cycle: ${walk.join(' → ')}; move what both need into a file of its own`;
    return { rule: 8, file: first, line: step?.line ?? 1, message };
  });
}

function pathOf({ target }: SourceFile['imports'][number]): string[] {
  return target.kind === 'file' ? [target.path] : [];
}
