import { expect, test } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { signIn } from './testing/sign-in.ts';

test('[PEOPLE-08, CONTACT-09, CONTACT-17, CONTACT-20, CONTACT-25] a custom field comes from the settings into a contact, and goes with its values', async ({
  page,
}) => {
  await signIn(page, 'own@aurora.example');
  await page.goto('/settings/custom-fields');
  await expect(page.getByRole('button', { name: 'Nível no Clube Aurora', exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Criar campo' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Nome do campo').fill('Documento do hóspede');
  await expect(panel.getByLabel('Nome interno')).toHaveValue('documento_do_hospede');
  await panel.getByLabel('Tipo').selectOption({ label: 'CPF' });
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Criar campo' }).click();
  await expect(panel).toBeHidden();

  // By keyboard, to the first place: the focus stays with what moves.
  let ordered = 0;
  page.on('response', (response) => {
    if (response.ok() && response.url().endsWith('/api/custom-fields/order')) ordered += 1;
  });
  const up = page.getByRole('button', { name: 'Mover Documento do hóspede para cima' });
  await up.focus();
  for (let places = 4; places > 0; places -= 1) {
    await expect(up).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Documento do hóspede está na posição ${places} de 5.`)).toBeAttached();
  }
  await expect(up).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Mover Documento do hóspede para baixo' })).toBeFocused();
  await expect.poll(() => ordered).toBe(4);
  await page.reload();
  await expect(page.locator('tbody tr').first()).toContainText('documento_do_hospede');

  await page.goto('/contatos');
  await page.locator('tbody tr').first().getByRole('button').first().click();
  const section = panel.getByRole('region', { name: 'Campos Customizados' });
  const pencil = section.getByRole('button', { name: 'Editar Documento do hóspede' });
  const document = section.getByRole('textbox', { name: 'Documento do hóspede' });
  await pencil.click();
  await document.pressSequentially('52998224726');
  await expect(document).toHaveValue('529.982.247-26');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Salvar Alterações' }).click();
  await expect(section.getByText('Documento do hóspede é inválido')).toBeVisible();
  await expect(document).toBeFocused();
  await document.fill('52998224725');
  await panel.getByRole('button', { name: 'Salvar Alterações' }).click();
  await expect(panel).toBeHidden();
  await page.reload();
  await page.locator('tbody tr').first().getByRole('button').first().click();
  await expect(section.getByText('529.982.247-25')).toBeVisible();

  await page.goto('/settings/custom-fields');
  await page.getByRole('button', { name: 'Ações de Documento do hóspede' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await expect(panel.getByText(/^1 contato tem valor no campo Documento do hóspede/)).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Excluir' }).click();
  await expect(up).toBeHidden();
  await expect(page.locator('tbody tr')).toHaveCount(4);
});
