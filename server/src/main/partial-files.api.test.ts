import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { silentLog } from '#platform/log/log.ts';
import { testContext } from '../testing/test-context.ts';
import { allSchedules } from './workers.ts';

const minuteMs = 60_000;
const said: unknown[] = [];
const context = testContext({}, { ...silentLog, info: (...words: unknown[]) => void said.push(words) });

function schedule(changes: Partial<AppContext['config']> = {}) {
  const config = { ...context.config, ...changes };
  return allSchedules({ ...context, config }).find(({ job }) => job === 'files.remove-partials');
}

test('a worker removes each hour what nobody has written to for an hour, and logs how many files that were', async () => {
  const source = new PassThrough();
  const written = context.files.write('exports/1/all.csv', source).catch((error: unknown) => error);
  const names = () => readdirSync(join(context.config.dataDir, 'files/exports/1'));
  source.write('Ana');
  await vi.waitFor(() => expect(names()).toEqual([expect.stringMatching(/^all\.csv\..+\.partial$/)]));

  context.clock.advance(55 * minuteMs);
  await schedule()?.run();
  expect(names()).toHaveLength(1);
  context.clock.advance(10 * minuteMs);
  await schedule()?.run();
  expect(names()).toEqual([]);
  expect(said).toEqual([[{ files: 1 }, 'files that were never written to their end are removed']]);
  expect(schedule()?.cron).toMatch(/^\d+ \* \* \* \*$/);

  source.destroy(new Error('its process was killed'));
  await expect(written).resolves.toMatchObject({ message: 'its process was killed' });
});

test('a worker whose files lie in a bucket looks for none', () => {
  expect(schedule({ filesUrl: 's3://KEY:SECRET@127.0.0.1/escuta' })).toBeUndefined();
});
