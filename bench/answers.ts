import { secretsFrom } from '../server/src/platform/crypto/secrets.ts';
import type { LoadResult } from './answers/load.ts';
import { inviteContacts } from './answers/seed.ts';
import type { Invited } from './answers/seed.ts';
import { startChild } from './kit/child.ts';
import type { Child } from './kit/child.ts';
import { execute } from './kit/database.ts';
import { openInstallation, secretKey } from './kit/installation.ts';
import { msPerPiece, postgresMs } from './kit/processor-time.ts';
import { progress, report } from './kit/report.ts';
import { median, rounded } from './kit/statistics.ts';

// Answers posted over HTTP, each durable before its reply: ours (steps committed together, with answers, counters, marks
// and events) against the same server with one INSERT per request. Both run in each round, in turn first. `ratio` is that
// of one busy company, whose answers can share transactions; `ratioManyCompanies` that of as many companies as there are
// connections, which share none, only messages (decision 0031).

const answersPerRun = 10_000;
const rounds = 5;
const connections = 64;
const writers = ['grouped', 'single'] as const;
type Writer = (typeof writers)[number];
const audiences = { one: 1, many: connections } as const;
type Audience = keyof typeof audiences;

interface Run extends LoadResult {
  readonly perSecond: number;
  /** Processor time per answer. */
  readonly serverMs: number;
  readonly postgresMs: number;
}

const installation = await openInstallation();
const { database, databaseUrl } = installation;
const load = startChild('answers/load.ts', {});
try {
  const runs: Record<Audience, Record<Writer, Run[]>> = {
    one: { grouped: [], single: [] },
    many: { grouped: [], single: [] },
  };
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? writers : writers.toReversed();
    for (const audience of ['one', 'many'] as const) {
      for (const writer of order) {
        const run = await measure(writer, audiences[audience]);
        progress(`${round === 0 ? 'warm-up' : `round ${round}`} ${audience} ${writer}: ${JSON.stringify(run)}`);
        if (round > 0) runs[audience][writer].push(run);
      }
    }
  }
  const of = (writer: Writer, figure: keyof Run) => median(runs.one[writer].map((run) => run[figure]));
  const ratioOf = ({ grouped, single }: Record<Writer, Run[]>) =>
    rounded(median(grouped.map((run, at) => run.perSecond / (single[at]?.perSecond ?? 0))));
  const ratio = ratioOf(runs.one);
  const ratioManyCompanies = ratioOf(runs.many);
  const p99Ms = rounded(of('grouped', 'p99Ms'));
  report(
    'answers',
    {
      ratio,
      p99Ms,
      perSecond: Math.round(of('grouped', 'perSecond')),
      peerPerSecond: Math.round(of('single', 'perSecond')),
      peerP99Ms: rounded(of('single', 'p99Ms')),
      ratioManyCompanies,
      perSecondManyCompanies: Math.round(median(runs.many.grouped.map((run) => run.perSecond))),
      p99MsManyCompanies: rounded(median(runs.many.grouped.map((run) => run.p99Ms))),
      serverMsPerAnswer: rounded(of('grouped', 'serverMs'), 3),
      postgresMsPerAnswer: rounded(of('grouped', 'postgresMs'), 3),
      peerServerMsPerAnswer: rounded(of('single', 'serverMs'), 3),
      peerPostgresMsPerAnswer: rounded(of('single', 'postgresMs'), 3),
      answersPerRun,
      rounds,
      connections,
    },
    [
      { field: 'ratio', value: ratio, atLeast: 2 },
      { field: 'ratioManyCompanies', value: ratioManyCompanies, atLeast: 1 },
      { field: 'p99Ms', value: p99Ms, atMost: 150 },
    ],
  );
} finally {
  await load.stop();
  await installation.close();
}

/** One run on companies of its own, with a server of its own; throws when an answer was refused or is not stored. */
async function measure(writer: Writer, companies: number): Promise<Run> {
  const { companyIds, tokens } = await invite(companies);
  // As autovacuum leaves a table that has stood for a minute, and without the seed's writing under the measurement.
  await execute(databaseUrl, 'ANALYZE');
  await execute(databaseUrl, 'CHECKPOINT');
  const server = startChild('answers/server.ts', {
    ...installation.environment,
    WRITER: writer,
    // All answers come from this machine, as fast as they go.
    RATE_LIMITS: 'off',
  });
  try {
    const { url } = await server.next<{ url: string }>();
    // A server that has just started compiles its code: what a few hundred requests teach it is not what we measure.
    await post(url, tokens.slice(answersPerRun));
    const before = await cpuOf(server);
    const postgresBefore = await postgresMs(databaseUrl);
    const result = await post(url, tokens.slice(0, answersPerRun));
    const postgresAfter = await postgresMs(databaseUrl);
    const serverMs = ((await cpuOf(server)) - before) / answersPerRun;
    await requireStored(writer, companyIds, tokens.length);
    return {
      ...result,
      perSecond: answersPerRun / result.seconds,
      serverMs,
      postgresMs: msPerPiece(postgresBefore, postgresAfter, answersPerRun),
    };
  } finally {
    await server.stop();
  }
}

/** What must be there when every reply has come: of ours also all that hangs on an answer. */
async function requireStored(writer: Writer, companyIds: readonly string[], count: number): Promise<void> {
  const [stored] = await execute<Record<string, number>>(
    databaseUrl,
    `SELECT (SELECT count(*)::int FROM responses WHERE company_id = ANY($1)) AS responses,
      (SELECT count(*)::int / 2 FROM answers WHERE company_id = ANY($1)) AS answers,
      (SELECT sum(n)::int FROM metric_daily WHERE company_id = ANY($1)) AS scores,
      (SELECT sum(completed)::int FROM invitation_daily WHERE company_id = ANY($1)) AS completed,
      (SELECT sum(responses)::int FROM surveys WHERE company_id = ANY($1)) AS counted,
      (SELECT count(*)::int FROM contacts WHERE company_id = ANY($1) AND last_answered_at IS NOT NULL) AS marked,
      (SELECT count(*)::int FROM outbox WHERE company_id = ANY($1)) AS told`,
    [companyIds],
  );
  const { responses, ...others } = stored ?? {};
  const isWhole = responses === count && (writer === 'single' || Object.values(others).every((each) => each === count));
  if (!isWhole) throw new Error(`not all of ${count} answers are stored: ${JSON.stringify(stored)}`);
}

/** The links of a run, those of each company in turn. */
async function invite(companies: number): Promise<{ companyIds: string[]; tokens: string[] }> {
  const perCompany = Math.ceil((answersPerRun + connections * 10) / companies);
  const invited: Invited[] = [];
  for (let made = 0; made < companies; made += 1) {
    invited.push(await inviteContacts(database, secretsFrom(secretKey), perCompany));
  }
  const inTurn = Array.from({ length: perCompany }, (_, at) => invited.flatMap(({ tokens }) => tokens[at] ?? []));
  return { companyIds: invited.map(({ companyId }) => companyId), tokens: inTurn.flat() };
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
