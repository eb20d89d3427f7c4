import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';

export const demoPassword = 'Escuta@Demo1';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** What the browser remembers of each who signed in, once it does. */
const remembered = new Map<string, StorageState>();

/** Opens the dashboard as a demo user who signed in before, in this story or in an earlier one. */
export async function signIn(page: Page, email: string): Promise<void> {
  const state = remembered.get(email);
  if (state) {
    await page.context().setStorageState(state);
    await page.goto('/cf-dashboard');
    await expect(page.getByRole('banner')).toBeVisible();
    return;
  }
  await signInAnew(page, email);
  remembered.set(email, await page.context().storageState());
}

/** Signs a demo user in on the page that people use: for a session that the story ends. */
export async function signInAnew(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/cf-dashboard/);
}
