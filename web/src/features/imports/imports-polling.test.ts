import { expect, test } from 'vitest';
import { importPollMs, importsPollMs } from '#web/features/imports/imports-polling.ts';

test('[IMPORT-15] polls every 5 s while any import is not finished or failed, and rests otherwise', () => {
  for (const status of ['pending', 'started', 'running'] as const)
    expect(importsPollMs([{ status: 'finished' }, { status }])).toBe(5_000);
  expect(importsPollMs([{ status: 'finished' }, { status: 'error' }])).toBe(false);
  expect(importsPollMs([])).toBe(false);
});

test('an import that has ended is asked for again while it is undone, and no more once that has ended too', () => {
  const ended = (undo: 'running' | 'finished') =>
    ({ status: 'finished', undo: { status: undo, undone: 1, kept: 0 } }) as const;
  expect(importsPollMs([{ status: 'finished' }, ended('running')])).toBe(5_000);
  expect(importPollMs(ended('running'), 1)).toBe(500);
  expect(importPollMs(ended('running'), 40)).toBe(5_000);
  expect(importsPollMs([ended('finished')])).toBe(false);
  expect(importPollMs(ended('finished'), 1)).toBe(false);
});

test('one import is asked for twice a second for 20 s, then every 5 s, and no more once it has ended', () => {
  expect(importPollMs({ status: 'pending' }, 1)).toBe(500);
  expect(importPollMs({ status: 'running' }, 39)).toBe(500);
  expect(importPollMs({ status: 'running' }, 40)).toBe(5_000);
  for (const status of ['finished', 'error'] as const) expect(importPollMs({ status }, 2)).toBe(false);
});
