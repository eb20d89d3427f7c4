import { expect, test } from 'vitest';
import { importsPollMs } from '#web/features/imports/imports-polling.ts';

test('[IMPORT-15] polls every 5 s while any import is not finished or failed, and rests otherwise', () => {
  for (const status of ['pending', 'started', 'running'] as const)
    expect(importsPollMs([{ status: 'finished' }, { status }])).toBe(5_000);
  expect(importsPollMs([{ status: 'finished' }, { status: 'error' }])).toBe(false);
  expect(importsPollMs([])).toBe(false);
});
