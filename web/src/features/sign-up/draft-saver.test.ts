import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DraftSaver } from '#web/features/sign-up/draft-saver.ts';
import type { Draft } from '#web/features/sign-up/draft-saver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A record that is made when the test says so. */
function openRecord(given: { id?: string; saved?: Draft } = {}) {
  const log: string[] = [];
  const made = Promise.withResolvers<string>();
  let failure: Error | undefined;
  const saver = new DraftSaver<string>({
    ...given,
    create: (draft) => {
      log.push(`create ${JSON.stringify(draft)}`);
      return made.promise;
    },
    update: (id, changes) => {
      log.push(`update ${id} ${JSON.stringify(changes)}`);
      return failure ? Promise.reject(failure) : Promise.resolve();
    },
  });
  return { saver, log, made, fail: (error: Error | undefined) => (failure = error) };
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('what is typed', () => {
  test('[SIGNUP-55, SIGNUP-56] is saved a second after the last key: created first, then only what has changed', async () => {
    const { saver, log, made } = openRecord();
    saver.type({ nome: 'P', phone: '' });
    await wait(999);
    saver.type({ nome: 'Pa', phone: '' });
    await wait(999);
    expect(log).toEqual([]);
    await wait(1);
    expect(log).toEqual(['create {"nome":"Pa","phone":""}']);
    made.resolve('u1');
    await wait(0);
    expect(saver.id).toBe('u1');

    saver.type({ nome: 'Pau' });
    await wait(1_000);
    saver.type({ nome: 'Pau' });
    await wait(10_000);
    expect(log.slice(1)).toEqual(['update u1 {"nome":"Pau"}']);
  });

  test('[SIGNUP-58] waits 2.5 s more while the record is being created, and no second one is', async () => {
    const { saver, log, made } = openRecord();
    saver.type({ nome: 'Pa' });
    await wait(1_000);
    saver.type({ nome: 'Paula' });
    await wait(1_000);
    // Not made yet: 2.5 s from here, again and again.
    await wait(2_499);
    expect(log).toHaveLength(1);
    await wait(1);
    expect(log).toHaveLength(1);
    made.resolve('u1');
    await wait(2_499);
    expect(log).toHaveLength(1);
    await wait(1);
    expect(log.slice(1)).toEqual(['update u1 {"nome":"Paula"}']);
  });

  test('[SIGNUP-61] that could not be saved is logged, and saved with the next key', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { saver, log, fail } = openRecord({ id: 'u1', saved: { nome: 'Pa' } });
    fail(new Error('away'));
    saver.type({ nome: 'Pau' });
    await wait(1_000);
    expect(logged).toHaveBeenCalledTimes(1);
    fail(undefined);
    saver.type({ phone: '+55' });
    await wait(1_000);
    expect(log.at(-1)).toBe('update u1 {"nome":"Pau","phone":"+55"}');
  });

  test('is saved at once before the next step, after the record that is being created', async () => {
    const { saver, log, made } = openRecord();
    saver.type({ nome: 'Pa' });
    await wait(1_000);
    const flushed = saver.flush({ senha: 'Vento&7Lua' });
    expect(log).toHaveLength(1);
    made.resolve('u1');
    expect(await flushed).toBe('u1');
    expect(log.slice(1)).toEqual(['update u1 {"senha":"Vento&7Lua"}']);
    expect(await saver.flush()).toBe('u1');
    expect(log).toHaveLength(2);
  });

  test('is not saved once its page is gone', async () => {
    const { saver, log } = openRecord();
    saver.type({ nome: 'Pa' });
    saver.stop();
    await wait(10_000);
    expect(log).toEqual([]);
  });
});
