import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { newestMail } from './testing/mailbox.ts';
import { demoPassword, signInAnew } from './testing/sign-in.ts';

/** A user of the demo company that no other story signs in as: the password is another one afterwards. */
const email = 'notesonly@aurora.example';
const newPassword = 'Vento&7Lua';

async function tryToEnter(page: Page, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

test('[RECOVER-08, RESET-15] a link by mail leads to a new password, which opens what the old one no longer does', async ({
  page,
  browser,
}) => {
  const elsewhere = await (await browser.newContext()).newPage();
  await signInAnew(elsewhere, email);

  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Esqueci minha senha!' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Recuperar Senha' }).click();
  await expect(page.getByText('Se esse e-mail tiver uma conta')).toBeVisible();

  const mail = await newestMail(page, email, 'Crie uma nova senha para o Escuta');
  await page.goto(/http\S+\/forgotPassword\/[\w-]+/.exec(mail)?.[0] ?? '');
  await page.getByLabel('Nova senha', { exact: true }).fill(newPassword);
  await expectAccessible(page);
  await page.getByLabel('Repita a nova senha').fill(newPassword);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Senha alterada. Entre com a nova senha.')).toBeVisible();

  await tryToEnter(page, demoPassword);
  await expect(page.getByText('Senha incorreta!')).toBeVisible();
  await tryToEnter(page, newPassword);
  await expect(page.getByRole('heading', { level: 2, name: 'Tendência do NPS' })).toBeVisible();

  // Whoever was signed in with the old one is out, and the user was told.
  await elsewhere.reload();
  await expect(elsewhere.getByLabel('Senha', { exact: true })).toBeVisible();
  await newestMail(page, email, 'A senha da sua conta no Escuta foi alterada');
});
