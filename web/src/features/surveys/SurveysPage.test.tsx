import { eachSwitch, menuOf, roles, switchesByLocation } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import type { Question } from '@escuta/contract/questions/index';
import { createSurvey, getSurveyDraft, listSurveys, listSurveyTemplates } from '@escuta/contract/surveys';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { chooseLanguage } from '#web/lib/language.ts';
import { showOnPhone } from '#web/testing/phone.ts';
import { openApp, signedInServer } from '#web/testing/render-app.tsx';
import { surveyId, testDefinition, testDraft, testSurvey } from '#web/testing/test-survey.ts';

const empty = { data: [], total: 0 };

afterEach(() => chooseLanguage('pt'));

function serverWithSurveys(role: Role = 'own') {
  const server = signedInServer(role).on(listSurveyTemplates)(() => ({ data: [] }));
  return server.on(listSurveys)(({ query }) => {
    const all = [
      testSurvey({ has_changes: true }),
      testSurvey({
        _id: '019a9f3e-0000-7000-8000-0000000000a2' as typeof surveyId,
        title: 'Hóspedes',
        status: 'draft',
        version: null,
        responses: 0,
        last_answered_at: null,
      }),
    ].filter(({ status }) => !query['status'] || status === query['status']);
    return query['search'] ? empty : { data: all, total: all.length };
  });
}

describe('the list of surveys', () => {
  test('says of each survey what it is, how it stands and what came back', async () => {
    serverWithSurveys();
    openApp('/customer-feedback');
    const row = (await screen.findByRole('link', { name: 'Clientes' })).closest('tr');
    for (const text of ['NPS', 'Ativa', 'com alterações', '1.234', '20 nov 2026, 11:31', '3 nov 2026, 09:00'])
      expect(within(row!).getByText(text)).toBeVisible();
    const links = within(row!)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      `/customer-feedback/create-survey/${surveyId}`,
      `/customer-feedback/responses?surveyId=${surveyId}&score=with`,
    ]);
  });

  test('leads to the answers of a survey only where there are any', async () => {
    serverWithSurveys();
    openApp('/customer-feedback');
    const row = (await screen.findByRole('link', { name: 'Hóspedes' })).closest('tr');
    expect(within(row!).getByText('0')).toBeVisible();
    expect(within(row!).queryByRole('link', { name: '0' })).toBeNull();
  });

  test('keeps the state in the address bar', async () => {
    const server = serverWithSurveys();
    const { user, router } = openApp('/customer-feedback?status=draft');
    expect(await screen.findByText('Hóspedes')).toBeVisible();
    expect(screen.queryByText('Clientes')).toBeNull();
    expect(screen.getByRole('tab', { name: 'Rascunhos' })).toHaveAttribute('aria-selected', 'true');

    await user.click(screen.getByRole('tab', { name: 'Ativas' }));
    expect(await screen.findByText('Clientes')).toBeVisible();
    expect(router.state.location.search).toEqual({ status: 'active' });
    expect(server.calls.at(-1)?.query).toMatchObject({ status: 'active' });
    await user.click(screen.getByRole('tab', { name: 'Todas' }));
    expect(await screen.findByText('Hóspedes')).toBeVisible();
  });

  test('begins at the first page of another state', async () => {
    const server = serverWithSurveys().on(listSurveys)(() => ({ data: [testSurvey()], total: 41 }));
    const { user, router } = openApp('/customer-feedback?page=2');
    expect(await screen.findByText('21–40 de 41')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Ativas' }));
    expect(await screen.findByText('1–20 de 41')).toBeVisible();
    expect(router.state.location.search).toEqual({ status: 'active' });
    expect(server.asked(listSurveys).at(-1)?.query).toMatchObject({ status: 'active', page: '1' });
  });

  test('searches, and says when nothing matches', async () => {
    serverWithSurveys();
    const { user } = openApp('/customer-feedback');
    await user.type(await screen.findByLabelText('Buscar pesquisas'), 'nada');
    expect(await screen.findByText('NENHUM RESULTADO ENCONTRADO')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    expect(await screen.findByText('Clientes')).toBeVisible();
  });

  test('says of an empty state what is not there', async () => {
    signedInServer().on(listSurveys)(() => empty);
    openApp('/customer-feedback?status=archived');
    expect(await screen.findByText('Nada arquivado')).toBeVisible();
    expect(screen.queryByText('NENHUM RESULTADO ENCONTRADO')).toBeNull();
  });

  test('on a phone gives the first line to the title', async () => {
    showOnPhone();
    serverWithSurveys();
    openApp('/customer-feedback');
    const card = (await screen.findByRole('link', { name: 'Clientes' })).closest('li')!;
    expect([...card.children].map((line) => line.textContent)).toEqual([
      expect.stringMatching(/^Clientes/),
      'AtivaRespostas1.234',
    ]);
  });

  test('offers to send an active survey, and no other', async () => {
    serverWithSurveys();
    const { user } = openApp('/customer-feedback');
    await user.click(await screen.findByRole('button', { name: 'Ações de Clientes' }));
    // Within the page's landmark.
    expect(screen.getByRole('main')).toContainElement(await screen.findByRole('menu', { hidden: true }));
    expect(await screen.findByRole('menuitem', { name: 'Escolher destinatários', hidden: true })).toHaveAttribute(
      'href',
      `/sends/new?surveyId=${surveyId}`,
    );
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Ações de Hóspedes' }));
    await screen.findByRole('menuitem', { name: 'Abrir no editor', hidden: true });
    await waitFor(() =>
      expect(screen.queryByRole('menuitem', { name: 'Escolher destinatários', hidden: true })).toBeNull(),
    );
  });

  test('offers a template for each thing to ask for where there is no survey yet', async () => {
    const question = { ...testDefinition.questions[0]!, title: 'Foi fácil na Aurora?' } as Question;
    const definition = { ...testDefinition, questions: [question] };
    signedInServer()
      .on(listSurveys)(() => empty)
      .on(listSurveyTemplates)(() => ({ data: [{ template: 'ces-service', definition }] }));
    openApp('/customer-feedback');
    expect(await screen.findByText('Crie sua primeira pesquisa')).toBeVisible();
    for (const [goal, name, template] of [
      ['Saber se os clientes recomendam', /NPS de relacionamento/, 'nps-relationship'],
      ['Saber se ficaram satisfeitos', /CSAT de atendimento/, 'csat-service'],
      ['Saber se foi fácil', /CES de atendimento/, 'ces-service'],
    ] as const) {
      expect(screen.getByRole('heading', { name: goal })).toBeVisible();
      const card = screen.getByRole('link', { name });
      expect(card).toHaveAttribute('href', `/customer-feedback/create-survey/new?template=${template}`);
    }
    expect(await screen.findByText('Foi fácil na Aurora?')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ver os 7 modelos' })).toHaveAttribute(
      'href',
      '/customer-feedback/create-survey/new',
    );
  });

  // The company is Brazilian: the page that makes a survey begins with the language of who makes it, and a card leads there.
  test('shows the templates in the language in which the next page shows them', async () => {
    await chooseLanguage('es');
    const server = signedInServer()
      .on(listSurveys)(() => empty)
      .on(listSurveyTemplates)(() => ({ data: [] }));
    const { user } = openApp('/customer-feedback');
    await user.click(await screen.findByRole('link', { name: /CES de atención/ }));
    expect(await screen.findByRole('radio', { name: 'Español' })).toBeChecked();
    expect(new Set(server.asked(listSurveyTemplates).map(({ query }) => query['language']))).toEqual(new Set(['es']));
  });

  test('offers nothing to create to who may only read', async () => {
    signedInServer('readonly').on(listSurveys)(() => empty);
    openApp('/customer-feedback');
    expect(await screen.findByText('Nenhuma pesquisa ainda')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Criar pesquisa' })).toBeNull();
  });

  test('says what failed and tries again', async () => {
    const server = signedInServer().refuse(listSurveys, 'UNAVAILABLE');
    const { user } = openApp('/customer-feedback');
    await screen.findByText('Não foi possível carregar');
    server.on(listSurveys)(() => ({ data: [testSurvey()], total: 1 }));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Clientes')).toBeVisible();
  });

  test('offers no second try to whoever may not read it', async () => {
    signedInServer().refuse(listSurveys, 'FORBIDDEN');
    openApp('/customer-feedback');
    await screen.findByText('Você não tem a permissão necessária para executar esta ação!');
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  });
});

describe('who comes in', () => {
  const allowed: readonly Role[] = ['own', 'adm', 'ana', 'pdv', 'acmng', 'readonly', 'notesonly'];

  test.each(allowed)('[ROUTE-20] the route opens for its roles: %s', async (role) => {
    serverWithSurveys(role);
    openApp('/customer-feedback');
    expect(await screen.findByRole('link', { name: 'Clientes' })).toBeVisible();
  });

  test.each(roles.filter((role) => !allowed.includes(role)))('[ROUTE-20] and for no other: %s', async (role) => {
    const server = serverWithSurveys(role);
    const { router } = openApp('/customer-feedback');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cf-dashboard'));
    expect(server.count(listSurveys)).toBe(0);
  });

  test('[FLAG-02, FLAG-07] a unit without nps_enabled leads to the dashboard', async () => {
    const server = signedInServer('own', { nps_enabled: false });
    const { router } = openApp('/customer-feedback');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cf-dashboard'));
    expect(server.count(listSurveys)).toBe(0);
  });

  test('who may not make surveys does not reach the page that makes one', async () => {
    serverWithSurveys('pdv');
    const { router } = openApp('/customer-feedback/create-survey/new');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cf-dashboard'));
  });

  const listed: readonly Role[] = ['own', 'adm', 'ana', 'acmng', 'readonly', 'notesonly'];

  async function menuItem(role: Role) {
    serverWithSurveys(role);
    openApp('/contatos');
    await screen.findByRole('navigation', { name: 'Menu principal' });
    return screen.queryByRole('link', { name: /^Pesquisas/ });
  }

  test.each(listed)('[MENU-04] the menu shows surveys to its roles: %s', async (role) => {
    expect(await menuItem(role)).toBeVisible();
  });

  test.each([
    ['2026-12-01', ['Novo']],
    ['2027-02-01', []],
  ])('[MENU-05] the menu marks surveys as new while they are: %s', async (day, marks) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T15:00:00Z`) });
    const item = await menuItem('own').finally(() => vi.useRealTimers());
    expect(
      within(item!)
        .queryAllByText('Novo')
        .map(({ textContent }) => textContent),
    ).toEqual(marks);
  });

  test('[MENU-04] the menu does not show surveys to pdv, who may open them', async () => {
    expect(await menuItem('pdv')).toBeNull();
  });

  const allOn = eachSwitch(Object.values(switchesByLocation).flat(), () => true);

  test('[MENU-04] the menu’s table lists surveys for its roles and no other', () => {
    expect(
      new Set(
        roles.filter((role) =>
          menuOf({ role, ticketing_role: null, narrowed_to: null }, 'main', allOn).some(
            ({ screen: at }) => at === 'customer-feedback',
          ),
        ),
      ),
    ).toEqual(new Set(listed));
  });
});

describe('a new survey', () => {
  test('is made of a template, a title and a language, and opens in the editor', async () => {
    const server = serverWithSurveys()
      .on(createSurvey)(() => testDraft())
      .on(getSurveyDraft)(() => testDraft());
    const { user, router } = openApp('/customer-feedback/create-survey/new?template=nps-purchase');
    const title = await screen.findByLabelText('Título da pesquisa');
    // Its card was chosen in the list: nobody is asked the same again.
    expect(screen.queryByRole('radio', { name: 'NPS pós-compra' })).toBeNull();
    expect(screen.getByText('NPS pós-compra')).toBeVisible();
    expect(title).toHaveValue('NPS pós-compra');

    await user.click(screen.getByRole('button', { name: 'Escolher outro modelo' }));
    expect(await screen.findByRole('radio', { name: 'NPS pós-compra' })).toBeChecked();

    await user.click(screen.getByRole('radio', { name: 'NPS de hospedagem' }));
    expect(title).toHaveValue('NPS de hospedagem');
    await user.clear(title);
    await user.type(title, 'Meus hóspedes');
    await user.click(screen.getByRole('radio', { name: 'NPS de relacionamento' }));
    expect(title).toHaveValue('Meus hóspedes');
    await user.click(screen.getByRole('radio', { name: 'Español' }));
    await user.click(screen.getByRole('button', { name: 'Criar pesquisa' }));

    expect(await screen.findByLabelText('Pergunta da nota')).toHaveValue('Você recomendaria a Aurora?');
    expect(router.state.location.pathname).toBe(`/customer-feedback/create-survey/${surveyId}`);
    expect(server.calls.find((call) => call.route === 'POST /surveys')?.body).toEqual({
      template: 'nps-relationship',
      title: 'Meus hóspedes',
      language: 'es',
    });
  });

  test('is not left with a title that somebody wrote before they say so', async () => {
    serverWithSurveys();
    const { user, router } = openApp('/customer-feedback/create-survey/new?template=nps-purchase');
    const title = await screen.findByLabelText('Título da pesquisa');
    const back = () => user.click(screen.getByRole('link', { name: 'Cancelar' }));
    await user.type(title, ' de 2027');
    await back();
    const dialog = within(await screen.findByRole('dialog', { name: 'Descartar o que você digitou?' }));
    await user.click(dialog.getByRole('button', { name: 'Continuar editando' }));
    expect(title).toHaveValue('NPS pós-compra de 2027');
    await user.clear(title);
    await user.type(title, 'NPS pós-compra');
    await back();
    await waitFor(() => expect(router.state.location.pathname).toBe('/customer-feedback'));
  });

  test('begins with the language, which is that of who makes it, and shows its templates in it', async () => {
    const server = serverWithSurveys();
    await chooseLanguage('es');
    const { user } = openApp('/customer-feedback/create-survey/new');
    const spanish = await screen.findByRole('radio', { name: 'Español' });
    expect(spanish).toBeChecked();
    const [template] = screen.getAllByRole('radio', { name: /^NPS/ });
    expect(spanish.compareDocumentPosition(template!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(screen.getByRole('radio', { name: 'English' }));
    const asked = () => server.asked(listSurveyTemplates).map(({ query }) => query['language']);
    await waitFor(() => expect(asked()).toEqual(['es', 'en']));
  });

  test('says when the templates cannot be had, in their place, and asks again', async () => {
    const server = serverWithSurveys().refuse(listSurveyTemplates, 'UNAVAILABLE');
    const { user } = openApp('/customer-feedback/create-survey/new');
    expect(await screen.findByText('Não foi possível carregar')).toBeVisible();
    expect(screen.queryByRole('radio', { name: 'NPS de hospedagem' })).toBeNull();
    server.on(listSurveyTemplates)(() => ({ data: [{ template: 'nps-relationship', definition: testDefinition }] }));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Você recomendaria a Aurora?')).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'NPS de hospedagem' })).toBeVisible();
  });

  test('takes the focus to a title that is missing, and says what the server refused', async () => {
    serverWithSurveys().refuse(createSurvey, 'TOO_MANY_REQUESTS');
    const { user } = openApp('/customer-feedback/create-survey/new');
    const title = await screen.findByLabelText('Título da pesquisa');
    await user.clear(title);
    const button = screen.getByRole('button', { name: 'Criar pesquisa' });
    await user.pointer({ keys: '[MouseLeft>]', target: button });
    expect(title).not.toHaveFocus();
    // It would move the button that is being pressed.
    expect(screen.queryByText('Preencha este campo.')).toBeNull();
    await user.pointer({ keys: '[/MouseLeft]', target: button });
    expect(await screen.findByText('Preencha este campo.')).toBeVisible();
    await waitFor(() => expect(title).toHaveFocus());
    await user.type(title, 'Clientes');
    await user.click(screen.getByRole('button', { name: 'Criar pesquisa' }));
    expect(await screen.findByText(/^Muitas tentativas seguidas/)).toBeVisible();
  });
});
