import { expect, test } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { expectFocusKept, isFocused, tabTo } from './testing/keyboard.ts';
import { demoPassword, signIn as signInAs } from './testing/sign-in.ts';

const surveyTitle = 'Jornada sem mouse';
const receiver = 'sem.mouse';
const comment = 'Fiz tudo pelo teclado, do começo ao fim.';
const contacts = [
  'Nome;E-mail;Telefone',
  `Teclado da Silva;${receiver}.um@correio.example;`,
  `Tecla Souza;${receiver}.dois@correio.example;(11) 98765-4321`,
  'Sem Endereço;;',
].join('\r\n');

test('the main job with the keyboard alone', async ({ page, context }) => {
  test.setTimeout(180_000);
  await signIn(page);
  await skipToContent(page);
  await importContacts(page);
  await publishSurvey(page);
  await sendToImported(page);
  await answer(await openLinkOfMessage(page, context));
  await seeOnDashboard(page);
});

test('the menu of a phone keeps the focus until it is closed', async ({ page }) => {
  await signInAs(page, 'own@aurora.example');
  await page.setViewportSize({ width: 390, height: 760 });
  const burger = page.getByRole('button', { name: 'Menu principal' });
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await expect(burger).toHaveAttribute('aria-expanded', 'false');
  await expect(menu).not.toBeInViewport();

  // Closed, it is no stop on the way to the page.
  await expect(menu).toHaveAttribute('inert');
  await page.reload();
  await tabTo(page, burger);
  await tabTo(page, page.getByRole('main').getByRole('button').first());
  await tabTo(page, burger, 'Shift+Tab');

  await page.keyboard.press('Enter');
  await expect(burger).toHaveAttribute('aria-expanded', 'true');
  await expect(menu).toBeInViewport();
  // Ways to pages, what is switched off and says so, and the help.
  const links = menu.locator('a:visible, button:visible');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(links.last()).toBeFocused();
  for (let stops = await links.count(); stops > 0; stops -= 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('nav') !== null)).toBe(true);
  }
  await expect(links.last()).toBeFocused();
  // What lies behind it answers to nothing.
  await expect(page.locator('main')).toHaveAttribute('inert');

  await page.keyboard.press('Escape');
  await expect(burger).toBeFocused();
  await expect(burger).toHaveAttribute('aria-expanded', 'false');
  await expect(menu).not.toBeInViewport();

  await page.keyboard.press('Enter');
  await tabTo(page, menu.getByRole('link', { name: 'Contatos' }));
  await page.keyboard.press('Enter');
  await expectOnTitle(page, 'Contatos');
  await expect(menu).not.toBeInViewport();
});

test('the first click takes the focus from the title, and still reaches what it aimed at', async ({ page }) => {
  await signInAs(page, 'own@aurora.example');
  await page.getByRole('link', { name: 'Contatos' }).click();
  await expect(page.getByText(/^1–20 de/)).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByText(/^Atualizado às/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused();
  const name = 'Como a taxa de resposta é calculada';
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
});

async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await tabTo(page, page.getByLabel('E-mail'));
  await page.keyboard.type('own@aurora.example');
  await tabTo(page, page.getByLabel('Senha', { exact: true }));
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/cf-dashboard/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectFocusKept(page);
}

/** The first stop of a page leads over everything around it. */
async function skipToContent(page: Page): Promise<void> {
  await page.reload();
  const skip = page.getByRole('link', { name: 'Ir para o conteúdo' });
  await expect(skip).toBeAttached();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  expect(await isFocused(skip)).toBe(true);
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
}

/** Goes to a page through the menu, and arrives on its title. */
async function openFromMenu(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectOnTitle(page, name);
}

async function expectOnTitle(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await expectFocusKept(page);
}

async function importContacts(page: Page): Promise<void> {
  await openFromMenu(page, 'Contatos');
  await lookAtOneContact(page);
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Importar' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectOnTitle(page, 'Importar contatos');

  // Waited for from here on: a key may reach the page before what is asked for together with it, and the browser's own dialog opens.
  const chosen = page.waitForEvent('filechooser');
  await tabTo(page, page.getByLabel('Escolher arquivo'));
  await page.keyboard.press('Enter');
  await (await chosen).setFiles({ name: 'sem mouse.csv', mimeType: 'text/csv', buffer: Buffer.from(contacts) });
  await expect(page.getByRole('heading', { name: 'O que encontramos' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Importar', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'sem mouse.csv' })).toBeFocused();
  const contactsLink = page.getByRole('link', { name: 'Ver contatos' });
  await expect(contactsLink).toBeVisible({ timeout: 60_000 });
  await tabTo(page, contactsLink);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1–2 de 2')).toBeVisible();
  await expectOnTitle(page, 'Contatos');
}

/** A side panel opens with the focus in it, and gives it back; a field opens by its pencil and gives the focus back to it. */
async function lookAtOneContact(page: Page): Promise<void> {
  await expect(page.getByText(/^1–20 de/)).toBeVisible();
  const name = page.getByRole('row').nth(1).getByRole('button');
  await tabTo(page, name);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Editar Contato' });
  await expect(panel.getByRole('heading', { name: 'Editar Contato' })).toBeFocused();
  const pencil = panel.getByRole('button', { name: 'Editar Nome' });
  await tabTo(page, pencil);
  await page.keyboard.press('Enter');
  const field = panel.getByRole('textbox', { name: 'Nome' });
  await expect(field).toBeFocused();
  await field.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await expect(pencil).toBeFocused();
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Descartar o que você digitou?' });
  await expect(question.getByRole('button', { name: 'Continuar editando' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(pencil).toBeFocused();
  await page.keyboard.press('Enter');
  await field.press('Backspace');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(name).toBeFocused();
}

async function publishSurvey(page: Page): Promise<void> {
  await openFromMenu(page, 'Pesquisas');
  await tabTo(page, page.getByRole('link', { name: 'Criar pesquisa' }));
  await page.keyboard.press('Enter');
  await expectOnTitle(page, 'Nova pesquisa');
  await tabTo(page, page.getByRole('radio', { name: 'NPS de relacionamento' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'NPS de hospedagem' })).toBeChecked();
  await tabTo(page, page.getByLabel('Título da pesquisa'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(surveyTitle);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/create-survey\/[0-9a-f-]{36}/);
  await expectOnTitle(page, surveyTitle);
  await tabTo(page, page.getByLabel('Pergunta da nota', { exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('De 0 a 10, quanto você recomendaria nosso hotel?');
  await expect(page.getByText(/^Salvo às/)).toBeVisible();
  const publish = page.getByRole('button', { name: 'Publicar', exact: true });
  await tabTo(page, publish, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectFocusKept(page);
  await page.keyboard.press('Escape');
  await expect(publish).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Publicar versão 1' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('link', { name: 'Escolher destinatários' })).toBeFocused();
  await page.keyboard.press('Enter');
}

async function sendToImported(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/sends\/new\?surveyId=/);
  await expectOnTitle(page, 'Novo envio');
  await tabTo(page, page.getByRole('radio', { name: 'Todos os contatos' }));
  const found = page.getByRole('radio', { name: 'Contatos de uma busca' });
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(found).toBeChecked({ timeout: 500 });
  }).toPass();
  await tabTo(page, page.getByLabel('Buscar contatos'));
  await page.keyboard.type(receiver);
  await expect(page.getByLabel('Prévia do público')).toContainText('Contatos2');
  const send = page.getByRole('region', { name: 'Revisão' }).getByRole('button');
  await tabTo(page, send);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Voltar' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(send).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: /^Enviar a / }));
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/queues\?first=true/);
  await expectOnTitle(page, 'Fila de Envios');
  const row = page.getByRole('row').filter({ hasText: surveyTitle });
  await expect(row).toContainText('Finalizado', { timeout: 60_000 });
  await tabTo(page, row.getByRole('link', { name: surveyTitle, exact: true }));
  await page.keyboard.press('Enter');
  await expectOnTitle(page, 'Detalhes da Fila');
}

/** The message in the mailbox, and the page behind its button for the score 9. */
async function openLinkOfMessage(page: Page, context: BrowserContext): Promise<Page> {
  await page.goto(`/dev/mailbox?to=${receiver}.um`);
  await tabTo(page, page.getByRole('row').filter({ hasText: receiver }).getByRole('link'));
  await page.keyboard.press('Enter');
  const score = page.frameLocator('iframe').getByRole('link', { name: 'Nota 9 de 10' });
  await expect(score).toBeVisible();
  const opened = context.waitForEvent('page');
  await tabTo(page, score);
  await page.keyboard.press('Enter');
  return opened;
}

async function answer(respondent: Page): Promise<void> {
  await respondent.setViewportSize({ width: 390, height: 760 });
  await respondent.bringToFront();
  const nine = respondent.locator('input[type=radio][value="9"]');
  await expect(respondent.getByText('Sua nota: 9')).toBeVisible();
  await tabTo(respondent, respondent.locator('summary'));
  await respondent.keyboard.press('Enter');
  await tabTo(respondent, nine);
  await respondent.keyboard.press('ArrowRight');
  await expect(respondent.locator('input[type=radio][value="10"]')).toBeChecked();
  await expect(respondent.getByText('Sua nota: 10')).toBeVisible();
  await expectFocusKept(respondent);
  await tabTo(respondent, respondent.getByRole('textbox'));
  await respondent.keyboard.type(comment);
  await tabTo(respondent, respondent.getByRole('button', { name: 'Enviar resposta' }));
  await respondent.keyboard.press('Enter');
  await expect(respondent.getByRole('heading', { name: 'Recebemos sua resposta' })).toBeFocused();
}

async function seeOnDashboard(page: Page): Promise<void> {
  await page.bringToFront();
  await page.goto('/cf-dashboard');
  await expect(page.getByText(comment)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Ver tabela' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Ver gráfico' })).toBeFocused();
  await expect(page.getByRole('columnheader', { name: 'IC 95%' })).toBeVisible();
}
