import { expect, test } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { startIdentityProvider } from './testing/identity-provider.ts';
import { demoPassword, signInAnew } from './testing/sign-in.ts';

const ours = '11111111-aaaa-4aaa-8aaa-111111111111';
const theirs = '22222222-bbbb-4bbb-8bbb-222222222222';
const email = 'own@aurora.example';
const accounts = {
  ana: { email, tid: ours },
  /** Aurora's directory speaks of somebody of Horizonte. */
  stranger: { email: 'own@horizonte.example', tid: ours },
  /** And a directory of somebody's own of Aurora's owner. */
  forger: { email, tid: theirs },
};

let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
test.beforeAll(async () => {
  provider = await startIdentityProvider(Number(process.env['E2E_PORT'] ?? 3210), accounts);
});
test.afterAll(() => provider.close());

/** Chooses how the people of Aurora sign in, as a device of its owner's that is signed in anyway. */
async function chooser(request: APIRequestContext) {
  const signedIn = await request.post('/api/login', { data: { email, senha: demoPassword } });
  const { token: authorization } = await signedIn.json();
  return async (federated_login: 'off' | 'allowed' | 'required') => {
    const data = { federated_login, federated_tenant: ours };
    const answer = await request.put('/api/company/sign-in', { headers: { authorization }, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
}

const microsoft = { name: 'Entrar com Microsoft' };
const errorDialog = (page: Page) => page.getByRole('dialog', { name: 'Erro de autenticação com Login Federado' });

/** The provider knows nobody: it would not ask again who has been there. */
async function goToProvider(page: Page): Promise<void> {
  await page.context().clearCookies({ name: /^_session/ });
  await page.getByRole('link', microsoft).click();
  await expect(page.getByRole('heading', { name: 'Pick an account' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(provider.issuer);
}

test('[FED-01, FED-04, FED-05, FED-07, LOGIN-21, LOGIN-22, LOGIN-23] in by the provider, and whom it does not let in', async ({
  page,
  request,
}) => {
  const choose = await chooser(request);
  await choose('allowed');
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));

  await test.step('somebody who cancels is back, and told so', async () => {
    await page.goto('/contatos?search=silva');
    await expect(page.getByRole('link', microsoft)).toBeVisible();
    await expectAccessible(page);
    await goToProvider(page);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(errorDialog(page)).toContainText('Microsoft Entra ID');
    await expect(errorDialog(page)).toContainText('O login foi cancelado');
    await expect(errorDialog(page).getByRole('link', { name: 'Falar com o suporte' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(errorDialog(page)).toBeHidden();
    expect(page.url()).not.toContain('msal_error');
  });

  await test.step('an e-mail of another company, and a directory of somebody’s own', async () => {
    for (const { email: picked, nth } of [
      { email: accounts.stranger.email, nth: 0 },
      { email, nth: 1 },
    ]) {
      await goToProvider(page);
      await page.getByRole('link', { name: picked }).nth(nth).click();
      await expect(errorDialog(page)).toContainText('Essa conta não dá acesso ao Escuta');
      await page.keyboard.press('Escape');
      await expect(errorDialog(page)).toBeHidden();
      expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
    }
  });

  await test.step('a beginning that is over', async () => {
    await goToProvider(page);
    await page.context().clearCookies({ name: 'escuta_federated' });
    await page.getByRole('link', { name: email }).first().click();
    await expect(errorDialog(page)).toContainText('O login demorou demais');
  });

  await test.step('and who is who they say lands where they wanted to go', async () => {
    await page.goto('/contatos?search=silva');
    await goToProvider(page);
    await page.getByRole('link', { name: email }).first().click();
    await expect(page).toHaveURL(/\/contatos\?search=silva$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible();
    const came = addresses
      .map((address) => new URL(address))
      .findLast(({ searchParams }) => searchParams.has('access_token'));
    const token = await page.evaluate(() => localStorage.getItem('access_token'));
    expect(came?.pathname ?? '/federated-login').toBe('/federated-login');
    expect(came?.searchParams.get('access_token')).not.toBe(token);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible();
  });

  await test.step('a password no longer does where the company requires it', async () => {
    await choose('required');
    try {
      await page.evaluate(() => localStorage.clear());
      await page.goto('/login');
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Senha', { exact: true }).fill(demoPassword);
      await page.getByRole('button', { name: 'Entrar' }).click();
      await expect(page.getByText(/Sua empresa usa o Microsoft Entra ID/)).toBeVisible();
    } finally {
      await choose('off');
    }
  });
});

test('[FED-02, FED-03] over a page whose session has ended a new tab signs in, and the page goes on', async ({
  page,
  request,
}) => {
  const choose = await chooser(request);
  await choose('allowed');
  try {
    await signInAnew(page, email);
    await page.goto('/contatos');
    // With all that it asks for by itself: the search is what finds the session ended, and its dialog takes the focus after it.
    await expect(page.getByText(/^1–20 de /)).toBeVisible();
    await page.waitForLoadState('networkidle');
    const token = (await page.evaluate(() => localStorage.getItem('access_token'))) ?? '';
    await request.post('/api/logout', { headers: { authorization: token } });
    await page.getByLabel('Buscar contatos').fill('silva');
    const again = page.getByRole('dialog', { name: 'Fazer Login' });
    await expect(again).toBeVisible();

    const opened = page.waitForEvent('popup');
    await again.getByRole('link', microsoft).click();
    const tab = await opened;
    await expect(tab.getByText(`Expected: ${email}`)).toBeVisible();
    await tab.getByRole('link', { name: email }).first().click();
    await expect(again).toBeHidden();
    await expect(page).toHaveURL(/search=silva/);
    // And the tab is gone by itself.
    await expect.poll(() => tab.isClosed()).toBe(true);
  } finally {
    await choose('off');
  }
});
