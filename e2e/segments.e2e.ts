import { expect, test } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { signIn } from './testing/sign-in.ts';

test('[SEGMENT-02] a segment is made with its count beside it, narrows the contacts, becomes a list, and is sent to', async ({
  page,
}) => {
  await signIn(page, 'own@aurora.example');
  await page.goto('/contatos');
  await page.getByRole('link', { name: 'Segmentos' }).click();
  await page.getByRole('link', { name: 'Criar segmento' }).first().click();
  await page.getByLabel('Nome').fill('Anas e Marias');
  await page.getByLabel('Como combinar as condições').selectOption('any');
  await page.getByLabel('Valor').fill('ana');
  const preview = page.getByRole('region', { name: 'Quem faz parte agora' });
  await expect(preview.getByText(/^[\d.]+ contatos?$/)).toBeVisible();
  const before = await preview.getByRole('status').textContent();
  await page.getByRole('button', { name: 'Adicionar condição' }).click();
  await page.getByRole('group', { name: 'Condição 2' }).getByLabel('Valor').fill('maria');
  await expect(preview.getByRole('status')).not.toHaveText(before ?? '');
  await expect(preview.getByRole('list', { name: 'Amostra dos contatos' }).getByRole('listitem')).toHaveCount(10);
  await expect(preview.getByRole('status')).toHaveAttribute('aria-busy', 'false');
  const counted = /^[\d.]+/.exec((await preview.getByRole('status').textContent()) ?? '')?.[0] ?? '';
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('row', { name: /Anas e Marias/ })).toContainText(counted);
  await expectAccessible(page);

  await page.goto('/contatos');
  await page.getByRole('combobox', { name: 'Segmento ou lista' }).click();
  await page.getByRole('option', { name: 'Anas e Marias' }).click();
  await expect(page.getByText(`1–20 de ${counted}`)).toBeVisible();
  await page.getByRole('button', { name: 'Congelar como lista' }).click();
  const dialog = page.getByRole('dialog', { name: 'Congelar como lista' });
  await dialog.getByLabel('Nome').fill('Anas e Marias de hoje');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Criar lista' }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/sends/new');
  await page.getByRole('radio', { name: 'Um segmento ou uma lista' }).check();
  await page.getByRole('combobox', { name: 'Segmento ou lista' }).click();
  await page.getByRole('option', { name: 'Lista: Anas e Marias de hoje' }).click();
  await expect(
    page.getByRole('region', { name: 'Prévia do público' }).getByText(counted, { exact: true }).first(),
  ).toBeVisible();
  await expectAccessible(page);
});
