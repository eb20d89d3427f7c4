import type { Browser, CDPSession, Page } from '@playwright/test';
import { openPhone } from '../kit/phone.ts';

export interface PageFigures {
  /** The whole answer as it was sent: headers and compressed page. */
  readonly bytes: number;
  readonly islandBytes: number;
  readonly lcpMs: number;
  readonly ttiMs: number;
}

/** What the page's own clock saw, in milliseconds since the navigation began. */
interface Seen {
  lcpMs: number;
  /** The script has registered the last of what it listens to, and its task is over. */
  readyMs: number;
  /** The end of the last task of more than 50 ms. */
  busyUntilMs: number;
  loadedMs: number;
}

const quietMs = 1_000;
const settleMsMax = 15_000;

/**
 * Opens a link as a phone on slow 4G does for the first time. Time to interactive: the page is loaded and painted, its
 * script listens, and no task of more than 50 ms comes after. A tap on a score and one on the button must then lead to the next question
 * without a request for a page; throws when they do not, or when the page fetches anything but itself.
 */
export async function measurePage(browser: Browser, link: string): Promise<PageFigures> {
  const { page, session, context } = await openPhone(browser);
  try {
    const answers = countAnswers(session);
    await page.addInitScript(watch, 'popstate');
    await page.goto(link, { waitUntil: 'load' });
    const seen = await settled(page);
    const island = await page.evaluate(() => document.querySelector('script')?.textContent ?? '');
    const sent = { ...answers };
    await proveTap(page);
    if (sent.requests !== 1) throw new Error(`the page asked for ${sent.requests} things`);
    return {
      bytes: sent.bytes,
      islandBytes: Buffer.byteLength(island),
      lcpMs: seen.lcpMs,
      ttiMs: Math.max(seen.readyMs, seen.busyUntilMs, seen.loadedMs, seen.lcpMs),
    };
  } finally {
    await context.close();
  }
}

function countAnswers(session: CDPSession) {
  const answers = { requests: 0, bytes: 0 };
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) answers.requests += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (answers.bytes += encodedDataLength));
  return answers;
}

/** Runs in the page before anything of its own: writes down what the clock says when. */
function watch(lastListener: string): void {
  const seen: Seen = { lcpMs: 0, readyMs: 0, busyUntilMs: 0, loadedMs: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcpMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.busyUntilMs = startTime + duration;
  }).observe({ type: 'longtask', buffered: true });
  addEventListener('load', () => (seen.loadedMs = performance.now()));
  const listen = globalThis.addEventListener;
  globalThis.addEventListener = (...given: Parameters<typeof listen>) => {
    listen(...given);
    if (given[0] === lastListener) setTimeout(() => (seen.readyMs = performance.now()));
  };
}

/** What was seen once the page has been quiet for a second. */
async function settled(page: Page): Promise<Seen> {
  const read = () =>
    page.evaluate(() => ({ ...(globalThis as unknown as { seen: Seen }).seen, at: performance.now() }));
  await page.waitForTimeout(quietMs);
  for (let seen = await read(); seen.at < settleMsMax; seen = await read()) {
    const last = Math.max(seen.readyMs, seen.busyUntilMs, seen.loadedMs, seen.lcpMs);
    if (seen.readyMs > 0 && seen.lcpMs > 0 && seen.at - last >= quietMs) return seen;
    await page.waitForTimeout(quietMs / 4);
  }
  throw new Error('the page did not come to rest');
}

async function proveTap(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await page.locator('input[type=radio][value="9"]').tap();
  await page.locator('button[type=submit]').tap();
  await page.locator('textarea').waitFor({ timeout: 5_000 });
  if (!(await page.evaluate(() => 'isSamePage' in globalThis))) throw new Error('the step loaded a page');
}
