import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { signIn } from './testing/sign-in.ts';

const receivers = ['um', 'dois', 'tres', 'quatro', 'cinco', 'seis', 'sete'];
const comment = 'O café da manhã.';

let links: string[] = [];
test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await signIn(page, 'own@aurora.example');
  links = await inviteReceivers(page);
  await page.close();
});

/** A fresh link of a message, on a phone. */
async function open(page: Page, query = ''): Promise<string[]> {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.postData() ?? '');
  });
  await page.setViewportSize({ width: 390, height: 760 });
  await page.goto(`${links.pop()}${query}`);
  return posts;
}

for (const apart of [80, 200, 350, 600]) {
  test(`two taps ${apart} ms apart leave the next question in view`, async ({ page }) => {
    const posts = await open(page);
    await page.getByRole('radio', { name: '9 de 10' }).click();
    await page.evaluate(tapTwice, apart);
    await expect(page.getByRole('textbox')).toBeVisible();
    await expect.poll(() => posts.length).toBe(1);

    await page.getByRole('textbox').fill(comment);
    await send(page, 'Enviar resposta', 'Recebemos sua resposta');
    expect(posts.map((body) => JSON.parse(body).complete)).toEqual([false, true]);
  });
}

/** Presses a button as a person does who is faster than the page wants: once more, when nothing came of it. */
async function send(page: Page, button: string, outcome: string): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: button }).click({ timeout: 1_000 });
    await expect(page.getByText(outcome)).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Runs in the page: taps whatever button is there, twice, exactly so far apart however busy the machine is. */
function tapTwice(apartMs: number): void {
  const tap = () => document.querySelector<HTMLElement>('main button')?.click();
  const began = performance.now();
  tap();
  while (performance.now() - began < apartMs);
  tap();
}

test('a press that began on the step before is not one on the next', async ({ page }) => {
  const posts = await open(page);
  await page.getByRole('radio', { name: '9 de 10' }).click();
  const button = (await page.getByRole('button', { name: 'Continuar' }).boundingBox())!;
  await page.mouse.move(button.x + button.width / 2, button.y + button.height / 2);
  await page.mouse.down();
  await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect(page.getByRole('textbox')).toBeVisible();
  const next = (await page.getByRole('button', { name: 'Enviar resposta' }).boundingBox())!;
  await page.mouse.move(next.x + next.width / 2, next.y + next.height / 2);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 800)));
  await page.mouse.up();
  await expect(page.getByRole('textbox')).toBeVisible();
  expect(posts).toHaveLength(1);
});

test('a score of the message is taken at the first sign of a person, and the reason may come after the end', async ({
  page,
}) => {
  const posts = await open(page, '?n=9');
  await expect(page.getByText('Sua nota: 9')).toBeVisible();
  await expect(page.getByRole('textbox')).toBeVisible();
  await expectAccessible(page);
  expect(posts).toEqual([]);

  await page.mouse.move(40, 40);
  await expect.poll(() => posts.length).toBe(1);
  expect(JSON.parse(posts[0] ?? '')).toMatchObject({ answers: { score: 9 } });

  await page.getByText('Mudar').click();
  await page.getByRole('radio', { name: '10 de 10, Muito provável' }).click();
  await expect(page.getByText('Sua nota: 10')).toBeVisible();
  await send(page, 'Enviar resposta', 'Quer contar o motivo?');
  await expectAccessible(page);

  await page.getByLabel('Quer contar o motivo?').fill(comment);
  await expect(async () => {
    await page.getByRole('button', { name: 'Enviar comentário' }).click({ timeout: 1_000 });
    await expect(page.getByText('Quer contar o motivo?')).toBeHidden({ timeout: 2_000 });
  }).toPass();
  expect(JSON.parse(posts.at(-1) ?? '')).toMatchObject({ answers: { score: 10, why: comment }, complete: true });
});

/** Sends a survey of the demo to contacts of its own; gives their links. */
async function inviteReceivers(page: Page): Promise<string[]> {
  await page.goto('/contatos');
  await page.getByRole('link', { name: 'Importar' }).first().click();
  const rows = receivers.map((name) => `Toque ${name},${name}@toque.example`);
  const buffer = Buffer.from(['Nome,E-mail', ...rows].join('\r\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'toques.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: /^Importar/ }).click();
  await expect(page).toHaveURL(/contatos\?importDataId=/, { timeout: 60_000 });

  await page.goto('/customer-feedback/create-survey/new');
  await page.getByText('NPS de hospedagem').click();
  await page.getByLabel('Título da pesquisa').fill('Toques');
  await page.getByRole('button', { name: 'Criar pesquisa' }).click();
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await page.getByRole('button', { name: 'Publicar versão 1' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Escolher destinatários' }).click();
  await page.getByRole('radio', { name: 'Contatos de uma busca' }).check();
  await page.getByLabel('Buscar contatos').fill('toque.example');
  await expect(page.getByLabel('Prévia do público')).toContainText(String(receivers.length));
  await page.getByRole('button', { name: 'Revisar envio' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Enviar a / })
    .click();
  await expect(page.getByRole('row').filter({ hasText: 'Toques' })).toContainText('Finalizado', { timeout: 60_000 });

  await page.goto('/dev/mailbox?to=toque.example');
  const messages = await page
    .getByRole('row')
    .getByRole('link')
    .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
  const found: string[] = [];
  for (const message of new Set(messages)) {
    await page.goto(message);
    const score = page.frameLocator('iframe').getByRole('link', { name: '9', exact: true });
    found.push(String(await score.getAttribute('href')).replace('?n=9', ''));
  }
  return found;
}
