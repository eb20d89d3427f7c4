import type { Role } from '@escuta/contract/access-policy';
import { previewMessage } from '@escuta/contract/sends';
import { getSurveyDraft, listSurveys, publishSurvey, saveSurveyDraft } from '@escuta/contract/surveys';
import type { Output } from '@escuta/contract/route';
import type { SurveyDraft } from '@escuta/contract/surveys';
import { asking, askingNoScore } from '@escuta/contract/testing/definitions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';
import { surveyId, testDefinition, testDraft, testSurvey } from '#web/testing/test-survey.ts';

const path = `/customer-feedback/create-survey/${surveyId}`;

/** A server that keeps one draft. */
function keepingServer(first: SurveyDraft = testDraft(), role: Role = 'own') {
  let kept = first;
  const server = signedInServer(role)
    .on(listSurveys)(() => ({ data: [kept.survey], total: 1 }))
    .on(getSurveyDraft)(() => kept)
    .on(saveSurveyDraft)(({ body }) => {
      const survey = { ...kept.survey, title: body.title, has_changes: true, updated_at: '2026-11-20T17:02:00.000Z' };
      kept = { ...kept, survey, definition: body.definition, revision: kept.revision + 1 };
      return kept;
    })
    .on(publishSurvey)(() => {
    const version = (kept.survey.version ?? 0) + 1;
    kept = { ...kept, survey: { ...kept.survey, version, has_changes: false, status: 'active' } };
    return kept.survey;
  });
  return Object.assign(server, { keep: (draft: SurveyDraft) => (kept = draft) });
}

const type = (field: HTMLElement, text: string) => fireEvent.change(field, { target: { value: text } });
const saves = (server: ReturnType<typeof keepingServer>) => server.count(saveSurveyDraft);

describe('writing a survey', () => {
  test('[ROUTE-21] opens the survey of the address, with its texts in their places', async () => {
    const server = keepingServer();
    const { user } = openApp(path);
    expect(await screen.findByLabelText('Pergunta da nota')).toHaveValue('Você recomendaria a Aurora?');
    expect(server.asked(getSurveyDraft).map(({ params }) => params)).toEqual([{ id: surveyId }]);
    expect(screen.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
    expect(screen.getByLabelText('Pergunta para detratores (0 a 6)')).toHaveValue('O que aconteceu?');
    await user.click(screen.getByRole('tab', { name: 'Encerramento' }));
    expect(screen.getByLabelText('Encerramento para promotores (9 e 10)')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'E-mail' }));
    expect(screen.getByLabelText('Assunto')).toHaveValue('Como foi?');
  });

  test('saves a moment after the last key, and says when', async () => {
    const server = keepingServer();
    openApp(path);
    type(await screen.findByLabelText('Pergunta da nota'), 'Primeira');
    type(screen.getByLabelText('Pergunta da nota'), 'E agora?');
    expect(screen.getByText('Salvando…')).toBeVisible();
    expect(saves(server)).toBe(0);

    expect(await screen.findByText('Salvo às 14:02')).toBeVisible();
    expect(saves(server)).toBe(1);
    expect(screen.getByText('Há alterações não publicadas')).toBeVisible();
    const [score, why] = testDefinition.questions;
    expect(server.calls.findLast((call) => call.route === 'PUT /surveys/:id/draft')?.body).toEqual({
      title: 'Clientes',
      definition: { ...testDefinition, questions: [{ ...score, title: 'E agora?' }, why] },
      revision: 3,
    });
  });

  test('[PRIVACY-18] keeps the legal basis that somebody chooses, and shows it as the respondent reads it', async () => {
    const server = keepingServer();
    const { user } = openApp(path);
    await user.click(await screen.findByRole('tab', { name: 'Privacidade' }));
    const field = screen.getByLabelText('Base legal');
    expect(field).toHaveDisplayValue('Execução de contrato');
    await user.selectOptions(field, 'Consentimento');
    await waitFor(() => expect(saves(server)).toBe(1));
    expect(server.asked(saveSurveyDraft)[0]?.body).toMatchObject({ definition: { legalBasis: 'consent' } });

    await user.click(screen.getByRole('button', { name: 'Ver prévia' }));
    const panel = await screen.findByRole('dialog', { name: 'Prévia' });
    const frame = await within(panel).findByTitle<HTMLIFrameElement>('Prévia da página no celular');
    const foot = () => frame.contentDocument?.querySelector('footer')?.textContent;
    await waitFor(() => expect(foot()).toContain('Base legal: consentimento.'));
    await user.click(within(panel).getByRole('button', { name: 'Fechar' }));

    await user.selectOptions(field, 'Não informada');
    await waitFor(() => expect(saves(server)).toBe(2));
    const { legalBasis: _none, ...without } = testDefinition;
    expect(server.asked(saveSurveyDraft)[1]?.body).toEqual({ title: 'Clientes', definition: without, revision: 4 });
  });

  test('[PRIVACY-20] the anonymous mode is chosen with its warning that small groups can still identify', async () => {
    const server = keepingServer();
    const { user } = openApp(path);
    await user.click(await screen.findByRole('tab', { name: 'Privacidade' }));
    const anonymous = screen.getByRole('switch', { name: /^Pesquisa anônima/ });
    expect(anonymous).not.toBeChecked();
    const warning = /Grupos pequenos ainda podem identificar quem respondeu/;
    expect(screen.queryByText(warning)).toBeNull();
    await user.click(anonymous);
    expect(screen.getByText(warning)).toBeVisible();
    await waitFor(() => expect(saves(server)).toBe(1));
    expect(server.asked(saveSurveyDraft)[0]?.body).toMatchObject({ definition: { anonymous: true } });
    await user.click(anonymous);
    expect(screen.queryByText(warning)).toBeNull();
    await waitFor(() => expect(saves(server)).toBe(2));
    expect(server.asked(saveSurveyDraft)[1]?.body).toEqual({
      title: 'Clientes',
      definition: testDefinition,
      revision: 4,
    });
  });

  test('[PRIVACY-21] marks the open question as sensitive, says what that does, and takes it back', async () => {
    const server = keepingServer();
    const { user } = openApp(path);
    const sensitive = await screen.findByRole('switch', { name: /^Resposta sensível/ });
    expect(sensitive).not.toBeChecked();
    expect(screen.getByText(/A partir da publicação, vale também para as respostas que já chegaram/)).toBeVisible();
    await user.click(sensitive);
    await waitFor(() => expect(saves(server)).toBe(1));
    const [score, why] = testDefinition.questions;
    expect(server.asked(saveSurveyDraft)[0]?.body).toMatchObject({
      definition: { questions: [score, { ...why, sensitive: true }] },
    });
    await user.click(sensitive);
    await waitFor(() => expect(saves(server)).toBe(2));
    // As it was, so that nothing is left to publish.
    expect(server.asked(saveSurveyDraft)[1]?.body).toStrictEqual({
      title: 'Clientes',
      definition: testDefinition,
      revision: 4,
    });
  });

  test('says what is wrong under the field, counts near the limit, and saves nothing until it is mended', async () => {
    const server = keepingServer();
    openApp(path);
    const title = await screen.findByLabelText('Pergunta da nota');
    type(title, '');
    expect(await screen.findByText('Preencha este campo.')).toBeVisible();
    expect(screen.getByText('Corrija os campos marcados para salvar')).toBeVisible();
    type(title, 'x'.repeat(121));
    expect(await screen.findByText('Use no máximo 120 caracteres (há 121).')).toBeVisible();
    type(title, 'x'.repeat(119));
    expect(await screen.findByText('Resta 1 caractere.')).toBeVisible();
    type(title, 'x'.repeat(120));
    expect(await screen.findByText('Limite de caracteres atingido.')).toBeVisible();
    expect(saves(server)).toBe(0);
  });

  test('keeps the text when saving fails, and tries again when asked', async () => {
    const server = keepingServer();
    server.refuse(saveSurveyDraft, 'INTERNAL_ERROR');
    const { user } = openApp(path);
    type(await screen.findByLabelText('Pergunta da nota'), 'Minha pergunta');
    expect(await screen.findByText(/^Não foi possível salvar\. ./)).toBeVisible();
    server.on(saveSurveyDraft)(({ body }) => testDraft({ definition: body.definition, revision: 4 }));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText(/^Salvo às/)).toBeVisible();
    expect(screen.getByLabelText('Pergunta da nota')).toHaveValue('Minha pergunta');
  });

  test('tries again by itself when the browser is online again, and saves once', async () => {
    const server = keepingServer().refuse(saveSurveyDraft, 'UNAVAILABLE');
    openApp(path);
    type(await screen.findByLabelText('Pergunta da nota'), 'Minha pergunta');
    expect(await screen.findByText(/^Não foi possível salvar\. ./)).toBeVisible();
    const failed = saves(server);
    server.on(saveSurveyDraft)(({ body }) => testDraft({ definition: body.definition, revision: 4 }));
    dispatchEvent(new Event('online'));
    expect(await screen.findByText(/^Salvo às/)).toBeVisible();
    expect(saves(server)).toBe(failed + 1);
    dispatchEvent(new Event('online'));
    expect(screen.getByText(/^Salvo às/)).toBeVisible();
    expect(saves(server)).toBe(failed + 1);
  });

  test('says how a colour will be read', async () => {
    keepingServer();
    const { user } = openApp(path);
    await user.click(await screen.findByRole('tab', { name: 'Aparência' }));
    expect(screen.getByText(/Fácil de ler/)).toBeVisible();
    type(screen.getByLabelText('Cor da marca'), '#FFE000');
    expect(await screen.findByText(/A cor fica como está, com texto preto e um contorno mais escuro/)).toBeVisible();
    const picker = screen.getByLabelText('Escolher a cor');
    expect(picker).not.toHaveAttribute('data-none');
    type(screen.getByLabelText('Cor da marca'), 'amarelo');
    expect(picker).toHaveAttribute('data-none');
    expect(await screen.findByText('Use uma cor no formato #0F766E.')).toBeVisible();
  });

  test('names the variables that exist under a text with another one, keeps it, and does not publish it', async () => {
    const server = keepingServer(testDraft({ survey: testSurvey({ has_changes: true }) }));
    const { user } = openApp(path);
    await screen.findByLabelText('Pergunta da nota');
    await user.click(screen.getByRole('tab', { name: 'E-mail' }));
    type(screen.getByLabelText('Saudação'), 'Oi, {{apelido}}!');
    expect(await screen.findByText('Não conhecemos {{apelido}}. Use {{nome}} ou {{empresa}}.')).toBeVisible();
    await waitFor(() => expect(saves(server)).toBe(1));
    expect(await screen.findByText('Salvo, com erros a corrigir antes de publicar')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Publicar' }));
    expect(screen.getByLabelText('Saudação')).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();

    type(screen.getByLabelText('Nome do remetente'), 'security@bank.example');
    expect(await screen.findByText(/sem @ e sem endereço de site/)).toBeVisible();
  });

  test('says both of a text that is too long and names a variable that nobody knows', async () => {
    keepingServer();
    openApp(path);
    const title = await screen.findByLabelText('Pergunta da nota');
    type(title, `${'x'.repeat(1_500)} {{apelido}} `);
    const both = 'Use no máximo 120 caracteres (há 1.512). Não conhecemos {{apelido}}. Use {{nome}} ou {{empresa}}.';
    expect(await screen.findByText(both)).toBeVisible();
  });

  test('says from the beginning what a kept draft cannot be published with', async () => {
    const email = { ...testDefinition.email, subject: '{{apelido}}, uma pergunta' };
    keepingServer(testDraft({ definition: { ...testDefinition, email } }));
    const { user } = openApp(path);
    await user.click(await screen.findByRole('tab', { name: /E-mail/ }));
    expect(screen.getByText('Não conhecemos {{apelido}}. Use {{nome}} ou {{empresa}}.')).toBeVisible();
    expect(screen.getByText('Salvo, com erros a corrigir antes de publicar')).toBeVisible();
    type(screen.getByLabelText('Assunto'), 'Uma pergunta');
    expect(await screen.findByText(/^Salvo às/)).toBeVisible();
  });

  test('puts a variable from the menu where the caret stands', async () => {
    keepingServer();
    const { user } = openApp(path);
    await user.click(await screen.findByRole('tab', { name: 'E-mail' }));
    const subject = screen.getByLabelText<HTMLInputElement>('Assunto');
    subject.setSelectionRange(4, 4);
    await user.click(screen.getByRole('button', { name: 'Inserir variável em “Assunto”' }));
    // NOTE: without a layout the open menu has no place, and counts as hidden.
    const items = () => screen.findAllByRole('menuitem', { hidden: true });
    fireEvent.click((await items())[0]!);
    expect(subject).toHaveValue('Como{{nome}} foi?');
    expect(subject).toHaveFocus();
    expect(subject.selectionStart).toBe(12);
    await user.click(screen.getByRole('button', { name: 'Inserir variável em “Nome do remetente”' }));
    await waitFor(async () =>
      expect((await items()).map((item) => item.textContent)).toEqual(['Nome da empresa{{empresa}}']),
    );
  });

  test('offers the custom fields by their labels, and shows what they will be like', async () => {
    const level = { internal_name: 'nivel', label: 'Nível no clube', type: 'select' as const, options: ['Ouro'] };
    const visit = { internal_name: 'visita', label: 'Última visita', type: 'date' as const, options: [] };
    keepingServer(testDraft({ fields: [level, visit] }));
    const { user } = openApp(path);
    const title = await screen.findByLabelText<HTMLInputElement>('Pergunta da nota');
    title.setSelectionRange(0, title.value.length);
    await user.click(screen.getByRole('button', { name: 'Inserir variável em “Pergunta da nota”' }));
    // NOTE: without a layout the open menu has no place, and counts as hidden.
    const items = await screen.findAllByRole('menuitem', { hidden: true });
    expect(items.map((item) => item.textContent)).toEqual([
      'Primeiro nome do cliente{{nome}}',
      'Nome da empresa{{empresa}}',
      'Nível no clube{{nivel}}',
      'Última visita{{visita}}',
    ]);
    // The label stands over what is written, so that neither takes the other's room.
    expect([...items[2]!.querySelectorAll('span, code')].map(({ textContent }) => textContent)).toEqual([
      'Nível no clube',
      '{{nivel}}',
    ]);
    expect(within(items[2]!).getByText('{{nivel}}')).toHaveAttribute('title', '{{nivel}}');
    fireEvent.click(items[2]!);
    expect(title).toHaveValue('{{nivel}}');
    type(title, 'Você é {{nivel}} desde {{visita}}?');
    await user.click(screen.getByRole('button', { name: 'Ver prévia' }));
    const frame = await screen.findByTitle<HTMLIFrameElement>('Prévia da página no celular');
    await waitFor(() =>
      expect(frame.contentDocument?.querySelector('h1')).toHaveTextContent('Você é Ouro desde 15/03/2026?'),
    );
    type(title, 'Oi, {{apelido}}');
    const known = 'Não conhecemos {{apelido}}. Use {{nome}}, {{empresa}} ou um campo customizado.';
    expect(await screen.findByText(known)).toBeInTheDocument();
  });

  test('offers none for the name of the sender', async () => {
    keepingServer(testDraft({ fields: [{ internal_name: 'loja', label: 'Loja', type: 'text', options: [] }] }));
    const { user } = openApp(path);
    await user.click(await screen.findByRole('tab', { name: 'E-mail' }));
    await user.click(screen.getByRole('button', { name: 'Inserir variável em “Nome do remetente”' }));
    const items = await screen.findAllByRole('menuitem', { hidden: true });
    expect(items.map((item) => item.textContent)).toEqual(['Nome da empresa{{empresa}}']);
  });

  test('shows who may only read the texts and no way to change them', async () => {
    keepingServer(testDraft(), 'readonly');
    openApp(path);
    expect(await screen.findByLabelText('Pergunta da nota')).toHaveAttribute('readonly');
    expect(screen.getByText(/seu papel não permite alterá-la/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Publicar' })).toBeNull();
  });

  test('says that a survey does not exist here', async () => {
    signedInServer().refuse(getSurveyDraft, 'NOT_FOUND');
    openApp(path);
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Não encontramos o que você procura' })).toBeVisible(),
    );
    expect(screen.getByRole('link', { name: 'Ir para Pesquisas' })).toHaveAttribute('href', '/customer-feedback');
  });
});

describe('the preview', () => {
  async function openPreview() {
    keepingServer();
    const app = openApp(path);
    await app.user.click(await screen.findByRole('button', { name: 'Ver prévia' }));
    const panel = await screen.findByRole('dialog', { name: 'Prévia' });
    const frame = await within(panel).findByTitle<HTMLIFrameElement>('Prévia da página no celular');
    const page = await waitFor(() => {
      const body = frame.contentDocument?.body;
      expect(body?.querySelector('h1')).not.toBeNull();
      return within(body!);
    });
    return { ...app, panel: within(panel), page };
  }

  test('answers like the respondent’s page, worded for the group of the score, and sends nothing', async () => {
    const { user, page, panel } = await openPreview();
    expect(page.getByRole('heading')).toHaveTextContent('Você recomendaria a Aurora?');
    fireEvent.click(page.getByRole('radio', { name: '3 de 10' }));
    fireEvent.submit(page.getByRole('radio', { name: '3 de 10' }).closest('form')!);
    expect(await page.findByText('O que aconteceu?')).toBeInTheDocument();

    await user.click(panel.getByRole('radio', { name: 'Promotor' }));
    expect(await page.findByText('O que mais pesou?')).toBeInTheDocument();
    await user.click(panel.getByRole('radio', { name: 'Encerramento' }));
    expect(await page.findByText('Obrigado!')).toBeInTheDocument();
  });

  /** The server's message of the texts that it was given. */
  function writtenMessage({ body: { definition } }: { body: Output<(typeof previewMessage)['definition']['body']> }) {
    const html = `<html lang="pt-BR"><head><style>@media (prefers-color-scheme:dark){p{color:red}}</style></head>
      <body><p style="color: blue">${definition?.email.greeting}</p><a href="https://escuta.test/r/1">9</a></body></html>`;
    return { channel: 'email' as const, sender: 'Aurora', subject: 'Maria, como foi?', html, text: '' };
  }

  async function openMessage() {
    const server = keepingServer().on(previewMessage)(writtenMessage);
    const { user } = openApp(path);
    await user.click(await screen.findByRole('tab', { name: 'E-mail' }));
    await user.click(screen.getByRole('button', { name: 'Ver prévia' }));
    const mail = within(await screen.findByRole('region', { name: 'Prévia do e-mail' }));
    const frame = await mail.findByTitle<HTMLIFrameElement>('Maria, como foi?');
    return { server, user, mail, frame };
  }

  test('[ASVS-30] shows the message that the server makes, in light, in a frame where nothing runs or leads away', async () => {
    const { mail, frame } = await openMessage();
    expect(mail.getByText('Maria, como foi?')).toBeVisible();
    expect(mail.getByText('Leva um minuto.')).toBeVisible();
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin');
    const greeting = await waitFor(() => within(frame.contentDocument!.body).getByText('Olá, {{name}}!'));
    expect(greeting.style.color).toBe('blue');
    const { head, body, documentElement } = frame.contentDocument!;
    expect(documentElement.lang).toBe('pt-BR');
    expect(documentElement.style.colorScheme).toBe('light');
    expect(head.querySelector('style')?.textContent).toContain('@media not all{p');
    expect(within(body).getByText('9')).toHaveAttribute('target', '_blank');
  });

  test('shows the message of what is being typed, and keeps the last one while a text is missing', async () => {
    const { server, mail, frame } = await openMessage();
    const message = () => within(frame.contentDocument!.body);
    await waitFor(() => message().getByText('Olá, {{name}}!'));
    type(screen.getByLabelText('Saudação'), 'Oi de novo!');
    await waitFor(() => message().getByText('Oi de novo!'));
    type(screen.getByLabelText('Assunto'), '');
    expect(await mail.findByText('Corrija os campos marcados para atualizar a prévia.')).toBeVisible();
    expect(message().getByText('Oi de novo!')).toBeInTheDocument();
    expect(server.count(previewMessage)).toBe(2);
  });

  test('says when the message cannot be had, and asks again', async () => {
    const server = keepingServer().refuse(previewMessage, 'INTERNAL_ERROR');
    const { user } = openApp(path);
    await user.click(await screen.findByRole('tab', { name: 'E-mail' }));
    await user.click(screen.getByRole('button', { name: 'Ver prévia' }));
    const mail = within(await screen.findByRole('region', { name: 'Prévia do e-mail' }));
    const again = await mail.findByRole('button', { name: 'Tentar de novo' });
    server.on(previewMessage)(writtenMessage);
    await user.click(again);
    expect(await mail.findByTitle('Maria, como foi?')).toBeVisible();
  });

  test('shows the SMS of what is being typed, what it costs, and which letters make it dearer', async () => {
    const server = keepingServer().on(previewMessage)(({ body: { definition } }) => {
      const text = definition?.sms?.text || 'Responda em 1 minuto:';
      return { channel: 'sms' as const, sender: 'Aurora', text, segments: text.length > 30 ? 2 : 1 };
    });
    const { user } = openApp(path);
    await user.click(await screen.findByRole('tab', { name: 'SMS' }));
    await user.click(screen.getByRole('button', { name: 'Ver prévia' }));
    const sms = within(await screen.findByRole('region', { name: 'Prévia do SMS' }));
    expect(await sms.findByText('{{empresa}}: como foi?')).toBeVisible();
    expect(sms.getByText('1 SMS por pessoa.')).toBeVisible();
    expect(server.asked(previewMessage)).toMatchObject([{ body: { channel: 'sms' } }]);

    expect(sms.queryByText(/Um valor longo de um campo/)).toBeNull();
    type(screen.getByLabelText('Texto do SMS'), 'Sua avaliação de hoje é muito importante, {{loja}}:');
    expect(await sms.findByText(/Um valor longo de um campo customizado pode pedir mais um\.$/)).toBeVisible();
    type(screen.getByLabelText('Texto do SMS'), 'Sua avaliação de hoje é muito importante:');
    expect(await sms.findByText('Sua avaliação de hoje é muito importante:')).toBeVisible();
    expect(sms.getByText(/^2 SMS por pessoa\. Com letras como ã e ç .* 70 em vez de 160\.$/)).toBeVisible();
    await waitFor(() => expect(saves(server)).toBe(1));
    const kept = { text: 'Sua avaliação de hoje é muito importante:' };
    expect(server.asked(saveSurveyDraft)).toMatchObject([{ body: { definition: { sms: kept } } }]);

    // Without words of its own it takes those of its language.
    type(screen.getByLabelText('Texto do SMS'), ' ');
    expect(await sms.findByText('Responda em 1 minuto:')).toBeVisible();
    await waitFor(() => expect(saves(server)).toBe(2));
    expect(server.asked(saveSurveyDraft)[1]).not.toHaveProperty('body.definition.sms');
    expect(server.asked(saveSurveyDraft)[1]).toHaveProperty('body.definition.email');
  });
});

describe('a survey of satisfaction', () => {
  const definition = asking(testDefinition, 'csat');

  test('names its scores and its groups', async () => {
    keepingServer(testDraft({ definition, survey: testSurvey({ metric: 'csat' }) }));
    const { user } = openApp(path);
    expect(await screen.findByLabelText('Rótulo da nota 1')).toHaveValue('Nada provável');
    expect(screen.getByLabelText('Rótulo da nota 5')).toHaveValue('Muito provável');
    expect(screen.getByLabelText('Pergunta para satisfeitos (4 e 5)')).toBeVisible();
    expect(screen.getByLabelText('Pergunta para neutros (3)')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Encerramento' }));
    expect(screen.getByLabelText('Encerramento para insatisfeitos (1 e 2)')).toHaveValue('Vamos corrigir.');
  });
});

test('a survey that asks for no score names no group: everybody reads the same', async () => {
  keepingServer(testDraft({ definition: askingNoScore(testDefinition), survey: testSurvey({ metric: 'none' }) }));
  const { user } = openApp(path);
  expect(await screen.findByLabelText('Pergunta aberta')).toHaveValue('O que falta?');
  await user.click(screen.getByRole('tab', { name: 'Encerramento' }));
  expect(screen.getByRole('textbox', { name: 'Encerramento' })).toHaveValue('Obrigado pela sinceridade!');
  expect(screen.queryByLabelText(/promotores|neutros|detratores/)).toBeNull();
});

/** True of another person and of another tab alike. */
const conflictNotice = /^Esta pesquisa foi salva em outra aba ou por outra pessoa\. Recarregue para ver essa versão;/;

describe('two tabs or people at one survey', () => {
  async function conflict() {
    const server = keepingServer();
    const app = openApp(path);
    const field = await screen.findByLabelText('Pergunta da nota');
    server.refuse(saveSurveyDraft, 'DRAFT_CHANGED_ELSEWHERE', { revision: 9 });
    type(field, 'Minha pergunta');
    const notice = await screen.findByText(conflictNotice);
    return { ...app, server, field, notice };
  }

  test('the second is told, keeps the typed text, and saves over nobody', async () => {
    const { server, field, notice } = await conflict();
    expect(notice).toBeVisible();
    expect(field).toHaveValue('Minha pergunta');
    type(field, 'Minha pergunta, melhor');
    expect(screen.getByText('Não salvo')).toBeVisible();
    expect(saves(server)).toBe(1);
  });

  test('reloading shows the other text and puts the own one aside, to take back', async () => {
    const { server, user, field } = await conflict();
    const publish = screen.getByRole('button', { name: 'Publicar' });
    expect(publish).toHaveAttribute('aria-disabled', 'true');
    expect(publish).toHaveAccessibleDescription('Recarregue a pesquisa antes de publicar.');
    const [score, why] = testDefinition.questions;
    const definition = { ...testDefinition, questions: [{ ...score!, title: 'A pergunta da Bia' }, why!] };
    server.keep(testDraft({ definition, revision: 9 }));
    await user.click(screen.getByRole('button', { name: 'Recarregar' }));

    const aside = await screen.findByRole('region', { name: 'O que você tinha escrito' });
    expect(field).toHaveValue('A pergunta da Bia');
    expect(within(aside).getByText('Minha pergunta')).toBeVisible();
    expect(aside).toHaveFocus();
    expect(screen.queryByText(conflictNotice)).toBeNull();

    server.on(saveSurveyDraft)(({ body }) => testDraft({ definition: body.definition, revision: 10 }));
    await user.click(within(aside).getByRole('button', { name: 'Usar o meu texto em “Pergunta da nota”' }));
    expect(field).toHaveValue('Minha pergunta');
    expect(field).toHaveFocus();
    await waitFor(() => expect(saves(server)).toBe(2));
    expect(server.calls.findLast((call) => call.route === 'PUT /surveys/:id/draft')?.body).toMatchObject({
      revision: 9,
    });
  });
});

describe('leaving', () => {
  test('saves first what was typed last', async () => {
    const server = keepingServer();
    const { user } = openApp(path);
    type(await screen.findByLabelText('Pergunta da nota'), 'Minha pergunta');
    await user.click(screen.getAllByRole('link', { name: 'Pesquisas' }).at(-1)!);
    expect(await screen.findByRole('tab', { name: 'Todas' })).toBeVisible();
    expect(saves(server)).toBe(1);
  });

  test('asks when that is not possible', async () => {
    const server = keepingServer();
    server.refuse(saveSurveyDraft, 'INTERNAL_ERROR');
    const { user, router } = openApp(path);
    const field = await screen.findByLabelText('Pergunta da nota');
    type(field, 'Minha pergunta');
    await user.click(screen.getAllByRole('link', { name: 'Pesquisas' }).at(-1)!);
    const dialog = await screen.findByRole('dialog', { name: 'Sair sem salvar?' });
    await user.click(within(dialog).getByRole('button', { name: 'Continuar editando' }));
    expect(field).toHaveValue('Minha pergunta');
    expect(router.state.location.pathname).toBe(path);

    await user.click(screen.getAllByRole('link', { name: 'Pesquisas' }).at(-1)!);
    const again = await screen.findByRole('dialog', { name: 'Sair sem salvar?' });
    await user.click(within(again).getByRole('button', { name: 'Sair sem salvar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/customer-feedback'));
  });
});

describe('publishing', () => {
  test('says what will happen, publishes what was typed, and offers to send', async () => {
    const server = keepingServer(testDraft({ survey: testSurvey({ has_changes: true, version: 1 }) }));
    const { user } = openApp(path);
    type(await screen.findByLabelText('Pergunta da nota'), 'Última hora');
    await user.click(screen.getByRole('button', { name: 'Publicar' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Cada resposta fica ligada à versão que o cliente viu.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Publicar versão 2' }));

    expect(await screen.findByText('A versão 2 está publicada e pronta para enviar.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Escolher destinatários' })).toHaveAttribute(
      'href',
      `/sends/new?surveyId=${surveyId}`,
    );
    expect(server.calls.findLast((call) => call.route === 'POST /surveys/:id/versions')?.body).toEqual({ revision: 4 });
    expect(saves(server)).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Continuar editando' }));
    expect(screen.getByText('Versão 2 publicada')).toBeVisible();
    expect(screen.queryByText('Há alterações não publicadas')).toBeNull();
  });

  test('[PRIVACY-21] says what becomes of the answers that are there, before they are masked and before they are shown again', async () => {
    keepingServer(testDraft({ survey: testSurvey({ has_changes: true, version: 1 }) }));
    const { user } = openApp(path);
    const hides = /que já chegaram passam a ficar mascaradas/;
    const shows = /hoje estão mascaradas voltam a aparecer/;
    const said = async () => {
      await user.click(screen.getByRole('button', { name: 'Publicar' }));
      const dialog = within(await screen.findByRole('dialog'));
      return { dialog, hides: dialog.queryByText(hides) !== null, shows: dialog.queryByText(shows) !== null };
    };
    const sensitive = await screen.findByRole('switch', { name: /^Resposta sensível/ });
    const unchanged = await said();
    expect(unchanged).toMatchObject({ hides: false, shows: false });
    await user.click(unchanged.dialog.getByRole('button', { name: 'Voltar' }));
    await user.click(sensitive);
    const masking = await said();
    expect(masking).toMatchObject({ hides: true, shows: false });
    await user.click(masking.dialog.getByRole('button', { name: 'Publicar versão 2' }));
    await user.click(await screen.findByRole('button', { name: 'Continuar editando' }));
    await user.click(sensitive);
    expect(await said()).toMatchObject({ hides: false, shows: true });
  });

  test('says nothing of answers while a survey has none', async () => {
    keepingServer(testDraft({ survey: testSurvey({ status: 'draft', version: null, has_changes: true }) }));
    const { user } = openApp(path);
    await user.click(await screen.findByRole('switch', { name: /^Resposta sensível/ }));
    await user.click(screen.getByRole('button', { name: 'Publicar' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('A pesquisa fica ativa com estes textos e pode ser enviada.')).toBeVisible();
    expect(dialog.queryByText(/mascaradas/)).toBeNull();
  });

  test('waits, and says why, while there is nothing to publish', async () => {
    const server = keepingServer();
    const { user } = openApp(path);
    const button = await screen.findByRole('button', { name: 'Publicar' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription('Não há alterações para publicar.');
    await user.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.count(publishSurvey)).toBe(0);
  });

  test('gives the first place to sending while an active survey has nothing to publish', async () => {
    keepingServer();
    const { user } = openApp(path);
    const send = await screen.findByRole('link', { name: 'Enviar' });
    expect(send).toHaveAttribute('href', `/sends/new?surveyId=${surveyId}`);
    expect(send).toHaveAttribute('data-variant', 'filled');
    expect(screen.getByRole('button', { name: 'Publicar' })).toHaveAttribute('data-variant', 'default');
    await user.type(screen.getByLabelText('Pergunta da nota'), '!');
    expect(send).toHaveAttribute('data-variant', 'default');
    expect(screen.getByRole('button', { name: 'Publicar' })).toHaveAttribute('data-variant', 'filled');
  });

  test.each([
    ['a draft', testSurvey({ status: 'draft', version: null }), 'own'],
    ['a paused one', testSurvey({ status: 'paused' }), 'own'],
    ['one of somebody who may not', testSurvey(), 'readonly'],
  ] as const)('offers no way to send %s', async (_which, survey, role) => {
    keepingServer(testDraft({ survey }), role);
    openApp(path);
    await screen.findByLabelText('Pergunta da nota');
    expect(screen.queryByRole('link', { name: 'Enviar' })).toBeNull();
  });

  test('takes the focus to the first field that is wrong, in whatever section it stands', async () => {
    keepingServer(testDraft({ survey: testSurvey({ version: null, status: 'draft', has_changes: true }) }));
    const { user } = openApp(path);
    await user.click(await screen.findByRole('tab', { name: 'E-mail' }));
    expect(screen.getByLabelText('Título da pesquisa')).toBeVisible();
    type(screen.getByLabelText('Assunto'), '');
    await user.click(screen.getByRole('tab', { name: 'Perguntas' }));
    await user.click(screen.getByRole('button', { name: 'Publicar' }));
    expect(screen.getByLabelText('Assunto')).toBeVisible();
    expect(screen.getByLabelText('Assunto')).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('turns into the conflict notice when somebody saved meanwhile', async () => {
    const server = keepingServer(testDraft({ survey: testSurvey({ has_changes: true }) }));
    server.refuse(publishSurvey, 'DRAFT_CHANGED_ELSEWHERE', { revision: 9 });
    const { user } = openApp(path);
    await user.click(await screen.findByRole('button', { name: 'Publicar' }));
    await user.click(await screen.findByRole('button', { name: 'Publicar versão 2' }));
    expect(await screen.findByText(conflictNotice)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
