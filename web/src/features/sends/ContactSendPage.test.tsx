import { getContact, listContacts } from '@escuta/contract/contacts';
import { ContactId } from '@escuta/contract/ids';
import { createSend, listSendChannels, previewAudience } from '@escuta/contract/sends';
import { getSurveyDraft, listSurveys } from '@escuta/contract/surveys';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FakeServer } from '#web/testing/fake-server.ts';
import { aContact, edited } from '#web/testing/contact-samples.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';
import { testDraft, testQueue, testSurvey } from '#web/testing/send-samples.ts';

const maria = aContact({ email: 'maria@exemplo.example' });
const joana = aContact({ _id: ContactId.parse('019a9f3e-0000-7000-8000-00000000000b'), name: 'Joana Prado' });
const survey = testSurvey(1);
const other = testSurvey(2);

/** A unit with two published surveys and two contacts, one of whom may be written to. */
function serverFor(role: 'own' | 'pdv' | 'readonly' = 'own'): FakeServer {
  return signedInServer(role)
    .on(getContact)(({ params }) => edited([maria, joana].find(({ _id }) => _id === params['id'])!))
    .on(listContacts)(() => ({ data: [maria, joana], total: 2 }))
    .on(listSurveys)(() => ({ data: [survey, other], total: 2 }))
    .on(getSurveyDraft)(({ params }) => testDraft(params['id'] === other._id ? other : survey))
    .on(previewAudience)(({ body }) => {
      const isFree = JSON.stringify((body as { audience: object }).audience).includes(joana._id);
      return {
        contacts: 1,
        eligible: isFree ? 1 : 0,
        heldBack: isFree ? [] : [{ reason: 'unsubscribed', count: 1 }],
        quarantined: 0,
        quarantineDays: 30,
        surveyQuarantineDays: 90,
      };
    })
    .on(createSend)(() => ({ _id: testQueue(1)._id }));
}

test.each(['own', 'pdv'] as const)(
  "[PEOPLE-06] 'Enviar pesquisa' of a contact sends a survey to them alone: %s",
  async (role) => {
    const server = serverFor(role);
    const { user, router } = openApp(`/contatos/${joana._id}`);
    await user.click(await screen.findByRole('link', { name: 'Enviar pesquisa' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Enviar pesquisa' })).toBeVisible();
    expect(within(await screen.findByRole('region', { name: 'Destinatário' })).getByText('Joana Prado')).toBeVisible();
    expect(screen.queryByRole('radio', { name: /Todos os contatos/ })).toBeNull();
    await user.click(await screen.findByRole('combobox', { name: 'Pesquisa a enviar' }));
    await user.click(await screen.findByRole('option', { name: other.title, hidden: true }));
    await waitFor(() => expect(router.state.location.search).toEqual({ surveyId: other._id }));
    const review = within(screen.getByRole('region', { name: 'Revisão' }));
    expect(await review.findByText('1 contato')).toBeVisible();
    await user.click(review.getByRole('button', { name: 'Revisar envio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Enviar agora?' }));
    await user.click(dialog.getByRole('button', { name: 'Enviar a 1 contato' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/contatos/${joana._id}`));
    expect(server.asked(createSend).map(({ body }) => body)).toEqual([
      {
        surveyId: other._id,
        audience: { kind: 'contacts', contactIds: [joana._id] },
        channel: 'email',
        ignoreQuarantine: false,
      },
    ]);
  },
);

test('says why a contact cannot be written to, and sends nothing', async () => {
  const server = serverFor();
  const { user } = openApp(`/contatos/${maria._id}/envio?surveyId=${survey._id}`);
  expect(await screen.findByText(/^Cancelou o recebimento/)).toBeVisible();
  await user.click(within(screen.getByRole('region', { name: 'Revisão' })).getByRole('button'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.asked(createSend)).toEqual([]);
});

test.each([
  ['email', 'e-mail'],
  ['sms', 'SMS'],
])('[PEOPLE-06] says of one contact in quarantine what can be done, by %s', async (channel, way) => {
  const server = serverFor();
  server.on(listSendChannels)(() => ({ data: ['email', 'sms'] }));
  server.on(previewAudience)(({ body }) => {
    const eligible = (body as { ignoreQuarantine: boolean }).ignoreQuarantine ? 1 : 0;
    const heldBack = eligible ? [] : [{ reason: 'quarantine' as const, count: 1 }];
    return { contacts: 1, eligible, heldBack, quarantined: 1, quarantineDays: 30, surveyQuarantineDays: 90 };
  });
  const { user } = openApp(`/contatos/${joana._id}/envio?surveyId=${survey._id}&channel=${channel}`);
  expect(
    await screen.findByText(
      `Este contato está em quarentena e não pode receber por ${way} agora. Marque, em Revisão, a opção de enviar mesmo assim.`,
    ),
  ).toBeVisible();
  const review = within(screen.getByRole('region', { name: 'Revisão' }));
  expect(review.getByText('Contato em quarentena')).toBeVisible();
  expect(
    review.getByText(/^Este contato recebeu uma pesquisa nos últimos 30 dias, ou recebeu ou respondeu/),
  ).toBeVisible();
  expect(screen.queryByText(/público|destes contatos|para eles/)).toBeNull();
  await user.click(review.getByRole('checkbox', { name: 'Enviar mesmo assim' }));
  expect(await review.findByText('1 contato')).toBeVisible();
  expect(screen.queryByText(/não pode receber/)).toBeNull();
});

test('says of one contact who cannot be written to that they cannot, and of no other audience', async () => {
  serverFor();
  openApp(`/contatos/${maria._id}/envio?surveyId=${survey._id}`);
  expect(await screen.findByText('Este contato não pode receber por e-mail. Escolha outro canal.')).toBeVisible();
  expect(screen.queryByText(/público/)).toBeNull();
});

test('[PRIVACY-25] says of a child that the consent of a guardian is missing, and sends nothing', async () => {
  const server = serverFor();
  server.on(previewAudience)(() => ({
    contacts: 1,
    eligible: 0,
    heldBack: [{ reason: 'child_without_consent', count: 1 }],
    quarantined: 0,
    quarantineDays: 30,
    surveyQuarantineDays: 90,
  }));
  const { user } = openApp(`/contatos/${joana._id}/envio?surveyId=${survey._id}`);
  expect(await screen.findByText(/^Menor de 12 anos sem consentimento do responsável/)).toBeVisible();
  await user.click(within(screen.getByRole('region', { name: 'Revisão' })).getByRole('button'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.asked(createSend)).toEqual([]);
});

test('[PRIVACY-25] says so too where it is known only when the send is asked for', async () => {
  serverFor().refuse(createSend, 'CHILD_WITHOUT_CONSENT');
  const { user } = openApp(`/contatos/${joana._id}/envio?surveyId=${survey._id}`);
  const review = within(await screen.findByRole('region', { name: 'Revisão' }));
  expect(await review.findByText('1 contato')).toBeVisible();
  await user.click(review.getByRole('button', { name: 'Revisar envio' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Enviar agora?' }));
  await user.click(dialog.getByRole('button', { name: 'Enviar a 1 contato' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/menos de 12 anos\. Registre o consentimento/);
});

test('is offered to nobody who may not send, and of nobody of whom nothing is known', async () => {
  serverFor('readonly');
  const { unmount } = openApp(`/contatos/${joana._id}`);
  expect(await screen.findByRole('heading', { level: 1, name: /Joana/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Enviar pesquisa' })).toBeNull();
  unmount();
  signedInServer().on(getContact)(() => edited({ ...joana, name: '', anonymized_at: '2026-11-20T15:02:00.000Z' }));
  openApp(`/contatos/${joana._id}`);
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Enviar pesquisa' })).toBeNull();
});
