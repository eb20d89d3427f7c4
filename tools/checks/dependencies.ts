#!/usr/bin/env node
import { checkDependencies } from './dependencies/check.ts';
import { report } from './kit/report.ts';
import { listFiles, readFiles, readText } from './kit/tree.ts';

const packages = readFiles(listFiles('package.json', '*/package.json'));
const documents = listFiles('docs/dependencies.md').map(readText);
const problems = checkDependencies(packages, documents.join('\n'), readText('package-lock.json'));

report('dependencies', problems, `${packages.size} packages pin what they use and say why`);
