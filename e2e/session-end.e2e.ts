import { expect, test } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { listCalls } from './testing/calls.ts';
import { demoPassword, signInAnew } from './testing/sign-in.ts';

const email = 'own@aurora.example';
/** What may leave the page from the end of the session until somebody has signed in: the save, and what the bar asks. */
const refusedCallsMax = 10;

const wide = {
  language: 'pt',
  viewport: { width: 1440, height: 900 },
  question: 'Pergunta da nota',
  saved: /^Salvo às/,
  dialog: 'Fazer Login',
  password: 'Senha',
  response: 'Resposta',
};
const phone = {
  language: 'es',
  viewport: { width: 390, height: 844 },
  question: 'Pregunta de la calificación',
  saved: /^Guardado a las/,
  dialog: 'Iniciar sesión',
  password: 'Contraseña',
  response: 'Respuesta',
};

for (const { language, viewport, question, saved, dialog, password, response } of [wide, phone]) {
  test(`[SESSION-02, SESSION-08, CALL-03] what is typed after the session has ended elsewhere is saved after signing in over the page, and over a panel: ${language}, ${viewport.width} px`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport);
    const calls = listCalls(page);
    await signInAnew(page, email);
    await page.evaluate((chosen) => localStorage.setItem('lang', chosen), language);
    await openFirstSurvey(page);
    const field = page.getByLabel(question, { exact: true });
    await expect(field).toBeVisible();

    await endSessionElsewhere(page, request);
    const before = calls.length;
    const text = `De 0 a 10, ${language} ${viewport.width}?`;
    await field.fill(text);
    const again = page.getByRole('dialog', { name: dialog });
    await expect(again).toBeVisible();
    await expectAccessible(page);
    expect(calls.length - before).toBeLessThanOrEqual(refusedCallsMax);
    await expect(again.getByLabel(password, { exact: true })).toBeFocused();

    await again.getByLabel(password, { exact: true }).fill(demoPassword);
    await page.keyboard.press('Enter');
    await expect(again).toBeHidden();
    await expect(page.getByText(saved)).toBeVisible();
    await expect(field).toHaveValue(text);
    await page.reload();
    await expect(field).toHaveValue(text);

    const unit = await page.evaluate(() => localStorage.getItem('business'));
    expect(unit).toMatch(/^[0-9a-f-]{36}$/);
    // What the login page asks is asked by nobody yet.
    const signedIn = calls.filter((call) => !/\/api\/(login|sign-in-options|environment)$/.test(call.url()));
    expect(signedIn.map((call) => [call.url(), call.headers()['x-business-id']])).toEqual(
      signedIn.map((call) => [call.url(), unit]),
    );

    // A row that is pressed after the end opens its panel and asks to sign in at the same time.
    await page.goto('/customer-feedback/responses');
    const row = page.locator('main :is(tbody, li) a[href*="response="]').first();
    await expect(row).toBeVisible();
    // Nothing that the page asks by itself learns of the end before the press.
    const press = Promise.withResolvers<void>();
    await page.route('**/api/**', async (route) => {
      await press.promise;
      await route.continue();
    });
    await endSessionElsewhere(page, request);
    await row.click();
    press.resolve();
    const inPanel = again.getByLabel(password, { exact: true });
    await expect(inPanel).toBeFocused();
    // Nor does Escape reach the panel.
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/response=/);
    await expect(inPanel).toBeFocused();
    await inPanel.click();
    await inPanel.fill(demoPassword);
    await page.keyboard.press('Enter');
    await expect(again).toBeHidden();
    await expect(page.getByRole('dialog', { name: response }).locator('dl').first()).toBeVisible();
  });
}

async function openFirstSurvey(page: Page): Promise<void> {
  await page.goto('/customer-feedback');
  await page.locator('main :is(tbody, li) a[href*="/create-survey/"]').first().click();
}

/** Ends the page's session from another device, which knows its token. */
async function endSessionElsewhere(page: Page, request: APIRequestContext): Promise<void> {
  const token = (await page.evaluate(() => localStorage.getItem('access_token'))) ?? '';
  const answer = await request.post('/api/logout', { headers: { authorization: token } });
  expect(answer.ok(), await answer.text()).toBe(true);
}
