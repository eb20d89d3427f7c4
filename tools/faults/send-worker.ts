import { startProcess } from '../../server/src/testing/own-process.ts';
import type { OwnProcess } from '../../server/src/testing/own-process.ts';
import { testSecretKey } from '../../server/src/testing/test-context.ts';
import type { TestContext } from '../../server/src/testing/test-context.ts';

/** A worker in a process of its own that sends what `context` was asked to send, to a provider of the test. */
export function startWorker(
  { config }: TestContext,
  sink: { readonly setting: string; readonly url: string },
  changes: Readonly<Record<string, string>> = {},
): Promise<OwnProcess> {
  return startProcess('worker', {
    DATABASE_URL: config.databaseUrl,
    DATA_DIR: config.dataDir,
    [sink.setting]: sink.url,
    SECRET_KEY: testSecretKey,
    DATABASE_POOL_MAX: '4',
    ...changes,
  });
}
