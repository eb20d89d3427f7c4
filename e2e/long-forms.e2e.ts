import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { signIn } from './testing/sign-in.ts';

const forms = [
  ['/sends/new?to=all', 'Revisar envio', 'Enviar também para eles'],
  ['/customer-feedback/create-survey/new', 'Criar pesquisa', 'CES de compra'],
] as const;
const windows = [
  { width: 1440, height: 900 },
  { width: 1100, height: 800 },
  { width: 390, height: 844 },
];

test('the button of a long form is in view wherever one stands in it, and covers nothing that has the focus', async ({
  page,
}) => {
  await signIn(page, 'own@aurora.example');
  for (const [path, action, last] of forms) {
    for (const size of windows) {
      const where = `${path} at ${size.width} px`;
      await page.setViewportSize(size);
      await page.goto(path);
      await expect(page.getByLabel(last)).toBeAttached();
      const button = page.getByRole('button', { name: action });
      await expect(button, where).toBeInViewport({ ratio: 1 });
      await page.locator('main a').first().focus();
      expect(await coveredOnTheWayTo(page, action), where).toEqual([]);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expect(button, where).toBeInViewport({ ratio: 1 });
    }
  }
});

test('so is the button of the editor of a contact with many custom fields', async ({ page }) => {
  await signIn(page, 'own@aurora.example');
  await page.route(/\/api\/custom-fields$/, async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const more = Array.from({ length: 12 }, (_, place) => ({
      ...data[0],
      _id: `more ${place}`,
      internal_name: `more_${place}`,
      label: `Campo ${place}`,
    }));
    await route.fulfill({ response, json: { data: [...data, ...more] } });
  });
  for (const size of windows) {
    await page.setViewportSize(size);
    const listed = page.waitForResponse(/\/api\/contacts\?/);
    await page.goto('/contatos');
    const { data } = await (await listed).json();
    await page.getByRole('main').getByRole('button', { name: data[0].name }).click();
    const panel = page.getByRole('dialog', { name: 'Editar Contato' });
    const button = panel.getByRole('button', { name: 'Salvar Alterações' });
    await expect(button, `at ${size.width} px`).toBeInViewport({ ratio: 1 });
    const last = panel.getByRole('button', { name: 'Editar Campo 11' });
    await last.focus();
    // A press that something covers waits in vain.
    await last.click({ trial: true });
    await expect(button, `at ${size.width} px`).toBeInViewport({ ratio: 1 });
  }
});

/** What has the focus under something else, on the way to a button by Tab. */
async function coveredOnTheWayTo(page: Page, action: string): Promise<string[]> {
  const covered: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement!;
      const { x, width, bottom } = element.getBoundingClientRect();
      const above = document.elementFromPoint(x + width / 2, bottom - 2);
      const isCovered = !above || !(element.contains(above) || element.parentElement!.contains(above));
      return { text: element.textContent || element.getAttribute('name'), isCovered, isIn: !!element.closest('main') };
    });
    if (focused.isCovered) covered.push(String(focused.text));
    if (focused.text === action || !focused.isIn) return covered;
  }
}
