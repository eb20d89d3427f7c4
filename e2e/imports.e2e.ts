import { expect, test } from '@playwright/test';
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
