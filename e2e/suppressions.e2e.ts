import { expect, test } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { signIn } from './testing/sign-in.ts';

test('[PEOPLE-08, CONSENT-04] addresses are blocked by hand, found by a check, listed by their reason, and unblocked', async ({
  page,
}) => {
  await signIn(page, 'own@aurora.example');
  await page.goto('/contatos');
  await page.getByRole('link', { name: 'Bloqueados' }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(21);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Bloquear endereços' }).click();
  const drawer = page.getByRole('dialog', { name: 'Bloquear endereços' });
  await drawer.getByLabel('E-mails e telefones').fill('bloqueada@historia.example\nnada disso');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Bloquear' }).click();
  await expect(drawer.getByText('1 endereço bloqueado.')).toBeVisible();
  await expect(drawer.getByText('Linha 2: não é um e-mail nem um telefone.')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Concluir' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('row', { name: /Bloqueio manual/ }).first()).toContainText('só como código');

  const check = page.getByRole('region', { name: 'Verificar um endereço' });
  await check.getByRole('textbox').fill('Bloqueada@Historia.example');
  // The panel gives the focus back when it has closed.
  await check.getByRole('textbox').press('Enter');
  await expect(check.getByText(/E-mail: bloqueado desde .* Motivo: Bloqueio manual/)).toBeVisible();
  await expectAccessible(page);
  await check.getByRole('button', { name: 'Desbloquear' }).click();
  const dialog = page.getByRole('dialog', { name: 'Desbloquear este endereço?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Desbloquear' }).click();
  await expect(dialog).toBeHidden();
  await check.getByRole('textbox').fill('bloqueada@historia.example');
  await check.getByRole('textbox').press('Enter');
  await expect(check.getByText('E-mail: pode receber.')).toBeVisible();

  await page.getByRole('combobox', { name: 'Motivo' }).click();
  await page.getByRole('option', { name: 'Cancelou o recebimento' }).click();
  await expect(page).toHaveURL(/reason=unsubscribed/);
  // The head of the table alone says something else.
  await expect(page.getByRole('row').filter({ hasNotText: 'Cancelou o recebimento' })).toHaveCount(1);
});
