import { expect, test } from 'vitest';
import { walkPages } from './table-file.ts';

test('pages are read one at a time, each when the one before it was taken, up to a short one', async () => {
  const asked: { after: number | null; limit: number }[] = [];
  const last = 2_300;
  const pages = walkPages<number, number>(async (page) => {
    asked.push(page);
    const from = page.after ?? 0;
    const rows = Array.from({ length: Math.min(page.limit, last - from) }, (_unused, at) => from + at + 1);
    return { rows, last: rows.at(-1) ?? null };
  });
  expect((await pages.next()).value).toHaveLength(1_000);
  expect(asked).toEqual([{ after: null, limit: 1_000 }]);
  const rest = [(await pages.next()).value, (await pages.next()).value];
  expect(rest.map((rows) => [rows?.at(0), rows?.at(-1)])).toEqual([
    [1_001, 2_000],
    [2_001, 2_300],
  ]);
  expect(await pages.next()).toEqual({ value: undefined, done: true });
  expect(asked.map(({ after }) => after)).toEqual([null, 1_000, 2_000]);
});

test('a full page at the end is followed by one more question, and a list of nothing is asked for once', async () => {
  const asked: (number | null)[] = [];
  const walk = (count: number) =>
    walkPages<number, number>(async ({ after, limit }) => {
      asked.push(after);
      const rows = Array.from({ length: Math.min(limit, count - (after ?? 0)) }, () => 1);
      return { rows, last: rows.length > 0 ? (after ?? 0) + rows.length : null };
    });
  for await (const rows of walk(1_000)) expect([0, 1_000]).toContain(rows.length);
  expect(asked.splice(0)).toEqual([null, 1_000]);
  for await (const rows of walk(0)) expect(rows).toEqual([]);
  expect(asked).toEqual([null]);
});
