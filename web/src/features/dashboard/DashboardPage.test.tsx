import { getDashboard, listComments } from '@escuta/contract/analytics';
import type { Dashboard } from '@escuta/contract/analytics';
import { listContacts } from '@escuta/contract/contacts';
import { roles } from '@escuta/contract/access-policy';
import { listQueues } from '@escuta/contract/sends';
import { listSurveys } from '@escuta/contract/surveys';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  card,
  comment,
  dashboardServer,
  few,
  golden,
  numbers,
  survey,
  unanswered,
} from '#web/testing/dashboard-server.ts';
import { companyId, openApp, unitId } from '#web/testing/render-app.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T17:02:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('where it lies', () => {
  test('[ROUTE-05, ROUTE-24] an empty path lands a signed-in user on the dashboard', async () => {
    dashboardServer();
    const { router } = openApp('/');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible());
    expect(router.state.location.pathname).toBe('/cf-dashboard');
  });

  test.each(['/no-such-page', '/contatos-antigos/12?x=1', '/a/b/c'])(
    '[ROUTE-25] the unknown path %s leads to the dashboard',
    async (path) => {
      dashboardServer();
      const { router } = openApp(path);
      await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible());
      expect(router.state.location.pathname).toBe('/cf-dashboard');
    },
  );

  test.each(roles)('[MENU-01] the menu leads %s to the dashboard', async (role) => {
    dashboardServer(role);
    openApp('/cf-dashboard');
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    const menu = screen.getByRole('navigation', { name: 'Menu principal' });
    expect(within(menu).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/cf-dashboard');
  });

  test('dashonly sees this item and no other, and no words of respondents', async () => {
    const server = dashboardServer('dashonly');
    openApp('/cf-dashboard');
    await card('NPS');
    const menu = screen.getByRole('navigation', { name: 'Menu principal' });
    expect(within(menu).getAllByRole('link')).toHaveLength(1);
    expect(screen.queryByRole('region', { name: 'Últimos comentários' })).toBeNull();
    expect(server.count(listComments) + server.count(listSurveys)).toBe(0);
  });
});

describe('the score', () => {
  test('says what it is of once the numbers say so, and is called NPS before by nobody', async () => {
    const asked = Promise.withResolvers<Dashboard>();
    dashboardServer().on(getDashboard)(() => asked.promise);
    openApp('/cf-dashboard');
    expect(await card('Métrica')).toHaveAttribute('aria-busy', 'true');
    expect(await card('Tendência')).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByRole('heading', { name: /NPS/ })).toBeNull();
    asked.resolve({ ...numbers, metric: 'csat', metrics: ['csat'] });
    expect(await card('CSAT')).toBeVisible();
    expect(await card('Tendência do CSAT')).toBeVisible();
  });

  test('is a whole number with its interval, its n and how it moved', async () => {
    dashboardServer();
    openApp('/cf-dashboard');
    const nps = within(await card('NPS'));
    expect(await nps.findByText('30')).toBeVisible();
    expect(nps.getByText('IC 95%: 14 a 44')).toBeVisible();
    expect(nps.getByText('100 respostas')).toBeVisible();
    expect(nps.getByText('Zona de aperfeiçoamento: de 1 a 50')).toBeVisible();
    expect(nps.getByText('estável (dentro da margem)')).toBeVisible();
    expect(nps.getByText('Período anterior: 24 (17 set – 16 out 2026). Diferença: +6 pontos')).toBeVisible();
    expect(nps.queryByText('amostra pequena')).toBeNull();
    expect(screen.getByText('Atualizado às 14:02')).toBeVisible();
  });

  test.each([
    ['rose', 23.7, 'subiu 6 pontos'],
    ['fell', 42.5, 'caiu 13 pontos'],
    ['rose', 29, 'subiu 1 ponto'],
    ['rose', 29.6, 'subiu 0,4 ponto'],
    ['too_few', 24, 'poucos dados para comparar'],
  ] as const)('that %s from %d reads “%s”', async (verdict, previous, words) => {
    dashboardServer('own', {
      ...numbers,
      comparison: { ...numbers.comparison, verdict, previous: { ...golden, value: previous } },
    });
    openApp('/cf-dashboard');
    expect(await screen.findByText(words)).toBeVisible();
  });

  test.each([
    [-12.4, 'Zona crítica: de −100 a 0'],
    [50.4, 'Zona de aperfeiçoamento: de 1 a 50'],
    [50.5, 'Zona de qualidade: de 51 a 75'],
    [80, 'Zona de excelência: de 76 a 100'],
  ])('of %d has the zone of the number that is shown', async (value, zone) => {
    dashboardServer('own', { ...numbers, score: { ...golden, value } });
    openApp('/cf-dashboard');
    expect(await within(await card('NPS')).findByText(zone)).toBeVisible();
  });

  test('of few answers is marked as a small sample', async () => {
    dashboardServer('own', { ...numbers, score: few });
    openApp('/cf-dashboard');
    const nps = within(await card('NPS'));
    expect(await nps.findByText('amostra pequena')).toBeVisible();
    expect(nps.getByText('IC 95%: −30 a 80')).toBeVisible();
  });

  test('says how it is made, and in which time zone', async () => {
    dashboardServer();
    const { user } = openApp('/cf-dashboard');
    await screen.findByText('IC 95%: 14 a 44');
    await user.click(screen.getByRole('button', { name: 'Como o NPS é calculado' }));
    const formula = await screen.findByText(/% de promotores \(notas 9 e 10\) − % de detratores/);
    const panel = formula.closest('[role="dialog"]');
    expect(panel).toHaveTextContent('Fuso horário: horário de Brasília.');
    expect(panel).toHaveTextContent('Aqui: entre 14 e 44, com 95% de confiança.');
  });
});

describe('a metric that is a share', () => {
  const satisfied: Dashboard = {
    ...numbers,
    metric: 'csat',
    metrics: ['nps', 'csat'],
    score: {
      ...golden,
      value: 82.44,
      lo: 78.06,
      hi: 86.5,
      groups: { top: 82, middle: 10, bottom: 8 },
      method: 'wilson',
    },
    figures: [
      { name: 'mean', value: 4.216, lo: null, hi: null },
      { name: 'bottom_share', value: 8, lo: 4.1, hi: 15 },
    ],
    comparison: { ...numbers.comparison, verdict: 'rose', change: 6.25, previous: { ...golden, value: 76.19 } },
    distribution: [3, 5, 10, 40, 42],
  };

  test('is shown in percent, with its mean and the share of the bottom', async () => {
    dashboardServer('own', satisfied);
    openApp('/cf-dashboard?metric=csat');
    const csat = within(await card('CSAT'));
    expect(await csat.findByText('82,4%')).toBeVisible();
    expect(csat.getByText('IC 95%: 78,1% a 86,5%')).toBeVisible();
    expect(csat.queryByText(/^Zona/)).toBeNull();
    expect(csat.getByText('Nota média').parentElement).toHaveTextContent('Nota média4,22');
    expect(csat.getByText('Insatisfeitos').parentElement).toHaveTextContent('8,0%IC 95%: 4,1% a 15,0%');
    expect(csat.getByText('subiu 6,2 pontos percentuais')).toBeVisible();
    expect(csat.getByText(/Período anterior: 76,2%/)).toBeVisible();
  });

  test('differs from the period before by percentage points, also within chance', async () => {
    dashboardServer('own', { ...satisfied, comparison: { ...satisfied.comparison, verdict: 'steady' } });
    openApp('/cf-dashboard?metric=csat');
    expect(await screen.findByText(/Diferença: \+6,2 p\.p\.$/)).toBeVisible();
  });

  test('has its own groups, its own scores and its own trend', async () => {
    dashboardServer('own', satisfied);
    openApp('/cf-dashboard?metric=csat');
    const distribution = within(await card('Distribuição'));
    expect((await distribution.findAllByRole('list'))[0]).toHaveTextContent('▲ Satisfeitos 82,0% 82 respostas');
    const scores = within(distribution.getByRole('list', { name: 'Respostas por nota, de 1 a 5' }));
    expect(scores.getAllByRole('listitem')).toHaveLength(5);
    expect(scores.getByText('Nota 5: 42 respostas')).toBeInTheDocument();
    expect(await card('Tendência do CSAT')).toBeVisible();
  });

  test('[DASH-02] is chosen on its card, and the address bar keeps the choice', async () => {
    const server = dashboardServer('own', { ...numbers, metrics: ['nps', 'csat'] });
    const { user, router } = openApp('/cf-dashboard');
    const choice = within(await screen.findByRole('radiogroup', { name: 'Métrica' }));
    expect(choice.getByRole('radio', { name: 'NPS' })).toBeChecked();
    server.on(getDashboard)(() => satisfied);
    await user.click(choice.getByRole('radio', { name: 'CSAT' }));
    expect(await screen.findByText('82,4%')).toBeVisible();
    expect(router.state.location.search).toEqual({ metric: 'csat' });
    expect(server.calls.findLast((call) => call.route === 'GET /dashboard')?.query).toMatchObject({ metric: 'csat' });
  });

  test('a mean has its scale from 1 to 7, and moves by hundredths', async () => {
    dashboardServer('own', {
      ...satisfied,
      metric: 'ces',
      metrics: ['ces'],
      score: { ...golden, value: 5.586, lo: 5.38, hi: 5.79, method: 't' },
      figures: [{ name: 'top_share', value: 82, lo: 73.3, hi: 88.3 }],
      comparison: { ...satisfied.comparison, change: 0.214, previous: { ...golden, value: 5.372 } },
      distribution: [1, 2, 5, 10, 22, 30, 30],
    });
    openApp('/cf-dashboard');
    const ces = within(await card('CES'));
    expect(await ces.findByText('5,59')).toBeVisible();
    expect(ces.getByText('IC 95%: 5,38 a 5,79')).toBeVisible();
    expect(ces.getByText('Acharam fácil').parentElement).toHaveTextContent('82,0%');
    expect(ces.getByText('subiu 0,22 ponto')).toBeVisible();
    const scores = within(await card('Distribuição')).getByRole('list', { name: 'Respostas por nota, de 1 a 7' });
    expect(within(scores).getAllByRole('listitem')).toHaveLength(7);
  });

  test('is not offered where there is one metric only', async () => {
    dashboardServer();
    openApp('/cf-dashboard');
    await screen.findByText('IC 95%: 14 a 44');
    expect(screen.queryByRole('radiogroup', { name: 'Métrica' })).toBeNull();
  });
});

describe('the other cards', () => {
  test('the distribution gives counts and shares of each group and of each score', async () => {
    dashboardServer();
    openApp('/cf-dashboard');
    const distribution = within(await card('Distribuição'));
    const groups = (await distribution.findAllByRole('list'))[0]!;
    expect(groups).toHaveTextContent('▼ Detratores 20,0% 20 respostas');
    expect(groups).toHaveTextContent('▲ Promotores 50,0% 50 respostas');
    const scores = within(distribution.getByRole('list', { name: 'Respostas por nota, de 0 a 10' }));
    expect(scores.getAllByRole('listitem')).toHaveLength(11);
    expect(scores.getByText('Nota 9: 20 respostas')).toBeInTheDocument();
    expect(scores.getByText('Nota 2: nenhuma resposta')).toBeInTheDocument();
  });

  test('the response rate says what was divided by what', async () => {
    dashboardServer();
    openApp('/cf-dashboard');
    const rate = within(await card('Taxa de resposta'));
    expect(await rate.findByText('24,0%')).toBeVisible();
    expect(rate.getByText('96 de 400 entregues')).toBeVisible();
  });

  test('the trend has a summary, a slider through its points, and a table', async () => {
    dashboardServer();
    const { user } = openApp('/cf-dashboard');
    const trend = within(await card('Tendência do NPS'));
    expect(
      await trend.findByText(/foi 30 no único período com amostra suficiente \(18 nov 2026\)/),
    ).toBeInTheDocument();
    const slider = await trend.findByRole('slider', { name: 'Percorrer a tendência com as setas' });
    expect(slider).toHaveAttribute(
      'aria-valuetext',
      '20 nov 2026: NPS 40 (IC 95%: −30 a 80) · 5 respostas · amostra pequena',
    );

    await user.click(trend.getByRole('button', { name: 'Ver tabela' }));
    const rows = await trend.findAllByRole('row');
    const cellsOf = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent);
    expect(rows.map(cellsOf)).toEqual([
      ['Período', 'NPS', 'IC 95%', 'Respostas', 'Promotores', 'Neutros', 'Detratores', 'Amostra'],
      ['20 nov 2026', '40', '−30 a 80', '5', '3', '1', '1', 'amostra pequena'],
      ['19 nov 2026', '—', '—', '0', '0', '0', '0', ''],
      ['18 nov 2026', '30', '14 a 44', '100', '50', '30', '20', ''],
    ]);
    await user.click(trend.getByRole('button', { name: 'Ver gráfico' }));
    expect(await trend.findByRole('slider')).toBeInTheDocument();
  });

  test('the table of the trend has no column for small samples where every period has enough answers', async () => {
    const points = numbers.trend.points.filter(({ score }) => score.sample !== 'small');
    dashboardServer('own', { ...numbers, trend: { ...numbers.trend, points } });
    const { user } = openApp('/cf-dashboard');
    const trend = within(await card('Tendência do NPS'));
    await user.click(await trend.findByRole('button', { name: 'Ver tabela' }));
    expect(await trend.findByRole('columnheader', { name: 'Detratores' })).toBeVisible();
    expect(trend.queryByRole('columnheader', { name: 'Amostra' })).toBeNull();
  });

  test('a comment names its author, or says why there is none', async () => {
    const server = dashboardServer();
    server.on(listComments)(() => ({
      data: [
        comment,
        { ...comment, _id: '019a9f3e-0000-7000-8000-0000000000c1', customer: null },
        { ...comment, _id: '019a9f3e-0000-7000-8000-0000000000c2', customer: null, origin: 'link', anonymous: true },
      ],
    }));
    openApp('/cf-dashboard');
    const comments = within(await card('Últimos comentários'));
    const items = await comments.findAllByRole('listitem');
    expect(items[0]).toHaveTextContent('Promotor');
    expect(items[0]).toHaveTextContent('Atendimento excelente.Maria da Silva · Pós-estadia20 nov 2026, 14:00');
    expect(items[1]).toHaveTextContent('Contato Excluído');
    expect(items[2]).toHaveTextContent('Anônimo');
  });

  test('[PRIVACY-21] of a comment that is masked says so, and by whom it is', async () => {
    const masked = { ...comment, comment: null, comment_hidden: true as const };
    dashboardServer().on(listComments)(() => ({ data: [masked] }));
    openApp('/cf-dashboard');
    const comments = within(await card('Últimos comentários'));
    expect(await comments.findByRole('listitem')).toHaveTextContent('Resposta sensívelMaria da Silva · Pós-estadia');
  });

  test('says so when nobody wrote anything', async () => {
    dashboardServer().on(listComments)(() => ({ data: [] }));
    openApp('/cf-dashboard');
    expect(await screen.findByText('Nenhum comentário no período')).toBeVisible();
  });

  test('a failure of one leaves the others on the screen', async () => {
    const server = dashboardServer().refuse(listComments, 'UNAVAILABLE');
    const { user } = openApp('/cf-dashboard');
    expect(await screen.findByText('IC 95%: 14 a 44')).toBeVisible();
    const comments = within(await card('Últimos comentários'));
    expect(await comments.findByText('Não foi possível carregar')).toBeVisible();
    server.on(listComments)(() => ({ data: [comment] }));
    await user.click(comments.getByRole('button', { name: 'Tentar de novo' }));
    expect(await comments.findByText('Atendimento excelente.')).toBeVisible();
  });

  test('a failure of the numbers leaves the comments', async () => {
    dashboardServer().refuse(getDashboard, 'UNAVAILABLE');
    openApp('/cf-dashboard');
    expect(await screen.findByText('Atendimento excelente.')).toBeVisible();
    expect(within(await card('Números do período')).getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
  });
});

describe('what is looked at', () => {
  test('is the last 30 days of the unit, and another period through the address bar', async () => {
    const server = dashboardServer();
    const { user, router } = openApp('/cf-dashboard');
    await screen.findByText('IC 95%: 14 a 44');
    expect(server.calls.find((call) => call.route === 'GET /dashboard')?.query).toEqual({
      from: '2026-10-22',
      to: '2026-11-20',
    });

    await user.click(screen.getByRole('combobox', { name: 'Período' }));
    await user.click(await screen.findByRole('option', { name: 'Mês anterior', hidden: true }));
    await waitFor(() => expect(router.state.location.search).toEqual({ period: 'last-month' }));
    await waitFor(() =>
      expect(server.calls.findLast((call) => call.route === 'GET /dashboard')?.query).toEqual({
        from: '2026-10-01',
        to: '2026-10-31',
      }),
    );
  });

  test('a link brings survey and days of one’s own', async () => {
    const server = dashboardServer();
    openApp(`/cf-dashboard?period=custom&from=2026-03-01&to=2026-03-31&surveyId=${survey._id}`);
    await screen.findByText('IC 95%: 14 a 44');
    expect(server.calls.find((call) => call.route === 'GET /dashboard')?.query).toEqual({
      from: '2026-03-01',
      to: '2026-03-31',
      surveyId: survey._id,
    });
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Pesquisa' })).toHaveValue('Pós-estadia'));
    expect(await screen.findByRole('button', { name: 'Período: 1 mar – 31 mar 2026' })).toBeVisible();
  });

  test('a broken link is read as the default view', async () => {
    const server = dashboardServer();
    openApp('/cf-dashboard?period=fortnight&from=yesterday&surveyId=7');
    await screen.findByText('IC 95%: 14 a 44');
    expect(server.calls.find((call) => call.route === 'GET /dashboard')?.query).toEqual({
      from: '2026-10-22',
      to: '2026-11-20',
    });
  });
});

test('a new answer appears within two seconds, and its comment with it', async () => {
  const server = dashboardServer();
  openApp('/cf-dashboard');
  await screen.findByText('100 respostas');
  server
    .on(getDashboard)(() => ({ ...numbers, score: { ...golden, n: 101 }, comments: 2 }))
    .on(listComments)(() => ({ data: [{ ...comment, comment: 'Acabei de responder.' }] }));
  expect(await screen.findByText('101 respostas', {}, { timeout: 2_000 })).toBeVisible();
  expect(await screen.findByText('Acabei de responder.')).toBeVisible();
});

describe('a unit that nobody has answered yet', () => {
  test('shows the first steps, done ones ticked', async () => {
    const server = dashboardServer('own', unanswered)
      .on(listContacts)(() => ({ data: [], total: 0 }))
      .on(listQueues)(() => ({ data: [], total: 0 }));
    openApp('/cf-dashboard');
    const steps = within(await card('Primeiros passos'));
    expect(
      steps.getAllByRole('listitem').map((item) => within(item).queryByRole('link')?.textContent ?? 'done'),
    ).toEqual(['done', 'Importar contatos', 'Novo envio']);
    expect(steps.getByRole('link', { name: 'Importar contatos' })).toHaveAttribute('href', '/importer/contacts');
    expect(screen.queryByRole('region', { name: 'NPS' })).toBeNull();
    expect(server.calls.some(({ route, query }) => route === 'GET /surveys' && query['status'] === 'active')).toBe(
      true,
    );
  });

  test.each([
    ['no survey leads to the templates', 0, 'Criar pesquisa', '/customer-feedback/create-survey/new'],
    ['a draft is no survey that can be sent', 1, 'Publicar pesquisa', '/customer-feedback'],
  ])('%s', async (_name, drafts, action, href) => {
    dashboardServer('own', unanswered)
      .on(listSurveys)(({ query }) => ({ data: [], total: query.status === 'active' ? 0 : drafts }))
      .on(listContacts)(() => ({ data: [], total: 0 }))
      .on(listQueues)(() => ({ data: [], total: 0 }));
    openApp('/cf-dashboard');
    const steps = within(await card('Primeiros passos'));
    expect(steps.queryByText('Feito')).toBeNull();
    expect(steps.getByText('Criar e publicar pesquisa')).toBeVisible();
    expect(steps.getByRole('link', { name: action })).toHaveAttribute('href', href);
    expect(steps.queryByRole('link', { name: 'Novo envio' })).toBeNull();
  });

  test('asks nothing of who may not take the steps', async () => {
    const server = dashboardServer('readonly', unanswered);
    openApp('/cf-dashboard');
    await card('NPS');
    await screen.findByText('Nenhuma resposta no período', { selector: 'p' });
    expect(screen.queryByRole('region', { name: 'Primeiros passos' })).toBeNull();
    expect(server.count(listContacts)).toBe(0);
  });
});

test('the numbers belong to the company and unit of the session', async () => {
  const server = dashboardServer();
  localStorage.setItem('business', unitId);
  openApp('/cf-dashboard');
  await screen.findByText('IC 95%: 14 a 44');
  const headers = server.calls.find((call) => call.route === 'GET /dashboard')?.headers;
  expect([headers?.get('x-empresa-id'), headers?.get('x-business-id')]).toEqual([companyId, unitId]);
});

describe('the responses behind a number', () => {
  const days = (from: string, to: string) => ({ from, to });
  const link = (name: string) => screen.getByRole('link', { name });

  /** What the address of a link asks the list for. */
  function asked(anchor: HTMLElement): Record<string, string> {
    const { pathname, searchParams } = new URL((anchor as HTMLAnchorElement).href);
    expect(pathname).toBe('/customer-feedback/responses');
    return Object.fromEntries(searchParams);
  }

  test('every number but the rate of responses opens the responses of its survey, period and metric', async () => {
    dashboardServer();
    const surveyId = survey._id;
    const { user, router } = openApp(`/cf-dashboard?period=custom&from=2026-11-01&to=2026-11-20&surveyId=${surveyId}`);
    const shown = { ...days('2026-11-01', '2026-11-20'), surveyId, metric: 'nps' };
    expect(asked(await screen.findByRole('link', { name: '100 respostas' }))).toEqual({ ...shown, score: 'with' });
    expect(asked(link('50 respostas'))).toEqual({ ...shown, group: 'top' });
    expect(asked(link('30 respostas'))).toEqual({ ...shown, group: 'middle' });
    expect(asked(link('20 respostas'))).toEqual({ ...shown, group: 'bottom' });
    const answered = numbers.distribution.flatMap((count, score) => (count > 0 ? [String(score)] : []));
    expect(screen.getAllByRole('link', { name: /^Nota \d+: \d+ resposta/ }).map(asked)).toEqual(
      answered.map((score) => ({ ...shown, scoreMin: score, scoreMax: score })),
    );
    expect(link('Nota 9: 20 respostas')).toBeVisible();
    expect(asked(link('Ver 1 comentário'))).toEqual({ ...shown, comment: 'with' });

    const slider = await screen.findByRole('slider', { name: 'Percorrer a tendência com as setas' });
    slider.focus();
    await user.keyboard('{Enter}');
    const lastPoint = { ...shown, score: 'with', ...days('2026-11-20', '2026-11-20') };
    await waitFor(() => expect(router.state.location.pathname).toBe('/customer-feedback/responses'));
    expect(router.state.location.search).toEqual(lastPoint);
  });

  test('a comment opens its own response, in the list of those with one', async () => {
    dashboardServer();
    openApp('/cf-dashboard?period=custom&from=2026-11-01&to=2026-11-20');
    const comments = within(await card('Últimos comentários'));
    expect(asked(await comments.findByRole('link', { name: /Promotor/ }))).toEqual({
      ...days('2026-11-01', '2026-11-20'),
      metric: 'nps',
      comment: 'with',
      response: comment._id,
    });
  });

  test('the table of the trend links each span and each of its groups', async () => {
    dashboardServer();
    const { user } = openApp('/cf-dashboard?period=custom&from=2026-11-01&to=2026-11-20');
    await user.click(await screen.findByRole('button', { name: 'Ver tabela' }));
    const table = within(await screen.findByRole('table'));
    expect(asked(table.getByRole('link', { name: '5' }))).toEqual({
      ...days('2026-11-20', '2026-11-20'),
      metric: 'nps',
      score: 'with',
    });
    const groups = table.getAllByRole('row')[1]!.querySelectorAll('td:nth-last-child(-n + 4) a');
    expect([...groups].map((group) => asked(group as HTMLElement)['group'])).toEqual(['top', 'middle', 'bottom']);
    expect(asked(groups[2] as HTMLElement)).toEqual({
      ...days('2026-11-20', '2026-11-20'),
      metric: 'nps',
      group: 'bottom',
    });
  });

  test.each(['notesonly', 'dashonly', 'agent'] as const)('opens for nobody who is %s', async (role) => {
    dashboardServer(role);
    openApp('/cf-dashboard');
    expect(await screen.findByText('100 respostas')).toBeVisible();
    expect(screen.queryByRole('link', { name: /resposta/ })).toBeNull();
  });
});
