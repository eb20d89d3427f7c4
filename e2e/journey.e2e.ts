import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { makeContactsFile } from './files/contacts-file.ts';
import { expectAccessible } from './testing/axe.ts';
import { signIn } from './testing/sign-in.ts';

const surveyTitle = 'Jornada de teste';
/** What the e-mails of a dozen contacts of the file have in common. */
const receivers = 'zila.pecanha';
const comment = 'O café da manhã foi ótimo, e a equipe também.';

test('the main job: from a file of contacts to a score on the dashboard', async ({ page, context }) => {
  test.setTimeout(240_000);
  await signIn(page, 'own@aurora.example');
  await expectAccessible(page);
  const answersBefore = await answersOnDashboard(page);

  await importContacts(page);
  await publishSurvey(page);
  await sendToImported(page);

  const link = await linkInMail(page);
  await page.goto('/cf-dashboard');
  const answers = (n: number) => page.getByText(`${n.toLocaleString('pt-BR')} respostas`, { exact: true }).first();
  await expect(answers(answersBefore)).toBeVisible();

  await answer(await context.newPage(), link);

  await page.bringToFront();
  await expect(answers(answersBefore + 1)).toBeVisible({ timeout: 2_000 });
  await expect(page.getByText(comment)).toBeVisible();
});

/** The number of answers that the score stands on, as its card says it. */
async function answersOnDashboard(page: Page): Promise<number> {
  await page.goto('/cf-dashboard');
  const card = page.getByText(/^[\d.]+ respostas$/).first();
  return Number((await card.textContent())?.replace(/\D/g, ''));
}

/** Step 2: a Latin-1 file with `;` and more than ten thousand rows, some of them bad. */
async function importContacts(page: Page): Promise<void> {
  const { bytes, good, bad } = makeContactsFile();
  const badRows = Object.values(bad).reduce((sum, count) => sum + count, 0);
  await page.goto('/contatos');
  await page.getByRole('link', { name: 'Importar' }).first().click();
  await expectAccessible(page);
  const file = { name: 'hóspedes novembro.csv', mimeType: 'text/csv', buffer: bytes };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByLabel('Codificação')).toHaveValue('windows-1252');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Importar/ }).click();

  // What came of it, and from there to its contacts.
  const contacts = page.getByRole('link', { name: 'Ver contatos' });
  await expect(contacts).toBeVisible({ timeout: 90_000 });
  await expectAccessible(page);
  await contacts.click();
  // A list counts up to ten thousand; the import has said the exact number.
  await expect(page.getByText('1–20 de 10.000+')).toBeVisible();
  await page.goto('/imports');
  const row = page.getByRole('row').filter({ hasText: file.name });
  await expect(row).toContainText((good + badRows).toLocaleString('pt-BR'));
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: /erros/ }).click(),
  ]);
  const errors = await streamText(await download.createReadStream());
  expect(errors.match(/^\d+;/gm)).toHaveLength(badRows);
}

/** Step 3: an NPS survey from a template, its text changed, published. */
async function publishSurvey(page: Page): Promise<void> {
  await page.goto('/customer-feedback');
  await expect(page.getByRole('table')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Criar pesquisa' }).first().click();
  await page.getByText('NPS de hospedagem').click();
  await page.getByLabel('Título da pesquisa').fill(surveyTitle);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Criar pesquisa' }).click();

  await expect(page).toHaveURL(/create-survey\/[0-9a-f-]{36}/);
  await page.getByLabel('Pergunta da nota', { exact: true }).fill('De 0 a 10, quanto você recomendaria nosso hotel?');
  await expect(page.getByText(/^Salvo às/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await page.getByRole('button', { name: 'Publicar versão 1' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Escolher destinatários' }).click();
}

/** Step 4: to the contacts that a search finds, by e-mail, now; followed to its end. */
async function sendToImported(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/sends\/new\?surveyId=/);
  await page.getByRole('radio', { name: 'Contatos de uma busca' }).check();
  await page.getByLabel('Buscar contatos').fill(receivers);
  await expect(page.getByLabel('Prévia do público')).toContainText(String(receiversInFile()));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Revisar envio' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Enviar a / })
    .click();

  await expect(page).toHaveURL(/\/queues\?first=true/);
  const row = page.getByRole('row').filter({ hasText: surveyTitle });
  await expect(row).toContainText('Finalizado', { timeout: 60_000 });
  await expectAccessible(page);
  await row.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Detalhes da Fila' })).toBeVisible();
  await expect(page.getByText('Sucesso')).toHaveCount(receiversInFile());
  await expectAccessible(page);
}

/** Step 5: the message as its receiver sees it. */
async function linkInMail(page: Page): Promise<string> {
  await page.goto(`/dev/mailbox?to=${receivers}`);
  await page.getByRole('row').filter({ hasText: receivers }).first().getByRole('link').click();
  const score = page.frameLocator('iframe').getByRole('link', { name: 'Nota 9 de 10' });
  const link = String(await score.getAttribute('href'));
  expect(link).toMatch(/\/r\/[\w-]+\?n=9$/);
  return link;
}

/** Step 5, on a phone: the score from the message is taken already, and the next question is in view. */
async function answer(respondent: Page, link: string): Promise<void> {
  await respondent.setViewportSize({ width: 390, height: 760 });
  await respondent.goto(link);
  await expect(respondent.getByText('Sua nota: 9')).toBeVisible();
  await respondent.getByRole('textbox').fill(comment);
  await expectAccessible(respondent);
  await respondent.getByRole('button', { name: 'Enviar resposta' }).click();
  await expect(respondent.getByText('Recebemos sua resposta')).toBeVisible();
}

/** How many contacts of the file the send goes to. */
function receiversInFile(): number {
  return makeContactsFile().bytes.toString('latin1').split(`;${receivers}`).length - 1;
}

async function streamText(stream: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}
