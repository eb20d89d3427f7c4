import { startChild, workerNodeOptions } from './child.ts';
import type { Child } from './child.ts';
import { execute } from './database.ts';
import type { Installation } from './installation.ts';
import { until } from './until.ts';

/** Starts the worker of production, without a mail server, and waits until it takes this job: its start is not measured. */
export async function startWorker({ environment, databaseUrl }: Installation, job: string): Promise<Child> {
  const worker = startChild('kit/worker-process.ts', {
    ...environment,
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1:9',
    LOG_LEVEL: 'error',
    NODE_OPTIONS: workerNodeOptions,
  });
  const isWorking = async () => {
    const [queue] = await execute<{ made: string | null }>(databaseUrl, `SELECT to_regclass('pgboss.queue') AS made`);
    if (!queue?.made) return false;
    return (await execute(databaseUrl, 'SELECT FROM pgboss.queue WHERE name = $1', [job])).length > 0;
  };
  try {
    await until(isWorking, { what: 'the start of the worker', everyMs: 250, withinMs: 30_000, by: worker });
  } catch (error) {
    await worker.stop();
    throw error;
  }
  return worker;
}
