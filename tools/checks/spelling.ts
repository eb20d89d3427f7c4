#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { report } from './kit/report.ts';
import { listFiles, readText, root } from './kit/tree.ts';
import { checkWordList, readReport } from './spelling/word-list.ts';

const written = /\.(tsx?|mjs|css|sql|md|json|html|ya?ml)$/;
const files = listFiles().filter((path) => written.test(path));
const lists = listFiles('.cspell/*.txt');
const output = await runSpelling(files);
const problems = [...readReport(output), ...lists.flatMap((path) => checkWordList(path, readText(path)))];

report('spelling', problems, `${files.length} files are spelled right`);

/** Runs cspell over the files. Throws when it ends without having looked: it ends with 1 when it finds words. */
async function runSpelling(paths: string[]): Promise<string> {
  const program = join(root, 'node_modules/cspell/bin.mjs');
  const options = [
    'lint',
    '--no-progress',
    '--no-summary',
    '--no-color',
    '--no-must-find-files',
    '--dot',
    '--relative',
  ];
  const child = spawn(process.execPath, [program, ...options, '--file-list', 'stdin'], { cwd: root });
  child.stdin.end(paths.join('\n'));
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  const [found, complaints, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0 && readReport(found).length === 0)
    throw new Error(`cspell ended with ${code}: ${complaints || found}`);
  return found;
}
