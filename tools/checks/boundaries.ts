#!/usr/bin/env node
import { checkBoundaries } from './boundaries/check.ts';
import { report } from './kit/report.ts';
import { listFiles, readFiles } from './kit/tree.ts';

const workspaces = ['contract', 'server', 'web', 'respond', 'inbox', 'bench', 'e2e'];
const files = readFiles(
  listFiles(...workspaces.flatMap((name) => [`${name}/*.ts`, `${name}/*.tsx`]), 'db/functions/*.sql', 'db/schema.sql'),
);

report(
  'boundaries',
  checkBoundaries(files),
  `${files.size} files keep to who may import whom, and to their own tables`,
);
