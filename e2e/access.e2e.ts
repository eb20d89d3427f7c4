import { expect, test } from '@playwright/test';
import type { Page, Request } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { demoPassword, signIn } from './testing/sign-in.ts';

const scriptBytesMax = 220_000;
const signInBytesMax = 20_000;

test('[I18N-01, I18N-02, I18N-04, STORE-04] signing in: one lands where one wanted to go, in one’s language, and leaves again', async ({
  page,
}) => {
  await page.goto('/contatos?search=silva');
  await expect(page).toHaveURL(/\/login\?returnUrl=/);
  await expectAccessible(page);

  // Of whom no other story expects a language: it is kept on the user.
  await page.getByLabel('E-mail').fill('paula@aurora.example');
  await page.getByLabel('Senha', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('Senha incorreta!')).toBeVisible();

  await page.getByLabel('Senha', { exact: true }).fill('Escuta@Demo1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/contatos\?search=silva/);
  await expect(page.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible();
  await expect(page.getByText(/^1–\d+ de \d+/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contactos' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('es');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Contactos' })).toBeVisible();

  await page.getByRole('button', { name: /^Menú de/ }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('an Enter that comes before the code of the login page signs in when it is here', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByText('Precisa de ajuda?')).toBeVisible();
  const { promise: network, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await network;
    await route.continue();
  });
  await page.getByLabel('E-mail').fill('own@aurora.example');
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Entrar' })).toHaveAttribute('data-loading', 'true');
  letThrough();
  await expect(page).toHaveURL(/cf-dashboard/);
});

test('[ROLE-04] who has two units switches between them and sees the other’s data', async ({ page }) => {
  await signIn(page, 'own@aurora.example');
  await page.goto('/contatos');
  const range = page.getByText(/^1–20 de/);
  await expect(range).toBeVisible();
  const before = (await range.textContent()) ?? '';
  const contacts = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/contacts');

  await page.getByRole('button', { name: /Trocar de unidade/ }).click();
  await page.getByRole('menuitem', { name: /Praia/ }).click();

  // The other unit's own number, as the server tells it to whoever asks for that unit.
  const asked = await contacts;
  const { total } = await asked.json();
  const unit = await page.evaluate(() => localStorage.getItem('business'));
  expect(asked.request().headers()['x-business-id']).toBe(unit);
  await expect(range).toHaveText(`1–20 de ${total.toLocaleString('pt-BR')}`);
  await expect(range).not.toHaveText(before);
});

test('another company’s contacts are another company’s', async ({ page }) => {
  await signIn(page, 'own@aurora.example');
  await page.goto('/contatos');
  const address = page.locator('tbody td').filter({ hasText: '@' }).first();
  // While the page loads its rows are empty.
  await expect(address).toBeVisible();
  const theirs = (await address.textContent()) ?? '';
  await page.evaluate(() => localStorage.clear());
  await signIn(page, 'own@horizonte.example');
  await page.goto('/contatos');
  await expect(page.getByRole('table', { name: 'Contatos' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Trocar de unidade/ })).toBeHidden();
  await page.getByLabel('Buscar contatos').fill(theirs);
  await expect(page.getByText('NENHUM RESULTADO ENCONTRADO')).toBeVisible();
});

test('who may only see the dashboard is led back to it and told so', async ({ page }) => {
  await signIn(page, 'dashonly@aurora.example');
  await expect(page.getByRole('navigation').getByRole('link')).toHaveCount(1);
  await page.goto('/contatos');
  await expect(page).toHaveURL(/cf-dashboard/);
  await expect(page.getByText('Você não tem acesso a essa área.')).toBeVisible();
});

test(`the first route carries at most ${scriptBytesMax / 1_000} kB of compressed script`, async ({ page }) => {
  const scriptBytes = await countScript(page);
  await page.goto('/login');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  const first = await scriptBytes();
  expect(first).toBeGreaterThan(50_000);
  expect(first).toBeLessThanOrEqual(scriptBytesMax);
  // The schemas of the contract are a fifth of what the page needs, and wait until somebody types.
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(names.filter((name) => name.includes('/schemas-'))).toEqual([]);
  // What the login page is drawn with is asked for by the document, not by the script that it brings.
  const document = await (await page.request.get('/login')).text();
  const awaited = names.filter((name) => /\/(LoginPage|login|shell|ui|errors|access)-[^/]+\.(js|css)$/.test(name));
  expect(awaited.length).toBeGreaterThanOrEqual(7);
  expect(awaited.filter((name) => !document.includes(new URL(name).pathname))).toEqual([]);
});

test(`signing in waits for at most ${signInBytesMax / 1_000} kB of script: the rest came while one typed`, async ({
  page,
}) => {
  const scriptBytes = await countScript(page);
  await page.goto('/login');
  await page.getByLabel('E-mail').fill('own@aurora.example');
  await page.getByLabel('Senha', { exact: true }).fill('Escuta@Demo1');
  // A slow machine has a quiet moment before it asks for what comes after the form.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/DashboardPage-')),
  );
  const before = await scriptBytes();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Tendência do NPS' })).toBeVisible();
  expect((await scriptBytes()) - before).toBeLessThanOrEqual(signInBytesMax);
});

/**
 * Counts the compressed script that a page loads from now on. The count waits until no script has been asked for or
 * has arrived for a while: the load state 'networkidle' comes once per document, and not again.
 */
async function countScript(page: Page): Promise<() => Promise<number>> {
  await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' });
  const quietMs = 700;
  let bytes = 0;
  let loading = 0;
  let changedAt = Date.now();
  const change = (request: Request, by: 1 | -1) => {
    if (request.resourceType() !== 'script') return;
    loading += by;
    changedAt = Date.now();
  };
  page.on('request', (request) => change(request, 1));
  page.on('requestfailed', (request) => change(request, -1));
  page.on('requestfinished', async (request) => {
    if (request.resourceType() !== 'script') return;
    const { responseBodySize } = await request.sizes();
    bytes += responseBodySize;
    change(request, -1);
  });
  return async () => {
    await expect.poll(() => loading === 0 && Date.now() - changedAt > quietMs, { timeout: 30_000 }).toBe(true);
    return bytes;
  };
}
