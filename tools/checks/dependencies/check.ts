import { lineAt, type Problem } from '../kit/report.ts';

/** A parsed package.json, as far as the check reads it. */
export interface PackageFile {
  name?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  overrides?: Record<string, string>;
}

const document = 'docs/dependencies.md';
const exact = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/**
 * Checks that every dependency is pinned exactly, everywhere to the same version, and has its line in
 * docs/dependencies.md; that the document names nothing else; and that the lock file names no registry. Pure.
 * `packages` maps the path of each package.json to its text.
 */
export function checkDependencies(packages: Map<string, string>, documentText: string, lockText: string): Problem[] {
  const own = new Set([...packages.values()].map((text) => (JSON.parse(text) as PackageFile).name));
  const found = [...packages].flatMap(([file, text]) => readDependencies(file, text));
  const outside = found.filter(({ name }) => !own.has(name));
  return [
    ...found.flatMap(checkPin),
    ...checkOneVersion(outside),
    ...checkDocument(new Set(outside.map(({ name }) => name)), documentText),
    ...checkLock(lockText),
  ];
}

interface Dependency {
  file: string;
  line: number;
  name: string;
  version: string;
}

function readDependencies(file: string, text: string): Dependency[] {
  const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(text) as PackageFile;
  return [dependencies, devDependencies, optionalDependencies, overrides].flatMap((group) => {
    return Object.entries(group ?? {}).map(([name, version]) => {
      return { file, line: lineAt(text, text.indexOf(`"${name}"`)), name, version };
    });
  });
}

function checkPin({ file, line, name, version }: Dependency): Problem[] {
  if (exact.test(version)) return [];
  return [
    { file, line, message: `${name} is “${version}”; pin one exact version, so that every machine runs the same` },
  ];
}

function checkOneVersion(dependencies: Dependency[]): Problem[] {
  return [...Map.groupBy(dependencies, ({ name }) => name).values()].flatMap((uses) => {
    const [first, ...others] = uses;
    return others
      .filter(({ version }) => version !== first?.version)
      .map(({ file, line, name, version }) => {
        return {
          file,
          line,
          message: `${name} is ${version} here and ${first?.version} in ${first?.file}; choose one`,
        };
      });
  });
}

/** The names and reasons in the document's table rows: `| name | what for | why this one |`. */
export function readDocument(text: string): { name: string; cells: string[]; line: number }[] {
  return text.split('\n').flatMap((row, index) => {
    if (!row.startsWith('|')) return [];
    const cells = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const name = /^`([^`]+)`$/.exec(cells[0] ?? '')?.[1];
    return name === undefined ? [] : [{ name, cells, line: index + 1 }];
  });
}

function checkDocument(names: Set<string>, text: string): Problem[] {
  const rows = readDocument(text);
  const known = new Set(rows.map(({ name }) => name));
  const missing = [...names].filter((name) => !known.has(name)).sort();
  const gone = rows.filter(({ name }) => !names.has(name));
  const hollow = rows.filter(({ cells }) => cells.length !== 3 || cells.some((cell) => cell === ''));
  return [
    ...missing.map((name) => ({
      file: document,
      message: `${name} has no line: | \`${name}\` | what for | why this one |`,
    })),
    ...gone.map(({ name, line }) => ({
      file: document,
      line,
      message: `${name} is no dependency any more; delete the line`,
    })),
    ...hollow.map(({ name, line }) => ({
      file: document,
      line,
      message: `${name} needs three cells: name, what for, why this one`,
    })),
  ];
}

function checkLock(text: string): Problem[] {
  return [...text.matchAll(/"resolved": "([^"]*:\/\/[^"]*)"/g)].map((match) => {
    const message = `names the address ${match[1]}; install with the project's .npmrc, which leaves addresses out`;
    return { file: 'package-lock.json', line: lineAt(text, match.index), message };
  });
}
