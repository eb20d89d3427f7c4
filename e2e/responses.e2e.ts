import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { signIn } from './testing/sign-in.ts';

/** One of the demo's that measures NPS. */
const demoSurvey = 'Hospedagem – Aurora Paulista';
// The demo may have been answered before.
const comment = `Respondi pelo cartaz da recepção às ${Date.now()}.`;

test('an answer by the open link: the number goes up, opens its list, and the answer is read in the panel', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  await signIn(page, 'own@aurora.example');
  const link = await shareSurvey(page);
  await page.goto('/cf-dashboard');
  const scores = page.getByRole('link', { name: /^[\d.]+ respostas$/ }).first();
  const before = numberIn(await scores.textContent());
  await expectAccessible(page);

  // Whoever scans the code is nobody that we know: another browser, without a session.
  const visitor = await browser.newContext();
  const answering = await visitor.newPage();
  await answering.goto(link);
  await expectAccessible(answering);
  await answering.getByRole('radio', { name: /^10 de 10/ }).check();
  await answering.getByRole('button', { name: 'Continuar' }).click();
  await answering.getByRole('textbox').fill(comment);
  // A press that comes too soon after the step is taken for the second tap of two.
  await expect(async () => {
    await answering.getByRole('button', { name: 'Enviar' }).click({ timeout: 1_000 });
    await expect(answering.getByRole('heading', { name: 'Recebemos sua resposta' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await visitor.close();

  await page.bringToFront();
  await expect(scores).toHaveText(new RegExp(`^${(before + 1).toLocaleString('pt-BR')} respostas$`), {
    timeout: 5_000,
  });
  await scores.click();
  await expect(page).toHaveURL(/customer-feedback\/responses\?.*score=with/);
  const shown = await page.getByText(/^1–20 de /).textContent();
  const total = numberIn(shown?.split(' de ')[1] ?? '');
  expect(total).toBe(Math.min(before + 1, 10_000));
  await expectAccessible(page);

  await page.getByRole('row').filter({ hasText: comment }).getByRole('link').click();
  const panel = page.getByRole('dialog', { name: 'Resposta' });
  await expect(panel.getByText(comment)).toBeVisible();
  await expect(panel.getByText('Link aberto')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('j');
  await expect(panel.getByText(comment)).toBeHidden();
  await page.keyboard.press('k');
  await expect(panel.getByText(comment)).toBeVisible();
  await page.keyboard.press('j');
  await expect(panel.getByText(comment)).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 240 });
  const lastRead = page.getByRole('row').nth(2).getByRole('link');
  // Also for whoever has motion switched off.
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(lastRead).toBeFocused();
    await expect(lastRead).toBeInViewport();
    await page.evaluate(() => scrollTo(0, 0));
    await page.keyboard.press('Enter');
    await expect(panel).toBeVisible();
  }
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/cf-dashboard/);
});

/** Opens the link of the demo's survey, as the dialog of its editor gives it. */
async function shareSurvey(page: Page): Promise<string> {
  await page.goto('/customer-feedback?status=active');
  await page.getByRole('link', { name: demoSurvey }).click();
  await page.getByRole('button', { name: 'Compartilhar link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: /Receber respostas por este link/ }).click();
  const address = dialog.getByRole('textbox', { name: 'Endereço' });
  await expect(address).toHaveValue(/\/s\/[\w-]{24}$/);
  await expect(dialog.getByRole('img', { name: 'QR code do link da pesquisa' })).toBeVisible();
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Baixar PNG' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('qr-hospedagem-aurora-paulista.png');
  return address.inputValue();
}

function numberIn(text: string | null): number {
  return Number(text?.replace(/\D/g, ''));
}
