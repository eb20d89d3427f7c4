import type { MailSink } from '../../server/src/testing/mail-sink.ts';
import { startProcess } from '../../server/src/testing/own-process.ts';
import type { OwnProcess } from '../../server/src/testing/own-process.ts';
import { testSecretKey } from '../../server/src/testing/test-context.ts';
import type { TestContext } from '../../server/src/testing/test-context.ts';

/** A worker in a process of its own that sends what `context` was asked to send, to a mail server of the test. */
export function startWorker(
  { config }: TestContext,
  mail: MailSink,
  changes: Readonly<Record<string, string>> = {},
): Promise<OwnProcess> {
  return startProcess('worker', {
    DATABASE_URL: config.databaseUrl,
    DATA_DIR: config.dataDir,
    SMTP_URL: mail.url,
    SECRET_KEY: testSecretKey,
    DATABASE_POOL_MAX: '4',
    ...changes,
  });
}
