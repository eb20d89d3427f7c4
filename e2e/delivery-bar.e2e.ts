import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { signIn } from './testing/sign-in.ts';

/** The newest send as the server tells it, but half way: a real one is over before a test has looked. */
async function holdNewestSendHalfWay(page: Page): Promise<void> {
  const isCurrent = ({ pathname, searchParams }: URL) =>
    pathname === '/api/queues' && searchParams.get('limit') === '1';
  await page.route(isCurrent, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    const half = { status: 'processing', statusSum: 1, percentageStatus: 0.5, progress: 0.5 };
    await route.fulfill({ response, json: { ...rest, data: data.map((queue: object) => ({ ...queue, ...half })) } });
  });
}

for (const [width, height] of [
  [1440, 700],
  [390, 700],
] as const)
  test(`[BAR-01] the delivery bar stays at the top of the page when it is scrolled, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, 'own@aurora.example');
    await holdNewestSendHalfWay(page);
    await page.goto('/contatos');
    const bar = page.getByRole('region', { name: 'Envio em andamento' });
    await expect(bar.getByText(/^Enviando 1\/[\d.]+$/)).toBeVisible();
    await expect(page.getByText(/^1–20 de/)).toBeAttached();
    const top = async () => (await bar.boundingBox())?.y;
    const before = await top();
    const header = await page.getByRole('banner').boundingBox();
    expect(before).toBe(header && header.y + header.height);

    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await expect(bar).toBeInViewport({ ratio: 1 });
    expect(await top()).toBe(before);
  });
