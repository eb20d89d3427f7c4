import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { signIn } from './testing/sign-in.ts';

const long = 'Maria'.repeat(40);
const longLabel = 'Identificador_do_Programa_Corporativo_de_Fidelidade_Aurora';

test('a name of 200 letters without a space wraps, as a title and a label too, and makes no page wider than its window', async ({
  page,
}) => {
  await signIn(page, 'own@aurora.example');
  const listed = page.waitForResponse(/\/api\/contacts\?/);
  await page.goto('/contatos');
  const { data } = await (await listed).json();
  const [contact, other] = data.map(({ _id }: { _id: string }) => _id);
  const company = data.flatMap(({ _company }: { _company: { _id: string } | null }) => _company?._id ?? [])[0];
  await makeNamesLong(page);
  for (const [path, title] of [
    [contact, long],
    [`empresas/${company}`, long],
    [`${contact}/unir?with=${other}`, 'Unir contatos'],
    [`${contact}/envio`, 'Enviar pesquisa'],
  ] as const) {
    await page.goto(`/contatos/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: title }), path).toBeVisible();
    await expect(page.getByRole('main').getByText(long).first(), path).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      // What moves with the window takes a moment.
      await expect.poll(() => widthOf(page), `${path} at ${width} px`).toBe(width);
    }
  }
  await page.goto(`/contatos/${contact}`);
  await page.setViewportSize({ width: 390, height: 844 });
  // The pencil stands beside the value, inside the window, and the input that takes its place is as wide as the others.
  await page
    .getByRole('button', { name: `Editar ${longLabel}` })
    .first()
    .click();
  await expect(page.locator('fieldset[data-edited] :focus')).toBeVisible();
  expect(await widthOf(page)).toBe(390);
  await page.goto('/contatos/segmentos/novo');
  await page.getByLabel('Valor').fill('ana');
  const sample = page.getByRole('list', { name: 'Amostra dos contatos' });
  await expect(sample.getByText(long).first()).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => widthOf(page), `a segment at ${width} px`).toBe(width);
  }
  // The public form greets by the name of the company.
  await page.goto('/settings/privacy');
  const address = await page.getByLabel('Endereço do formulário').inputValue();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(new URL(address).pathname);
  await expect(page.getByRole('heading', { level: 1, name: `Seus dados em ${long}` })).toBeVisible();
  await expect.poll(() => widthOf(page)).toBe(390);
});

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

/** Gives every contact and company one name, and the contact somebody who was merged into it. */
async function makeNamesLong(page: Page): Promise<void> {
  const at = new Date().toISOString();
  const merge = {
    _id: 'a',
    absorbed: { _id: 'b', name: long },
    merged_at: at,
    undo_until: at,
    by: long,
    can_undo: true,
  };
  await page.route(/\/api\/custom-fields$/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replaceAll(/"label":"[^"]*"/g, `"label":"${longLabel}"`) });
  });
  await page.route(/\/api\/(contacts|contact-companies|segments|privacy-forms)\//, async (route) => {
    if (route.request().url().endsWith('/merges')) return route.fulfill({ json: { data: [merge] } });
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replaceAll(/"(name|nome|company)":"[^"]*"/g, `"$1":"${long}"`) });
  });
}
