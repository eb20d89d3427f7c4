import { expect, test } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { signIn } from './testing/sign-in.ts';

test('[FILTER-25] a list is narrowed, saved under a name, left, and opened again by the keyboard', async ({ page }) => {
  await signIn(page, 'own@aurora.example');
  await page.goto('/contatos?search=silva&sort=name');
  const menu = page.getByRole('menu');
  await page.getByRole('button', { name: 'Filtros salvos' }).click();
  await menu.getByRole('menuitem', { name: 'Salvar filtro atual…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Salvar filtro' });
  await dialog.getByLabel('Nome').fill('Silvas por nome');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/contatos');
  await page.getByRole('button', { name: 'Filtros salvos' }).focus();
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('menuitemradio', { name: 'Silvas por nome' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=silva/);
  await expect(page.getByLabel('Buscar contatos')).toHaveValue('silva');
  await expect(page.getByRole('button', { name: 'Filtros salvos' })).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Filtros salvos' }).click();
  await expect(menu.getByRole('menuitemradio', { name: 'Silvas por nome' })).toBeChecked();
  await expectAccessible(page);
});
