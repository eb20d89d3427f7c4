import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { makeHttp } from '../main/http.ts';
import { readConfig } from '#platform/config/config.ts';
import { secretsFrom } from '#platform/crypto/secrets.ts';
import { openDatabase } from '#platform/db/database.ts';
import { createPool } from '#platform/db/pool.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { localFiles } from '#platform/storage/local-files.ts';
import { fixedClock } from '#platform/time/clock.ts';
import type { Clock } from '#platform/time/clock.ts';
import { openCuttableLink } from './cuttable-link.ts';
import { ownDatabaseUrl } from './own-database-url.ts';

/** What SECRET_KEY is to be in processes that share a test's links. */
export const testSecretKey = 'a secret key for tests, of 32 characters or more';

export interface TestContext extends AppContext {
  readonly app: App;
  readonly clock: Clock & { advance(ms: number): void };
  close(): Promise<void>;
}

/**
 * An `AppContext` on the worker's own database, or of `databaseUrl`, with a clock that stands still and files in a folder
 * of its own.
 */
export async function openTestContext(
  changes: Partial<AppContext['config']> = {},
  log: AppContext['log'] = silentLog,
): Promise<TestContext> {
  const dataDir = changes.dataDir ?? mkdtempSync(join(tmpdir(), 'escuta-test-'));
  const config = {
    ...readConfig({
      DATABASE_URL: changes.databaseUrl ?? ownDatabaseUrl(),
      DATA_DIR: dataDir,
      DATABASE_POOL_MAX: '4',
      // The clock stands still, so no bucket would fill again; a test of limits sets those that it wants.
      RATE_LIMITS: 'off',
    }),
    ...changes,
  };
  const context = {
    config,
    database: openDatabase(createPool(config.databaseUrl, config.databasePoolMax)),
    clock: fixedClock(new Date()),
    files: localFiles(dataDir),
    secrets: secretsFrom(testSecretKey),
    log,
    metrics: openMetrics(),
  };
  const app = await makeHttp(context, false);
  return {
    ...context,
    app,
    close: async () => {
      await app.close();
      await context.database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * The `TestContext` of a test file: open from its first test to its last, at the top of the file. Its parts are there once
 * the tests run, not before.
 */
export function testContext(...given: Parameters<typeof openTestContext>): TestContext {
  const context = {} as TestContext;
  beforeAll(async () => void Object.assign(context, await openTestContext(...given)));
  afterAll(() => context.close());
  return context;
}

/** An `AppContext` whose way to the database of the test run can be cut, and the link to cut it by. `close` ends both. */
export async function openCuttableContext() {
  const link = await openCuttableLink(ownDatabaseUrl());
  const context = await openTestContext({ databaseUrl: link.url });
  const close = async () => {
    await link.mend();
    await context.close();
    await link.close();
  };
  return { context, link, close };
}
