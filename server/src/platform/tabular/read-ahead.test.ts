import { expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

test('the source is one piece ahead of its reader, and no more', async () => {
  const made: number[] = [];
  async function* source() {
    try {
      for (let piece = 1; ; piece += 1) {
        made.push(piece);
        yield piece;
      }
    } finally {
      made.push(-1);
    }
  }
  for await (const piece of readAhead(source())) {
    await Promise.resolve();
    expect(made).toEqual(Array.from({ length: piece + 1 }, (_, at) => at + 1));
    if (piece === 3) break;
  }
  expect(made.at(-1)).toBe(-1);
});

test('what fails ahead fails when its turn comes', async () => {
  async function* source() {
    yield 'read';
    throw new Error('the disk');
  }
  const seen: string[] = [];
  const reading = (async () => {
    for await (const piece of readAhead(source())) {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(piece);
    }
  })();
  await expect(reading).rejects.toThrow('the disk');
  expect(seen).toEqual(['read']);
});
