import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';

const password = 'Vento&7Lua';

/** An e-mail of a company of this run's own. */
function newEmail(name: string): string {
  return `${name}-${Date.now().toString(36)}@padaria-lua.example`;
}

test('[SIGNUP-44, SIGNUP-51, SIGNUP-52] from the login page to a company of one’s own, and to its first answer', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  const email = newEmail('paula');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Criar conta' }).click();
  await expectAccessible(page);
  await prove(page, email);
  await expectAccessible(page);
  await typePerson(page);
  await expect(page.getByRole('heading', { name: 'Sua empresa' })).toBeVisible();
  await expectAccessible(page);
  await typeCompany(page);
  await expect(page.getByRole('heading', { name: 'Convide colegas' })).toBeVisible();
  await expectAccessible(page);
  const colleague = newEmail('rui');
  await page.getByLabel('E-mail 1').fill(colleague);
  await page.getByRole('button', { name: 'Enviar convites e começar a usar' }).click();

  // Inside, with the way to the first answer.
  await expect(page).toHaveURL(/cf-dashboard/);
  await expect(page.getByText('Padaria Lua').first()).toBeVisible();
  await page.getByRole('link', { name: 'Criar pesquisa' }).click();
  await page.getByText('NPS de hospedagem').click();
  await page.getByLabel('Título da pesquisa').fill('Primeira pesquisa');
  await page.getByRole('button', { name: 'Criar pesquisa' }).click();
  await page.getByRole('button', { name: 'Publicar' }).click();
  await page.getByRole('button', { name: 'Publicar versão 1' }).click();
  await page.getByRole('button', { name: 'Continuar editando' }).click();
  await page.getByRole('button', { name: 'Compartilhar link' }).click();
  await page.getByRole('switch', { name: /Receber respostas por este link/ }).click();
  await expect(page.getByRole('textbox', { name: 'Endereço' })).toHaveValue(/\/s\//);
  const link = await page.getByRole('textbox', { name: 'Endereço' }).inputValue();

  const respondent = await context.newPage();
  await respondent.goto(link);
  await respondent.getByRole('radio', { name: '9 de 10' }).check();
  await respondent.getByRole('button', { name: 'Continuar' }).click();
  await expect(respondent.getByText('Pergunta 2 de 2')).toBeVisible();
  await page.goto('/cf-dashboard');
  await expect(page.getByText('1 resposta', { exact: true }).first()).toBeVisible();

  const invitation = await mailTo(page, colleague);
  await expect(invitation).toContainText('Padaria Lua');
});

test('[SIGNUP-24] who closes the tab goes on with what was typed, after another code', async ({ browser }) => {
  const email = newEmail('bia');
  const first = await (await browser.newContext()).newPage();
  await first.goto('/create-account?utm_source=google');
  await prove(first, email);
  await first.getByLabel('Nome completo').fill('Bia Rocha');
  await first.getByLabel('Celular').fill('21998765432');
  const saved = first.waitForResponse((response) => response.url().includes('/api/sign-up/users'));
  await saved;
  await first.context().close();

  const second = await (await browser.newContext()).newPage();
  await second.goto('/create-account');
  await prove(second, email);
  await expect(second.getByLabel('Nome completo')).toHaveValue('Bia Rocha');
  await expect(second.getByLabel('Celular')).toHaveValue('(21) 9 9876-5432');
  await second.context().close();
});

/** Steps 0 and 1, with the code of the newest mail. */
async function prove(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail profissional').fill(email);
  await page.getByRole('button', { name: 'Começar' }).click();
  await expect(page.getByRole('heading', { name: 'Verifique seu e-mail' })).toBeVisible();
  await expectAccessible(page);
  const pin = await pinOf(page, email);
  await page.getByLabel('Dígito 1').click();
  await page.keyboard.type(pin);
  await expect(page.getByRole('heading', { name: 'Seus dados' })).toBeVisible();
}

const seen = new Set<string>();

/** The code that came last, read in the mailbox of the development server. */
async function pinOf(page: Page, email: string): Promise<string> {
  const mailbox = await page.context().newPage();
  let pin = '';
  await expect(async () => {
    await mailbox.goto(`/dev/mailbox?to=${encodeURIComponent(email)}`);
    const subjects = await mailbox.getByText(/^\d{4} é o seu código/).allTextContents();
    pin = subjects.map((subject) => subject.slice(0, 4)).find((found) => !seen.has(email + found)) ?? '';
    expect(pin).not.toBe('');
  }).toPass({ timeout: 30_000 });
  seen.add(email + pin);
  await mailbox.close();
  return pin;
}

async function mailTo(page: Page, email: string) {
  const mailbox = await page.context().newPage();
  await expect(async () => {
    await mailbox.goto(`/dev/mailbox?to=${encodeURIComponent(email)}`);
    await expect(mailbox.getByText(email).first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  return mailbox.locator('body');
}

async function typePerson(page: Page): Promise<void> {
  await page.getByLabel('Nome completo').fill('Paula Lima');
  await page.getByLabel('Celular').pressSequentially('11987654321');
  await page.getByLabel('Senha', { exact: false }).first().fill(password);
  await page.getByLabel(/Li e aceito/).check();
  await page.getByRole('button', { name: 'Avançar' }).click();
}

async function typeCompany(page: Page): Promise<void> {
  await page.getByLabel('Nome da empresa').fill('Padaria Lua');
  const chosen = {
    'Área de atuação': 'Bares e restaurantes',
    'Número de funcionários': '+100',
    'Principal interesse': 'Fazer Pesquisas de Satisfação',
  };
  for (const [label, option] of Object.entries(chosen)) {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  await page.getByLabel('Seu cargo').fill('Gerente');
  await page.getByRole('button', { name: 'Avançar' }).click();
}
