import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { groupCommit } from './group-commit.ts';
import type { GroupCommitOptions, Outcome } from './group-commit.ts';

const limits = { waitMsMax: 5, batchMax: 500, inFlightMax: 2, inFlightTotalMax: 4, queueMax: 1_000 };

/** A store whose transactions end when the test says so. */
function slowStore() {
  const batches: { group: string; items: readonly number[]; commit(): void; fail(error: Error): void }[] = [];
  const write: GroupCommitOptions<number, number>['write'] = (group, items) =>
    new Promise<Outcome<number>[]>((resolve, reject) => {
      batches.push({ group, items, commit: () => resolve(items.map((value) => ({ value }))), fail: reject });
    });
  return { batches, write };
}

// Time passes only as a test says.
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Lets so much time pass, and everything happen that follows. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms).then(() => undefined);

function databaseError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe('a group commit', () => {
  test('writes what arrives together in one batch, and answers after its commit', async () => {
    const { batches, write } = slowStore();
    const commits = groupCommit({ ...limits, write });
    const answered: number[] = [];
    const all = [1, 2, 3].map((item) => commits.add('a', item).then((value) => answered.push(value)));
    await pass(limits.waitMsMax);
    expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3]]);
    expect(answered).toEqual([]);
    batches[0]?.commit();
    await Promise.all(all);
    expect(answered).toEqual([1, 2, 3]);
  });

  test('does not wait when a batch is full, and never makes a larger one', async () => {
    const { batches, write } = slowStore();
    const commits = groupCommit({ ...limits, waitMsMax: 60_000, batchMax: 2, write });
    const all = [1, 2, 3, 4].map((item) => commits.add('a', item));
    expect(batches.map(({ items }) => items)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    for (const batch of batches) batch.commit();
    await Promise.all(all);
  });

  test('who comes alone goes at once; where several came together the next one waits for company', async () => {
    const { batches, write } = slowStore();
    const commits = groupCommit({ ...limits, waitMsMax: 40, write });
    const all = [commits.add('a', 1)];
    await pass(0);
    expect(batches.map(({ items }) => items)).toEqual([[1]]);
    batches[0]?.commit();
    await Promise.all(all);

    all.push(commits.add('a', 2), commits.add('a', 3));
    await pass(limits.waitMsMax);
    batches[1]?.commit();
    await Promise.all(all);

    all.push(commits.add('a', 4));
    await pass(limits.waitMsMax);
    all.push(commits.add('a', 5));
    expect(batches).toHaveLength(2);
    await pass(34);
    expect(batches).toHaveLength(2);
    await pass(1);
    expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3], [4, 5]]);
    batches[2]?.commit();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5]);
  });

  test('keeps companies apart and batches under way few; whoever waited goes as soon as one ends', async () => {
    const { batches, write } = slowStore();
    const commits = groupCommit({ ...limits, batchMax: 1, inFlightMax: 2, inFlightTotalMax: 3, write });
    const all = [
      commits.add('a', 1),
      commits.add('a', 2),
      commits.add('a', 3),
      commits.add('b', 4),
      commits.add('c', 5),
    ];
    const names = () => batches.map(({ group, items }) => `${group}${items.join()}`);
    expect(names()).toEqual(['a1', 'a2', 'b4']);
    batches[0]?.commit();
    await pass(limits.waitMsMax);
    expect(names()).toHaveLength(4);
    batches[1]?.commit();
    batches[2]?.commit();
    await pass(limits.waitMsMax);
    expect(names().toSorted()).toEqual(['a1', 'a2', 'a3', 'b4', 'c5']);
    for (const batch of batches) batch.commit();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5]);
  });

  test('refuses more than it may hold instead of growing', async () => {
    const { batches, write } = slowStore();
    const commits = groupCommit({ ...limits, queueMax: 2, waitMsMax: 1, write });
    const held = [commits.add('a', 1), commits.add('a', 2)];
    await expect(commits.add('a', 3)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', params: { retryAfter: 1 } });
    await pass(limits.waitMsMax);
    batches[0]?.commit();
    await Promise.all(held);
    const next = commits.add('a', 4);
    await pass(limits.waitMsMax);
    batches[1]?.commit();
    expect(await next).toBe(4);
  });

  test('gives each item its own outcome', async () => {
    const refusal = new Error('refused');
    const write: GroupCommitOptions<number, number>['write'] = async (_group, items) =>
      items.map((item) => (item === 2 ? { refused: refusal } : { value: item }));
    const commits = groupCommit({ ...limits, write });
    const settling = Promise.allSettled([1, 2, 3].map((item) => commits.add('a', item)));
    await pass(0);
    const settled = await settling;
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason))).toEqual([1, refusal, 3]);
  });

  test('finds the one item that the database refuses by halving, and stores all others', async () => {
    const stored: number[] = [];
    let transactions = 0;
    const write: GroupCommitOptions<number, number>['write'] = async (_group, items) => {
      transactions += 1;
      if (items.includes(77)) throw databaseError('23514');
      stored.push(...items);
      return items.map((value) => ({ value }));
    };
    const commits = groupCommit({ ...limits, write });
    const items = Array.from({ length: 128 }, (_none, at) => at);
    const settling = Promise.allSettled(items.map((item) => commits.add('a', item)));
    await pass(0);
    const settled = await settling;
    expect(settled.flatMap((one, at) => (one.status === 'rejected' ? [at] : []))).toEqual([77]);
    expect(stored.toSorted((a, b) => a - b)).toEqual(items.filter((item) => item !== 77));
    expect(transactions).toBeLessThanOrEqual(2 * Math.log2(128) + 1);
  });

  test('does not try again what would only repeat itself: a lost connection, a full disk, a stopping server, a held row', async () => {
    for (const error of [
      databaseError('08006'),
      databaseError('53100'),
      databaseError('57P01'),
      databaseError('55P03'),
      new Error('ECONNRESET'),
    ]) {
      let transactions = 0;
      const commits = groupCommit<number, number>({
        ...limits,
        write: () => {
          transactions += 1;
          return Promise.reject(error);
        },
      });
      const settling = Promise.allSettled([commits.add('a', 1), commits.add('a', 2)]);
      await pass(0);
      const settled = await settling;
      expect(settled.map((one) => one.status === 'rejected' && one.reason)).toEqual([error, error]);
      expect(transactions).toBe(1);
    }
  });

  test('drains: waits for what is queued and under way', async () => {
    const { batches, write } = slowStore();
    const commits = groupCommit({ ...limits, write });
    await commits.drain();
    const added = commits.add('a', 1);
    let isDrained = false;
    const drained = commits.drain().then(() => (isDrained = true));
    await pass(limits.waitMsMax);
    expect(isDrained).toBe(false);
    batches[0]?.commit();
    await drained;
    expect(await added).toBe(1);
  });
});
