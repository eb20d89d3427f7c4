import type { MailSink } from '../../server/src/testing/mail-sink.ts';
import { startProcess } from '../../server/src/testing/own-process.ts';
import type { OwnProcess } from '../../server/src/testing/own-process.ts';
import { testSecretKey } from '../../server/src/testing/test-house.ts';
import type { TestHouse } from '../../server/src/testing/test-house.ts';

/** A worker in a process of its own that sends what `house` was asked to send, to a mail server of the test. */
export function startWorker(
  { config }: TestHouse,
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
