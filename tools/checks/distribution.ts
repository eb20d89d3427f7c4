#!/usr/bin/env node
import { checkDistribution } from './distribution/check.ts';
import { known } from './distribution/known.ts';
import { report } from './kit/report.ts';
import { listFiles, readFiles } from './kit/tree.ts';

const files = readFiles(listFiles('server/src/*.ts', 'db/functions/*.sql', 'db/migrations/*.sql', 'db/schema.sql'));

report(
  'distribution',
  checkDistribution(files, known),
  `${files.size} files ask nothing that several databases refuse`,
);
