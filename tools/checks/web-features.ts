#!/usr/bin/env node
import { compareGenerated } from './kit/generated.ts';
import { report } from './kit/report.ts';
import { listFiles } from './kit/tree.ts';
import { pageLists, textTypes } from './web-features/written.ts';

const command = 'node tools/checks/web-features.ts --write';
const paths = listFiles('web/src/features/*.tsx', 'web/src/locales/*.json');
const problems = [
  ...compareGenerated('web/src/app/feature-pages.ts', pageLists(paths), command),
  ...compareGenerated('web/src/i18next.d.ts', textTypes(paths), command),
];

report('web-features', problems, 'the app knows the pages and the texts of every feature');
