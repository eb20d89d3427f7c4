#!/usr/bin/env node
import { join } from 'node:path';
import { report } from './kit/report.ts';
import { listFiles, readFiles, readText, root } from './kit/tree.ts';
import { readCatalogue, type Catalogue } from './locales/catalogue.ts';
import { checkCodes, codesOf } from './locales/codes.ts';
import { checkKeys } from './locales/keys.ts';
import { checkParity } from './locales/parity.ts';
import { checkVocabulary } from './locales/vocabulary.ts';
import { isTestFile } from './boundaries/location.ts';

const catalogues = await readCatalogues();
const codes = await readCodes();
const pages = readFiles(listFiles('web/src/*.ts', 'web/src/*.tsx').filter((path) => !isTestFile(path)));
const problems = [
  ...checkParity(catalogues),
  ...checkVocabulary(catalogues),
  ...checkCodes(codes, catalogues),
  ...checkKeys(pages, catalogues),
];

report('locales', problems, `${catalogues.length} catalogues agree, ${new Set(codes).size} codes have their sentences`);

async function readCatalogues(): Promise<Catalogue[]> {
  const homes = ['web/src', 'server/src/*', 'respond/src', 'inbox/src'];
  const files = listFiles(...homes.flatMap((home) => [`${home}/locales/*.json`, `${home}/locales/*.ts`]));
  const read = await Promise.all(files.map(async (file) => readCatalogue(file, await readContent(file))));
  return read.filter((one) => one !== undefined);
}

async function readContent(file: string): Promise<unknown> {
  if (file.endsWith('.json')) return JSON.parse(readText(file));
  const exported = (await import(join(root, file))) as Record<string, unknown>;
  return Object.values(exported)[0];
}

async function readCodes(): Promise<string[]> {
  const files = listFiles('contract/src/*.ts').filter((path) => !isTestFile(path));
  const loaded = await Promise.all(files.map(async (file) => codesOf(await import(join(root, file)))));
  return loaded.flat();
}
