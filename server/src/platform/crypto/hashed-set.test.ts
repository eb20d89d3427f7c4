import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openHashedSet } from './hashed-set.ts';

test('holds what was added and nothing else, as a set of texts does', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (added, asked) => {
      const known = new Set(added);
      const set = openHashedSet();
      for (const text of added) set.add(text);
      for (const text of [...added, ...asked]) expect(set.has(text)).toBe(known.has(text));
    }),
  );
});

test('goes on holding all of it while it grows', () => {
  const set = openHashedSet();
  for (let at = 0; at < 50_000; at += 1) set.add(`pessoa${at}@x.com`);
  let held = 0;
  for (let at = 0; at < 100_000; at += 1) if (set.has(`pessoa${at}@x.com`)) held += 1;
  expect(held).toBe(50_000);
});
