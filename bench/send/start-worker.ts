import { startChild, workerNodeOptions } from '../kit/child.ts';
import type { Child } from '../kit/child.ts';
import type { Installation } from '../kit/installation.ts';
import { mailFrom, publicUrl } from './words.ts';

/** Starts the worker under test, which sends to the mail server at `port` over so many connections. */
export function startWorker(
  { environment }: Installation,
  mail: { readonly port: number; readonly connections: number },
): Child {
  return startChild('send/worker.ts', {
    ...environment,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}?connections=${mail.connections}&tls=off`,
    MAIL_FROM: mailFrom,
    NODE_ENV: 'production',
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: workerNodeOptions,
  });
}
