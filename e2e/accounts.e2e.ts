import { expect, test } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { signIn } from './testing/sign-in.ts';

const reason = 'Ajudar com um envio que parou';

test('[SWITCH-09, SWITCH-10, INTADM-06, INTADM-08] somebody of ours enters the account of a customer, who reads it, and leaves', async ({
  page,
  context,
  browser,
}) => {
  await signIn(page, 'acmng@escuta.example');
  const home = await page.evaluate(() => localStorage.getItem('empresaId'));
  const bar = page.getByRole('region', { name: 'Acesso à conta de um cliente' });
  await expect(bar).toBeHidden();

  // By keys alone: the menu, the list of accounts, the reason.
  const menu = page.getByRole('dialog', { name: 'Menu rápido' });
  // The part that listens comes after the shell is drawn.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(menu).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(menu.getByRole('combobox')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('option')).toHaveCount(2);
  await page.keyboard.type('aurora');
  await expect(menu.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await menu.getByLabel('Motivo do acesso').fill(reason);
  await menu.getByRole('button', { name: 'Acessar conta' }).click();

  await expect(bar.getByText('Você está na conta de Aurora Hotéis')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expectAccessible(page);
  const customer = await page.evaluate(() => localStorage.getItem('empresaId'));
  expect(customer).not.toBe(home);
  await page.goto('/contatos');
  await expect(page.getByText('1–20 de 4.000')).toBeVisible();
  await expect(bar.getByText(/Termina em \d+ minutos/)).toBeVisible();

  // Another tab is in the same account, and goes home with this one.
  const other = await context.newPage();
  await other.goto('/contatos');
  await expect(other.getByRole('region', { name: 'Acesso à conta de um cliente' })).toBeVisible();
  await bar.getByRole('button', { name: 'Sair da conta' }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(other.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('empresaId'))).toBe(home);
  await other.close();

  // Whoever comes back to an account whose time is over finds themselves at home.
  await page.evaluate((id) => localStorage.setItem('empresaId', id), String(customer));
  await page.goto('/contatos');
  await expect(page.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('empresaId'))).toBe(home);

  const owner = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await signIn(owner, 'own@aurora.example');
  await owner.goto('/settings/audit?search=patricia');
  const begun = owner.getByRole('row').filter({ hasText: 'Acesso temporário iniciado' }).first();
  await expect(begun.getByText(`Motivo: ${reason}`)).toBeVisible();
  await expect(begun.getByText('Equipe Escuta')).toBeVisible();
  await expect(owner.getByRole('row').filter({ hasText: 'Acesso temporário encerrado' }).first()).toBeVisible();
  await expectAccessible(owner);
  await owner.close();
});
