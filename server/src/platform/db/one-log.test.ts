import type pg from 'pg';
import { expect, test } from 'vitest';
import { oneLogOf } from './one-log.ts';

/** A pool of a database that gives these answers, one after the other; an error is one that did not come. */
function poolOf(...answers: readonly (boolean | Error)[]) {
  let asked = 0;
  const query = async () => {
    const answer = answers[asked];
    asked += 1;
    if (typeof answer !== 'boolean') throw answer ?? new Error('asked too often');
    return { rows: [{ isOne: answer }] };
  };
  return { query } as unknown as pg.Pool;
}

test('nobody shares a flush while nobody knows, and the database is asked again', async () => {
  const isOneLog = oneLogOf(poolOf(new Error('away'), true));
  expect([await isOneLog(), await isOneLog()]).toEqual([false, true]);
});

test.each([true, false])('what the database said once holds: %s', async (said) => {
  const isOneLog = oneLogOf(poolOf(said));
  expect([await isOneLog(), await isOneLog()]).toEqual([said, said]);
});
