import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

export const demoPassword = 'Escuta@Demo1';

/** Signs a demo user in on the page that people use. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/cf-dashboard/);
}
