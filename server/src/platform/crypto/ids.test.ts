import { expect, test } from 'vitest';
import { parse, validate, version } from 'uuid';
import { newId } from './ids.ts';

test('ids sort in the order of their making, also within a millisecond, and none comes twice', () => {
  const began = Date.now();
  const ids = Array.from({ length: 20_000 }, () => newId());
  const ended = Date.now();
  expect(ids.filter((id, at) => id <= (ids[at - 1] ?? ''))).toHaveLength(0);
  // Far more ids than milliseconds have gone by.
  expect(ended - began).toBeLessThan(ids.length / 4);
  for (const id of [ids[0] ?? '', ids.at(-1) ?? '']) {
    expect([validate(id), version(id)]).toEqual([true, 7]);
    const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    expect(madeAt).toBeGreaterThanOrEqual(began);
    expect(madeAt).toBeLessThanOrEqual(ended);
  }
});

test('what is random in an id is drawn for each anew', () => {
  // More than are drawn at a time.
  const tails = Array.from({ length: 1_000 }, () => parse(newId()).slice(11).join());
  expect(new Set(tails).size).toBe(tails.length);
});
