import { getImport, listImports } from '@escuta/contract/imports';
import { getSegment, listSegments } from '@escuta/contract/segments';
import { createSend, listQueues, listSendChannels, previewAudience, previewMessage } from '@escuta/contract/sends';
import { getSurveyDraft, listSurveys } from '@escuta/contract/surveys';
import { screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, describe, expect, test } from 'vitest';
import type { FakeServer } from '#web/testing/fake-server.ts';
import { openApp, signedInServer, unitId } from '#web/testing/render-app.tsx';
import { testSegment } from '#web/testing/segment-samples.ts';
import { testDraft, testImport, testQueue, testSurvey } from '#web/testing/send-samples.ts';

afterEach(async () => {
  await i18next.changeLanguage('pt');
});

const noQuarantine = { quarantined: 0, quarantineDays: 30, surveyQuarantineDays: 90 };
const survey = testSurvey(1);
const other = testSurvey(2);

/** A unit with two published surveys, one import, and so many contacts in every audience. */
function serverWith(contacts = 1_240, heldBack = 40): FakeServer {
  return signedInServer()
    .on(listSurveys)(() => ({ data: [survey, other], total: 2 }))
    .on(getSurveyDraft)(({ params }) => testDraft(params['id'] === other._id ? other : survey))
    .on(listImports)(() => ({ data: [testImport(1)], total: 1 }))
    .on(getImport)(() => testImport(1))
    .on(previewAudience)(() => ({
      contacts,
      eligible: contacts - heldBack,
      heldBack: heldBack > 0 ? [{ reason: 'unsubscribed', count: heldBack }] : [],
      ...noQuarantine,
    }))
    .on(createSend)(() => ({ _id: testQueue(1)._id }))
    .on(listQueues)(() => ({ data: [testQueue(1)], total: 1 }));
}

const sends = (server: FakeServer) => server.calls.filter(({ route }) => route === 'POST /sends');
const review = () => within(screen.getByRole('region', { name: 'Revisão' }));

describe('contacts in quarantine', () => {
  test('are named with their number, and written to only when somebody ticks the box for these people', async () => {
    const server = serverWith();
    server.on(previewAudience)(({ body }) => {
      const isIgnored = (body as { ignoreQuarantine?: boolean }).ignoreQuarantine === true;
      return {
        contacts: 300,
        eligible: isIgnored ? 300 : 22,
        heldBack: isIgnored ? [] : [{ reason: 'quarantine', count: 278 }],
        quarantined: 278,
        quarantineDays: 30,
        surveyQuarantineDays: 90,
      };
    });
    const { user } = openApp(`/sends/new?surveyId=${survey._id}&to=all`);
    await screen.findByRole('region', { name: 'Revisão' });
    expect(await review().findByText(/^278 destes contatos receberam uma pesquisa nos últimos 30 dias/)).toBeVisible();
    const box = review().getByRole('checkbox', { name: 'Enviar também para eles' });
    expect(box).not.toBeChecked();
    await user.click(box);
    expect(await review().findByText('300 contatos')).toBeVisible();
    await user.click(review().getByRole('button', { name: 'Revisar envio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Enviar agora?' }));
    expect(dialog.getByText('278 deles estão em quarentena e vão receber também, por sua decisão.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: /^Enviar a / }));
    await waitFor(() => expect(sends(server)).toHaveLength(1));
    expect(sends(server)[0]?.body).toMatchObject({ ignoreQuarantine: true });
  });
});

describe('an audience with nobody but contacts in quarantine', () => {
  test.each([
    ['email', /^Ninguém deste público pode receber por e-mail agora.*marque, em Revisão, a opção/],
    ['sms', /^Ninguém deste público pode receber por SMS agora.*marque, em Revisão, a opção/],
  ])('has two ways out, and says of one contact that it is in quarantine: %s', async (channel, problem) => {
    const server = serverWith();
    server
      .on(listSendChannels)(() => ({ data: ['email', 'sms'] }))
      .on(previewMessage)(() => ({ channel: 'sms', sender: 'Aurora', text: 'Responda', segments: 1 }))
      .on(previewAudience)(({ body }) => {
      const isIgnored = (body as { ignoreQuarantine?: boolean }).ignoreQuarantine === true;
      return {
        contacts: 1,
        eligible: isIgnored ? 1 : 0,
        heldBack: isIgnored ? [] : [{ reason: 'quarantine', count: 1 }],
        ...noQuarantine,
        quarantined: 1,
      };
    });
    const { user } = openApp(`/sends/new?surveyId=${survey._id}&to=all&channel=${channel}`);
    expect(await screen.findByText(problem)).toBeVisible();
    expect(await review().findByText('Nenhum contato')).toBeVisible();
    await user.click(review().getByRole('checkbox', { name: 'Enviar também para eles' }));
    expect(await review().findByText('1 contato')).toBeVisible();
    expect(screen.queryByText(problem)).toBeNull();
    await user.click(review().getByRole('button', { name: 'Revisar envio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Enviar agora?' }));
    expect(
      dialog.getByText('Este contato está em quarentena e vai receber mesmo assim, por sua decisão.'),
    ).toBeVisible();
  });
});

describe('a survey that is not in this unit', () => {
  test.each([
    ['an id of none', other._id],
    ['no id at all', 'nao-existe'],
  ])('is named as missing, and another one can be chosen: %s', async (_what, named) => {
    const server = serverWith();
    server
      .on(listSurveys)(() => ({ data: [survey], total: 1 }))
      .refuse(getSurveyDraft, 'NOT_FOUND');
    const { user, router } = openApp(`/sends/new?surveyId=${named}&to=all`);
    expect(await screen.findByText('Esta pesquisa não existe ou não está nesta unidade. Escolha outra.')).toBeVisible();
    server.on(getSurveyDraft)(() => testDraft(survey));
    await user.click(screen.getByRole('combobox', { name: 'Pesquisa a enviar' }));
    await user.click(await screen.findByText(survey.title));
    await waitFor(() => expect(screen.queryByText(/Esta pesquisa não existe/)).toBeNull());
    expect(router.state.location.search).toMatchObject({ surveyId: survey._id });
  });

  test('is not taken for one that could not be loaded', async () => {
    serverWith().refuse(getSurveyDraft, 'FORBIDDEN');
    openApp(`/sends/new?surveyId=${survey._id}&to=all`);
    expect(await screen.findByText(/^Você não tem a permissão necessária/)).toBeVisible();
    expect(screen.queryByText(/Esta pesquisa não existe/)).toBeNull();
  });
});

describe('a new send', () => {
  test('says in the menu where one is, and leads back to the queue', async () => {
    serverWith();
    const { user, router } = openApp('/sends/new');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Novo envio' })).toBeVisible());
    const menu = within(screen.getByRole('navigation', { name: 'Menu principal' }));
    expect(menu.getByRole('link', { current: 'page' })).toHaveTextContent('Fila de Envios');
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Fila de Envios' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/queues'));
  });

  test('is chosen, counted, reviewed, confirmed and then watched in the queue', async () => {
    const server = serverWith();
    const { user, router } = openApp('/sends/new');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Novo envio' })).toBeVisible());
    await user.click(await screen.findByRole('combobox', { name: 'Pesquisa a enviar' }));
    await user.click(await screen.findByText('Pesquisa 2'));
    await user.click(screen.getByRole('radio', { name: 'Todos os contatos' }));

    const numbers = within(await screen.findByRole('region', { name: 'Prévia do público' }));
    expect(numbers.getByText('Contatos').nextSibling).toHaveTextContent('1.240');
    expect(numbers.getByText('Receberão').nextSibling).toHaveTextContent('1.200');
    expect(numbers.getByText('Não receberão').nextSibling).toHaveTextContent('40');
    expect(numbers.getByText('Cancelou o recebimento')).toBeVisible();
    expect(await review().findByText('Assunto de Pesquisa 2')).toBeVisible();
    expect(review().getByText('1.200 contatos')).toBeVisible();
    expect(review().getByText('40 não receberão')).toBeVisible();
    expect(review().getByText('Aurora Paulista')).toBeVisible();
    expect(review().getByText('E-mail')).toBeVisible();

    await user.click(review().getByRole('button', { name: 'Revisar envio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Enviar agora?' }));
    expect(
      dialog.getByText(/“Pesquisa 2” será enviada por e-mail a 1\.200 contatos de Aurora Paulista\./),
    ).toBeVisible();
    expect(dialog.queryByText(/quarentena/)).toBeNull();
    expect(sends(server)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: /^Enviar a / }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/queues'));
    expect(router.state.location.search).toEqual({ first: true });
    expect(sends(server)[0]?.body).toEqual({
      surveyId: other._id,
      audience: { kind: 'all' },
      channel: 'email',
      ignoreQuarantine: false,
    });
    expect(await screen.findByText('Envio iniciado.')).toBeVisible();
  });

  test('is named in English as people say it', async () => {
    serverWith().on(listSendChannels)(() => ({ data: ['email', 'sms'] }));
    await i18next.changeLanguage('en');
    openApp('/sends/new');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Send a survey' })).toBeVisible());
    expect(await screen.findByRole('radiogroup', { name: 'Channel' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Review and send' })).toBeVisible();
  });

  test('says in its review that the audience is being counted', async () => {
    const server = serverWith();
    let count = () => {};
    const counted = new Promise<void>((resolve) => (count = resolve));
    server.on(previewAudience)(async () => {
      await counted;
      return { contacts: 3, eligible: 3, heldBack: [], ...noQuarantine };
    });
    const { user } = openApp('/sends/new');
    await screen.findByRole('region', { name: 'Revisão' });
    const recipients = () => review().getByText('Destinatários').nextSibling;
    expect(recipients()).toHaveTextContent('Não definido');
    await user.click(screen.getByRole('radio', { name: 'Todos os contatos' }));
    await waitFor(() => expect(recipients()).toHaveTextContent('Contando…'));
    count();
    await waitFor(() => expect(recipients()).toHaveTextContent('3 contatos'));
  });

  test('is sent once, however often it is confirmed', async () => {
    const server = serverWith();
    const { user, router } = openApp(`/sends/new?surveyId=${survey._id}&to=all`);
    await screen.findByText('1.200 contatos');
    await user.click(screen.getByRole('button', { name: 'Revisar envio' }));
    const dialog = within(await screen.findByRole('dialog'));
    // The answer is lost on its way; the second try is the same request.
    server.refuse(createSend, 'INTERNAL_ERROR');
    await user.dblClick(dialog.getByRole('button', { name: /^Enviar a / }));
    expect(await dialog.findByText('Algo deu errado do nosso lado. Tente de novo em alguns minutos.')).toBeVisible();
    server.on(createSend)(() => ({ _id: testQueue(1)._id }));
    await user.click(dialog.getByRole('button', { name: /^Enviar a / }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/queues'));
    const keys = sends(server).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys.length).toBeGreaterThanOrEqual(2);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  test('is another send once its content changed', async () => {
    const server = serverWith();
    server.refuse(createSend, 'INTERNAL_ERROR');
    const { user } = openApp(`/sends/new?surveyId=${survey._id}&to=all`);
    const confirm = async () => {
      await screen.findByText('1.200 contatos');
      await user.click(screen.getByRole('button', { name: 'Revisar envio' }));
      const dialog = within(await screen.findByRole('dialog'));
      await user.click(dialog.getByRole('button', { name: /^Enviar a / }));
      await dialog.findByRole('alert');
      await user.click(dialog.getByRole('button', { name: 'Voltar' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await confirm();
    await user.click(screen.getByRole('combobox', { name: 'Pesquisa a enviar' }));
    await user.click(await screen.findByText('Pesquisa 2'));
    await screen.findByText('Assunto de Pesquisa 2');
    await confirm();
    const keys = sends(server).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  test('asks for the number when more than 10,000 people will be written to', async () => {
    const server = serverWith(10_001, 0);
    const { user } = openApp(`/sends/new?surveyId=${survey._id}&to=all`);
    await screen.findByText('10.001 contatos');
    await user.click(screen.getByRole('button', { name: 'Revisar envio' }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByLabelText('Para confirmar, digite 10.001');
    await user.type(field, '10000');
    await user.click(dialog.getByRole('button', { name: /^Enviar a / }));
    expect(dialog.getByText('O número não confere. Digite 10.001.')).toBeVisible();
    expect(field).toHaveFocus();
    expect(sends(server)).toHaveLength(0);
    await user.clear(field);
    await user.type(field, '10.001');
    await user.click(dialog.getByRole('button', { name: /^Enviar a / }));
    await waitFor(() => expect(sends(server)).toHaveLength(1));
  });

  test('does not ask for the number of 10,000 people', async () => {
    serverWith(10_000, 0);
    const { user } = openApp(`/sends/new?surveyId=${survey._id}&to=all`);
    await screen.findByText('10.000 contatos');
    await user.click(screen.getByRole('button', { name: 'Revisar envio' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('textbox')).toBeNull();
  });

  test('says what is missing beside its field and takes the focus there', async () => {
    serverWith();
    const { user } = openApp('/sends/new');
    await screen.findByRole('combobox', { name: 'Pesquisa a enviar' });
    await user.click(screen.getByRole('button', { name: 'Revisar envio' }));
    expect(screen.getByText('Escolha a pesquisa.')).toBeVisible();
    expect(screen.getByRole('radiogroup', { name: 'Destinatários' })).toBeVisible();
    expect(screen.getByText('Escolha os destinatários.')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Pesquisa a enviar' })).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['to=search&search=zzz', 'Nenhum contato corresponde à busca.'],
    ['to=all', 'Ainda não há contatos nesta unidade. Importe ou crie o primeiro.'],
    [`importId=${testImport(1)._id}`, 'Esta importação não tem contatos. Escolha outra.'],
  ])('says of %s that there is nobody in it', async (choice, sentence) => {
    serverWith(0, 0);
    openApp(`/sends/new?surveyId=${survey._id}&${choice}`);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByText(/Ninguém deste público/)).toBeNull();
  });

  test('counts the people of a search a moment after the last key', async () => {
    const server = serverWith();
    const { user, router } = openApp(`/sends/new?surveyId=${survey._id}`);
    await user.click(await screen.findByRole('radio', { name: 'Contatos de uma busca' }));
    await user.click(screen.getByRole('button', { name: 'Revisar envio' }));
    expect(await screen.findByText('Escreva o que buscar.')).toBeVisible();
    expect(screen.getByLabelText('Buscar contatos')).toHaveFocus();
    await user.type(screen.getByLabelText('Buscar contatos'), 'maria');
    await screen.findByRole('region', { name: 'Prévia do público' });
    const bodies = server.calls.flatMap(({ route, body }) => (route === 'POST /sends/audience' ? [body] : []));
    expect(bodies).toEqual([
      {
        audience: { kind: 'search', search: 'maria' },
        channel: 'email',
        surveyId: survey._id,
        ignoreQuarantine: false,
      },
    ]);
    expect(router.state.location.search).toMatchObject({ to: 'search', search: 'maria' });
  });

  test('begins with the survey and the import that a link names', async () => {
    const server = serverWith();
    const imported = testImport(1);
    openApp(`/sends/new?surveyId=${survey._id}&importId=${imported._id}`);
    expect(await screen.findByRole('radio', { name: 'Contatos de uma importação' })).toBeChecked();
    expect(await screen.findByDisplayValue(/clientes-1\.csv · 19 nov 2026/)).toBeVisible();
    expect(screen.getByDisplayValue('Pesquisa 1')).toBeVisible();
    await screen.findByText('1.200 contatos');
    expect(server.calls.find(({ route }) => route === 'POST /sends/audience')?.body).toMatchObject({
      audience: { kind: 'import', importId: imported._id },
      channel: 'email',
      ignoreQuarantine: false,
    });
  });

  test('refuses a survey that is not published, an import that still runs, an audience of nobody', async () => {
    const server = serverWith(12, 12);
    const draft = testSurvey(3, { status: 'draft', version: null });
    server
      .on(getSurveyDraft)(() => testDraft(draft))
      .on(getImport)(() => testImport(1, { status: 'running' }));
    const { user } = openApp(`/sends/new?surveyId=${draft._id}&importId=${testImport(1)._id}`);
    expect(await screen.findByText('Esta pesquisa não está publicada. Publique-a ou escolha outra.')).toBeVisible();
    expect(await screen.findByText(/Esta importação ainda não terminou/)).toBeVisible();
    expect(await screen.findByText(/Ninguém deste público pode receber por e-mail/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Revisar envio' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('does not pass off unpublished texts as the message', async () => {
    const server = serverWith();
    server.on(getSurveyDraft)(() => testDraft(testSurvey(1, { has_changes: true })));
    openApp(`/sends/new?surveyId=${survey._id}`);
    expect(await screen.findByText(/Há alterações não publicadas/)).toBeVisible();
    expect(screen.queryByText('Assunto de Pesquisa 1')).toBeNull();
  });

  test('says when there is nothing to send, and when the audience could not be counted', async () => {
    const server = serverWith();
    server
      .on(listSurveys)(() => ({ data: [], total: 0 }))
      .refuse(previewAudience, 'FORBIDDEN');
    const { user } = openApp('/sends/new?to=all');
    expect(await screen.findByRole('link', { name: 'Ir para Pesquisas' })).toHaveAttribute(
      'href',
      '/customer-feedback',
    );
    expect(await screen.findByText('Você não tem a permissão necessária para executar esta ação!')).toBeVisible();
    server.on(previewAudience)(() => ({ contacts: 3, eligible: 3, heldBack: [], ...noQuarantine }));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('3 contatos')).toBeVisible();
  });

  test('is not for who may not send', async () => {
    signedInServer('readonly', { _id: unitId });
    const { router } = openApp('/sends/new');
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/sends/new'));
  });
});

describe('the channel', () => {
  const withSms = (server: FakeServer, segments = 2) =>
    server
      .on(listSendChannels)(() => ({ data: ['email', 'sms'] }))
      .on(previewMessage)(() => ({
      channel: 'sms',
      sender: 'Aurora',
      text: 'Aurora: Maria, responda: https://escuta.test/r/abc',
      segments,
    }));

  test('is said and not asked while there is only one', async () => {
    serverWith();
    openApp(`/sends/new?surveyId=${survey._id}&to=all`);
    expect(await screen.findByText('A primeira pergunta já aparece no e-mail.')).toBeVisible();
    expect(screen.queryByRole('radio', { name: 'SMS' })).toBeNull();
  });

  test('SMS is chosen, counted by phone, shown with its text and its parts, and confirmed', async () => {
    const server = withSms(serverWith());
    server.on(previewAudience)(({ body }) => {
      const isSms = (body as { channel: string }).channel === 'sms';
      return {
        contacts: 300,
        eligible: isSms ? 180 : 290,
        heldBack: isSms
          ? [
              { reason: 'address_missing', count: 100 },
              { reason: 'address_invalid', count: 20 },
            ]
          : [{ reason: 'address_missing', count: 10 }],
        ...noQuarantine,
      };
    });
    const { user, router } = openApp(`/sends/new?surveyId=${survey._id}&to=all`);
    expect(await screen.findByText('Contato sem e-mail')).toBeVisible();
    await user.click(await screen.findByRole('radio', { name: 'SMS' }));
    expect(router.state.location.search).toMatchObject({ channel: 'sms' });
    expect(screen.getByRole('radiogroup', { name: 'Canal do envio' })).toBeVisible();
    expect(await screen.findByText('Contato sem telefone')).toBeVisible();
    expect(screen.getByText('Telefone que não recebe SMS')).toBeVisible();
    expect(await review().findByText('180 contatos')).toBeVisible();
    expect(review().getByText('SMS')).toBeVisible();
    const message = within(await review().findByRole('figure', { name: 'Texto do SMS' }));
    expect(message.getByText('Aurora: Maria, responda: https://escuta.test/r/abc')).toBeVisible();
    expect(message.getByText('2 SMS por pessoa')).toBeVisible();

    await user.click(review().getByRole('button', { name: 'Revisar envio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Enviar agora?' }));
    expect(dialog.getByText(/será enviada por SMS a 180 contatos/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: /^Enviar a / }));
    await waitFor(() => expect(sends(server)).toHaveLength(1));
    expect(sends(server)[0]?.body).toMatchObject({ channel: 'sms' });
  });

  test('that a link brings and the company has no account for is refused at once', async () => {
    const server = serverWith();
    server.refuse(previewMessage, 'CHANNEL_NOT_AVAILABLE');
    const { user } = openApp(`/sends/new?surveyId=${survey._id}&to=all&channel=sms`);
    expect(await screen.findByText(/não tem conta para enviar por este canal/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Revisar envio' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'E-mail' }));
    await waitFor(() => expect(screen.queryByText(/não tem conta para enviar por este canal/)).toBeNull());
  });

  test('whose text cannot be shown says why', async () => {
    const server = withSms(serverWith());
    server.refuse(previewMessage, 'SURVEY_NOT_PUBLISHED');
    openApp(`/sends/new?surveyId=${survey._id}&to=all&channel=sms`);
    await screen.findByRole('region', { name: 'Revisão' });
    expect(await review().findByRole('alert')).toHaveTextContent('Publique a pesquisa');
  });
});

describe('a send to a segment', () => {
  const loyal = testSegment(1, { name: 'Fiéis' });
  const guests = testSegment(2, { name: 'Hóspedes', kind: 'list', definition: null });

  test('is chosen among the segments and lists of the unit, and says how many receive and who is left out', async () => {
    const server = serverWith(120, 20);
    server.on(listSegments)(() => ({ data: [loyal, guests] }));
    server.on(getSegment)(({ params }) => (params['id'] === guests._id ? guests : loyal));
    const { user, router } = openApp(`/sends/new?surveyId=${survey._id}`);
    await user.click(await screen.findByRole('radio', { name: 'Um segmento ou uma lista' }));
    await user.click(await screen.findByRole('combobox', { name: 'Segmento ou lista' }));
    await user.click(await screen.findByRole('option', { name: 'Lista: Hóspedes', hidden: true }));
    const numbers = within(await screen.findByRole('region', { name: 'Prévia do público' }));
    expect(numbers.getByText('120')).toBeVisible();
    expect(numbers.getByText('100')).toBeVisible();
    expect(router.state.location.search).toMatchObject({ to: 'segment', segmentId: guests._id });
    await user.click(review().getByRole('button', { name: 'Revisar envio' }));
    await user.click(await screen.findByRole('button', { name: /^Enviar a / }));
    await waitFor(() => expect(sends(server)).toHaveLength(1));
    expect(sends(server)[0]?.body).toMatchObject({ audience: { kind: 'segment', segmentId: guests._id } });
  });

  test('is refused at once where the segment of a link is gone, or nobody is in it', async () => {
    const server = serverWith(0, 0);
    server.on(listSegments)(() => ({ data: [loyal] }));
    server.on(getSegment)(() => loyal);
    const { router } = openApp(`/sends/new?surveyId=${survey._id}&segmentId=${loyal._id}`);
    expect(await screen.findByText('Ninguém está neste segmento ou lista agora. Escolha outro.')).toBeVisible();
    server.refuse(getSegment, 'NOT_FOUND');
    await router.navigate({ to: '/sends/new', search: { segmentId: guests._id } });
    expect(await screen.findByText('Este segmento ou lista não existe mais. Escolha outro.')).toBeVisible();
  });

  test('offers to create one where the unit has none', async () => {
    serverWith();
    const { user } = openApp(`/sends/new?surveyId=${survey._id}`);
    await user.click(await screen.findByRole('radio', { name: 'Um segmento ou uma lista' }));
    expect(await screen.findByRole('link', { name: 'Criar segmento' })).toHaveAttribute(
      'href',
      '/contatos/segmentos/novo',
    );
  });
});
