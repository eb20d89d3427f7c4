import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { signIn } from './testing/sign-in.ts';

const invited = 'convidada@nova-equipe.example';
const password = 'Chuva#de7Outono';
const unit = 'Aurora Praia – Florianópolis';

/** The link in the newest mail to the invited, which a worker has sent. */
async function linkInMail(page: Page): Promise<string> {
  const row = page.getByRole('row').filter({ hasText: invited }).first();
  await expect(async () => {
    await page.goto(`/dev/mailbox?to=${invited}`);
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await row.getByRole('link').click();
  const button = page.frameLocator('iframe').getByRole('link', { name: 'Aceitar convite' });
  return String(await button.getAttribute('href'));
}

test('[INVITE-18, INVITE-17, TEAM-01] who is invited creates the account by the mail, and signs in with its role and unit', async ({
  page,
  browser,
}) => {
  await signIn(page, 'own@aurora.example');
  await page.goto('/settings/users');
  await page.getByRole('button', { name: 'Convidar' }).click();
  const panel = page.getByRole('dialog', { name: 'Convidar pessoas' });
  await panel.getByLabel('E-mails').fill(invited);
  await panel.getByRole('combobox', { name: 'Papel' }).click();
  await page.getByRole('option', { name: 'Ponto de venda' }).click();
  await panel.getByRole('combobox', { name: 'Unidades' }).click();
  await page.getByRole('option', { name: unit }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Enviar convites' }).click();
  await expect(page.getByText('1 convite enviado.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: invited })).toContainText('Convidado');
  await expectAccessible(page);
  const link = await linkInMail(page);

  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Que bom ter você em Aurora Hotéis!' })).toBeVisible();
  await expect(guest.getByLabel('E-mail')).toHaveValue(invited);
  await guest.getByLabel('Nome').fill('Rita Prado');
  await guest.getByLabel('Celular').fill('11987654321');
  await guest.locator('input[name=senha]').fill(password);
  await guest.getByRole('checkbox').check();
  await expectAccessible(guest);
  await guest.getByRole('button', { name: 'Criar Conta' }).click();

  await expect(guest.getByText('Conta criada! Entre com a senha que você escolheu.')).toBeVisible();
  await expect(guest.getByLabel('E-mail')).toHaveValue(invited);
  await guest.getByLabel('Senha', { exact: true }).fill(password);
  await guest.getByRole('button', { name: 'Entrar' }).click();
  await expect(guest).toHaveURL(/cf-dashboard/);
  const me = await guest.evaluate(async () => {
    const headers = { authorization: localStorage.getItem('access_token') ?? '' };
    const read = async (path: string) => (await fetch(`/api${path}`, { headers })).json();
    return {
      role: (await read('/me')).role,
      units: (await read('/businesses')).data.map((one: { nome: string }) => one.nome),
    };
  });
  expect(me).toEqual({ role: 'pdv', units: [unit] });

  await guest.goto(link);
  await expect(guest.getByText('Esse e-mail já está cadastrado!')).toBeVisible();
  await page.goto('/settings/users?search=rita');
  await expect(page.getByRole('row').filter({ hasText: 'Rita Prado' })).toContainText('Ativo');
});
