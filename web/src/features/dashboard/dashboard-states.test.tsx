import { getDashboard } from '@escuta/contract/analytics';
import type { Dashboard, Score } from '@escuta/contract/analytics';
import { listContacts } from '@escuta/contract/contacts';
import { listSurveys } from '@escuta/contract/surveys';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  card,
  dashboardServer,
  few,
  golden,
  noScore,
  numbers,
  survey,
  unanswered,
} from '#web/testing/dashboard-server.ts';
import { openApp } from '#web/testing/render-app.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T17:02:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const hidden: Score = { ...noScore, n: 3, sample: 'hidden' };
/** The earlier answers are of another period, so that the first steps are done. */
const silent: Dashboard = { ...unanswered, comparison: { ...unanswered.comparison, previous: golden } };

describe('a period without answers', () => {
  test('is said once, without a number that is none', async () => {
    dashboardServer('own', silent);
    openApp('/cf-dashboard');
    expect(await screen.findByText('Nenhuma resposta no período')).toBeVisible();
    expect(screen.queryByText('—')).toBeNull();
    expect(within(screen.getByRole('main')).getAllByRole('region')).toEqual([await card('NPS')]);
    expect(screen.queryByRole('link', { name: 'Enviar esta pesquisa' })).toBeNull();
  });

  test('keeps the response rate of what was sent', async () => {
    dashboardServer('own', { ...silent, responseRate: { sent: 40, delivered: 40, responded: 0, value: 0 } });
    openApp('/cf-dashboard');
    expect(await screen.findByText('0 de 40 entregues')).toBeVisible();
  });

  test('of a published survey offers to send it, to who may', async () => {
    dashboardServer('own', silent);
    openApp(`/cf-dashboard?surveyId=${survey._id}`);
    const send = await screen.findByRole('link', { name: 'Enviar esta pesquisa' });
    expect(send).toHaveAttribute('href', `/sends/new?surveyId=${survey._id}`);
  });

  test('of one survey names it, and offers all of them', async () => {
    const server = dashboardServer('own', silent);
    const { user, router } = openApp(`/cf-dashboard?surveyId=${survey._id}&period=7d`);
    expect(await screen.findByText(/^O filtro mostra só a pesquisa “Pós-estadia”\./)).toBeVisible();
    const nps = within(await card('NPS'));
    server.on(getDashboard)(() => numbers);
    await user.click(nps.getByRole('button', { name: 'Ver todas as pesquisas' }));
    expect(await screen.findByText('IC 95%: 14 a 44')).toBeVisible();
    expect(router.state.location.search).toEqual({ period: '7d' });
  });

  test('of a survey that cannot be named still says that there is a filter', async () => {
    dashboardServer('dashonly', silent);
    openApp(`/cf-dashboard?surveyId=${survey._id}`);
    expect(await screen.findByText(/^O filtro mostra só uma pesquisa\./)).toBeVisible();
    expect(within(await card('NPS')).getByRole('button', { name: 'Ver todas as pesquisas' })).toBeVisible();
  });

  test('offers it to nobody else', async () => {
    dashboardServer('readonly', silent);
    openApp(`/cf-dashboard?surveyId=${survey._id}`);
    expect(await screen.findByText('Nenhuma resposta no período')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Enviar esta pesquisa' })).toBeNull();
  });

  describe('of a draft', () => {
    function openDraft(role: 'own' | 'readonly') {
      dashboardServer(role, silent).on(listSurveys)(() => ({ data: [{ ...survey, status: 'draft' }], total: 1 }));
      openApp(`/cf-dashboard?surveyId=${survey._id}`);
    }

    test('says that it cannot have been sent, and leads to its editor', async () => {
      openDraft('own');
      expect(await screen.findByText('Esta pesquisa ainda não foi enviada')).toBeVisible();
      const publish = screen.getByRole('link', { name: 'Publicar pesquisa' });
      expect(publish).toHaveAttribute('href', `/customer-feedback/create-survey/${survey._id}`);
      expect(screen.queryByText(/período maior/)).toBeNull();
    });

    test('leads nobody there who may not publish it', async () => {
      openDraft('readonly');
      expect(await screen.findByText('Esta pesquisa ainda não foi enviada')).toBeVisible();
      expect(screen.queryByRole('link', { name: 'Publicar pesquisa' })).toBeNull();
    });
  });
});

test('a unit that nobody has answered yet shows no empty period before its first steps', async () => {
  const contacts = Promise.withResolvers<void>();
  const server = dashboardServer('own', unanswered);
  server.on(listContacts)(async () => {
    await contacts.promise;
    return { data: [], total: 0 };
  });
  openApp('/cf-dashboard');
  await waitFor(() => expect(server.count(listContacts)).toBe(1));
  expect(await card('Métrica')).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByText('Nenhuma resposta no período')).toBeNull();
  contacts.resolve();
  expect(await card('Primeiros passos')).toBeVisible();
});

describe('the choice of a metric', () => {
  const choice = () => screen.findByRole('radiogroup', { name: 'Métrica' });
  const names = (group: HTMLElement) =>
    within(group)
      .getAllByRole('radio')
      .map((radio) => radio.getAttribute('value'));

  test('stays where a metric fails, with what the unit measures', async () => {
    const server = dashboardServer('own', { ...numbers, metrics: ['nps', 'csat'] });
    const { user } = openApp('/cf-dashboard');
    await user.click(within(await choice()).getByRole('radio', { name: 'NPS' }));
    server.refuse(getDashboard, 'FORBIDDEN');
    await user.click(within(await choice()).getByRole('radio', { name: 'CSAT' }));
    const failed = within(await card('Números do período'));
    expect(names(failed.getByRole('radiogroup'))).toEqual(['nps', 'csat']);
    server.on(getDashboard)(() => numbers);
    await user.click(failed.getByRole('radio', { name: 'NPS' }));
    expect(await screen.findByText('IC 95%: 14 a 44')).toBeVisible();
  });

  test('is there where an address names one that fails', async () => {
    dashboardServer().refuse(getDashboard, 'FORBIDDEN');
    openApp('/cf-dashboard?metric=csat');
    expect(within(await card('Números do período')).getByRole('radio', { name: 'CSAT' })).toBeChecked();
    expect(names(await choice())).toEqual(['nps', 'csat', 'ces']);
  });

  test.each([
    ['quickly', false, '120ms'],
    ['at once for who wants no motion', true, '0ms'],
  ])('moves %s', async (_how, isStill, duration) => {
    const ask = window.matchMedia;
    window.matchMedia = (query) => ({ ...ask(query), matches: isStill && query.includes('prefers-reduced-motion') });
    dashboardServer('own', { ...numbers, metrics: ['nps', 'csat'] });
    openApp('/cf-dashboard');
    const group = await choice();
    const mark = await waitFor(() => {
      const found = group.querySelector<HTMLElement>('.mantine-SegmentedControl-indicator');
      expect(found).not.toBeNull();
      return found!;
    });
    const value = mark.style.getPropertyValue('--transition-duration');
    const common = group.style.getPropertyValue('--sc-transition-duration');
    expect(value.replace('var(--sc-transition-duration)', common)).toBe(duration);
  });
});

describe('the trend', () => {
  const trendOf = (step: Dashboard['trend']['step'], ...scores: Score[]): Dashboard => ({
    ...numbers,
    trend: {
      step,
      points: scores.map((score, at) => ({ start: `2026-11-0${at + 2}`, end: `2026-11-0${at + 2}`, score })),
    },
  });

  test('is told by its points of enough answers', async () => {
    const best: Score = { ...golden, value: 62 };
    dashboardServer('own', trendOf('day', few, golden, best, { ...few, value: 100 }));
    openApp('/cf-dashboard');
    const summary = await within(await card('Tendência do NPS')).findByText(/^Períodos com amostra suficiente: 2\./);
    expect(summary).toHaveTextContent(
      'Entre eles, o NPS começa em 30 (3 nov 2026) e termina em 62 (4 nov 2026); o menor foi 30 (3 nov 2026) e o maior, 62 (4 nov 2026). Em outros 2 períodos, a amostra é pequena.',
    );
  });

  test('is told by its one point of enough answers', async () => {
    dashboardServer('own', trendOf('day', few, golden));
    openApp('/cf-dashboard');
    const summary =
      'O NPS foi 30 no único período com amostra suficiente (3 nov 2026). Em 1 outro período, a amostra é pequena.';
    expect(await within(await card('Tendência do NPS')).findByText(summary)).toBeInTheDocument();
  });

  test('has no figure of a point that is hidden but how many answered', async () => {
    dashboardServer('notesonly', trendOf('day', golden, hidden));
    const { user } = openApp('/cf-dashboard');
    const trend = within(await card('Tendência do NPS'));
    await user.click(await trend.findByRole('button', { name: 'Ver tabela' }));
    const [, shown] = await trend.findAllByRole('row');
    const cells = within(shown!).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      '3 nov 2026',
      '—',
      '—',
      '3',
      '—',
      '—',
      '—',
      'amostra pequena',
    ]);
  });

  test.each([
    ['names the score of its last point', { ...golden, value: 62 }, true],
    ['names no score of a last point of few answers', { ...few, value: 77 }, false],
  ] as const)('%s', async (_what, lastScore, isNamed) => {
    dashboardServer('own', trendOf('day', golden, lastScore));
    openApp('/cf-dashboard');
    const slider = await within(await card('Tendência do NPS')).findByRole('slider');
    const drawn = [...slider.closest('section')!.querySelectorAll('svg text')].map(({ textContent }) => textContent);
    expect(drawn.length).toBeGreaterThan(4);
    expect(drawn.includes(`${lastScore.value}`)).toBe(isNamed);
  });

  test('says so where no point has enough', async () => {
    dashboardServer('own', trendOf('day', few, noScore, { ...few, value: 100 }));
    openApp('/cf-dashboard');
    const summary = await within(await card('Tendência do NPS')).findByText(/^Períodos com resposta: 2\./);
    expect(summary).toHaveTextContent(/começa em 40 .* termina em 100 .*A amostra é pequena em todos\.$/);
  });

  const leftOut =
    'Para que ninguém seja identificado, seu acesso não inclui todas as respostas: os números podem diferir dos de colegas, e a tendência, do NPS do período.';

  test('says to who may not identify people that some answers are kept from them', async () => {
    dashboardServer('notesonly', trendOf('day', golden, noScore));
    openApp('/cf-dashboard');
    expect(await screen.findByText(leftOut)).toBeVisible();
  });

  test('says nothing of it to who may', async () => {
    dashboardServer('own', trendOf('day', golden, hidden));
    openApp('/cf-dashboard');
    await within(await card('Tendência do NPS')).findByRole('slider');
    expect(screen.queryByText(leftOut)).toBeNull();
  });

  test('explains the marks that are drawn, and no line between points that stand alone', async () => {
    dashboardServer('own', trendOf('day', golden, noScore));
    openApp('/cf-dashboard');
    const trend = within(await card('Tendência do NPS'));
    const entry = await trend.findByText('NPS');
    expect(entry.querySelector('[data-mark]')).toHaveAttribute('data-mark', 'dot');
  });

  test('names the metric and the weekday of the point that is looked at', async () => {
    dashboardServer('own', trendOf('day', golden, golden));
    openApp('/cf-dashboard');
    const trend = within(await card('Tendência do NPS'));
    (await trend.findByRole('slider')).focus();
    expect(await trend.findByText('ter, 3 nov 2026')).toBeVisible();
    expect(trend.getByText('NPS 30')).toBeVisible();
  });

  test('is covered by none of that', async () => {
    dashboardServer('own', trendOf('day', golden, golden));
    openApp('/cf-dashboard');
    const trend = within(await card('Tendência do NPS'));
    const slider = await trend.findByRole('slider');
    slider.focus();
    const plot = slider.parentElement!;
    expect(plot).not.toContainElement(await trend.findByText('ter, 3 nov 2026'));
    expect(plot).not.toContainElement(trend.getByText('NPS 30'));
  });

  test('has one name, and its table another', async () => {
    dashboardServer();
    const { user } = openApp('/cf-dashboard');
    const trend = within(await card('Tendência do NPS'));
    await user.click(await trend.findByRole('button', { name: 'Ver tabela' }));
    expect(await trend.findByRole('region', { name: 'Tabela da tendência do NPS' })).toBeVisible();
    expect(screen.getAllByRole('region', { name: 'Tendência do NPS' })).toHaveLength(1);
  });
});

test('each group has its sign on the bar, in the words and under its scores', async () => {
  dashboardServer();
  openApp('/cf-dashboard');
  const distribution = within(await card('Distribuição'));
  await distribution.findByText('Nota 9: 20 respostas');
  for (const sign of ['▲', '■', '▼']) expect(distribution.getAllByText(sign)).toHaveLength(3);
});
