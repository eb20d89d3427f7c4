import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { signIn } from './testing/sign-in.ts';

/** A survey to answer, and who is asked. */
interface Round {
  readonly template: string;
  readonly title: string;
  readonly receivers: readonly string[];
  /** A score of the message: its link leads to the page. */
  readonly score: string;
}

const recommending: Round = {
  template: 'NPS de hospedagem',
  title: 'Toques',
  receivers: ['um', 'dois', 'tres', 'quatro', 'cinco', 'seis', 'sete', 'oito'],
  score: '9',
};
const comment = 'O café da manhã.';

let links: string[] = [];
test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await signIn(page, 'own@aurora.example');
  links = await inviteReceivers(page, recommending);
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

test('two taps on the last button send once, and thanks stay', async ({ page }) => {
  const posts = await open(page);
  await page.getByRole('radio', { name: '9 de 10' }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('textbox').fill(comment);
  await expect.poll(() => posts.length).toBe(1);
  await page.waitForTimeout(800);
  // A slow network: the second tap comes before the answer to the first.
  await page.route(/\/api\/answers\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.evaluate(tapTwice, 150);
  await expect(page.getByText('Recebemos sua resposta')).toBeVisible();
  await page.waitForTimeout(1_500);
  await expect(page.getByText('Recebemos sua resposta')).toBeVisible();
  expect(posts.map((body) => JSON.parse(body).complete)).toEqual([false, true]);
});

test('a press that began on the step before is not one on the next', async ({ page }) => {
  const posts = await open(page);
  await page.getByRole('radio', { name: '9 de 10' }).click();
  const button = (await page.getByRole('button', { name: 'Continuar' }).boundingBox())!;
  await page.mouse.move(button.x + button.width / 2, button.y + button.height / 2);
  await page.mouse.down();
  await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect(page.getByRole('textbox')).toBeVisible();
  const next = (await page.getByRole('button', { name: 'Pular' }).boundingBox())!;
  await page.mouse.move(next.x + next.width / 2, next.y + next.height / 2);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 800)));
  await page.mouse.up();
  await expect(page.getByRole('textbox')).toBeVisible();
  expect(posts).toHaveLength(1);
});

test('who moves and leaves has opened the survey, and who only loads the page has not', async ({ page }) => {
  const posts = await open(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // By now a browser without windows has said where its pointer lies.
  await page.waitForTimeout(500);
  await page.evaluate(leave);
  expect(posts).toEqual([]);
  // Unlike the move of a pointer, a key does not wait for the next frame.
  await page.keyboard.press('Tab');
  const told = page.waitForResponse((response) => response.url().endsWith('/open'));
  await page.evaluate(leave);
  expect((await told).status()).toBe(200);
});

/** Runs in the page: what a browser tells it when somebody goes to another tab, and no browser without a window does. */
function leave(): void {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  Reflect.deleteProperty(document, 'hidden');
}

test('a score of the message is taken at the first sign of a person, and the reason may come after the end', async ({
  page,
}) => {
  const posts = await open(page, '?n=9');
  await expect(page.getByText('Sua nota: 9')).toBeVisible();
  await expect(page.getByRole('textbox')).toBeVisible();
  await expectAccessible(page);
  expect(posts).toEqual([]);

  // On its side the phone shows the question whole, with its button.
  await page.setViewportSize({ width: 740, height: 360 });
  await expect(page.getByRole('button', { name: 'Pular' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 760 });

  await page.mouse.move(40, 40);
  await expect.poll(() => posts.length).toBe(1);
  expect(JSON.parse(posts[0] ?? '')).toMatchObject({ answers: { score: 9 } });

  await page.getByText('Mudar').click();
  await page.getByRole('radio', { name: '10 de 10, Muito provável' }).click();
  await expect(page.getByText('Sua nota: 10')).toBeVisible();
  await send(page, 'Pular', 'Quer contar o motivo?');
  await expectAccessible(page);

  await page.getByLabel('Quer contar o motivo?').fill(comment);
  await expect(async () => {
    await page.getByRole('button', { name: 'Enviar comentário' }).click({ timeout: 1_000 });
    await expect(page.getByText('Quer contar o motivo?')).toBeHidden({ timeout: 2_000 });
  }).toPass();
  expect(JSON.parse(posts.at(-1) ?? '')).toMatchObject({ answers: { score: 10, why: comment }, complete: true });
});

for (const round of [
  {
    template: 'CSAT de atendimento',
    title: 'Rostos',
    receivers: ['um', 'dois'],
    score: '4',
    low: '1 de 5, Muito baixa',
  },
]) {
  test(`${round.template} is answered with script and without, and arrives on the dashboard`, async ({
    page,
    browser,
  }) => {
    test.setTimeout(300_000);
    await signIn(page, 'own@aurora.example');
    const [first = '', second = ''] = await inviteReceivers(page, round);

    await page.goto(`${first}?n=${round.score}`);
    await expect(page.getByText(`Sua nota: ${round.score}`)).toBeVisible();
    await expectAccessible(page);
    await page.getByText('Mudar').click();
    await page.getByRole('radio', { name: round.low }).click();
    await expect(page.getByText('Sua nota: 1')).toBeVisible();
    await page.getByRole('textbox').fill(comment);
    await send(page, 'Enviar resposta', 'Recebemos sua resposta');

    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
    const plain = await context.newPage();
    await plain.goto(second);
    await plain.getByRole('radio', { name: round.low }).check();
    await plain.getByRole('button', { name: 'Continuar' }).click();
    await expect(plain.getByText('Sua nota: 1')).toBeVisible();
    await plain.getByRole('textbox').fill(comment);
    await plain.getByRole('button', { name: 'Enviar resposta' }).click();
    await expect(plain.getByText('Recebemos sua resposta')).toBeVisible();
    await context.close();

    await page.goto('/customer-feedback');
    await expect(page.getByRole('row').filter({ hasText: round.title })).toContainText(/CSAT.*2/);
  });
}

/** Sends a survey of the demo to contacts of its own; gives their links. */
async function inviteReceivers(page: Page, { template, title, receivers, score }: Round): Promise<string[]> {
  const domain = `${title.toLowerCase()}.example`;
  await page.goto('/contatos');
  await page.getByRole('link', { name: 'Importar' }).first().click();
  const rows = receivers.map((name) => `${title} ${name},${name}@${domain}`);
  const buffer = Buffer.from(['Nome,E-mail', ...rows].join('\r\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'toques.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: /^Importar/ }).click();
  await expect(page.getByRole('link', { name: 'Ver contatos' })).toBeVisible({ timeout: 60_000 });

  await page.goto('/customer-feedback/create-survey/new');
  await page.getByText(template).click();
  await page.getByLabel('Título da pesquisa').fill(title);
  await page.getByRole('button', { name: 'Criar pesquisa' }).click();
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await page.getByRole('button', { name: 'Publicar versão 1' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Escolher destinatários' }).click();
  await page.getByRole('radio', { name: 'Contatos de uma busca' }).check();
  await page.getByLabel('Buscar contatos').fill(domain);
  await expect(page.getByLabel('Prévia do público')).toContainText(String(receivers.length));
  await page.getByRole('button', { name: 'Revisar envio' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Enviar a / })
    .click();
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('Finalizado', { timeout: 60_000 });

  await page.goto(`/dev/mailbox?to=${domain}`);
  const messages = await page
    .getByRole('row')
    .getByRole('link')
    .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
  const found: string[] = [];
  for (const message of new Set(messages)) {
    await page.goto(message);
    const link = page.frameLocator('iframe').getByRole('link', { name: new RegExp(`^Nota ${score} de `) });
    found.push(String(await link.getAttribute('href')).replace(`?n=${score}`, ''));
  }
  return found;
}
