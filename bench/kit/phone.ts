import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** Slow 4G and a phone of the middle class: bits per second, milliseconds, and how many times slower the processor is. */
export const conditions = { downBits: 1_600_000, upBits: 750_000, roundTripMs: 150, cpuSlowdown: 4 } as const;

interface Phone {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly session: CDPSession;
}

/** A page of a phone under these conditions, which has never been anywhere. Closing its context gives it back. */
export async function openPhone(browser: Browser): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 760 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'pt-BR',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: conditions.roundTripMs,
    downloadThroughput: conditions.downBits / 8,
    uploadThroughput: conditions.upBits / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: conditions.cpuSlowdown });
  return { context, page, session };
}
