import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { signIn } from './testing/sign-in.ts';

test('a page whose code cannot be fetched says so, and comes with the network', async ({ page, context }) => {
  await signIn(page, 'own@aurora.example');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Contatos' }).click();
  await expect(
    page.getByText(
      'Não conseguimos falar com a plataforma. Verifique sua internet e tente de novo mais tarde, ou fale com o suporte.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('table', { name: 'Contatos' })).toBeVisible();
});

test('a page whose code a newer version has replaced asks to load it anew', async ({ page }) => {
  await signIn(page, 'own@aurora.example');
  await page.route(/\/assets\/ContactsPage-/, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Contatos' }).click();
  await expect(page.getByText(/O Escuta foi atualizado depois que esta página foi aberta/)).toBeVisible();

  await page.unroute(/\/assets\/ContactsPage-/);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('table', { name: 'Contatos' })).toBeVisible();
});

test('a page whose texts cannot be fetched says so instead of showing their names', async ({ page }) => {
  await signIn(page, 'own@aurora.example');
  await page.route(/\/assets\/contacts-/, async (route) => {
    const response = await route.fetch();
    const isTexts = (await response.text()).includes('As pessoas desta unidade');
    await (isTexts ? route.abort() : route.fulfill({ response }));
  });
  await page.getByRole('link', { name: 'Contatos' }).click();
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible();

  await page.unroute(/\/assets\/contacts-/);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('table', { name: 'Contatos' })).toBeVisible();
});

/** What stands beside a page, as the build names its files. */
const parts = /\/assets\/(Shortcuts|UpdatePrompt|ShellTools|ShellBanners|notifications)-/;

async function openWithoutParts(page: Page): Promise<void> {
  await page.route(parts, (route) => route.abort());
  await signIn(page, 'own@aurora.example');
  await page.getByRole('link', { name: 'Contatos' }).click();
}

test('what stands beside the page and cannot be fetched leaves the page', async ({ page }) => {
  await openWithoutParts(page);
  await expect(page.getByRole('table', { name: 'Contatos' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Notificações/ })).toBeHidden();
});

// NOTE: Chromium up to 150 keeps the failure of a module for as long as the page lives, and asks the network for it no more:
// there the parts come when the page is loaded again.
test('what stands beside the page comes with the network', async ({ page, browser }) => {
  await openWithoutParts(page);
  await expect(page.getByRole('table', { name: 'Contatos' })).toBeVisible();
  await page.unroute(parts);
  if (Number(browser.version().split('.')[0]) > 150) await page.evaluate(() => dispatchEvent(new Event('online')));
  else await page.reload();
  // At once for the code; for texts that failed after the event, with the next try ten seconds later.
  await expect(page.getByRole('button', { name: /Notificações/ })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('table', { name: 'Contatos' })).toBeVisible();
});
