import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { signIn } from './testing/sign-in.ts';

test('[EXPORTX-01, EXPORT-08] responses are exported in the background and fetched, and internal staff find it in admin mode', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await signIn(page, 'own@aurora.example');
  await page.goto('/customer-feedback/responses?metric=nps&group=bottom');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('menuitem', { name: 'Em segundo plano…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exportar em segundo plano' });
  await dialog.getByRole('radio', { name: 'JSON' }).check();
  await dialog.getByRole('radio', { name: 'Uma linha por pergunta' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Exportar' }).click();

  // The row of the address is marked, and the list follows it to its end.
  await expect(page).toHaveURL(/\/exports\/[0-9a-f-]{36}$/);
  const row = page.locator('tr[data-highlighted]');
  await expect(row.getByText('Concluída')).toBeVisible({ timeout: 60_000 });
  await expect(row.getByText('Uma linha por pergunta')).toBeVisible();
  await expectAccessible(page);
  const coming = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Baixar' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^respostas-.*\.json$/);
  const rows = JSON.parse(readFileSync(await file.path(), 'utf8')) as { 'Resposta (id)': string; Métrica: string }[];
  const counted = Number((await row.getByRole('cell').nth(5).textContent())?.replaceAll('.', ''));
  expect(new Set(rows.map((each) => each['Resposta (id)'])).size).toBe(counted);
  expect(counted).toBeGreaterThan(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('listitem').getByText('Concluída').first()).toBeVisible();
  await expectAccessible(page);

  const inside = await browser.newContext();
  const staff = await inside.newPage();
  await signIn(staff, 'acmng@escuta.example');
  await staff.goto('/exports');
  await expect(staff.getByText('Nenhuma exportação ainda')).toBeVisible();
  await staff.getByRole('switch', { name: 'Modo admin' }).press('Space');
  await expect(staff.getByRole('row').filter({ hasText: 'Aurora Paulista' }).first()).toBeVisible();
  await expectAccessible(staff);
  await inside.close();
});
