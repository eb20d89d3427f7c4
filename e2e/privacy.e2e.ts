import { expect, test } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { signIn } from './testing/sign-in.ts';

test('[PEOPLE-07, PRIVACY-13] somebody asks to be forgotten: the contact is anonymized, told of in the audit, and then deleted', async ({
  page,
}) => {
  await signIn(page, 'own@aurora.example');
  await page.goto('/contatos');
  await page.getByRole('button', { name: 'Criar contato' }).click();
  const panel = page.getByRole('dialog', { name: 'Criar contato' });
  await panel.getByLabel('Nome').fill('Cecília Quintela');
  await panel.getByLabel('E-mail').fill('cecilia@esquecer.example');
  const created = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/contacts'),
  );
  await panel.getByRole('button', { name: 'Criar contato' }).click();
  const { _id: id } = await (await created).json();

  await page.goto(`/contatos/${id}`);
  const section = page.getByRole('region', { name: 'Privacidade' });
  await expect(section).toBeVisible();
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Anonimizar' }).click();
  const asked = page.getByRole('dialog', { name: 'Anonimizar contato?' });
  await expect(asked.getByText('Cecília Quintela')).toBeVisible();
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Anonimizar' }).click();
  const report = page.getByRole('dialog', { name: 'Contato anonimizado' });
  await expect(report.getByRole('button', { name: 'Concluir' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Anônimo' })).toBeVisible();
  await expect(page.getByRole('note', { name: 'Contato anonimizado' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Editar Contato' })).toBeHidden();
  await expectAccessible(page);
  // The newest contact is the first of the list.
  await page.goto('/contatos');
  await expect(page.locator('tbody tr').first().getByRole('button', { name: 'Anônimo' })).toBeVisible();
  await expect(page.getByText('Cecília')).toBeHidden();

  await page.goto('/settings/audit');
  const told = page.getByRole('row').filter({ hasText: 'Contato anonimizado' }).first();
  await expect(told.getByText('Bloqueios de envio: 1')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Contato criado' }).first()).toBeVisible();
  await expect(page.getByText('Cecília')).toBeHidden();

  await page.goto(`/contatos/${id}`);
  await section.getByRole('button', { name: 'Excluir' }).click();
  const question = page.getByRole('dialog', { name: 'Excluir contato?' });
  await question.getByRole('textbox').fill('Anônimo');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Contato excluído' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible();
  await page.goto(`/contatos/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Não encontramos o que você procura' })).toBeVisible();
});
