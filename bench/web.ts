import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Playwright from '@playwright/test';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { createPool } from '../server/src/platform/db/pool.ts';
import { createUser, testPassword } from '../server/src/testing/factories.ts';
import { chromiumAdvice, findChromium } from '../tools/test/chromium.ts';
import { seedAnswers } from './dashboard/seed.ts';
import { startChild } from './kit/child.ts';
import { openBenchDatabase } from './kit/database.ts';
import { conditions } from './kit/phone.ts';
import { progress, report } from './kit/report.ts';
import { median, rounded } from './kit/statistics.ts';
import { measureApp } from './web/measure-app.ts';
import type { AppFigures } from './web/measure-app.ts';

// The staff's app as the whole server sends it, opened by a phone on slow 4G that has never been here: the login page, then
// the dashboard of a company with 10,000 answers. `firstRouteKb` is the login page's compressed script, as the story in
// e2e counts it; `dashboardKb` what the dashboard adds to it, which comes while somebody types; `dashboardLcpMs` begins with
// the press that signs in, and holds the check of the password. `dashboardColdLcpMs` is for comparison: the dashboard's
// address opened with a session and an empty cache. Bytes are those of a browser that takes gzip alone, headers included;
// times are those of one that takes brotli, as all do. The loopback adds no name look-up, no TCP and no TLS.

const rounds = 7;
const answers = 10_000;

const { chromium } = createRequire(new URL('../e2e/package.json', import.meta.url))(
  '@playwright/test',
) as typeof Playwright;
const executablePath = findChromium();
if (executablePath === undefined) throw new Error(chromiumAdvice);

const dataDir = mkdtempSync(join(tmpdir(), 'escuta-bench-'));
const postgres = await openBenchDatabase();
const database = openDatabase(createPool(postgres.url, 2));
const server = startChild('respond/server.ts', {
  DATABASE_URL: postgres.url,
  DATA_DIR: dataDir,
  SECRET_KEY: 'a secret key of the bench, of 32 characters or more',
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://127.0.0.1',
  RATE_LIMITS: 'off',
});
try {
  const { companyId } = await seedAnswers(database, postgres.url, answers);
  const { email } = await createUser({ database } as Parameters<typeof createUser>[0], { companyId });
  const { url } = await server.next<{ url: string }>();
  const { counted, runs } = await openEach(url, email);
  const of = (figure: keyof AppFigures) => median(runs.map((run) => run[figure]));
  const kb = (figure: keyof AppFigures) => rounded(counted[figure] / 1_000, 1);
  const figures = {
    firstRouteKb: kb('firstRouteBytes'),
    loginLcpMs: Math.round(of('loginLcpMs')),
    dashboardKb: kb('dashboardBytes'),
    dashboardLcpMs: Math.round(of('dashboardLcpMs')),
  };
  report(
    'web',
    {
      ...figures,
      firstRouteAllKb: kb('firstRouteAllBytes'),
      dashboardColdLcpMs: Math.round(of('dashboardColdLcpMs')),
      rounds,
      ...conditions,
    },
    [
      { field: 'firstRouteKb', value: figures.firstRouteKb, atMost: 220 },
      { field: 'loginLcpMs', value: figures.loginLcpMs, atMost: 2_500 },
      { field: 'dashboardKb', value: figures.dashboardKb, atMost: 260 },
      { field: 'dashboardLcpMs', value: figures.dashboardLcpMs, atMost: 2_500 },
    ],
  );
} finally {
  await server.stop();
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** The figures of each round, and of one that is counted. The first ones teach server and browser, and are left out. */
async function openEach(url: string, email: string): Promise<{ counted: AppFigures; runs: AppFigures[] }> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const measure = async (name: string, gzip: boolean) => {
    const figures = await measureApp(browser, url, { person: { email, password: testPassword }, gzip });
    progress(`${name}: ${JSON.stringify(figures)}`);
    return figures;
  };
  try {
    const counted = await measure('counted', true);
    await measure('warm-up', false);
    const runs: AppFigures[] = [];
    for (let round = 1; round <= rounds; round += 1) runs.push(await measure(`round ${round}`, false));
    return { counted, runs };
  } finally {
    await browser.close();
  }
}
