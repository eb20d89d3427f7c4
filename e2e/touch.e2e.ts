import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { signIn } from './testing/sign-in.ts';

const sideMin = 44;
/** Each page, and the last thing on it that comes. */
const pages = [
  ['/cf-dashboard', /^Ver [\d.]+ comentários$/],
  ['/customer-feedback/create-survey/new', 'Cancelar'],
  ['/customer-feedback', /^1–\d+ de /],
  ['/importer/contacts', 'Baixe um arquivo modelo'],
  ['/imports', /^1–\d+ de /],
  ['/contatos', /^1–\d+ de /],
  ['/queues', /^1–\d+ de /],
] as const;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('whatever a finger presses is 44 px wide and high', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Senha', { exact: true })).toBeVisible();
  expect(await smallTargets(page), '/login').toEqual([]);
  await signIn(page, 'own@aurora.example');
  for (const [path, last] of pages) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(last).first()).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    expect(await smallTargets(page), path).toEqual([]);
  }
  await page.goto('/contatos');
  const box = page.getByRole('main').getByRole('checkbox').first();
  const above = (await box.boundingBox())!;
  await page.touchscreen.tap(above.x + above.width / 2, above.y + above.height / 2 - 20);
  await expect(box, 'a finger that comes down above the box').toBeChecked();
  // What may be done with the chosen ones stands above the list, and moves it.
  await expect(page.getByRole('main').getByText(/contatos selecionados$/)).toBeVisible();
  const beside = (await box.boundingBox())!;
  await page.touchscreen.tap(beside.x + beside.width / 2 + 20, beside.y + beside.height / 2);
  await expect(box, 'and beside it').not.toBeChecked();
  await page.goto('/customer-feedback/responses');
  await page.locator('main li').filter({ hasText: 'E-mail' }).getByRole('link').first().click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Origem', { exact: true })).toBeVisible();
  // While it slides in, its sizes are fractions.
  await panel.evaluate((element) =>
    Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );
  expect(await smallTargets(page), 'the responses, and the panel of one').toEqual([]);
  await page.goto('/customer-feedback');
  await expect(page.getByRole('link', { name: /^\d/ }).first()).toBeVisible();
  const heights = await page
    .locator('main li')
    .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().height)));
  expect(Math.max(...heights) - Math.min(...heights), 'cards with a link and without').toBeLessThan(3);
  await page.locator('main li').getByRole('link').first().click();
  await expect(page.getByLabel('Pergunta da nota', { exact: true })).toBeVisible();
  expect(await smallTargets(page), 'the editor').toEqual([]);
});

test('no page is wider than a phone, in Spanish either, whose words are the longest', async ({ page }) => {
  await signIn(page, 'own@aurora.example');
  await page.evaluate(() => localStorage.setItem('lang', 'es'));
  const listed = page.waitForResponse((answer) => /\/api\/contacts\?.*page=3/.test(answer.url()));
  await page.goto('/contatos?page=3');
  const { data } = await (await listed).json();
  const ofContact = `/contatos/${data[0]._id}`;
  for (const path of [ofContact, `${ofContact}/envio`, '/contatos/segmentos/novo', ...pages.map(([path]) => path)]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
});

/** What a finger presses on these pages: the password is a field within the frame of its field. */
const pressed = 'a, button, input[type=password], .mantine-SegmentedControl-label';

/** The links, buttons, passwords and choices of the page that are too small, each with its size. The columns of a drawing are as wide as they are. */
function smallTargets(page: Page): Promise<string[]> {
  return page.locator(`:is(header, main, [role=dialog]) :is(${pressed})`).evaluateAll((targets, min) => {
    // Of a target that is drawn larger than its box, as that of a card is.
    const heightOf = (target: Element) => {
      const over = getComputedStyle(target, '::after');
      return Math.max(
        target.getBoundingClientRect().height,
        over.position === 'absolute' ? parseFloat(over.height) : 0,
      );
    };
    return targets.flatMap((target) => {
      const { width } = target.getBoundingClientRect();
      const isNarrow = width < min && target.closest('ol') === null;
      const isSmall = target.checkVisibility() && width > 0 && (isNarrow || heightOf(target) < min);
      return isSmall ? [`${target.textContent}: ${Math.round(width)}×${Math.round(heightOf(target))}`] : [];
    });
  }, sideMin);
}
