#!/usr/bin/env node
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { commonErrors, errorsOf, type Route } from '@escuta/contract/route';
import { isTestFile } from './boundaries/location.ts';
import { report } from './kit/report.ts';
import { listFiles, readFiles, root } from './kit/tree.ts';
import { checkRefusals, checkUnsent } from './refusals/check.ts';

const contracts = listFiles('contract/src/*.ts').filter((path) => !isTestFile(path));
const routes = new Map(
  await Promise.all(
    contracts.map(async (path) => {
      const exported = (await import(pathToFileURL(join(root, path)).href)) as Record<string, Partial<Route>>;
      const codes = Object.entries(exported).flatMap(([name, value]) =>
        value?.method && value.definition ? [[name, new Set(Object.keys(errorsOf(value.definition)))] as const] : [],
      );
      return [path.slice('contract/src/'.length, -'.ts'.length), new Map(codes)] as const;
    }),
  ),
);
// What binds the routes refuses with the codes that come with their kind.
const isBinding = (path: string) => path.startsWith('server/src/platform/http/');
const paths = listFiles('server/src/modules/**/*.ts', 'server/src/platform/**/*.ts').filter(
  (path) => !isTestFile(path) && !isBinding(path),
);
const files = readFiles(paths);
const declared = new Map([
  ...[...routes].flatMap(([module, codes]) =>
    [...codes.values()].flatMap((each) => [...each].map((code) => [code, `contract/src/${module}.ts`] as const)),
  ),
  ...Object.keys(commonErrors).map((code) => [code, 'contract/src/route.ts'] as const),
]);
const server = readFiles(listFiles('server/src/**/*.ts').filter((path) => !isTestFile(path)));
const known = [...routes.values()].reduce((sum, { size }) => sum + size, 0);

report(
  'refusals',
  [...checkRefusals(files, routes), ...checkUnsent(declared, server.values())],
  `${known} routes declare what their acts refuse with`,
);
