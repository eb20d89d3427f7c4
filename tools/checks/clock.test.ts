import { expect, test } from 'vitest';
import { checkClock } from './clock/check.ts';

const act = 'server/src/modules/sends/schedule-send.ts';
const rule = 'server/src/modules/sends/send.ts';

function check(path: string, source: string): number {
  return checkClock(new Map([[path, source]])).length;
}

test.each(['Date.now()', 'new Date()', 'Date()', 'dayjs()', '[1].map(Date.now)'])(
  'an act may not read %s',
  (source) => {
    expect(check(act, source)).toBe(1);
  },
);

test.each(['Math.random()', 'crypto.randomUUID()', 'process.env.HOME', `fetch('/')`])(
  'a rule file may not use %s',
  (source) => {
    expect(check(rule, source)).toBe(1);
    expect(check(act, source)).toBe(0);
  },
);

test('a given instant is no clock', () => {
  expect(check(act, `new Date('2026-01-01'); new Date(now); dayjs(now); clock.now(); // Date.now()`)).toBe(0);
});

test('the clock itself and tests may read it', () => {
  expect(check('server/src/platform/time/clock.ts', 'Date.now()')).toBe(0);
  expect(check('web/src/lib/time.ts', 'new Date()')).toBe(0);
  expect(check('server/src/modules/sends/send.test.ts', 'Date.now()')).toBe(0);
});
