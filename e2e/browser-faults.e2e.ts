import { expect, test } from '@playwright/test';
import { signIn, signInAnew } from './testing/sign-in.ts';

test('a browser that stores nothing works until the page is loaded again, and then asks to sign in', async ({
  page,
}) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
  await signInAnew(page, 'own@aurora.example');
  await page.getByRole('link', { name: 'Contatos' }).click();
  await expect(page.getByRole('table', { name: 'Contatos' })).toBeVisible();
  await page.getByRole('button', { name: /Trocar de unidade/ }).click();
  const units = page.getByRole('menuitem');
  await units.last().click();
  await expect(page.getByRole('table', { name: 'Contatos' })).toBeVisible();
  expect(faults).toEqual([]);

  await page.reload();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  expect(faults).toEqual([]);
});

test('an error in the code of one page leaves the shell standing, and the way to every other page', async ({
  page,
}) => {
  await signIn(page, 'own@aurora.example');
  await page.route(/\/assets\/ContactsPage-/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export function ContactsPage() { return undefined.nothing; }',
    }),
  );
  await page.getByRole('link', { name: 'Contatos' }).click();
  await expect(page.getByText('Algo deu errado do nosso lado. Tente de novo em alguns minutos.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Pesquisas' }).click();
  await expect(page.getByRole('table', { name: 'Pesquisas' })).toBeVisible();
});
