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

test('[FILTER-25] each list has its filters, and says of none what makes one', async ({ page }) => {
  await signIn(page, 'adm@aurora.example');
  for (const [path, narrowed] of [
    ['/contatos/bloqueados', 'search=silva'],
    ['/queues', 'search=hospedagem'],
    ['/customer-feedback/responses', 'period=30d'],
    ['/contatos', 'sort=name'],
  ] as const) {
    await page.goto(path);
    const button = page.getByRole('button', { name: 'Filtros salvos' });
    await button.click();
    const menu = page.getByRole('menu', { name: 'Filtros salvos' });
    await expect(menu.getByText('Nenhum filtro salvo ainda')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.goto(`${path}?${narrowed}`);
    await button.click();
    await menu.getByRole('menuitem', { name: 'Salvar filtro atual…' }).click();
    await page.getByRole('dialog').getByLabel('Nome').fill(path);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goto(path);
    await button.click();
    await menu.getByRole('menuitemradio', { name: path }).click();
    await expect(page).toHaveURL(new RegExp(narrowed));
  }
});

test('the focus stays in the dialog of the filters, and the menu in the window of a phone', async ({ page }) => {
  await signIn(page, 'ana@aurora.example');
  await page.setViewportSize({ width: 390, height: 844 });
  for (let filter = 1; filter <= 9; filter += 1) {
    await page.goto(`/contatos?search=silva${filter}`);
    await page.getByRole('button', { name: 'Filtros salvos' }).click();
    await page.getByRole('menuitem', { name: 'Salvar filtro atual…' }).click();
    await page.getByRole('dialog').getByLabel('Nome').fill(`Silva ${filter}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  const button = page.getByRole('button', { name: 'Filtros salvos' });
  await button.click();
  await expect(page.getByRole('menuitemradio', { name: 'Silva 1' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Salvar filtro atual…' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('menuitem', { name: 'Gerenciar filtros…' }).click();
  const manage = page.getByRole('dialog', { name: 'Gerenciar filtros' });
  const pencil = manage.getByRole('button', { name: 'Editar “Silva 2”' });
  await pencil.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Editar filtro' }).getByLabel('Nome')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(pencil).toBeFocused();
  await manage.getByRole('button', { name: 'Excluir “Silva 3”' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Excluir filtro' }).getByRole('button', { name: 'Excluir' }).click();
  await expect(manage.getByText('Silva 3')).toBeHidden();
  await expect.poll(() => manage.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(manage).toBeHidden();
  await expect(button).toBeFocused();
});
