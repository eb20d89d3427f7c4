import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openLogFile } from './log-file.ts';

// Linux has a device that is always full.
test.skipIf(!existsSync('/dev/full'))('a full disk costs lines of the log, not the programs that write them', () => {
  const log = openLogFile('/dev/full', { echo: false });
  for (let line = 0; line < 3; line += 1) log.write(`line ${line}`);
  expect(log.tail()).toEqual(['line 0', 'line 1', 'line 2']);
});
