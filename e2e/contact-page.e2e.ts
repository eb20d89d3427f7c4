import { expect, test } from '@playwright/test';
import { signIn } from './testing/sign-in.ts';

test('[CONTACT-10, CONTACT-11] a field of a contact whom nobody has edited yet stays open when its opening is told', async ({
  page,
}) => {
  await signIn(page, 'own@aurora.example');
  const listed = page.waitForResponse((answer) => /\/api\/contacts\?.*page=9/.test(answer.url()));
  await page.goto('/contatos?page=9');
  const { data } = await (await listed).json();
  // Opened anew, as by who comes with a link: no text of another page is there yet.
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
