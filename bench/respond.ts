import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Playwright from '@playwright/test';
import { secretsFrom } from '../server/src/platform/crypto/secrets.ts';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { createPool } from '../server/src/platform/db/pool.ts';
import { chromiumAdvice, findChromium } from '../tools/test/chromium.ts';
import { inviteContacts } from './answers/seed.ts';
import { startChild } from './kit/child.ts';
import { openBenchDatabase } from './kit/database.ts';
import { conditions } from './kit/phone.ts';
import { progress, report } from './kit/report.ts';
import { median, rounded } from './kit/statistics.ts';
import { measurePage } from './respond/measure-page.ts';
import type { PageFigures } from './respond/measure-page.ts';

// The respondent's page as the whole server sends it, opened by a phone on slow 4G that has never been here. The loopback
// adds no name look-up, no TCP and no TLS: a first visit over the internet takes about three round trips more.

const rounds = 15;
const warmUps = 2;
const secretKey = 'a secret key of the bench, of 32 characters or more';

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
  SECRET_KEY: secretKey,
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://127.0.0.1',
  RATE_LIMITS: 'off',
});
try {
  const { tokens } = await inviteContacts(database, secretsFrom(secretKey), rounds + warmUps);
  const { url } = await server.next<{ url: string }>();
  const runs = await openEach(tokens.map((token) => `${url}/r/${token}`));
  const of = (figure: keyof PageFigures) => median(runs.map((run) => run[figure]));
  const bytes = Math.max(...runs.map((run) => run.bytes));
  const islandBytes = Math.max(...runs.map((run) => run.islandBytes));
  report(
    'respond',
    {
      bytes,
      islandBytes,
      lcpMs: Math.round(of('lcpMs')),
      ttiMs: Math.round(of('ttiMs')),
      ttiMsWorst: rounded(Math.max(...runs.map((run) => run.ttiMs)), 0),
      rounds,
      ...conditions,
    },
    [
      { field: 'bytes', value: bytes, atMost: 14_000 },
      { field: 'islandBytes', value: islandBytes, atMost: 3_000 },
    ],
  );
} finally {
  await server.stop();
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** The figures of each link, opened once; the first ones teach server and browser, and are left out. */
async function openEach(links: readonly string[]): Promise<PageFigures[]> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  try {
    const figures: PageFigures[] = [];
    for (const [at, link] of links.entries()) {
      const figure = await measurePage(browser, link);
      progress(`${at < warmUps ? 'warm-up' : `round ${at - warmUps + 1}`}: ${JSON.stringify(figure)}`);
      if (at >= warmUps) figures.push(figure);
    }
    return figures;
  } finally {
    await browser.close();
  }
}
