import type { Browser, CDPSession, Page } from '@playwright/test';
import { openPhone } from '../kit/phone.ts';

export interface AppFigures {
  /** Compressed script of the login page, and all that it asks for. */
  readonly firstRouteBytes: number;
  readonly firstRouteAllBytes: number;
  readonly loginLcpMs: number;
  /** When the first field of the login page stands, which may be after its title. */
  readonly loginReadyMs: number;
  /** Compressed script between the login page and the dashboard at rest. */
  readonly dashboardBytes: number;
  /** From the press that signs in. */
  readonly dashboardLcpMs: number;
  /** Of the dashboard's address, with a session and an empty cache. */
  readonly dashboardColdLcpMs: number;
}

export interface Person {
  readonly email: string;
  readonly password: string;
}

const quietMs = 1_500;
const settleMsMax = 30_000;
/** What the dashboard's charts are drawn in; the largest thing on its page. */
const chart = 'main input[type=range] + svg';
/** A person types as many signs in a second. */
const typingDelayMs = 120;

/**
 * Opens the login page as a phone does for the first time, signs in as a person does, and waits for the dashboard. With `gzip`
 * the browser asks for that, as the budget of the first route is counted; without, as browsers do, for brotli too.
 */
export async function measureApp(
  browser: Browser,
  url: string,
  { person, gzip }: { person: Person; gzip: boolean },
): Promise<AppFigures> {
  const { page, session, context } = await openPhone(browser);
  try {
    if (gzip) await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' });
    const { seen, ready, sent } = await openAt(page, session, `${url}/login`, 'input[type=email]');
    const first = { ...sent };
    await page.getByLabel('E-mail').pressSequentially(person.email, { delay: typingDelayMs });
    await page.getByLabel('Senha', { exact: true }).pressSequentially(person.password, { delay: typingDelayMs });
    const dashboardLcpMs = await signInAndWait(page);
    await atRest(page, sent);
    const state = await context.storageState();
    return {
      firstRouteBytes: first.script,
      firstRouteAllBytes: first.all,
      loginLcpMs: seen,
      loginReadyMs: ready,
      dashboardBytes: sent.script - first.script,
      dashboardLcpMs,
      dashboardColdLcpMs: await measureCold(browser, `${url}/cf-dashboard`, state),
    };
  } finally {
    await context.close();
  }
}

/** The same person opens the dashboard's address with a browser that has the session and nothing in its cache. */
async function measureCold(
  browser: Browser,
  address: string,
  state: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>,
): Promise<number> {
  const { page, session, context } = await openPhone(browser);
  try {
    await context.addCookies(state.cookies);
    await context.addInitScript(
      (kept) => {
        for (const { name, value } of kept) localStorage.setItem(name, value);
      },
      state.origins.flatMap(({ localStorage }) => localStorage),
    );
    return (await openAt(page, session, address, chart)).seen;
  } finally {
    await context.close();
  }
}

interface Sent {
  script: number;
  all: number;
  /** Of scripts: the shell goes on asking for data. */
  lastAt: number;
}

/**
 * Opens an address and waits until the page has come to rest. Gives its largest contentful paint, when the landmark stood in a
 * frame, and what was sent.
 */
async function openAt(
  page: Page,
  session: CDPSession,
  address: string,
  landmark: string,
): Promise<{ seen: number; ready: number; sent: Sent }> {
  const sent = countSent(session);
  await page.addInitScript((awaited) => {
    Object.assign(globalThis, { lcpMs: 0, readyMs: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Object.assign(globalThis, { lcpMs: entry.startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    const look = () => {
      if (!document.querySelector(awaited)) return void requestAnimationFrame(look);
      setTimeout(() => Object.assign(globalThis, { readyMs: performance.now() }));
    };
    requestAnimationFrame(look);
  }, landmark);
  await page.goto(address, { waitUntil: 'load', timeout: settleMsMax });
  await page.locator(landmark).first().waitFor({ timeout: settleMsMax });
  await atRest(page, sent);
  const { lcpMs, readyMs } = await page.evaluate(() => {
    const measured = globalThis as unknown as { lcpMs: number; readyMs: number };
    return { lcpMs: measured.lcpMs, readyMs: measured.readyMs };
  });
  return { seen: lcpMs, ready: readyMs, sent };
}

function countSent(session: CDPSession): Sent {
  const sent = { script: 0, all: 0, lastAt: performance.now() };
  const scripts = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type !== 'Script') return;
    scripts.add(requestId);
    sent.lastAt = performance.now();
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sent.all += encodedDataLength;
    if (!scripts.has(requestId)) return;
    sent.script += encodedDataLength;
    sent.lastAt = performance.now();
  });
  return sent;
}

async function atRest(page: Page, sent: Sent): Promise<void> {
  const end = performance.now() + settleMsMax;
  while (performance.now() - sent.lastAt < quietMs) {
    if (performance.now() > end) throw new Error('the page did not come to rest');
    await page.waitForTimeout(quietMs / 10);
  }
}

/**
 * Milliseconds from the press until the dashboard's chart is painted. Browsers report no largest contentful paint after a
 * person has pressed something, so the page's own clock says when its largest part stands in a frame.
 */
async function signInAndWait(page: Page): Promise<number> {
  await page.evaluate((largest) => {
    const kept: { pressedMs?: number; paintedMs?: number } = {};
    Object.assign(globalThis, { kept });
    addEventListener('keydown', ({ key, timeStamp }) => {
      if (key === 'Enter') kept.pressedMs = timeStamp;
    });
    const look = () => {
      if (!document.querySelector(largest)) return void requestAnimationFrame(look);
      // The frame that holds it has been drawn when the next task after it runs.
      requestAnimationFrame(() => setTimeout(() => (kept.paintedMs = performance.now())));
    };
    look();
  }, chart);
  await page.keyboard.press('Enter');
  const painted = await page.waitForFunction(
    () => {
      const { kept } = globalThis as unknown as { kept: { pressedMs?: number; paintedMs?: number } };
      return kept.paintedMs && kept.pressedMs ? kept.paintedMs - kept.pressedMs : undefined;
    },
    undefined,
    { timeout: settleMsMax },
  );
  return (await painted.jsonValue()) as number;
}
