import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { signIn } from './testing/sign-in.ts';

test('a page whose code or texts are on their way waits inside the shell', async ({ page }) => {
  await signIn(page, 'own@aurora.example');
  await watchLandmarks(page);
  const holds = [await hold(page, /\/assets\/ContactsPage-/), await hold(page, /\/assets\/contacts-/)];
  await page.getByRole('link', { name: 'Contatos' }).click();
  const title = page.getByRole('heading', { level: 1, name: 'Contatos' });
  for (const held of holds) {
    await held.isAsked;
    await expect(page.locator('main [aria-busy=true]', { has: title })).toBeVisible();
    await expect(title).toBeFocused();
    await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
    held.letGo();
  }
  await expect(page.getByRole('table', { name: 'Contatos' })).toBeVisible();
  await expect(title).toBeFocused();
  expect(await landmarksSeen(page)).toEqual(['1 main']);
});

test('a page that has come is not taken away again when its rows come late', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'own@aurora.example');
  const [contact, company] = await aContactAndACompany(page);
  await noteTakenAway(page);
  const rows = /^1–\d+ de /;
  const places: [path: string, calls: RegExp, late: RegExp][] = [
    ['/customer-feedback', /\/api\/surveys/, rows],
    ['/customer-feedback/responses', /\/api\/responses/, rows],
    ['/queues', /\/api\/queues/, rows],
    ['/imports', /\/api\/imports/, rows],
    ['/contatos', /\/api\/contacts/, rows],
    [contact, /\/api\/contacts\/[^/]+\/timeline/, /^Respondeu/],
    [company, /\/api\/contact-companies\//, rows],
  ];
  for (const [path, calls, late] of places) {
    const held = await hold(page, calls);
    await page.goto(path);
    await held.isAsked;
    // All but what is held back is there.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator(loadingPage)).toHaveCount(0);
    held.letGo();
    await expect(page.getByRole('main').getByText(late).first(), path).toBeVisible();
    expect(await timesTakenAway(page), path).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('the login page says what it is before its code has come, in the language that was chosen', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(() => localStorage.setItem('lang', 'es'));
  const code = await hold(page, /\/assets\/login-[^.]+\.js/);
  const field = page.getByLabel('Correo electrónico');
  const title = page.getByRole('heading', { level: 1, name: 'Iniciar sesión' });
  await page.goto('/login', { waitUntil: 'commit' });
  await code.isAsked;
  await expect(title).toBeVisible();
  await expect(page.getByText('Siga de cerca lo que dicen sus clientes.')).toBeVisible();
  await expect(field).toBeHidden();
  const before = await title.boundingBox();
  code.letGo();
  await expect(field).toBeVisible();
  await expect(title).toHaveCount(1);
  const after = await title.boundingBox();
  for (const place of ['x', 'y'] as const) expect(after?.[place]).toBeCloseTo(before?.[place] ?? Number.NaN, 0);
});

test('a login page that shows something else says nothing before', async ({ page }) => {
  for (const search of ['?expired=true', '?recover=true']) {
    const code = await hold(page, /\/assets\/login-[^.]+\.js/);
    await page.goto(`/login${search}`, { waitUntil: 'commit' });
    await code.isAsked;
    await expect(page.getByRole('img', { name: 'Escuta' })).toBeVisible();
    await expect(page.getByRole('heading')).toHaveCount(0);
    code.letGo();
    await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  }
});

/** Keeps a file of the app until it is let go. */
async function hold(page: Page, file: RegExp) {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(file, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  return { isAsked: asked.promise, letGo: held.resolve };
}

/** The addresses of a contact who has answered, and of a company that contacts work for. */
async function aContactAndACompany(page: Page): Promise<[contact: string, company: string]> {
  const listed = page.waitForResponse(/\/api\/contacts\?/);
  await page.goto('/contatos');
  const { data }: { data: { _id: string; last_score: number | null; _company: { _id: string } | null }[] } = await (
    await listed
  ).json();
  const contact = data.find(({ last_score: score }) => score !== null);
  const company = data.find(({ _company: worksFor }) => worksFor !== null)?._company;
  return [`/contatos/${contact?._id}`, `/contatos/empresas/${company?._id}`];
}

const loadingPage = 'main [aria-busy=true] h1';

/** Notes in all pages to come how often one that has come is loading again. */
async function noteTakenAway(page: Page): Promise<void> {
  await page.addInitScript((loading) => {
    const noted = { times: 0, hasCome: false };
    new MutationObserver(() => {
      const isLoading = document.querySelector(loading) !== null;
      if (isLoading && noted.hasCome) noted.times += 1;
      noted.hasCome = !isLoading && document.querySelector('#content h1') !== null;
    }).observe(document, { childList: true, subtree: true });
    Object.assign(window, { noted });
  }, loadingPage);
}

function timesTakenAway(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { noted: { times: number } }).noted.times);
}

interface Watching {
  readonly seen: Set<string>;
}

/** Notes from now on how many contents the page has, hidden ones too. */
function watchLandmarks(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen = new Set<string>();
    new MutationObserver(() => seen.add(`${document.querySelectorAll('main').length} main`)).observe(document.body, {
      childList: true,
      subtree: true,
    });
    Object.assign(window, { seen });
  });
}

function landmarksSeen(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(window as unknown as Watching).seen]);
}
