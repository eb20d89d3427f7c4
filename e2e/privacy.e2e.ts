import { expect, test } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { newestMail } from './testing/mailbox.ts';
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

test('[PRIVACY-03] anybody asks each company for their data by the form that it has', async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage();
  const addresses: string[] = [];
  for (const [at, owner, company] of [
    [other, 'own@horizonte.example', 'Horizonte Varejo'],
    [page, 'own@aurora.example', 'Aurora Hotéis'],
  ] as const) {
    await signIn(at, owner);
    await at.goto('/settings/privacy');
    const address = await at.getByLabel('Endereço do formulário').inputValue();
    addresses.push(address);
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(new URL(address).pathname);
    await expect(visitor.getByRole('heading', { level: 1, name: `Seus dados em ${company}` })).toBeVisible();
    await visitor.context().close();
  }
  const [elsewhere, address = ''] = addresses;
  expect(address).not.toBe(elsewhere);

  const abroad = await (await browser.newContext({ locale: 'es-MX' })).newPage();
  await abroad.goto(new URL(address).pathname);
  await expect(abroad.getByRole('heading', { level: 1, name: 'Sus datos en Aurora Hotéis' })).toBeVisible();
  await abroad.context().close();

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const visitor = await context.newPage();
  await visitor.goto(new URL(address).pathname);
  const form = visitor.getByRole('form', { name: 'Pedido de privacidade' });
  await form.getByLabel('O que você quer pedir').selectOption('Corrigir meus dados');
  await form.getByLabel('Nome completo').fill('Benedita Prado');
  await form.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(form.getByText('Preencha este campo.')).toBeVisible();
  await expectAccessible(visitor);
  await form.getByLabel('E-mail').fill('benedita@pedidos.example');
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByRole('heading', { level: 1, name: 'Pedido enviado' })).toBeFocused();
  const protocol = await visitor.getByRole('definition').first().innerText();
  await expectAccessible(visitor);
  await context.close();

  expect(await newestMail(page, 'benedita@pedidos.example', /./)).toContain(protocol);
  await page.reload();
  const request = page.getByRole('row').filter({ hasText: protocol });
  await expect(request.getByText('Benedita Prado')).toBeVisible();
  await expect(request.getByText('Correção dos dados')).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { level: 1, name: 'Privacidade' })).toBeVisible();
  await expect(other.getByText('Nenhum pedido por aqui')).toBeVisible();
  await other.context().close();
});
