import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { signIn } from './testing/sign-in.ts';

const lists = [
  '/customer-feedback/responses',
  '/queues',
  '/contatos',
  '/customer-feedback',
  '/imports',
  '/settings/users',
  '/settings/audit',
];

/** Lists whose last column is what can be done with a row. */
const listsWithActions = new Set(['/queues', '/customer-feedback', '/settings/users']);

test('lists fit beside the menu and on a phone, in any language, and cut no word and no value', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'own@aurora.example');
  await makeNamesLong(page);
  for (const language of ['pt', 'es', 'en']) {
    await page.evaluate((chosen) => localStorage.setItem('lang', chosen), language);
    for (const list of lists) {
      await openList(page, list);
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
      // From 1280 px on the columns are the same; 1100 px is the narrowest window that has the whole menu beside it.
      for (const width of [1280, 1100, 1024]) {
        await page.setViewportSize({ width, height: 900 });
        const where = `${list} in ${language} at ${width} px`;
        await expect.poll(() => roomMissing(page), where).toBe(0);
        expect(await cutWords(page), where).toEqual([]);
        expect(await cutValues(page), where).toEqual([]);
      }
      await becomePhone(page);
      const where = `${list} in ${language} on a phone`;
      // The filters are drawn anew after the rows.
      await expect.poll(() => cutWords(page), where).toEqual([]);
      expect(await cutValues(page), where).toEqual([]);
    }
  }
});

test('a table that does not fit shows that it goes on, keeps its actions in sight and breaks no word, below a bar that names the unit', async ({
  page,
}) => {
  await signIn(page, 'own@aurora.example');
  for (const language of ['pt', 'es']) {
    await page.evaluate((chosen) => localStorage.setItem('lang', chosen), language);
    for (const list of lists) {
      await openList(page, list);
      await page.setViewportSize({ width: 768, height: 900 });
      const where = `${list} in ${language}`;
      const ends = page.locator('main div:has(> section > table)');
      await expect(ends, where).toHaveAttribute('data-more-after');
      const right = (await ends.boundingBox())!.x + (await ends.boundingBox())!.width;
      const actions = await page.locator('main td[data-kept]').all();
      expect(actions.length > 0, where).toBe(listsWithActions.has(list));
      for (const kept of actions) {
        const box = (await kept.boundingBox())!;
        expect(box.x + box.width, where).toBeLessThanOrEqual(right);
      }
      expect(await brokenTitles(page), where).toEqual([]);
      const bar = page.getByRole('banner');
      const title = await page.getByRole('heading', { level: 1 }).textContent();
      await expect(bar.getByText(title!, { exact: true }), where).toBeHidden();
      const unit = bar.getByTitle('Aurora Paulista – São Paulo');
      expect(await unit.evaluate((name) => name.scrollWidth - name.clientWidth), where).toBe(0);
      await ends.locator('section').evaluate((frame) => frame.scrollTo({ left: frame.scrollWidth }));
      await expect(ends, where).not.toHaveAttribute('data-more-after');
      await expect(ends, where).toHaveAttribute('data-more-before');
    }
  }
});

test('the filters of the responses stand in one row on a desk, also with days of their own, and cut no word', async ({
  page,
}) => {
  await signIn(page, 'own@aurora.example');
  for (const language of ['pt', 'es', 'en']) {
    await page.evaluate((chosen) => localStorage.setItem('lang', chosen), language);
    await openList(page, '/customer-feedback/responses?from=2026-10-28&to=2026-11-20');
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
    const days = page.getByRole('button', { name: /28.*20.*2026/ });
    await expect(days).toBeVisible();
    const tops = await page
      .locator('main input[aria-haspopup=listbox]')
      .evaluateAll((filters) => filters.map((filter) => filter.getBoundingClientRect().top));
    expect(tops).toHaveLength(5);
    expect(new Set([...tops, (await days.boundingBox())!.y]).size, language).toBe(1);
    expect(await cutWords(page), language).toEqual([]);
  }
});

test('tabs that do not fit fade out where more of them wait', async ({ page }) => {
  await signIn(page, 'own@aurora.example');
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/customer-feedback');
  const tabs = page.getByRole('tablist');
  await expect(tabs).toHaveAttribute('data-more-after');
  await expect(tabs).not.toHaveAttribute('data-more-before');
  await tabs.getByRole('tab').last().click();
  await expect(tabs).toHaveAttribute('data-more-before');
  await expect(tabs).not.toHaveAttribute('data-more-after');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(tabs).not.toHaveAttribute('data-more-before');
});

test('[RPANEL-01] the panel of a response is 420 px wide at the right of a desk, and fills a phone', async ({
  page,
}) => {
  await signIn(page, 'own@aurora.example');
  await openList(page, '/customer-feedback/responses');
  await page.locator('tbody').getByRole('link').first().click();
  const panel = page.getByRole('dialog', { name: 'Resposta' });
  // It slides in.
  await expect.poll(() => panel.boundingBox()).toMatchObject({ x: 1440 - 420, width: 420 });
  await page.setViewportSize({ width: 390, height: 900 });
  await expect.poll(() => panel.boundingBox()).toMatchObject({ x: 0, width: 390 });
});

test('[CONTACT-01] the panel of a contact is 350 px wide at the right of a desk', async ({ page }) => {
  await signIn(page, 'own@aurora.example');
  await openList(page, '/contatos');
  await page.locator('tbody').getByRole('button').first().click();
  const panel = page.getByRole('dialog', { name: 'Editar Contato' });
  await expect.poll(() => panel.boundingBox()).toMatchObject({ x: 1440 - 350, width: 350 });
});

/** Gives each row of a list the longest name that its product allows for. */
async function makeNamesLong(page: Page): Promise<void> {
  const long = 'Um nome que nunca mais acaba de tao comprido que foi o nome escolhido';
  await page.route(/\/api\/(contacts|queues|imports)\?/, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    const named = data.map((row: object) => ({
      ...row,
      ...('survey' in row && { survey: [{ _id: 'a', title: long }] }),
      ...('file_name' in row && { file_name: `${long.replaceAll(' ', '-')}.csv` }),
      ...('email' in row && { name: long, email: `${long.replaceAll(' ', '.')}@correio.example` }),
    }));
    await route.fulfill({ response, json: { ...rest, data: named } });
  });
}

/** Opens a list on a desk. */
async function openList(page: Page, list: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(list);
  // The range of the rows comes with them.
  await expect(page.locator('main output', { hasText: /\d–\d/ })).toBeVisible();
  await expect(page.locator('main table')).toBeVisible();
}

/** Makes the window as narrow as a phone, where the rows of a list are cards. */
async function becomePhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 900 });
  await expect(page.locator('main table')).toHaveCount(0);
  await expect(page.locator('main li').first()).toBeVisible();
}

/** By how many pixels the table is wider than its frame. */
function roomMissing(page: Page): Promise<number> {
  return page.locator('main section:has(> table)').evaluate((frame) => frame.scrollWidth - frame.clientWidth);
}

/** What does not fit where it stands: words of table heads, and what the choices of filters say. */
function cutWords(page: Page): Promise<string[]> {
  return page.locator('th, main input[aria-haspopup=listbox]').evaluateAll((elements) => {
    const pen = document.createElement('canvas').getContext('2d')!;
    return elements.flatMap((element) => {
      const style = getComputedStyle(element);
      const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      // Not the shorthand, which is empty where letters have features of their own.
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const says =
        element instanceof HTMLInputElement
          ? [element.value || element.placeholder]
          : (element.textContent ?? '').split(' ');
      return says.filter((words) => pen.measureText(words).width > Math.ceil(room));
    });
  });
}

/** Words of what a row is called by that are wider than their place, so that they are broken in their middle. */
function brokenTitles(page: Page): Promise<string[]> {
  return page.locator('main td:not([data-pick]) :is(a, button)').evaluateAll((links) => {
    const pen = document.createElement('canvas').getContext('2d')!;
    return links.flatMap((link) => {
      const style = getComputedStyle(link);
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const words = (link.textContent ?? '').split(/[ @]/);
      return words.filter((word) => pen.measureText(word).width > Math.ceil(link.parentElement!.clientWidth));
    });
  });
}

/** Values of rows that are cut, but those that are cut on purpose: what only screen readers hear, three lines of a comment. */
function cutValues(page: Page): Promise<(string | null)[]> {
  return page.locator('main :is(td, li, td *, li *)').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      if (overflowX === 'visible' || clipPath !== 'none' || overflowY === 'scroll') return [];
      return element.scrollWidth > element.clientWidth + 1 ? [element.textContent] : [];
    }),
  );
}
