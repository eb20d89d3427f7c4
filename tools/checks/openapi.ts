#!/usr/bin/env node
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compareGenerated } from './kit/generated.ts';
import { report } from './kit/report.ts';
import { root } from './kit/tree.ts';

// The server itself prints what it serves at /api/openapi.json, so the committed copy cannot say anything else.
const program = join(root, 'server/src/main/openapi.ts');
const limits = { cwd: root, timeout: 60_000, maxBuffer: 64 * 1024 * 1024 };
const { stdout } = await promisify(execFile)(process.execPath, [program], limits);
const document: unknown = JSON.parse(stdout);
const problems = compareGenerated(
  'docs/openapi.json',
  `${JSON.stringify(document, null, 2)}\n`,
  'node tools/checks/openapi.ts --write',
);

report('openapi', problems, `docs/openapi.json is what the server serves`);
