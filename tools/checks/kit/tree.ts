import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the project; every path the checks speak of is relative to it and uses `/`. */
export const root = join(import.meta.dirname, '../../..');

/**
 * Paths of the files that belong to the project: tracked ones and new ones that git does not ignore.
 * A deleted file that is still in git's index is left out.
 */
export function listFiles(...patterns: string[]): string[] {
  const arguments_ = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  const output = execFileSync('git', arguments_, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const unique = new Set(output.split('\0').filter((path) => path !== ''));
  return [...unique].filter((path) => existsSync(join(root, path))).sort();
}

/** The given files as path → text. */
export function readFiles(paths: string[]): Map<string, string> {
  return new Map(paths.map((path) => [path, readText(path)]));
}

/** The text of one file of the project. Throws when it does not exist. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
