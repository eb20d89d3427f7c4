/**
 * Makes the README's pictures from the demo data: starts the product in a folder of its own, walks through it with a
 * headless browser, and writes `docs/pictures/*.png`. Run it after a change that a picture shows.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Playwright from '@playwright/test';
import type { Page } from '@playwright/test';
import { root } from '../start/bootstrap.mjs';

const { chromium } = createRequire(join(root, 'e2e/package.json'))('@playwright/test') as typeof Playwright;
const port = 3290;
const address = `http://127.0.0.1:${port}`;
const pictures = join(root, 'docs/pictures');
const readyWithinMs = 180_000;

const dataDir = mkdtempSync(join(tmpdir(), 'escuta-pictures-'));
const product = spawn(process.execPath, ['tools/start/start.mjs'], {
  cwd: root,
  env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: '' },
  stdio: ['pipe', 'inherit', 'inherit'],
});
try {
  await untilReady(product);
  mkdirSync(pictures, { recursive: true });
  await takePictures();
} finally {
  product.kill('SIGTERM');
  await new Promise((resolve) => product.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}

async function untilReady(started: ChildProcess): Promise<void> {
  const end = performance.now() + readyWithinMs;
  while (performance.now() < end && started.exitCode === null) {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the product did not start');
}

async function takePictures(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const look = { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', deviceScaleFactor: 1.5 };
  const desk = await browser.newPage({ ...look, viewport: { width: 1280, height: 800 } });
  const phone = await browser.newPage({ ...look, viewport: { width: 390, height: 760 } });

  await signIn(desk, 'own@aurora.example');
  await picture(desk, 'dashboard', '/cf-dashboard');
  await desk.goto(`${address}/customer-feedback/responses?comment=with`);
  await desk.locator('tbody a').nth(1).click();
  await picture(desk, 'responses');
  await picture(desk, 'contacts', '/contatos');
  await desk.goto(`${address}/customer-feedback`);
  await desk.locator('tbody a').first().click();
  await picture(desk, 'survey-editor');
  await desk.goto(`${address}/queues?from=2020-01-01`);
  await desk.locator('tbody a').first().click();
  await picture(desk, 'queue-detail');
  await picture(desk, 'team', '/settings/users');
  const staff = await browser.newPage({ ...look, viewport: { width: 1280, height: 800 } });
  await signIn(staff, 'acmng@escuta.example');
  await staff.goto(`${address}/cf-dashboard`);
  await staff.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  // The menu's code comes after the page.
  await staff.waitForLoadState('networkidle');
  await staff.keyboard.press('Control+k');
  await staff.getByRole('dialog', { name: 'Menu rápido' }).waitFor();
  await picture(staff, 'power-menu');
  const visitor = await browser.newPage({ ...look, viewport: { width: 1280, height: 800 } });
  await picture(visitor, 'sign-up', '/create-account');
  await sendOne(desk);
  await phone.goto(`${await lastLink(desk)}?n=9`);
  await picture(phone, 'respond');
  await browser.close();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill('Escuta@Demo1');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(/cf-dashboard/);
}

async function picture(page: Page, name: string, path?: string): Promise<void> {
  if (path) await page.goto(`${address}${path}`);
  // What has not come yet is drawn as grey blocks; then charts and dialogs move to their places.
  await page.waitForLoadState('networkidle');
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(1_500);
  await page.screenshot({ path: join(pictures, `${name}.png`) });
  console.log(`docs/pictures/${name}.png`);
}

/** Sends the first survey to a handful of contacts, as a person would, and waits for the first message. */
async function sendOne(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('access_token') ?? '');
  const headers = { authorization: token };
  const get = async (path: string) => (await page.request.get(`${address}/api${path}`, { headers })).json();
  const [survey] = (await get('/surveys?status=active')).data;
  const contacts = (await get('/contacts?limit=3')).data.map((contact: { _id: string }) => contact._id);
  const audience = { kind: 'contacts', contactIds: contacts };
  await page.request.post(`${address}/api/sends`, {
    headers,
    data: { surveyId: survey._id, audience, channel: 'email' },
  });
}

/** The answer link of the newest message in the development mailbox. */
async function lastLink(page: Page): Promise<string> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    await page.goto(`${address}/dev/mailbox`);
    const message = page.locator('tbody a').first();
    if ((await message.count()) > 0) {
      await page.goto(`${address}${await message.getAttribute('href')}?view=text`);
      const link = /https?:\/\/[^\s"'?<]+\/r\/[\w-]+/.exec((await page.locator('pre').textContent()) ?? '');
      if (link) return link[0];
    }
    await page.waitForTimeout(500);
  }
  throw new Error('no message came to the mailbox');
}
