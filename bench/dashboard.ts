import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { createPool } from '../server/src/platform/db/pool.ts';
import { createUser, testPassword } from '../server/src/testing/factories.ts';
import { checkCounters } from './dashboard/counters.ts';
import { defaultCalls, openDashboards, signIn } from './dashboard/load.ts';
import { seedAnswers } from './dashboard/seed.ts';
import type { AnsweredCompany } from './dashboard/seed.ts';
import { startChild } from './kit/child.ts';
import { execute, openBenchDatabase } from './kit/database.ts';
import { progress, report } from './kit/report.ts';
import { percentile, rounded } from './kit/statistics.ts';

// The dashboard as it opens, over HTTP from the server of production: how long until the last of its calls has come, for
// companies with more and more answers in one database, and twenty small companies beside them.

const sizes = (process.env['BENCH_DASHBOARD_SIZES'] ?? '10000,1000000,5000000').split(',').map(Number);
const loads = 250;
const warmUpLoads = 50;
const users = 4;
const companiesBeside = 20;
const answersBeside = 5_000;

const dataDir = mkdtempSync(join(tmpdir(), 'escuta-bench-'));
const postgres = await openBenchDatabase();
const database = openDatabase(createPool(postgres.url, 2));
try {
  let small: AnsweredCompany | undefined;
  for (let made = 0; made < companiesBeside; made += 1)
    small = await seedAnswers(database, postgres.url, answersBeside);
  if (small) await checkCounters(postgres.url, small.companyId);
  const p95Ms: Record<string, number> = {};
  const p95YearMs: Record<string, number> = {};
  for (const size of sizes) {
    const began = performance.now();
    const company = await seedAnswers(database, postgres.url, size);
    await execute(postgres.url, 'VACUUM (ANALYZE) responses');
    await execute(postgres.url, 'VACUUM (ANALYZE) metric_daily, invitation_daily, surveys, contacts');
    await execute(postgres.url, 'CHECKPOINT');
    progress(`${size} answers made in ${rounded((performance.now() - began) / 1000, 1)} s`);
    const times = await measure(company);
    p95Ms[size] = rounded(percentile(times.month, 0.95), 1);
    p95YearMs[size] = rounded(percentile(times.year, 0.95), 1);
    progress(`${size} answers: p95 ${p95Ms[size]} ms, of twelve months ${p95YearMs[size]} ms`);
  }
  const [first, last] = [sizes[0] ?? 0, sizes.at(-1) ?? 0].map((size) => p95Ms[size] ?? Number.NaN);
  const growth = rounded((last ?? Number.NaN) / (first ?? Number.NaN));
  report('dashboard', { p95Ms, growth, p95YearMs, loads, users }, [
    ...sizes.map((size) => ({ field: `p95Ms.${size}`, value: p95Ms[size] ?? Number.NaN, atMost: 400 })),
    { field: 'growth', value: growth, atMost: 2 },
  ]);
} finally {
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** The times of one company with a server of its own: the dashboard as it opens, and the longest of its presets. */
async function measure(company: AnsweredCompany): Promise<{ month: number[]; year: number[] }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = startChild('../server/src/main/api.ts', {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret key of the bench, of 32 characters or more',
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    PORT: String(port),
  });
  try {
    await untilReady(url);
    const sessions = [];
    for (let made = 0; made < users; made += 1) {
      const user = await createUser({ database } as Parameters<typeof createUser>[0], { companyId: company.companyId });
      sessions.push(await signIn(url, { ...company, email: user.email, password: testPassword }));
    }
    const now = new Date();
    const [month, year] = [defaultCalls(now), defaultCalls(now, 365)];
    await openDashboards(url, { sessions, calls: month, loads: warmUpLoads });
    return {
      month: await openDashboards(url, { sessions, calls: month, loads }),
      year: await openDashboards(url, { sessions, calls: year, loads }),
    };
  } finally {
    await server.stop();
  }
}

async function untilReady(url: string): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(100)) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('the server was not ready within 30 s');
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<number>();
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    server.close(() => resolve(port));
  });
  return promise;
}
