import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitForSwitches } from '#web/lib/switch-wait.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Data that arrives after some time, and what became of the waiting for it, and when. */
function waitFor(arrivesAfterMs: number) {
  const data = new Promise<string>((resolve) => setTimeout(() => resolve('on'), arrivesAfterMs));
  const ended: { value?: string | undefined; isOver: boolean; afterMs?: number } = { isOver: false };
  const begun = Date.now();
  void waitForSwitches(data).then((value) =>
    Object.assign(ended, { value, isOver: true, afterMs: Date.now() - begun }),
  );
  return ended;
}

test('[FLAG-05] waits with five checks, two seconds apart, and gives up at the last', async () => {
  const ended = waitFor(60_000);
  await vi.advanceTimersByTimeAsync(7_999);
  expect(ended.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual({ isOver: true, value: undefined, afterMs: 8_000 });
  // The first check is at once, so five checks are four pauses.
  expect(vi.getTimerCount()).toBe(1);
});

test.each([0, 1_500, 3_000, 7_900])(
  '[FLAG-06] decides when the data is there, after %i ms, without the rest',
  async (ms) => {
    const ended = waitFor(ms);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(ended).toMatchObject({ value: 'on' });
    expect(ended.afterMs).toBeLessThanOrEqual(Math.ceil(ms / 2_000) * 2_000);
    expect(vi.getTimerCount()).toBe(0);
  },
);

test('fails as what is waited for fails', async () => {
  const waited = waitForSwitches(Promise.reject(new Error('no units')));
  await expect(waited).rejects.toThrow('no units');
});
