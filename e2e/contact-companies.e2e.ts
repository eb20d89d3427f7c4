import { expect, test } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { signIn } from './testing/sign-in.ts';

test('[CONTACT-07] a company is made by keys in the form of a contact, and its page holds who works there', async ({
  page,
}) => {
  await signIn(page, 'own@aurora.example');
  await page.goto('/contatos');
  await page.getByRole('button', { name: 'Criar contato' }).click();
  const panel = page.getByRole('dialog', { name: 'Criar contato' });
  await panel.getByLabel('Nome').fill('Joana Farias Lisboa');
  await panel.getByLabel('E-mail').fill('joana.farias.lisboa@exemplo.example');
  const field = panel.getByRole('combobox', { name: 'Empresa' });
  await field.pressSequentially('Padaria Nova Aurora');
  await expect(page.getByText('NENHUMA OPÇÃO ENCONTRADA').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Criar Empresa' });
  await expect(dialog.getByLabel('Nome')).toBeFocused();
  await expect(dialog.getByLabel('Nome')).toHaveValue('Padaria Nova Aurora');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.type('11222333000181');
  await expect(dialog.getByLabel('CNPJ')).toHaveValue('11.222.333/0001-81');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(field).toHaveValue('Padaria Nova Aurora');
  await panel.getByRole('button', { name: 'Criar contato' }).click();
  await expect(panel).toBeHidden();

  await page.getByRole('link', { name: 'Padaria Nova Aurora' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Padaria Nova Aurora' })).toBeVisible();
  await expect(page.getByText('11.222.333/0001-81')).toBeVisible();
  await expect(page.getByText('Nenhuma resposta com nota no período')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Joana Farias Lisboa' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('listitem').getByText('joana.farias.lisboa@exemplo.example')).toBeVisible();
  await expectAccessible(page);
});
