import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretsFrom } from '../server/src/platform/crypto/secrets.ts';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { createPool } from '../server/src/platform/db/pool.ts';
import type { LoadResult } from './answers/load.ts';
import { inviteContacts } from './answers/seed.ts';
import { startChild } from './kit/child.ts';
import type { Child } from './kit/child.ts';
import { execute, openBenchDatabase } from './kit/database.ts';
import { progress, report } from './kit/report.ts';
import { median, rounded } from './kit/statistics.ts';

// Answers posted over HTTP, each durable before its reply: ours (steps committed together, with answers, counters, marks
// and events) against the same server with one INSERT per request. Both run in each round, in turn first.

const answersPerRun = 10_000;
const rounds = 5;
const connections = 64;
const secretKey = 'a secret key of the bench, of 32 characters or more';
const writers = ['grouped', 'single'] as const;
type Writer = (typeof writers)[number];

interface Run extends LoadResult {
  readonly perSecond: number;
  /** Processor time of the server per answer. */
  readonly serverMs: number;
}

const dataDir = mkdtempSync(join(tmpdir(), 'escuta-bench-'));
const postgres = await openBenchDatabase();
const database = openDatabase(createPool(postgres.url, 2));
const load = startChild('answers/load.ts', {});
try {
  const runs: Record<Writer, Run[]> = { grouped: [], single: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? writers : writers.toReversed();
    for (const writer of order) {
      const run = await measure(writer);
      progress(`${round === 0 ? 'warm-up' : `round ${round}`} ${writer}: ${JSON.stringify(run)}`);
      if (round > 0) runs[writer].push(run);
    }
  }
  const of = (writer: Writer, figure: keyof Run) => median(runs[writer].map((run) => run[figure]));
  const ratio = rounded(median(runs.grouped.map((run, at) => run.perSecond / (runs.single[at]?.perSecond ?? 0))));
  const p99Ms = rounded(of('grouped', 'p99Ms'));
  report(
    'answers',
    {
      ratio,
      p99Ms,
      perSecond: Math.round(of('grouped', 'perSecond')),
      peerPerSecond: Math.round(of('single', 'perSecond')),
      peerP99Ms: rounded(of('single', 'p99Ms')),
      serverMsPerAnswer: rounded(of('grouped', 'serverMs'), 3),
      peerServerMsPerAnswer: rounded(of('single', 'serverMs'), 3),
      answersPerRun,
      rounds,
      connections,
    },
    [
      { field: 'ratio', value: ratio, atLeast: 2 },
      { field: 'p99Ms', value: p99Ms, atMost: 150 },
    ],
  );
} finally {
  await load.stop();
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** One run on a company of its own, with a server of its own; throws when an answer was refused or is not stored. */
async function measure(writer: Writer): Promise<Run> {
  const { companyId, tokens } = await inviteContacts(
    database,
    secretsFrom(secretKey),
    answersPerRun + connections * 10,
  );
  // As autovacuum leaves a table that has stood for a minute, and without the seed's writing under the measurement.
  await execute(postgres.url, 'ANALYZE');
  await execute(postgres.url, 'CHECKPOINT');
  const server = startChild('answers/server.ts', {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    WRITER: writer,
  });
  try {
    const { url } = await server.next<{ url: string }>();
    // A server that has just started compiles its code: what a few hundred requests teach it is not what we measure.
    await post(url, tokens.slice(answersPerRun));
    const before = await cpuOf(server);
    const result = await post(url, tokens.slice(0, answersPerRun));
    const serverMs = ((await cpuOf(server)) - before) / answersPerRun;
    const [stored] = await execute<{ count: number }>(
      postgres.url,
      'SELECT count(*)::int AS count FROM responses WHERE company_id = $1',
      [companyId],
    );
    if (stored?.count !== tokens.length) throw new Error(`${stored?.count} of ${tokens.length} answers are stored`);
    return { ...result, perSecond: answersPerRun / result.seconds, serverMs };
  } finally {
    await server.stop();
  }
}

async function post(url: string, tokens: readonly string[]): Promise<LoadResult> {
  load.send({ url, tokens, connections });
  const result = await load.next<LoadResult>();
  if (result.ok !== tokens.length) throw new Error(`${result.failed} answers were refused`);
  return result;
}

/** Milliseconds of processor time that a server has used. */
async function cpuOf(server: Child): Promise<number> {
  server.send({});
  const { user, system } = await server.next<NodeJS.CpuUsage>();
  return (user + system) / 1000;
}
