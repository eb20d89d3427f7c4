#!/usr/bin/env node
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compareGenerated } from './kit/generated.ts';
import { report, type Problem } from './kit/report.ts';
import { root } from './kit/tree.ts';

const program = 'server/src/main/openapi.ts';

report('openapi', await compare(), 'docs/openapi.json is what the server serves');

/** The server itself prints what it serves at /api/openapi.json, so the committed copy cannot say anything else. */
async function compare(): Promise<Problem[]> {
  const limits = { cwd: root, timeout: 60_000, maxBuffer: 64 * 1024 * 1024 };
  const printed = await promisify(execFile)(process.execPath, [join(root, program)], limits).catch(
    (error: Error) => error,
  );
  if (printed instanceof Error) return [{ file: program, message: `does not print the document: ${printed.message}` }];
  const document: unknown = JSON.parse(printed.stdout);
  return compareGenerated(
    'docs/openapi.json',
    `${JSON.stringify(document, null, 2)}\n`,
    'node tools/checks/openapi.ts --write',
  );
}
