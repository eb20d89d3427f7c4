import { parseSync, Visitor } from 'oxc-parser';
import { isTestFile, locationOf } from '../boundaries/location.ts';
import { lineAt, type Problem } from '../kit/report.ts';

/** Where “now” is read; everybody else is given it. */
const clocks = ['server/src/platform/time/', 'web/src/lib/time'];

/**
 * Finds code that reads the clock itself (`Date.now()`, `new Date()`, `Date()`), and rule files that draw random values
 * or read the environment. Pure: takes path → source. Tests may do both.
 */
export function checkClock(files: Map<string, string>): Problem[] {
  return [...files].flatMap(([path, source]) => {
    if (isTestFile(path) || clocks.some((home) => path.startsWith(home))) return [];
    return [...readsClock(path, source), ...(locationOf(path).isRuleFile ? readsWorld(path, source) : [])];
  });
}

function readsClock(file: string, source: string): Problem[] {
  const problems: Problem[] = [];
  const add = (start: number, what: string): void => {
    const message = `${what} reads the clock; take “now” as a parameter, it comes from platform/time (web/src/lib/time)`;
    problems.push({ file, line: lineAt(source, start), message });
  };
  new Visitor({
    MemberExpression: ({ object, property, start }) => {
      const isNow = property.type === 'Identifier' && property.name === 'now';
      if (isNow && object.type === 'Identifier' && object.name === 'Date') add(start, 'Date.now');
    },
    NewExpression: ({ callee, arguments: values, start }) => {
      if (callee.type === 'Identifier' && callee.name === 'Date' && values.length === 0) add(start, 'new Date()');
    },
    CallExpression: ({ callee, start }) => {
      if (callee.type === 'Identifier' && callee.name === 'Date') add(start, 'Date()');
      if (callee.type === 'Identifier' && callee.name === 'dayjs' && isBare(source, start)) add(start, 'dayjs()');
    },
  }).visit(parseSync(file, source).program);
  return problems;
}

function isBare(source: string, start: number): boolean {
  return /^dayjs\(\s*\)/.test(source.slice(start, start + 40));
}

function readsWorld(file: string, source: string): Problem[] {
  const problems: Problem[] = [];
  const worlds = new Set(['Math.random', 'crypto.randomUUID', 'crypto.getRandomValues', 'process.env']);
  const add = (start: number, what: string): void => {
    problems.push({
      file,
      line: lineAt(source, start),
      message: `a rule file is pure; take what ${what} gives as a parameter`,
    });
  };
  new Visitor({
    MemberExpression: ({ object, property, start }) => {
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return;
      const name = `${object.name}.${property.name}`;
      if (worlds.has(name)) add(start, name);
    },
    CallExpression: ({ callee, start }) => {
      if (callee.type === 'Identifier' && callee.name === 'fetch') add(start, 'fetch');
    },
  }).visit(parseSync(file, source).program);
  return problems;
}
