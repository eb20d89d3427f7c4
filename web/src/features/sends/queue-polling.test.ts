import { describe, expect, test } from 'vitest';
import { isDelivering, queueItemsPollMs, queuePollMs, queuesPollMs } from '#web/features/sends/queue-polling.ts';

const byDefault = { type: 'default', scheduled_to: null } as const;
const planned = { type: 'scheduled', scheduled_to: '2026-12-01T12:00:00.000Z' } as const;
const waiting = { status: 'waiting', percentageStatus: 0, scheduledSum: 0, schedule_params: byDefault } as const;
const active = { status: 'processing', percentageStatus: 0.4, scheduledSum: 10, schedule_params: byDefault } as const;
const finished = { status: 'finished', percentageStatus: 1, scheduledSum: 10, schedule_params: byDefault } as const;
const scheduled = { ...waiting, schedule_params: planned } as const;
const cancelled = { ...waiting, status: 'cancelled' } as const;
const paused = { ...active, status: 'paused' } as const;
const list = { isFirstPage: true, isFirstWatched: false } as const;

describe('the list', () => {
  test('polls every 5 s while any entry is active, wherever it stands', () => {
    expect(queuesPollMs({ ...list, entries: [finished, active] })).toBe(5_000);
    expect(queuesPollMs({ ...list, isFirstPage: false, entries: [finished, active] })).toBe(5_000);
  });

  test('polls while the first queue is unfinished and of default type', () => {
    expect(queuesPollMs({ ...list, entries: [waiting, finished] })).toBe(5_000);
    expect(queuesPollMs({ ...list, entries: [paused, finished] })).toBe(5_000);
    expect(queuesPollMs({ ...list, entries: [finished, waiting] })).toBe(false);
    expect(queuesPollMs({ ...list, isFirstPage: false, entries: [waiting] })).toBe(false);
  });

  test('polls while the first row is watched, until it finishes', () => {
    expect(queuesPollMs({ ...list, isFirstWatched: true, entries: [scheduled] })).toBe(5_000);
    expect(queuesPollMs({ ...list, isFirstWatched: true, entries: [] })).toBe(5_000);
    expect(queuesPollMs({ ...list, isFirstWatched: true, entries: [finished] })).toBe(false);
    expect(queuesPollMs({ ...list, isFirstWatched: true, entries: [cancelled] })).toBe(false);
    expect(queuesPollMs({ ...list, isFirstWatched: true, isFirstPage: false, entries: [scheduled] })).toBe(false);
  });

  test('rests otherwise', () => {
    expect(queuesPollMs({ ...list, entries: [] })).toBe(false);
    expect(queuesPollMs({ ...list, entries: [finished, cancelled] })).toBe(false);
    expect(queuesPollMs({ ...list, entries: [scheduled] })).toBe(false);
    expect(queuesPollMs({ ...list, entries: [cancelled] })).toBe(false);
  });
});

test('one queue polls until it has finished; many items are asked for less often', () => {
  expect(queuePollMs(waiting)).toBe(5_000);
  expect(queuePollMs(finished)).toBe(false);
  expect(queuePollMs(cancelled)).toBe(false);
  expect(queueItemsPollMs({ ...active, total: 5_000 })).toBe(5_000);
  expect(queueItemsPollMs({ ...active, total: 5_001 })).toBe(30_000);
  expect(queueItemsPollMs({ ...finished, total: 10 })).toBe(false);
});

test('[BAR-05] the bar is shown only while the newest send is unfinished, not nps and planned', () => {
  const newest = { percentageStatus: 0.5, type: 'cf', scheduledSum: 1 } as const;
  expect(isDelivering(newest)).toBe(true);
  expect(isDelivering({ ...newest, type: 'other', percentageStatus: 0 })).toBe(true);
  expect(isDelivering({ ...newest, percentageStatus: 1 })).toBe(false);
  expect(isDelivering({ ...newest, type: 'nps' })).toBe(false);
  expect(isDelivering({ ...newest, scheduledSum: 0 })).toBe(false);
  expect(isDelivering(undefined)).toBe(false);
});
