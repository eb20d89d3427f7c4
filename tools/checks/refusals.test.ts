import { expect, test } from 'vitest';
import { checkRefusals, checkUnsent } from './refusals/check.ts';

const routes = new Map([
  ['things', new Map([['getThing', new Set(['NOT_FOUND', 'THING_GONE'])]])],
  ['others', new Map([['getOther', new Set(['THING_LOST', 'BUSY'])]])],
]);

/** Routes of a module whose act is the given source, beside the files given. */
function problems(act: string, others: Record<string, string> = {}): string[] {
  const files = new Map(
    Object.entries({
      'server/src/modules/things/routes.ts': `
        import * as contract from '@escuta/contract/things';
        import { readThing } from './read-thing.ts';
        export function thingsRoutes(app) {
          const rule = openRule();
          implement(app, contract.getThing)(({ scope }) => readThing(scope, rule));
        }`,
      'server/src/modules/things/read-thing.ts': act,
      ...others,
    }),
  );
  return checkRefusals(files, routes).map(({ file, line, message }) => `${file}:${line} ${message}`);
}

test('codes that the route declares are no problem', () => {
  expect(problems(`export async function readThing() { throw refuse('THING_GONE', {}); }`)).toEqual([]);
});

test('a code that the route does not declare is named with its place', () => {
  expect(problems(`\nexport async function readThing() {\n  throw refuse('THING_LOST');\n}`)).toEqual([
    'server/src/modules/things/read-thing.ts:3 refuses with THING_LOST, which getThing of contract/src/things.ts does not declare',
  ]);
});

test.each([
  [
    'a function of the file',
    `export const readThing = () => find(); function find() { throw refuse('THING_LOST'); }`,
    {},
  ],
  [
    'a spread',
    `export const readThing = () => ({ ...find() }); const find = () => { throw refuse('THING_LOST'); };`,
    {},
  ],
  ['one of two codes', `export const readThing = () => { throw refuse(gone ? 'THING_GONE' : 'THING_LOST'); };`, {}],
  [
    'the index of another module',
    `import { find } from '#modules/others/index.ts'; export const readThing = () => find();`,
    {
      'server/src/modules/others/index.ts': `export { find } from './find.ts';`,
      'server/src/modules/others/find.ts': `export function find() { throw refuse('THING_LOST'); }`,
    },
  ],
])('follows what an act calls: %s', (_name, act, others) => {
  expect(problems(act, others)).toHaveLength(1);
});

test('follows what a handler uses of the function around it', () => {
  const rule = `export const readThing = () => 1;`;
  const files = {
    'server/src/modules/things/rule.ts': `export function openRule() { return () => { throw refuse('BUSY'); }; }`,
  };
  expect(problems(rule, files)).toEqual([]);
  const imported = {
    ...files,
    'server/src/modules/things/routes.ts': `
      import * as contract from '@escuta/contract/things';
      import { openRule } from './rule.ts';
      export function thingsRoutes(app) {
        const rule = openRule();
        implement(app, contract.getThing, { admit: () => rule() })(() => 1);
      }`,
  };
  expect(problems(rule, imported)).toHaveLength(1);
});

test('a name of a property leads nowhere, and what no route reaches is nobody’s', () => {
  expect(
    problems(`export const readThing = (row) => row.lost; function lost() { throw refuse('THING_LOST'); }`),
  ).toEqual([]);
});

test.each([
  ['no route declares', `refuse('THING_UNKNOWN')`, 'refuses with THING_UNKNOWN, which no route declares'],
  ['stands elsewhere', `refuse(result.refused)`, 'refuses with a code that is not written here as text'],
  ['is half written', `refuse(gone ? 'THING_GONE' : code)`, 'refuses with a code that is not written here as text'],
])('a code that %s is a problem wherever it is', (_what, refusal, message) => {
  const handedOver = { 'server/src/modules/things/handed-over.ts': `export const late = (result) => ${refusal};` };
  expect(problems('export const readThing = () => 1;', handedOver)).toEqual([
    `server/src/modules/things/handed-over.ts:1 ${message}`,
  ]);
});

test('a code that nothing of the server names is a problem of its contract', () => {
  const declared = new Map([
    ['THING_GONE', 'contract/src/things.ts'],
    ['THING_LOST', 'contract/src/things.ts'],
  ]);
  expect(checkUnsent(declared, [`refuse('THING_GONE')`, `// THING_LOST`])).toEqual([
    { file: 'contract/src/things.ts', line: 1, message: 'declares THING_LOST, which nobody answers with' },
  ]);
});
