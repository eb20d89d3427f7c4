import { SurveyId } from '@escuta/contract/ids';
import { getImport, startImport, uploadAnswersFile } from '@escuta/contract/imports';
import type { ImportPreview } from '@escuta/contract/imports';
import { listSurveys } from '@escuta/contract/surveys';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { survey } from '#web/testing/dashboard-server.ts';
import { aPreview, anImport, importId } from '#web/testing/import-samples.ts';
import { optionsOf } from '#web/testing/options-of.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';

const surveyAt = (at: number) => SurveyId.parse(`019a9f3e-0000-7000-8000-${String(900 + at).padStart(12, '0')}`);
const file = new File(['Data;Nota\n'], 'respostas.csv', { type: 'text/csv' });

/** What the server found in a file of answers. */
const answersPreview: ImportPreview = {
  ...aPreview,
  type: 'import_answers',
  fileName: 'respostas.csv',
  survey: {
    _id: surveyAt(2),
    title: 'Compra',
    anonymous: false,
    questions: [
      { key: 'score', title: 'Você nos recomendaria?', needed: true },
      { key: 'why', title: 'O que faltou?', needed: false },
    ],
  },
  columns: ['Data', 'Nota', 'Texto'],
  sample: [['04/03/2025 14:30', '9', 'Bom']],
  mapping: ['answered_at', 'question:score', 'ignore'],
};

/** A unit with a survey that asks, one that is closed and one that was never published. */
function serverWithSurveys() {
  const data = [
    { ...survey, _id: surveyAt(1), title: 'Estadia', version: 2 },
    { ...survey, _id: surveyAt(2), title: 'Compra', status: 'closed' as const, version: 1 },
    { ...survey, _id: surveyAt(3), title: 'Rascunho', version: null },
  ];
  return signedInServer().on(listSurveys)(() => ({ data, total: 3 }));
}

async function choose(user: ReturnType<typeof openApp>['user'], field: HTMLElement, title: string) {
  await user.click(field);
  const option = optionsOf(field).find(({ textContent }) => textContent === title);
  await user.click(option!);
}

async function openCheck(preview = answersPreview) {
  const server = serverWithSurveys().on(uploadAnswersFile)(() => preview);
  const app = openApp('/importer/answers');
  const field = await screen.findByRole('combobox', { name: 'Pesquisa' });
  await choose(app.user, field, 'Compra');
  await app.user.upload(await screen.findByLabelText('Escolher arquivo'), file);
  await screen.findByRole('heading', { name: 'O que encontramos' });
  return { server, ...app };
}

test('the survey is chosen first, of those that have asked somebody; then the file is sent to it', async () => {
  const { server, router } = await openCheck();
  const upload = server.calls.find(({ route }) => route === 'POST /surveys/:id/imports/uploads');
  expect(upload?.params).toEqual({ id: surveyAt(2) });
  const form = upload?.body as FormData | undefined;
  expect(form?.get('file')).toMatchObject({ name: 'respostas.csv' });
  expect(router.state.location.search).toEqual({ surveyId: surveyAt(2), uploadId: answersPreview.uploadId });
});

test('of an anonymous survey it says that nobody is linked to an answer, and of others nothing', async () => {
  const said = /^Esta pesquisa é anônima/;
  const { unmount } = await openCheck();
  expect(screen.queryByText(said)).toBeNull();
  unmount();
  await openCheck({ ...answersPreview, survey: { ...answersPreview.survey!, anonymous: true } });
  expect(screen.getByText(said)).toBeVisible();
});

test('no file can be chosen before the survey, and drafts are not offered', async () => {
  serverWithSurveys();
  const { user } = openApp('/importer/answers');
  const field = await screen.findByRole('combobox', { name: 'Pesquisa' });
  expect(screen.queryByLabelText('Escolher arquivo')).toBeNull();
  await user.click(field);
  expect(optionsOf(field).map(({ textContent }) => textContent)).toEqual(['Estadia', 'Compra']);
});

test('columns become questions by their titles, the date or who answered, and nothing of contacts is asked', async () => {
  const { server, user } = await openCheck();
  server.on(startImport)(() => anImport(1, { type: 'import_answers', status: 'pending' }));
  server.on(getImport)(() => anImport(1, { type: 'import_answers' }));
  const choices = screen.getByLabelText('O que é a coluna Texto');
  expect(
    within(choices)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual([
    'Você nos recomendaria?',
    'O que faltou?',
    'Data da resposta',
    'Código externo',
    'E-mail',
    'Telefone',
    'Ignorar',
  ]);
  expect(screen.queryByRole('radiogroup', { name: 'O que fazer com os contatos' })).toBeNull();
  await user.selectOptions(choices, 'O que faltou?');
  // A long question is cut in its place, and said whole by a pointer.
  expect(choices).toHaveAttribute('title', 'O que faltou?');
  await user.click(screen.getByRole('button', { name: 'Importar' }));
  await waitFor(() => expect(server.count(startImport)).toBe(1));
  expect(server.calls.find(({ route }) => route === 'POST /imports')?.body).toMatchObject({
    uploadId: answersPreview.uploadId,
    mapping: ['answered_at', 'question:score', 'question:why'],
    setsOff: false,
  });
  const link = await screen.findByRole('link', { name: 'Ver respostas' });
  expect(link).toHaveAttribute('href', `/customer-feedback?importDataId=${importId(1)}`);
  expect(screen.queryByRole('link', { name: 'Enviar pesquisa a estes contatos' })).toBeNull();
});

test('what a question names is said by its words', async () => {
  const [score, why] = answersPreview.survey!.questions;
  const questions = [{ ...score!, title: '{{name}}, você nos recomendaria?' }, why!];
  const { user } = await openCheck({ ...answersPreview, survey: { ...answersPreview.survey!, questions } });
  const choices = screen.getByLabelText('O que é a coluna Nota');
  expect(within(choices).getByRole('option', { name: '[nome], você nos recomendaria?' })).toBeInTheDocument();
  await user.selectOptions(choices, 'Ignorar');
  expect(screen.getByText(/Diga qual coluna responde a “\[nome\], você nos recomendaria\?”/)).toBeVisible();
});

test('what is missing among the columns is said before anything starts', async () => {
  const { server, user } = await openCheck();
  await user.selectOptions(screen.getByLabelText('O que é a coluna Nota'), 'Ignorar');
  expect(screen.getByText(/Diga qual coluna responde a “Você nos recomendaria\?”/)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('O que é a coluna Data'), 'Ignorar');
  expect(screen.getByText(/Diga qual coluna é a data da resposta/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Importar' }));
  expect(server.count(startImport)).toBe(0);
});

test('a file that was imported before is told of', async () => {
  await openCheck({ ...answersPreview, importedBefore: '2026-11-20T15:02:00.000Z' });
  expect(screen.getByText(/Este mesmo arquivo já foi importado para esta pesquisa em 20\D/)).toBeVisible();
});

test('without a published survey the page says what to do first', async () => {
  signedInServer().on(listSurveys)(() => ({ data: [{ ...survey, version: null }], total: 1 }));
  openApp('/importer/answers');
  expect(await screen.findByText('Nenhuma pesquisa publicada')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver pesquisas' })).toHaveAttribute('href', '/customer-feedback');
});
