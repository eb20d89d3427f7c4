import { secretsFrom } from '../server/src/platform/crypto/secrets.ts';
import { inviteContacts } from './answers/seed.ts';
import { launchBrowser } from './kit/browser.ts';
import { startChild } from './kit/child.ts';
import { openInstallation, secretKey } from './kit/installation.ts';
import { conditions } from './kit/phone.ts';
import { progress, report } from './kit/report.ts';
import { median, rounded } from './kit/statistics.ts';
import { measurePage } from './respond/measure-page.ts';
import type { PageFigures } from './respond/measure-page.ts';

// The respondent's page as the whole server sends it, opened by a phone on slow 4G that has never been here. The loopback
// adds no name look-up, no TCP and no TLS: a first visit over the internet takes about three round trips more.

const rounds = 15;
const warmUps = 2;

const installation = await openInstallation();
const { database } = installation;
const server = startChild('respond/server.ts', {
  ...installation.environment,
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
  await installation.close();
}

/** The figures of each link, opened once; the first ones teach server and browser, and are left out. */
async function openEach(links: readonly string[]): Promise<PageFigures[]> {
  const browser = await launchBrowser();
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
