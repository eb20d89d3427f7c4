import { createUser, testPassword } from '../server/src/testing/factories.ts';
import { checkCounters, requireAnswers } from './dashboard/counters.ts';
import { defaultCalls, openDashboards } from './dashboard/load.ts';
import { seedAnswers } from './dashboard/seed.ts';
import type { AnsweredCompany } from './dashboard/seed.ts';
import { startApi } from './kit/api-server.ts';
import { execute } from './kit/database.ts';
import { openInstallation } from './kit/installation.ts';
import { progress, report } from './kit/report.ts';
import { signIn } from './kit/session.ts';
import type { Session } from './kit/session.ts';
import { percentile, rounded } from './kit/statistics.ts';

// The dashboard as it opens, over HTTP from the server of production: how long until the last of its calls has come. Small
// and large companies in one database, with twenty others beside them, are measured in turn.

const sizes = (process.env['BENCH_DASHBOARD_SIZES'] ?? '10000,1000000,5000000').split(',').map(Number);
// Many short rounds: what else the machine does falls on all companies alike.
const rounds = 25;
const loadsPerRound = 10;
const warmUpRounds = 5;
const users = 4;
const companiesBeside = 20;
const answersBeside = 5_000;

const installation = await openInstallation();
const { database, databaseUrl } = installation;
try {
  let small: AnsweredCompany | undefined;
  for (let made = 0; made < companiesBeside; made += 1) small = await seedAnswers(database, databaseUrl, answersBeside);
  if (small) await checkCounters(databaseUrl, small.companyId);
  const companies = new Map<number, AnsweredCompany>();
  for (const size of sizes) {
    const began = performance.now();
    const company = await seedAnswers(database, databaseUrl, size);
    await requireAnswers(databaseUrl, company.companyId, size);
    companies.set(size, company);
    progress(`${size} answers made in ${rounded((performance.now() - began) / 1000, 1)} s`);
  }
  for (const table of ['responses', 'metric_daily', 'invitation_daily', 'surveys', 'contacts'])
    await execute(databaseUrl, `VACUUM (ANALYZE) ${table}`);
  await execute(databaseUrl, 'CHECKPOINT');
  const times = await measure(companies);
  const p95Ms = p95Of(times.month);
  const p95YearMs = p95Of(times.year);
  const [first, last] = [sizes[0] ?? 0, sizes.at(-1) ?? 0].map((size) => p95Ms[size] ?? Number.NaN);
  const growth = rounded((last ?? Number.NaN) / (first ?? Number.NaN));
  report('dashboard', { p95Ms, growth, p95YearMs, loads: rounds * loadsPerRound, users }, [
    ...sizes.map((size) => ({ field: `p95Ms.${size}`, value: p95Ms[size] ?? Number.NaN, atMost: 400 })),
    { field: 'growth', value: growth, atMost: 2 },
  ]);
} finally {
  await installation.close();
}

type Times = ReadonlyMap<number, number[]>;

/** The times of each company: the dashboard as it opens, and the longest of its presets. The first rounds warm up. */
async function measure(companies: ReadonlyMap<number, AnsweredCompany>): Promise<{ month: Times; year: Times }> {
  const { url, stop } = await startApi(installation);
  try {
    const now = new Date();
    const times = { month: timesOf(companies), year: timesOf(companies) };
    const staff = new Map<number, Session[]>();
    for (const [size, company] of companies) staff.set(size, await signInUsers(url, company));
    for (let round = 1 - warmUpRounds; round <= rounds; round += 1) {
      for (const [size, sessions] of round % 2 === 0 ? staff : [...staff].reverse()) {
        for (const [days, kept] of [
          [30, times.month],
          [365, times.year],
        ] as const) {
          const some = await openDashboards(url, { sessions, calls: defaultCalls(now, days), loads: loadsPerRound });
          if (round > 0) kept.get(size)?.push(...some);
        }
      }
    }
    return times;
  } finally {
    await stop();
  }
}

function timesOf(companies: ReadonlyMap<number, unknown>): Map<number, number[]> {
  return new Map([...companies.keys()].map((size) => [size, []]));
}

function p95Of(times: Times): Record<string, number> {
  return Object.fromEntries([...times].map(([size, ms]) => [size, rounded(percentile(ms, 0.95), 1)]));
}

async function signInUsers(url: string, company: AnsweredCompany): Promise<Session[]> {
  const sessions: Session[] = [];
  for (let made = 0; made < users; made += 1) {
    const user = await createUser({ database } as Parameters<typeof createUser>[0], { companyId: company.companyId });
    sessions.push(await signIn(url, { ...company, email: user.email, password: testPassword }));
  }
  return sessions;
}
