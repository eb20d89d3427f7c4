import { expect, test } from 'vitest';
import { silentLog } from '#platform/log/log.ts';
import { testContext } from '../../testing/test-context.ts';
import { systemClock } from './clock.ts';
import { correctable, followDatabase } from './database-clock.ts';

const context = testContext();
const minutes = 60_000;

function machineOff(byMs: number) {
  return { now: () => new Date(systemClock.now().getTime() + byMs) };
}

async function follow(offMs: number) {
  const said: unknown[] = [];
  const machine = machineOff(offMs);
  const clock = correctable(machine);
  const log = { ...silentLog, warn: (facts: object) => void said.push(facts) };
  const following = await followDatabase(machine, { database: context.database, clock, log });
  const differs = clock.now().getTime() - systemClock.now().getTime();
  await following.stop();
  return { differs, said };
}

test.each([5 * minutes, -5 * minutes])(
  'a clock that is %d ms off is put right, and the log says so once',
  async (off) => {
    const { differs, said } = await follow(off);
    expect(Math.abs(differs)).toBeLessThan(1_000);
    expect(said).toEqual([{ behindMs: expect.any(Number) }]);
    const [{ behindMs }] = said as [{ behindMs: number }];
    expect(Math.abs(behindMs + off)).toBeLessThan(1_000);
  },
);

test('a clock that is a little off is left as it is', async () => {
  const { differs, said } = await follow(-400);
  expect(Math.abs(differs + 400)).toBeLessThan(50);
  expect(said).toEqual([]);
});
