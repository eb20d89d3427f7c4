import { getMe } from '@escuta/contract/access';
import { listAdminBusinesses, listAdminCompanies } from '@escuta/contract/admin';
import { getAnalytics } from '@escuta/contract/analytics';
import { getFinances } from '@escuta/contract/billing';
import type { Finances } from '@escuta/contract/billing';
import { CompanyId, ResponseId, SurveyId } from '@escuta/contract/ids';
import { getInsights } from '@escuta/contract/insights';
import { listTicketCases } from '@escuta/contract/tickets';
import type { Role } from '@escuta/contract/access-policy';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { getCompany } from '@escuta/contract/companies';
import { FakeServer } from '#web/testing/fake-server.ts';
import { showOnPhone } from '#web/testing/phone.ts';
import { companyId, openApp, signedInServer, testUnit, testUser } from '#web/testing/render-app.tsx';

const month = { from: '2026-10-25', to: '2026-11-23' };
const pageTitle = (name: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1, name })).toBeVisible());
/** The number under a name, among those that stand large. */
const figure = (name: string) => screen.getByText(name).parentElement!;

describe('each area says what the database holds', () => {
  test('[TOPBAR-01] analytics: numbers that open their responses', async () => {
    signedInServer().on(getAnalytics)(() => ({
      ...month,
      responses: { total: 10_000, totalIsAtLeast: true },
      scored: { total: 1_409 },
      commented: { total: 146 },
    }));
    openApp('/cf-analytics');
    await pageTitle('Análises');
    expect(within(screen.getByRole('banner')).getByText('Análises')).toBeVisible();
    expect(await screen.findByRole('link', { name: '10.000+' })).toHaveAttribute(
      'href',
      '/customer-feedback/responses?from=2026-10-25&to=2026-11-23',
    );
    expect(within(figure('Com nota')).getByRole('link', { name: '1.409' })).toBeVisible();
    expect(within(figure('Com comentário')).getByRole('link').getAttribute('href')).toMatch(/comment=with/);
  });

  test('[PERMS-18] notesonly sees the numbers of analytics, and no way to the responses behind them', async () => {
    const some = { total: 7 };
    signedInServer('notesonly').on(getAnalytics)(() => ({ ...month, responses: some, scored: some, commented: some }));
    openApp('/cf-analytics');
    await waitFor(() => expect(screen.getAllByText('7')).toHaveLength(3));
    expect(within(screen.getByRole('main')).queryByRole('link')).toBeNull();
  });

  test('analytics: says so where nobody answered, and where the numbers cannot be had', async () => {
    const none = { total: 0 };
    const server = signedInServer().on(getAnalytics)(() => ({
      ...month,
      responses: none,
      scored: none,
      commented: none,
    }));
    openApp('/cf-analytics');
    expect(await screen.findByText('Nenhuma resposta nos últimos 30 dias')).toBeVisible();
    server.refuse(getAnalytics, 'FORBIDDEN');
    openApp('/cf-analytics');
    expect(await screen.findByRole('alert')).toBeVisible();
  });

  test('[TOPBAR-01] insights: the comments there are', async () => {
    signedInServer('own', { cf_attributes: { cf_surveys: true, cf_ai: true } }).on(getInsights)(() => ({
      ...month,
      comments: { total: 1_553 },
      lastThirtyDays: { total: 146 },
    }));
    openApp('/insights');
    await pageTitle('Insights');
    const all = await screen.findByRole('link', { name: '1.553' });
    expect(all).toHaveAttribute('href', '/customer-feedback/responses?comment=with');
  });

  test('[TOPBAR-01] tickets: the low scores, without a link for who may not read responses', async () => {
    signedInServer('agent')
      .on(getMe)(() => ({ ...testUser('agent'), ticketing_role: 'agent' }))
      .on(getCompany)(() => ({
        _id: companyId,
        nome: 'Aurora',
        isTrial: false,
        trial_expiration_date: null,
        logo: null,
        general_attributes: { allow_beta: false, allow_ticketing: true },
        language: 'pt',
      }))
      .on(listTicketCases)(() => ({
      data: [
        {
          _id: ResponseId.parse('019a9f3e-0000-7000-8000-000000000301'),
          survey: { _id: SurveyId.parse('019a9f3e-0000-7000-8000-000000000302'), title: 'Hospedagem' },
          metric: 'nps',
          score: 3,
          score_group: 'bottom',
          comment: null,
          comment_hidden: true,
          channel: 'email',
          answered_at: '2026-11-21T13:14:00.000Z',
        },
      ],
      total: 1,
    }));
    openApp('/ticketing');
    await pageTitle('Tickets');
    const row = within((await screen.findByText('Hospedagem')).closest('tr')!);
    expect(row.getByText('21 nov 2026, 10:14')).toBeVisible();
    expect(row.getByText('Resposta sensível')).toBeVisible();
    expect(row.queryByRole('link')).toBeNull();
  });

  test('[TOPBAR-01] reputation and reviews: that no site is connected, or that reviews are off', async () => {
    signedInServer('own', { reviews_enabled: true });
    const { user, router, unmount } = openApp('/reputation-management');
    await pageTitle('Gestão de reputação');
    expect(await screen.findByText('Nenhum site de avaliação está conectado a Aurora Paulista.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Avaliações' }));
    await pageTitle('Avaliações');
    expect(router.state.location.pathname).toBe('/reviews');
    const menu = within(screen.getByRole('navigation', { name: 'Menu principal' }));
    expect(menu.getByRole('link', { current: 'page' })).toHaveTextContent('Gestão de reputação');
    unmount();
    signedInServer('own', { reviews_enabled: false });
    openApp('/reviews');
    expect(await screen.findByText('Avaliações desligadas')).toBeVisible();
  });

  test.each([
    ['/partners', 'Integrações', 'Nenhuma integração conectada'],
    ['/partners/api', 'Tokens da API', 'Nenhum token'],
    ['/partners/webhook', 'Webhooks', 'Nenhum webhook'],
    ['/partners/webhook/1', 'Não encontramos o que você procura', 'Ir para Webhooks'],
  ])('[TOPBAR-01] %s: %s', async (path, title, empty) => {
    signedInServer();
    openApp(path);
    await pageTitle(title);
    expect(await screen.findByText(empty)).toBeVisible();
  });
});

describe('[ROUTE-18] the finances', () => {
  const usage = { ...month, units: 2, responses: 524, messages: [{ channel: 'email', sent: 1_688 }] } as const;
  const finances: Finances = {
    plan: { isTrial: true, trial_expiration_date: '2026-12-01T12:00:00.000Z' },
    usage: { ...usage, messages: [...usage.messages] },
    account: { users: 8, pendingPayment: true },
  };

  test('[TOPBAR-01] say plan, usage and account', async () => {
    signedInServer().on(getFinances)(() => finances);
    openApp('/settings/finances');
    await pageTitle('Financeiro');
    expect(await screen.findByText('até 1 dez 2026, 09:00')).toBeVisible();
    expect(within(figure('E-mails enviados')).getByText('1.688')).toBeVisible();
    expect(within(figure('Usuários ativos')).getByText('8')).toBeVisible();
    expect(screen.getByText('Pendente')).toBeVisible();
  });

  test('[PERMS-18] say no account to who manages no money', async () => {
    signedInServer('readonly').on(getFinances)(() => ({ ...finances, account: null }));
    openApp('/settings/finances');
    await screen.findByText('Período de teste');
    expect(screen.queryByText('Usuários ativos')).toBeNull();
  });
});

describe('the settings', () => {
  const sections = async () => within(await screen.findByRole('list', { name: 'Configurações' })).getAllByRole('link');

  test('[TOPBAR-01] lead to their sections, which a search finds without its accents', async () => {
    signedInServer();
    const { user } = openApp('/settings');
    await pageTitle('Configurações');
    expect((await sections()).map((link) => link.getAttribute('href'))).toContain('/settings/finances');
    await user.type(screen.getByRole('searchbox', { name: 'Buscar configuração' }), 'periodo');
    await waitFor(async () => expect(await sections()).toHaveLength(1));
    await user.type(screen.getByRole('searchbox'), ' nowhere');
    expect(await screen.findByText('NENHUM RESULTADO ENCONTRADO')).toBeVisible();
  });

  test.each(['pdv', 'readonly', 'notesonly'] as const satisfies Role[])(
    '[PERMS-18] offer %s no section that is refused',
    async (role) => {
      signedInServer(role);
      const { router } = openApp('/settings');
      await pageTitle('Configurações');
      const targets = (await sections()).map((link) => link.getAttribute('href')!);
      expect(targets.length).toBeGreaterThan(0);
      for (const target of targets) {
        await router.navigate({ to: target });
        expect(router.state.location.pathname).toBe(target);
      }
    },
  );
});

describe('the internal admin', () => {
  const company = {
    _id: CompanyId.parse('019a9f3e-0000-7000-8000-000000000401'),
    nome: 'Horizonte Varejo',
    status: 'trial' as const,
    trial_expiration_date: '2026-12-01T12:00:00.000Z',
    created_at: '2026-01-02T12:00:00.000Z',
  };

  test('[ROUTE-22, TOPBAR-01] lists companies with their status, and asks for what is searched', async () => {
    const server = signedInServer('acmng').on(listAdminCompanies)(() => ({ data: [company], total: 1 }));
    const { user } = openApp('/admin');
    await pageTitle('Admin Interna');
    const row = within((await screen.findByText('Horizonte Varejo')).closest('tr')!);
    expect(row.getByText('Em teste')).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'hor');
    await waitFor(() =>
      expect(server.asked(listAdminCompanies).at(-1)?.query).toMatchObject({ search: 'hor', page: '1' }),
    );
  });

  test('says on a phone which day of a company is which', async () => {
    showOnPhone();
    signedInServer('acmng').on(listAdminCompanies)(() => ({ data: [company], total: 1 }));
    openApp('/admin');
    const card = (await screen.findByText('Horizonte Varejo')).closest('li');
    expect(card).toHaveTextContent(/Fim do teste\s*1 dez 2026, 09:00\s*Criada em\s*2 jan 2026, 09:00/);
  });

  test('[ROUTE-23, TOPBAR-01] shows the units of a company and what each has switched on', async () => {
    signedInServer('acmng').on(listAdminBusinesses)(() => ({
      company,
      data: [testUnit({ nome: 'Loja Centro', reviews_enabled: true })],
    }));
    openApp(`/admin/empresas/${company._id}/businesses`);
    await pageTitle('Horizonte Varejo');
    const row = within((await screen.findByText('Loja Centro')).closest('tr')!);
    expect(row.getAllByText('Sim')).toHaveLength(4);
    expect(row.getAllByText('Não')).toHaveLength(1);
  });

  test('says so where there is no such company', async () => {
    signedInServer('acmng').refuse(listAdminBusinesses, 'NOT_FOUND');
    openApp(`/admin/empresas/${company._id}/businesses`);
    const title = { level: 1, name: 'Não encontramos o que você procura' };
    await waitFor(() => expect(screen.getByRole('heading', title)).toBeVisible());
  });
});

test('[ROUTE-06] the address of public dashboards opens without a session, and says that it needs a link', async () => {
  localStorage.clear();
  new FakeServer();
  const { router } = openApp('/cf-dashboard/public');
  await pageTitle('Este dashboard só abre pelo link completo');
  expect(router.state.location.pathname).toBe('/cf-dashboard/public');
});
