import { createRequire } from 'node:module';
import type * as Playwright from '@playwright/test';
import { chromiumAdvice, findChromium } from '../../tools/test/chromium.ts';

/** This machine's Chromium; throws with advice where there is none. */
export async function launchBrowser(): Promise<Playwright.Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(chromiumAdvice);
  const { chromium } = createRequire(new URL('../../e2e/package.json', import.meta.url))(
    '@playwright/test',
  ) as typeof Playwright;
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
}
