import { expect, test } from '@playwright/test';
import { signIn } from './testing/sign-in.ts';

test('[CONTACT-10, CONTACT-11] a field that is being edited stays open when the first entry about staff comes to the timeline', async ({
  page,
}) => {
  await signIn(page, 'own@aurora.example');
  const listed = page.waitForResponse((answer) => /\/api\/contacts\?.*page=9/.test(answer.url()));
  await page.goto('/contatos?page=9');
  const { data } = await (await listed).json();
  // A fresh load, as from a link: the texts of other pages are not loaded yet.
  await page.goto(`/contatos/${data[7]._id}`);
  const told = page.getByRole('region', { name: 'Linha do tempo' });
  const opened = told.getByText('Dado de contato revelado');
  const side = page.getByRole('complementary', { name: 'Editar Contato' });
  const pencil = side.getByRole('button', { name: 'Editar Nome' });
  await expect(pencil).toBeVisible();
  await expect(told.getByText('Helena Vasconcelos')).toBeHidden();
  await pencil.click();
  const field = side.getByRole('textbox', { name: 'Nome' });
  await expect(opened).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' da Silva');
  await page.keyboard.press('Enter');
  await side.getByRole('button', { name: 'Salvar Alterações' }).click();
  await expect(page.getByText('Contato salvo.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: / da Silva$/ })).toBeVisible();
});
