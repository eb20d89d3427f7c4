#!/usr/bin/env node
import { checkClock } from './clock/check.ts';
import { report } from './kit/report.ts';
import { listFiles, readFiles } from './kit/tree.ts';

const workspaces = ['contract', 'server', 'web', 'respond', 'inbox'];
const files = readFiles(listFiles(...workspaces.flatMap((name) => [`${name}/src/*.ts`, `${name}/src/*.tsx`])));

report('clock', checkClock(files), `${files.size} files are told the time`);
