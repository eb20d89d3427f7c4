import { expect, test } from 'vitest';
import { attemptsMax, resultOf, retryDelayMs } from './item-result.ts';
import { itemState } from '../item-state.ts';

const at = new Date('2026-11-20T12:00:00Z');
const deferred = { kind: 'deferred', isReached: true, response: '451 later' } as const;

test('the pause doubles from one minute and never passes four hours', () => {
  expect([1, 2, 3, 7].map(retryDelayMs)).toEqual([60_000, 120_000, 240_000, 3_840_000]);
  expect(retryDelayMs(40)).toBe(4 * 3_600_000);
});

test('a deferral is tried again until the attempts are used up, then the provider has refused', () => {
  expect(resultOf(deferred, 0, at)).toMatchObject({
    state: itemState.deferred,
    attempt: 1,
    notBefore: new Date('2026-11-20T12:01:00Z'),
  });
  expect(resultOf(deferred, attemptsMax - 1, at)).toMatchObject({
    state: itemState.rejected,
    reason: 'rejected_by_server',
    detail: '451 later',
  });
});

test('a provider that cannot be reached costs no attempt', () => {
  const unreachable = { kind: 'deferred', isReached: false, response: 'refused' } as const;
  expect(resultOf(unreachable, attemptsMax - 1, at)).toMatchObject({
    state: itemState.ready,
    attempt: attemptsMax - 1,
  });
});

test('an unknown outcome has no reason yet, and what was withheld is known already', () => {
  expect(resultOf({ kind: 'unknown', response: 'closed' }, 0, at)).toMatchObject({
    state: itemState.unknown,
    reason: null,
    notBefore: null,
  });
  expect(resultOf({ kind: 'withheld' }, 0, at)).toBeNull();
});

test('a refusal names its reason, and keeps a bounded part of the words', () => {
  const refused = {
    kind: 'rejected',
    reason: 'rejected_by_server',
    response: `550 no\r\n such user ${'x'.repeat(500)}`,
  } as const;
  const result = resultOf(refused, 0, at);
  expect(result).toMatchObject({ state: itemState.rejected, reason: 'rejected_by_server' });
  expect(result?.detail).toMatch(/^550 no such user x+$/);
  expect(result?.detail).toHaveLength(300);
  expect(resultOf({ ...refused, reason: 'address_invalid' }, 0, at)?.reason).toBe('address_invalid');
});
