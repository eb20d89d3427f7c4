import { startChild, workerNodeOptions } from './child.ts';
import type { Child } from './child.ts';
import type { Installation } from './installation.ts';

/** Starts the worker of production, without a mail server, and waits until it takes jobs: its start is not measured. */
export async function startWorker({ environment }: Installation): Promise<Child> {
  const worker = startChild('kit/worker-process.ts', {
    ...environment,
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1:9',
    LOG_LEVEL: 'error',
    NODE_OPTIONS: workerNodeOptions,
  });
  await worker.next();
  return worker;
}
