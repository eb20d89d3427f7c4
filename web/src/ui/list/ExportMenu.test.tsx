import type { Role } from '@escuta/contract/access-policy';
import { exportResponses, listResponses } from '@escuta/contract/response-list';
import type { ListedResponse } from '@escuta/contract/response-list';
import { ResponseId, SurveyId } from '@escuta/contract/ids';
import { listSurveys } from '@escuta/contract/surveys';
import { screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { previewRole } from '#web/lib/role-preview.ts';
import { openApp, signedInServer, testUser } from '#web/testing/render-app.tsx';

const path = '/customer-feedback/responses';
const response: ListedResponse = {
  _id: ResponseId.parse('019a9f3e-0000-7000-8000-000000000101'),
  survey: { _id: SurveyId.parse('019a9f3e-0000-7000-8000-000000000190'), title: 'Hospedagem' },
  metric: 'nps',
  score: 9,
  score_group: 'top',
  comment: 'Bom',
  status: 'complete',
  channel: 'email',
  origin: 'invitation',
  anonymous: false,
  language: 'pt',
  answered_at: '2026-11-10T15:00:00.000Z',
  customer: null,
};

function serverWith(all: readonly ListedResponse[], role: Role = 'own', found: object = { total: all.length }) {
  const server = signedInServer(role);
  server.on(listSurveys)(() => ({ data: [], total: 0 }));
  server.on(listResponses)(() => ({ data: [...all], total: all.length, ...found }));
  return server;
}

afterEach(async () => void (await i18next.changeLanguage('pt')));

/** What is saved on this computer from now on. */
function savedFiles() {
  const saved: { name: string; content: Blob }[] = [];
  const contents = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    contents.set('blob:export', content as Blob);
    return 'blob:export';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: contents.get(this.href)! });
  });
  return saved;
}

/** The button, once the list is there. */
async function button() {
  await screen.findByText('Bom');
  return screen.getByRole('button', { name: 'Exportar' });
}

test('saves what the filters find, whatever the page, under the name that the server gives it', async () => {
  const saved = savedFiles();
  const server = serverWith([response]);
  server.on(exportResponses, { 'content-disposition': `attachment; filename*=UTF-8''respostas.xlsx` })(() => 'PK');
  const { user } = openApp(`${path}?group=top&metric=nps&language=es&sort=oldest&response=x`);
  await user.click(await button());
  await user.click(await screen.findByRole('menuitem', { name: 'Excel', hidden: true }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect([saved[0]?.name, await saved[0]?.content.text()]).toEqual(['respostas.xlsx', 'PK']);
  expect(server.calls.findLast(({ route }) => route === 'GET /responses/export')?.query).toEqual({
    group: 'top',
    metric: 'nps',
    language: 'es',
    format: 'xlsx',
    fileLanguage: 'pt',
  });
  expect(screen.queryByText('Nomes, e-mails e telefones saem mascarados.')).toBeNull();
});

test('by the keyboard keeps the focus, and a second press while the file comes asks for nothing', async () => {
  const saved = savedFiles();
  const server = serverWith([response]);
  const come = Promise.withResolvers<string>();
  server.on(exportResponses)(() => come.promise);
  await i18next.changeLanguage('es');
  const { user } = openApp(path);
  await screen.findByText('Bom');
  screen.getByRole('button', { name: 'Exportar' }).focus();
  await user.keyboard('{Enter}');
  (await screen.findByRole('menuitem', { name: 'CSV', hidden: true })).focus();
  await user.keyboard('{Enter}');
  const button = screen.getByRole('button', { name: 'Exportar' });
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
  await waitFor(() => expect(button).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('menuitem', { hidden: true })).toBeNull();
  come.resolve('x');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(button).toHaveFocus();
  expect(server.asked(exportResponses)).toMatchObject([{ query: { fileLanguage: 'es' } }]);
});

test('says why there is nothing to export', async () => {
  serverWith([]);
  const { user } = openApp(`${path}?comment=with`);
  await screen.findByText('NENHUM RESULTADO ENCONTRADO');
  const button = screen.getByRole('button', { name: 'Exportar' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription('Não há nada para exportar.');
  await user.click(button);
  expect(screen.queryByRole('menuitem', { hidden: true })).toBeNull();
});

test.each([
  [{ total: 4_000 }, '4.000 respostas encontradas'],
  [{ total: 10_000, totalIsAtLeast: true }, undefined],
])('says of how many a file in the background is, where that is known: %j', async (found, words) => {
  serverWith([response], 'own', found);
  const { user } = openApp(path);
  await user.click(await button());
  await user.click(await screen.findByRole('menuitem', { name: 'Em segundo plano…', hidden: true }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Exportar em segundo plano' }));
  await waitFor(() => expect(dialog.getByRole('radio', { name: 'Excel' })).toHaveFocus());
  expect(dialog.queryByText(/respostas? encontrada/)?.textContent).toBe(words);
});

test('says that a file would be too long, and what to do', async () => {
  const server = serverWith([response]);
  server.refuse(exportResponses, 'TOO_MANY_ROWS', { most: 100_000 });
  const { user } = openApp(path);
  await user.click(await button());
  await user.click(await screen.findByRole('menuitem', { name: 'CSV', hidden: true }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'O arquivo teria mais de 100.000 linhas. Filtre a lista para que sobrem menos e exporte de novo.',
  );
});

test('tells ana that people are masked in the file', async () => {
  serverWith([response], 'ana');
  const { user } = openApp(path);
  await user.click(await button());
  expect(await screen.findByText('Nomes, e-mails e telefones saem mascarados.')).toBeInTheDocument();
});

test('[SETTING-14] does not tell who looks at the product as ana that their own file is masked', async () => {
  serverWith([response]);
  previewRole(testUser('own'), 'ana');
  onTestFinished(() => previewRole(testUser('own'), undefined));
  const { user } = openApp(path);
  await user.click(await button());
  expect(await screen.findByRole('menuitem', { name: 'CSV', hidden: true })).toBeInTheDocument();
  expect(screen.queryByText('Nomes, e-mails e telefones saem mascarados.')).toBeNull();
});

test('[PERMS-16] offers no file to who may only read', async () => {
  serverWith([response], 'readonly');
  openApp(path);
  expect(await screen.findByText('Bom')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Exportar' })).toBeNull();
});
