import { expect, test } from '@playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { signIn } from './testing/sign-in.ts';

const count = 10_000;
const rows = Array.from({ length: count }, (_, at) => `Hóspede ${at};fundo${at}@example.com`);
const file = {
  name: 'em segundo plano.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Nome;E-mail\n${rows.join('\n')}\n`),
};

test('[CIMPORT-12] an import goes on when its page is closed, and the imports screen shows it to its end', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'own@horizonte.example');
  await page.goto('/importer/contacts');
  await page.locator('input[type=file]').setInputFiles(file);
  const started = page.waitForResponse((answer) => {
    return answer.request().method() === 'POST' && new URL(answer.url()).pathname === '/api/imports';
  });
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  const answer = await started;
  expect([answer.status(), (await answer.json()).status]).toEqual([202, 'pending']);
  const other = await context.newPage();
  await page.close();

  await other.goto('/imports');
  const row = other.getByRole('row').filter({ hasText: file.name });
  await expect(row).toBeVisible();
  await expect(row).toContainText('Concluída', { timeout: 60_000 });
  await expect(row).toContainText(count.toLocaleString('pt-BR'));
  await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
});

const given = {
  name: 'respostas da outra ferramenta.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Respondida em;Nota;Comentário;E-mail\n04/03/2025 14:30;9;Equipe atenciosa;\n05/03/2025;2;Demorou;\n05/03/2025;12;;\n',
  ),
};

test('[AIMPORT-01, IMPORT-02, IMPORT-11] answers of another tool become responses of a survey, which their import opens', async ({
  page,
}) => {
  await signIn(page, 'own@horizonte.example');
  await page.goto('/imports');
  await page.getByRole('link', { name: 'Importar Respostas' }).click();
  const survey = page.getByRole('combobox', { name: 'Pesquisa' });
  await survey.click();
  await page.getByRole('option').first().click();
  await expectAccessible(page);
  await page.locator('input[type=file]').setInputFiles(given);
  await expect(page.getByRole('heading', { name: 'O que encontramos' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Simular' }).click();
  await expect(page.getByText('A nota não é um número da escala desta pesquisa (Nota)')).toBeVisible();
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  await page.getByRole('link', { name: 'Ver respostas' }).click();
  await expect(page).toHaveURL(/customer-feedback\/responses\?importId=/);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('Demorou');
  await expect(rows.nth(2)).toContainText('Equipe atenciosa');
  await expect(rows.nth(2)).toContainText('Importado');
  await expectAccessible(page);

  await page.goto('/imports');
  await page.getByRole('row').filter({ hasText: given.name }).getByText('Concluída').click();
  await expect(page.getByRole('button', { name: `Remover filtro: Arquivo: ${given.name}` })).toBeVisible();
});
