import { signOut } from '@escuta/contract/access';
import { getDashboard, listComments } from '@escuta/contract/analytics';
import { listMyBusinesses } from '@escuta/contract/companies';
import { getImport, listImports } from '@escuta/contract/imports';
import { getQueue, listQueueItems } from '@escuta/contract/sends';
import { getSurveyDraft, listSurveys, saveSurveyDraft } from '@escuta/contract/surveys';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { anImport, importId } from '#web/testing/import-samples.ts';
import { openApp, otherUnitId, signedInServer, testUnit, unitId } from '#web/testing/render-app.tsx';
import { finished, testQueue } from '#web/testing/send-samples.ts';
import { surveyId, testDraft } from '#web/testing/test-survey.ts';

vi.setConfig({ testTimeout: 30_000 });
const editorPath = `/customer-feedback/create-survey/${surveyId}`;

function twoUnitServer() {
  return signedInServer()
    .refuse(getDashboard, 'FORBIDDEN')
    .refuse(listComments, 'FORBIDDEN')
    .on(listMyBusinesses)(() => ({
      data: [testUnit({ nome: 'Paulista' }), testUnit({ _id: otherUnitId, nome: 'Praia' })],
    }))
    .on(listSurveys)(() => ({ data: [], total: 0 }))
    .on(getSurveyDraft)(() => testDraft())
    .on(saveSurveyDraft)(({ body }) => testDraft({ definition: body.definition, revision: body.revision + 1 }))
    .on(signOut)(() => ({ ok: true }));
}

type App = ReturnType<typeof openApp>;

/** Waits for the editor. Gives how to write in it. */
async function editor(): Promise<() => void> {
  const field = await screen.findByLabelText('Pergunta da nota');
  return () => fireEvent.change(field, { target: { value: 'Minha pergunta' } });
}

/** `before` happens right before the click: no pause in which the editor would save by itself. */
async function pressSignOut({ user }: App, before?: () => void): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Menu de Ana Souza' }));
  const item = await screen.findByText('Sair');
  before?.();
  fireEvent.click(item);
}

async function goToPraia({ user }: App, before?: () => void): Promise<void> {
  await user.click(screen.getByRole('button', { name: /Trocar de unidade/ }));
  const item = await screen.findByText('Praia');
  before?.();
  fireEvent.click(item);
}

describe('signing out of a page with unsaved text', () => {
  test('saves it while there is still a session', async () => {
    const server = twoUnitServer();
    const app = openApp(editorPath);
    await pressSignOut(app, await editor());
    await screen.findByText('Acompanhe o que seus clientes dizem.');
    const ending = ['PUT /surveys/:id/draft', 'POST /logout'];
    expect(server.calls.map(({ route }) => route).filter((route) => ending.includes(route))).toEqual(ending);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('asks when it cannot be saved: who stays is still signed in, who leaves is not', async () => {
    const server = twoUnitServer().refuse(saveSurveyDraft, 'INTERNAL_ERROR');
    const app = openApp(editorPath);
    await pressSignOut(app, await editor());
    await screen.findByRole('dialog', { name: 'Sair sem salvar?' });
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText('Pergunta da nota')).toHaveValue('Minha pergunta');
    expect(server.count(signOut)).toBe(0);

    await pressSignOut(app);
    await app.user.click(await screen.findByRole('button', { name: 'Sair sem salvar' }));
    await screen.findByText('Acompanhe o que seus clientes dizem.');
    expect(server.count(signOut)).toBe(1);
    expect(localStorage.getItem('access_token')).toBeNull();
  });
});

describe('choosing another unit where the address names a thing of one unit', () => {
  test('saves what was typed in the unit left, and leads to the list of the other', async () => {
    const server = twoUnitServer();
    const app = openApp(editorPath);
    await goToPraia(app, await editor());
    await screen.findByRole('heading', { level: 1, name: 'Pesquisas' });
    expect(app.router.state.location.pathname).toBe('/customer-feedback');
    expect(server.asked(saveSurveyDraft).map(({ headers }) => headers.get('x-business-id'))).toEqual([unitId]);
    for (const { headers } of server.asked(getSurveyDraft)) expect(headers.get('x-business-id')).toBe(unitId);
    await waitFor(() => expect(server.asked(listSurveys).at(-1)?.headers.get('x-business-id')).toBe(otherUnitId));
  });

  test('keeps the unit of who stays because the text could not be saved', async () => {
    twoUnitServer().refuse(saveSurveyDraft, 'INTERNAL_ERROR');
    const app = openApp(editorPath);
    await goToPraia(app, await editor());
    await screen.findByRole('dialog', { name: 'Sair sem salvar?' });
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(localStorage.getItem('business')).toBe(unitId);
    expect(screen.getByLabelText('Pergunta da nota')).toHaveValue('Minha pergunta');
  });

  test.each([
    ['a queue', `/queues/${testQueue(1)._id}/detailed`, 'Detalhes da Fila', '/queues'],
    ['an import', `/imports/${importId(1)}`, 'Importações', '/imports'],
  ])('leads from %s to the list', async (_what, path, title, list) => {
    twoUnitServer()
      .on(getQueue)(() => testQueue(1, finished))
      .on(listQueueItems)(() => [])
      .on(getImport)(() => anImport(1, { status: 'error', error: 'IMPORT_FAILED', progress: 0.4 }))
      .on(listImports)(() => ({ data: [], total: 0 }));
    const app = openApp(path);
    await screen.findByRole('heading', { level: 1, name: title });
    await goToPraia(app);
    await waitFor(() => expect(app.router.state.location.pathname).toBe(list));
  });
});
