import { parseSync, Visitor } from 'oxc-parser';
import type { Argument } from 'oxc-parser';
import { expect, test } from 'vitest';
import { isTestFile } from './boundaries/location.ts';
import { listFiles, readText } from './kit/tree.ts';

/** What reaches a host from a page. */
const ways = new Set(['fetch', 'XMLHttpRequest', 'sendBeacon', 'WebSocket', 'EventSource']);

/** The files of the web that reach a host whose address is not a path of ours that they write down themselves. */
const known = [
  // Any address, and nothing that says who calls.
  'web/src/lib/ask-elsewhere.ts',
  // The path of a route of the contract, below /api.
  'web/src/lib/call.ts',
  'web/src/lib/send-with-progress.ts',
];

/** How often a source reaches a host otherwise than by `fetch` of a path of ours. */
function reachesOutside(path: string, source: string): number {
  const found = new Set<number>();
  const own = new Set<number>();
  const add = ({ name, start }: { readonly name: string; readonly start: number }) =>
    ways.has(name) && found.add(start);
  new Visitor({
    Identifier: add,
    CallExpression: ({ callee, arguments: [address] }) => {
      if (callee.type === 'Identifier' && callee.name === 'fetch' && isOwnPath(address)) own.add(callee.start);
    },
  }).visit(parseSync(path, source).program);
  return [...found].filter((start) => !own.has(start)).length;
}

/** `//host` is a path of somebody else. */
function isOwnPath(address: Argument | undefined): boolean {
  const begin =
    address?.type === 'TemplateLiteral' ? address.quasis[0]?.value.raw : address?.type === 'Literal' && address.value;
  return typeof begin === 'string' && /^\/(?!\/)/.test(begin) && (address?.type === 'Literal' || begin.length > 1);
}

test.each([
  `fetch('https://crm.example/')`,
  `fetch('//crm.example/')`,
  'fetch(`/${host}`)',
  'fetch(address)',
  'globalThis.fetch(address)',
  'const ask = fetch;',
  'new XMLHttpRequest()',
  `navigator.sendBeacon('https://crm.example/')`,
])('%s reaches a host that may not be ours', (source) => {
  expect(reachesOutside('a.ts', source)).toBe(1);
});

test.each([`fetch('/')`, 'fetch(`/api${path}`, { method })', 'query.refetch()', `on('fetch', answer)`])(
  '%s reaches no other host',
  (source) => {
    expect(reachesOutside('a.ts', source)).toBe(0);
  },
);

test('[CALL-05] nothing in the web but `askElsewhere` asks a host that is not ours', () => {
  const files = listFiles('web/src/*.ts', 'web/src/*.tsx').filter((path) => !isTestFile(path));
  expect(files.filter((path) => reachesOutside(path, readText(path)) > 0)).toEqual(known);
});
