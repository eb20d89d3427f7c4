import type { Problem } from '../kit/report.ts';
import { findCycles } from './cycles.ts';
import { parseFile, type SourceFile } from './imports.ts';
import { checkShape } from './shape.ts';
import { stepOf, stepRules } from './rules.ts';

/** A problem that breaks one of the rules “Who may import whom” of ARCHITECTURE.md. */
export interface Violation extends Problem {
  /** The rule's number there, 1 to 8. */
  rule: number;
}

/**
 * Checks who imports whom. Pure: takes path → source for the files of the workspaces (paths from the project's root)
 * and returns every violation, in no particular order.
 */
export function checkBoundaries(files: Map<string, string>): Violation[] {
  const parsed = [...files].map(([path, source]) => parseFile(path, source, (one) => files.has(one)));
  return [...parsed.flatMap(checkSteps), ...parsed.flatMap(checkFile), ...checkCycles(parsed)];
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
