import { startChild, workerNodeOptions } from '../kit/child.ts';
import type { Child } from '../kit/child.ts';
import { mailFrom, publicUrl } from './words.ts';

/** Starts the worker under test, which sends to the mail server at `port` over so many connections. */
export function startWorker(place: {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly port: number;
  readonly connections: number;
}): Child {
  return startChild('send/worker.ts', {
    DATABASE_URL: place.databaseUrl,
    DATA_DIR: place.dataDir,
    SMTP_URL: `smtp://127.0.0.1:${place.port}?connections=${place.connections}&tls=off`,
    MAIL_FROM: mailFrom,
    NODE_ENV: 'production',
    SECRET_KEY: 'a secret key of the bench, of 32 characters or more',
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: workerNodeOptions,
  });
}
