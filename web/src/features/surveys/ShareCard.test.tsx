import { changeSurveyLink, getSurveyLink } from '@escuta/contract/survey-links';
import type { SurveyLink } from '@escuta/contract/survey-links';
import { getSurveyDraft } from '@escuta/contract/surveys';
import type { SurveyDraft } from '@escuta/contract/surveys';
import { screen, within } from '@testing-library/react';
import decodeQR from 'qr/decode.js';
import { describe, expect, test } from 'vitest';
import { drawQr, svgOf } from '#web/lib/qr-drawing.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';
import { testDraft } from '#web/testing/test-survey.ts';

const url = 'https://pesquisas.aurora.example/s/AAECAwQFBgcICQoLDA0ODw';

function serverWith(draft: SurveyDraft, link: SurveyLink, role: Parameters<typeof signedInServer>[0] = 'own') {
  const server = signedInServer(role);
  let now = link;
  server.on(getSurveyDraft)(() => draft);
  server.on(getSurveyLink)(() => now);
  server.on(changeSurveyLink)(({ body }) => {
    now = { open: body.open, url };
    return now;
  });
  return server;
}

async function openShare(
  draft = testDraft(),
  link: SurveyLink = { open: false, url: null },
  role: Parameters<typeof signedInServer>[0] = 'own',
) {
  const server = serverWith(draft, link, role);
  const app = openApp(`/customer-feedback/create-survey/${draft.survey._id}`);
  await app.user.click(await screen.findByRole('button', { name: 'Compartilhar link' }));
  return { server, ...app, dialog: within(await screen.findByRole('dialog')) };
}

describe('the open link of a survey', () => {
  test('[CHANNELS-16] is opened by a switch, and comes with its address and its QR code', async () => {
    const { user, dialog, server } = await openShare();
    const toggle = await dialog.findByRole('switch', { name: /Receber respostas por este link/ });
    expect(toggle).not.toBeChecked();
    expect(dialog.queryByRole('img')).toBeNull();
    // Only the switch and its label act, and the switch keeps the focus.
    await user.click(dialog.getByText(/Quem tiver o endereço/));
    expect(server.calls.map(({ route }) => route)).not.toContain('PUT /surveys/:id/link');
    await user.click(toggle);
    expect(toggle).toHaveFocus();
    expect(await dialog.findByLabelText('Endereço')).toHaveValue(url);
    expect(toggle).toHaveFocus();
    expect(dialog.getByRole('img', { name: 'QR code do link da pesquisa' })).toBeVisible();
    expect(server.calls.findLast(({ route }) => route === 'PUT /surveys/:id/link')?.body).toEqual({ open: true });

    const file = dialog.getByRole('link', { name: 'Baixar SVG' });
    expect(file).toHaveAttribute('download', 'qr-clientes.svg');
    expect(decodeURIComponent(file.getAttribute('href') ?? '')).toContain(svgOf(drawQr(url)));

    await user.click(dialog.getByRole('button', { name: 'Copiar' }));
    expect(await dialog.findByText('Copiado')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(url);

    await user.click(toggle);
    await dialog.findByRole('switch', { checked: false });
    expect(dialog.queryByLabelText('Endereço')).toBeNull();
  });

  test('says that a paused survey takes no answer there', async () => {
    const draft = testDraft();
    const { dialog } = await openShare(
      { ...draft, survey: { ...draft.survey, status: 'paused' } },
      { open: true, url },
    );
    expect(await dialog.findByText(/não está ativa/)).toBeVisible();
  });

  test('says what went wrong', async () => {
    const { user, dialog, server } = await openShare();
    server.refuse(changeSurveyLink, 'UNAVAILABLE');
    await user.click(await dialog.findByRole('switch'));
    expect(await dialog.findByRole('alert')).toBeVisible();
  });

  test('says that it could not be asked for again, and keeps what it shows', async () => {
    const { dialog, server, queryClient } = await openShare(testDraft(), { open: true, url });
    expect(await dialog.findByLabelText('Endereço')).toHaveValue(url);
    server.refuse(getSurveyLink, 'FORBIDDEN');
    void queryClient.invalidateQueries();
    expect(await dialog.findByRole('alert')).toHaveTextContent('Você não tem a permissão necessária');
    expect(dialog.getByLabelText('Endereço')).toHaveValue(url);
    expect(dialog.getByRole('switch')).toBeChecked();
  });

  test('shows what was changed, also when it cannot be asked for again', async () => {
    const { user, dialog, server } = await openShare();
    const toggle = await dialog.findByRole('switch');
    server.refuse(getSurveyLink, 'FORBIDDEN');
    await user.click(toggle);
    expect(await dialog.findByLabelText('Endereço')).toHaveValue(url);
    expect(toggle).toBeChecked();
  });

  test('says why there is nothing to show, and tries again', async () => {
    const draft = testDraft();
    const server = serverWith(draft, { open: true, url }).refuse(getSurveyLink, 'UNAVAILABLE');
    const { user } = openApp(`/customer-feedback/create-survey/${draft.survey._id}`);
    await user.click(await screen.findByRole('button', { name: 'Compartilhar link' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Não foi possível carregar');
    server.on(getSurveyLink)(() => ({ open: true, url }));
    await user.click(dialog.getByRole('button', { name: 'Tentar de novo' }));
    expect(await dialog.findByLabelText('Endereço')).toHaveValue(url);
  });

  test('is shown to who may only read, with a switch that does nothing', async () => {
    const { user, dialog, server } = await openShare(testDraft(), { open: true, url }, 'readonly');
    const toggle = await dialog.findByRole('switch');
    expect(toggle).toBeDisabled();
    expect(toggle).toHaveAccessibleDescription(/^O link está ligado/);
    expect(dialog.getByLabelText('Endereço')).toHaveValue(url);
    await user.click(toggle);
    expect(server.count(changeSurveyLink)).toBe(0);
  });

  test('says to who may only read that it is off, and not that they could turn it on', async () => {
    const { dialog } = await openShare(testDraft(), { open: false, url }, 'readonly');
    const toggle = await dialog.findByRole('switch');
    expect(toggle).not.toBeChecked();
    expect(toggle).toHaveAccessibleDescription(/^O link está desligado/);
    expect(dialog.queryByText(/Você pode desligar/)).toBeNull();
  });

  test('is not offered before the survey is published', async () => {
    const draft = testDraft();
    serverWith({ ...draft, survey: { ...draft.survey, version: null, status: 'draft' } }, { open: false, url: null });
    openApp(`/customer-feedback/create-survey/${draft.survey._id}`);
    await screen.findByRole('button', { name: 'Publicar' });
    expect(screen.queryByRole('button', { name: 'Compartilhar link' })).toBeNull();
  });

  test('the code says the address to a camera', () => {
    const { side, path } = drawQr(url);
    const dots = new Set([...path.matchAll(/M(\d+) (\d+)h1/g)].map(([, x, y]) => `${x} ${y}`));
    const scale = 8;
    const width = side * scale;
    const data = new Uint8Array(width * width * 4).fill(255);
    for (let y = 0; y < width; y += 1)
      for (let x = 0; x < width; x += 1)
        if (dots.has(`${Math.floor(x / scale)} ${Math.floor(y / scale)}`))
          data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    expect(decodeQR({ width, height: width, data })).toBe(url);
  });
});
