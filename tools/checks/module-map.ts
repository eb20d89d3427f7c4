#!/usr/bin/env node
import { drawModuleMap, endMark, placePicture, startMark } from './module-map/picture.ts';
import { compareGenerated } from './kit/generated.ts';
import { report } from './kit/report.ts';
import { listFiles, readFiles, readText } from './kit/tree.ts';

const workspaces = ['contract', 'server', 'web', 'respond', 'inbox'];
const files = readFiles(listFiles(...workspaces.flatMap((name) => [`${name}/src/*.ts`, `${name}/src/*.tsx`])));
const document = listFiles('ARCHITECTURE.md').map(readText).join('');
const hasMarks = document.includes(startMark) && document.includes(endMark);
const problems = hasMarks
  ? compareGenerated(
      'ARCHITECTURE.md',
      placePicture(document, drawModuleMap(files)),
      'node tools/checks/module-map.ts --write',
    )
  : [{ file: 'ARCHITECTURE.md', message: `has no place for the picture: add ${startMark} and ${endMark}` }];

report('module-map', problems, 'the picture in ARCHITECTURE.md shows the modules as they are');
