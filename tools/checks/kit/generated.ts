import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Problem } from './report.ts';
import { readText, root } from './tree.ts';

/**
 * Compares a committed file with the text just generated from the code.
 * With `--write` on the command line it writes the file instead and finds no problem.
 */
export function compareGenerated(file: string, generated: string, command: string): Problem[] {
  const committed = existsSync(join(root, file)) ? readText(file) : undefined;
  if (committed === generated) return [];
  if (process.argv.includes('--write')) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), generated);
    console.log(`wrote ${file}`);
    return [];
  }
  const remedy = `run \`${command}\`, read the difference and commit it`;
  if (committed === undefined) return [{ file, message: `does not exist yet: ${remedy}` }];
  const { line, was, is } = firstDifference(committed, generated);
  return [{ file, line, message: `is out of date: committed ${quote(was)}, generated ${quote(is)}; ${remedy}` }];
}

/** The first line in which two texts differ. */
export function firstDifference(committed: string, generated: string): { line: number; was: string; is: string } {
  const before = committed.split('\n');
  const after = generated.split('\n');
  let index = 0;
  while (index < before.length && before[index] === after[index]) index += 1;
  return { line: index + 1, was: before[index] ?? 'the end', is: after[index] ?? 'the end' };
}

function quote(line: string): string {
  return `“${line.trim().slice(0, 100)}”`;
}
