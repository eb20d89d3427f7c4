import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { demoPassword, signInAnew } from './testing/sign-in.ts';

const stepMs = 30_000;

test('[TOTP-06, TOTP-12] who enrols an authenticator signs in with the password and its code, and lands on the dashboard', async ({
  page,
}) => {
  await signInAnew(page, 'ana@aurora.example');
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Meu perfil', level: 1 })).toBeVisible();
  await expect(page.getByText('Este dispositivo')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Ativar verificação em duas etapas' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Senha atual', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  const key = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Código que o aplicativo mostra').fill(codeOf(key, Date.now()));
  await dialog.getByRole('button', { name: 'Ativar' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const recoveryCode = (await dialog.getByRole('listitem').first().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Já guardei os códigos' }).click();
  await expect(page.getByText(/Restam 10 códigos de recuperação/)).toBeVisible();

  await signOut(page);
  await reachCode(page);
  await expectAccessible(page);
  // The code of the next step: the one that confirmed is not taken again.
  await page.keyboard.type(codeOf(key, Date.now() + stepMs));
  await expect(page).toHaveURL(/cf-dashboard/);
  await expect(page.getByRole('banner')).toBeVisible();

  await signOut(page);
  await reachCode(page);
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
  await page.getByLabel('Código de recuperação', { exact: true }).fill(recoveryCode);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/cf-dashboard/);
});

test('a passkey made in the profile signs in without a password, and no longer once it is removed', async ({
  page,
  baseURL,
}) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // A number is no name that a passkey could be made for.
  const origin = (baseURL ?? '').replace('127.0.0.1', 'localhost');
  await page.goto(`${origin}/login`);
  await page.getByLabel('E-mail').fill('readonly@aurora.example');
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/cf-dashboard/);

  await page.goto(`${origin}/profile`);
  await page.getByLabel('Nome da nova chave').fill('Notebook');
  await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
  await confirmWithPassword(page, 'Adicionar chave de acesso');
  await expect(page.getByText('Chave de acesso adicionada.')).toBeVisible();
  await expect(page.getByText('Notebook', { exact: true })).toBeVisible();

  await signOut(page);
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await expect(page).toHaveURL(/cf-dashboard/);

  await page.goto(`${origin}/profile`);
  await expect(page.getByText(/^Usada pela última vez/)).toBeVisible();
  await page.getByRole('button', { name: 'Remover Notebook' }).click();
  await confirmWithPassword(page, 'Remover');
  await expect(page.getByText('Chave de acesso removida.')).toBeVisible();
  await signOut(page);
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await expect(page.getByText(/Não conseguimos reconhecer esta chave/)).toBeVisible();
  await expect(page).toHaveURL(/login/);
});

async function reachCode(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('ana@aurora.example');
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByLabel('Código do autenticador')).toBeFocused();
}

async function confirmWithPassword(page: Page, label: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Senha atual', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: label }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/login/);
}

/** What an authenticator app shows for a key at an instant (RFC 6238), written apart from the server's library. */
function codeOf(key: string, atMs: number): string {
  const bits = [...key].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(atMs / stepMs)));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(step).digest();
  const number = mac.readUInt32BE(mac.readUInt8(19) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}
