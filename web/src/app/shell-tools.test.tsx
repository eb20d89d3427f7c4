import { getDashboard, listComments } from '@escuta/contract/analytics';
import { openPaymentPortal } from '@escuta/contract/billing';
import { getMe, signOut } from '@escuta/contract/access';
import { getCompany, listMyBusinesses } from '@escuta/contract/companies';
import type { Company } from '@escuta/contract/companies';
import { getEnvironment } from '@escuta/contract/environment';
import { BusinessUnitId, ExportId, ImportId, NotificationId, SystemNoticeId } from '@escuta/contract/ids';
import { getImport, listImports } from '@escuta/contract/imports';
import { getInsights } from '@escuta/contract/insights';
import { listNotifications, readAllNotifications, readNotification } from '@escuta/contract/notifications';
import type { Notification } from '@escuta/contract/notifications';
import { openShortLinks } from '@escuta/contract/short-links';
import { listSurveys } from '@escuta/contract/surveys';
import { listSystemNotices } from '@escuta/contract/system-notices';
import { listTicketCases } from '@escuta/contract/tickets';
import { roles } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { onInterruption } from '#web/lib/call.ts';
import { trialDaysLeft } from '#web/app/trial-days.ts';
import type { FakeServer } from '#web/testing/fake-server.ts';
import { anImport } from '#web/testing/import-samples.ts';
import { showOnPhone } from '#web/testing/phone.ts';
import {
  companyId,
  openApp,
  otherUnitId,
  signedInServer,
  testEnvironment,
  testUnit,
  testUser,
  unitId,
} from '#web/testing/render-app.tsx';

vi.setConfig({ testTimeout: 30_000 });
afterEach(() => void vi.useRealTimers());
const company: Company = {
  _id: companyId,
  nome: 'Aurora',
  isTrial: false,
  trial_expiration_date: null,
  logo: null,
  general_attributes: { allow_beta: false, allow_ticketing: false },
  language: 'pt',
};

async function open(server: FakeServer) {
  server.refuse(getDashboard, 'FORBIDDEN').refuse(listComments, 'FORBIDDEN').on(listSurveys)(() => ({
    data: [],
    total: 0,
  }));
  const app = openApp('/cf-dashboard');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  // What comes once the shell is drawn has come.
  await screen.findByRole('button', { name: /^Avisos do sistema/ });
  return app;
}

/** A popover has no place to stand here: its content is there and counts as hidden. */
const expectSeen = async (text: string | RegExp) => expect(await screen.findByText(text)).toBeInTheDocument();

const bar = () => within(screen.getByRole('banner'));

describe('the top bar', () => {
  test('[TOPBAR-01, TOPBAR-05] shows the title of the page and the name of the user', async () => {
    const { router } = await open(signedInServer().on(listImports)(() => ({ data: [], total: 0 })));
    expect(bar().getByText('Dashboard')).toBeVisible();
    expect(bar().getByText('Ana Souza')).toBeInTheDocument();
    await router.navigate({ to: '/imports' });
    await waitFor(() => expect(bar().getByText('Importações')).toBeVisible());
    expect(bar().queryByText('Dashboard')).toBeNull();
  });

  test('[TOPBAR-02] offers a tutorial on the insights, ticketing and answer-importer pages, and on no other', async () => {
    const all = signedInServer('own', { cf_attributes: { cf_surveys: true, cf_ai: true } })
      .on(getMe)(() => ({ ...testUser(), ticketing_role: 'adm' }))
      .on(getCompany)(() => ({ ...company, general_attributes: { allow_beta: false, allow_ticketing: true } }))
      .refuse(getInsights, 'FORBIDDEN')
      .refuse(listTicketCases, 'FORBIDDEN');
    const { router, user } = await open(all);
    const tutorials = {
      '/insights': 'Tutorial: Insights',
      '/ticketing': 'Tutorial: Tickets',
      '/importer/answers': 'Tutorial: Importar respostas',
    };
    const withTutorial = Object.values(router.routesByPath).filter(({ options }) => options.staticData?.tutorialKey);
    expect(withTutorial.map(({ fullPath }) => fullPath).toSorted()).toEqual(Object.keys(tutorials).toSorted());
    const button = () => bar().queryByRole('button', { name: 'Tutorial desta página' });
    expect(button()).toBeNull();
    for (const [path, name] of Object.entries(tutorials)) {
      await router.navigate({ to: path });
      await waitFor(() => expect(button()).not.toBeNull());
      await user.click(button()!);
      const panel = within(await screen.findByRole('dialog', { name }));
      expect(panel.getAllByRole('listitem').length).toBeGreaterThan(4);
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    await router.navigate({ to: '/cf-dashboard' });
    await waitFor(() => expect(button()).toBeNull());
  });

  test.each([
    [{ isTrial: true, trial_expiration_date: '2026-11-30T12:00:00.000Z' }, 'Teste grátis: faltam 7 dias'],
    [{ isTrial: true, trial_expiration_date: '2026-11-24T13:00:00.000Z' }, 'Teste grátis: falta 1 dia'],
    // A trial of fourteen days whose company has just come in by the last step of its sign-up.
    [{ isTrial: true, trial_expiration_date: '2026-12-07T11:59:50.000Z' }, 'Teste grátis: faltam 14 dias'],
    [{ isTrial: true, trial_expiration_date: '2026-11-24T11:00:00.000Z' }, 'Teste grátis: falta 1 dia'],
    [{ isTrial: true, trial_expiration_date: '2026-11-23T13:00:00.000Z' }, 'O teste grátis termina hoje'],
    [{ isTrial: true, trial_expiration_date: '2026-11-23T12:00:00.000Z' }, 'O teste grátis terminou'],
    [{ isTrial: false, trial_expiration_date: '2026-11-30T12:00:00.000Z' }, null],
    [{ isTrial: true, trial_expiration_date: null }, null],
  ])('[TOPBAR-03] %j shows the countdown %s', async (trial, text) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00.000Z') });
    await open(signedInServer().on(getCompany)(() => ({ ...company, ...trial })));
    expect(bar().queryByText(/teste grátis/i)?.textContent ?? null).toBe(text);
  });

  test('on a phone the countdown is as short as the bar, and says the rest to who cannot see it', async () => {
    showOnPhone();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00.000Z') });
    const trial = { isTrial: true, trial_expiration_date: '2026-11-30T12:00:00.000Z' };
    await open(signedInServer().on(getCompany)(() => ({ ...company, ...trial })));
    expect(bar().getByText('7 dias')).toHaveAttribute('aria-hidden', 'true');
    expect(bar().getByText('Teste grátis: faltam 7 dias')).toBeInTheDocument();
  });

  test('the last days of a trial stand on a ground of their own, in ink that can be read on it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00.000Z') });
    const trial = { isTrial: true, trial_expiration_date: '2026-11-25T13:00:00.000Z' };
    await open(signedInServer().on(getCompany)(() => ({ ...company, ...trial })));
    const badge = bar().getByTitle('Teste grátis: faltam 2 dias');
    expect(badge.style.background).toBe('var(--mantine-color-yellow-light)');
    expect(badge.style.color).toBe('var(--mantine-color-text)');
  });

  test('days of a trial: midnights of the zone, 0 on the day on which it ends, less once it is over', () => {
    const now = new Date('2026-11-23T12:00:00.000Z');
    const daysIn = (zone: string) =>
      ['2026-11-23T11:59:59.000Z', '2026-11-24T02:59:59.000Z', '2026-11-24T03:00:01.000Z'].map((end) =>
        trialDaysLeft(end, now, zone),
      );
    expect(daysIn('America/Sao_Paulo')).toEqual([-1, 0, 1]);
    expect(daysIn('UTC')).toEqual([-1, 1, 1]);
  });

  test('[TOPBAR-07, TOPBAR-08] the list of units is at most 245 px high, and the current one does nothing', async () => {
    const units = [testUnit(), testUnit({ _id: otherUnitId, nome: 'Aurora Praia' })];
    const server = signedInServer().on(listMyBusinesses)(() => ({ data: units }));
    const { user, router } = await open(server);
    await user.click(screen.getByRole('button', { name: /^Unidade: Aurora Paulista/ }));
    const current = await screen.findByRole('menuitem', { name: 'Aurora Paulista', hidden: true });
    const heights: string[] = [];
    for (let each: HTMLElement | null = current; each; each = each.parentElement) heights.push(each.style.maxHeight);
    expect(heights.join(' ')).toMatch(/15\.3125rem/);
    const asked = server.calls.length;
    const before = router.state.location.href;
    await user.click(current);
    expect(localStorage.getItem('business')).toBe(unitId);
    expect(router.state.location.href).toBe(before);
    expect(server.calls).toHaveLength(asked);
  });
});

describe('notices of the system', () => {
  const notice = {
    _id: SystemNoticeId.parse('019a9f3e-0000-7000-8000-0000000000c1'),
    severity: 'critical' as const,
    text: { pt: 'O envio por SMS está lento.', es: 'El envío por SMS está lento.', en: 'SMS is slow.' },
    from: '2026-11-23T10:00:00.000Z',
    until: '2026-11-24T10:00:00.000Z',
  };

  test('[TOPBAR-04] the alert says how many are new; opened they are read, also for the next page load', async () => {
    const server = () => signedInServer().on(listSystemNotices)(() => ({ data: [notice] }));
    const { user, unmount } = await open(server());
    await user.click(await screen.findByRole('button', { name: 'Avisos do sistema: 1 novo' }));
    await expectSeen('O envio por SMS está lento.');
    expect(screen.getByText('Crítico')).toBeInTheDocument();
    unmount();
    await open(server());
    expect(screen.getByRole('button', { name: 'Avisos do sistema' })).toBeVisible();
  });

  test('[TOPBAR-04] without any it says so', async () => {
    const { user } = await open(signedInServer('dashonly'));
    await user.click(screen.getByRole('button', { name: 'Avisos do sistema' }));
    await expectSeen('Nenhum aviso no momento. Tudo funcionando.');
  });
});

describe('the bell', () => {
  const told = (last: string, content: Partial<Notification['content']>, read = false) =>
    ({
      _id: NotificationId.parse(`019a9f3e-0000-7000-8000-0000000000${last}`),
      content: {
        kind: 'import_finished',
        importId: ImportId.parse('019a9f3e-0000-7000-8000-0000000000d1'),
        businessUnitId: BusinessUnitId.parse(otherUnitId),
        type: 'import_contacts',
        fileName: 'clientes.csv',
        imported: 1200,
        rejected: 0,
        ...content,
      },
      read,
      created_at: '2026-11-23T10:00:00.000Z',
    }) as Notification;

  function bellServer(list: Notification[], role: Role = 'own') {
    return signedInServer(role)
      .on(listMyBusinesses)(() => ({ data: [testUnit(), testUnit({ _id: otherUnitId, nome: 'Aurora Praia' })] }))
      .on(listImports)(() => ({ data: [], total: 0 }))
      .on(listNotifications)(() => ({ data: list, unread: list.filter(({ read }) => !read).length }))
      .on(readAllNotifications)(() => {
        list = list.map((each) => ({ ...each, read: true }));
        return { ok: true };
      })
      .on(readNotification)(({ params }) => {
      list = list.map((each) => ({ ...each, read: each.read || each._id === params['id'] }));
      return { ok: true };
    });
  }

  test.each(roles)('[TOPBAR-18, TOPBAR-19] is there for %s, unless they only see the dashboard', async (role) => {
    await open(signedInServer(role));
    expect(screen.queryAllByRole('button', { name: 'Notificações' })).toHaveLength(role === 'dashonly' ? 0 : 1);
  });

  test('counts what is unread, lists it in words, and marks all of it read', async () => {
    const { user } = await open(bellServer([told('e1', { rejected: 1 }), told('e2', { kind: 'import_failed' }, true)]));
    await user.click(await screen.findByRole('button', { name: 'Notificações: 1 não lida' }));
    await expectSeen('A importação de clientes.csv terminou: 1.200 contatos. 1 linha não entrou.');
    await expectSeen(/A importação de clientes\.csv não foi até o fim/);
    await user.click(screen.getByRole('button', { name: 'Marcar todas como lidas', hidden: true }));
    expect(await screen.findByRole('button', { name: 'Notificações' })).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Não lida:')).toBeNull());
  });

  test.each([
    ['import_contacts', 'A importação de clientes.csv terminou: nenhum contato.'],
    ['import_answers', 'A importação de clientes.csv terminou: nenhuma resposta.'],
  ] as const)('says of an import that nothing came: %s', async (type, sentence) => {
    const { user } = await open(bellServer([told('e1', { type, imported: 0 })]));
    await user.click(await screen.findByRole('button', { name: 'Notificações: 1 não lida' }));
    await expectSeen(sentence);
  });

  test.each([
    ['export_contacts', 1200, 'A exportação terminou: 1.200 contatos no arquivo.'],
    ['export_contacts', 0, 'A exportação terminou: nenhum contato no arquivo.'],
    ['export_multi_survey', 1200, 'A exportação terminou: 1.200 respostas no arquivo.'],
    ['export_multi_survey', 0, 'A exportação terminou: nenhuma resposta no arquivo.'],
    ['export_sends', 1200, 'A exportação terminou: 1.200 mensagens no arquivo.'],
    ['export_sends', 0, 'A exportação terminou: nenhuma mensagem no arquivo.'],
  ] as const)('says what the file of an export holds: %s, %i', async (type, exported, sentence) => {
    const exportId = ExportId.parse('019a9f3e-0000-7000-8000-0000000000f1');
    const { user } = await open(bellServer([told('e1', { kind: 'export_finished', exportId, type, exported })]));
    await user.click(await screen.findByRole('button', { name: 'Notificações: 1 não lida' }));
    await expectSeen(sentence);
  });

  test.each(['own', 'pdv'] as const)(
    'leads %s to the card of an import, in its unit, and marks that one read',
    async (role) => {
      const server = bellServer([told('e1', {}), told('e2', { kind: 'import_failed' })], role);
      server.on(getImport)(() => anImport(1));
      const { user, router } = await open(server);
      await user.click(await screen.findByRole('button', { name: 'Notificações: 2 não lidas' }));
      await user.click(await screen.findByText(/terminou: 1\.200 contatos/));
      await waitFor(() => expect(router.state.location.pathname).toBe('/importer/contacts'));
      expect(router.state.location.search).toEqual({ importId: '019a9f3e-0000-7000-8000-0000000000d1' });
      expect(localStorage.getItem('business')).toBe(otherUnitId);
      expect(server.asked(readNotification).map(({ params }) => params['id'])).toEqual([told('e1', {})._id]);
      expect(await screen.findByRole('button', { name: 'Notificações: 1 não lida' })).toBeVisible();
    },
  );

  test('leads to the card of an import of answers, and says that answers came', async () => {
    const server = bellServer([told('e1', { type: 'import_answers' })]);
    server.on(getImport)(() => anImport(1, { type: 'import_answers' }));
    const { user, router } = await open(server);
    await user.click(await screen.findByRole('button', { name: 'Notificações: 1 não lida' }));
    await user.click(await screen.findByText('A importação de clientes.csv terminou: 1.200 respostas.'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/importer/answers'));
  });

  test('says that it is quiet', async () => {
    const { user } = await open(bellServer([]));
    await user.click(screen.getByRole('button', { name: 'Notificações' }));
    await expectSeen('Tudo tranquilo por enquanto. Volte mais tarde.');
  });
});

describe('banners', () => {
  test('[SHELL-01] of a homologation environment there, and of none elsewhere', async () => {
    const { unmount } = await open(
      signedInServer().on(getEnvironment)(() => ({ ...testEnvironment, homologation: 'Homologação' })),
    );
    expect(await screen.findByText(/^Homologação: este é um ambiente de testes\./)).toBeVisible();
    unmount();
    await open(signedInServer());
    expect(screen.queryByText(/ambiente de testes/)).toBeNull();
  });

  test.each(['own', 'adm', 'ana', 'readonly'] as const)(
    '[SHELL-02, SHELL-03] a pending payment is told to %s, who cannot close it',
    async (role) => {
      await open(signedInServer(role, { pendingPayment: true }));
      expect(await screen.findByText(/^Há um pagamento pendente em Aurora Paulista\./)).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Fechar aviso de pagamento pendente' })).toBeNull();
    },
  );

  test('[SHELL-02, SHELL-03] an account manager closes it; without a pending payment there is none', async () => {
    const { user, unmount } = await open(signedInServer('acmng', { pendingPayment: true }));
    await user.click(await screen.findByRole('button', { name: 'Fechar aviso de pagamento pendente' }));
    expect(screen.queryByText(/pagamento pendente/)).toBeNull();
    unmount();
    sessionStorage.clear();
    await open(signedInServer('acmng'));
    expect(screen.queryByText(/pagamento pendente/)).toBeNull();
  });
});

test('[SHELL-03] a closed notice of payment gives the focus to the page, and stays closed for the tab and the unit', async () => {
  const banner = () => screen.queryByText(/pagamento pendente/);
  const { user, unmount } = await open(signedInServer('acmng', { pendingPayment: true }));
  await user.click(await screen.findByRole('button', { name: 'Fechar aviso de pagamento pendente' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toHaveFocus();
  unmount();
  const again = await open(signedInServer('acmng', { pendingPayment: true }));
  expect(banner()).toBeNull();
  again.unmount();
  await open(signedInServer('acmng', { _id: otherUnitId, pendingPayment: true }));
  expect(banner()).toBeVisible();
});

test('[PERMS-14, PERMS-18] who is narrowed to one value is told so on every page, and led to no finances', async () => {
  const narrowed_to = { internal_name: 'loja', label: 'Loja', value: 'Centro' };
  const server = () => signedInServer('pdv', { pendingPayment: true });
  const { unmount } = await open(server().on(getMe)(() => ({ ...testUser('pdv'), narrowed_to })));
  expect(await screen.findByText('Você vê só o que é de Loja: Centro.')).toBeVisible();
  expect(await screen.findByText(/^Há um pagamento pendente/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Ver financeiro' })).toBeNull();
  unmount();
  await open(server());
  expect(await screen.findByRole('link', { name: 'Ver financeiro' })).toBeVisible();
  expect(screen.queryByText(/^Você vê só/)).toBeNull();
});

describe('the portal of a pending payment', () => {
  const openPortal = async (server: FakeServer) => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => void vi.restoreAllMocks());
    const { user } = await open(server);
    await user.click(await screen.findByRole('button', { name: 'Abrir portal de pagamento' }));
    return { assign, logged };
  };

  test('[SHELL-02] who manages the finances goes there from the notice', async () => {
    const server = signedInServer('own', { pendingPayment: true }).on(openPaymentPortal)(() => ({
      url: 'https://pay.example/p/1',
    }));
    const { assign, logged } = await openPortal(server);
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/p/1'));
    expect(server.asked(openPaymentPortal).map(({ params }) => params['id'])).toEqual([unitId]);
    expect(logged).not.toHaveBeenCalled();
  });

  test.each([
    ['PAYMENT_PORTAL_NOT_CONFIGURED', 'own'],
    ['PAYMENT_PORTAL_AWAY', 'adm'],
    ['FORBIDDEN', 'acmng'],
  ] as const)('[CALL-12] a failure is only logged: %s', async (code, role) => {
    const server = signedInServer(role, { pendingPayment: true }).refuse(openPaymentPortal, code);
    const interrupted = vi.fn<() => void>();
    onTestFinished(onInterruption(interrupted));
    const { assign, logged } = await openPortal(server);
    await waitFor(() => expect(logged).toHaveBeenCalledWith('payment portal:', code));
    expect(interrupted).not.toHaveBeenCalled();
    expect(server.count(openPaymentPortal)).toBe(1);
    expect(assign).not.toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.querySelector('.mantine-Notification-root')).toBeNull();
    expect(screen.getByRole('button', { name: 'Abrir portal de pagamento' })).toBeEnabled();
  });

  test('[SHELL-02] nobody else is offered it', async () => {
    await open(signedInServer('ana', { pendingPayment: true }));
    expect(await screen.findByText(/pagamento pendente/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Abrir portal de pagamento' })).toBeNull();
  });
});

describe('the host of the short links', () => {
  const host = 'https://links.example/app/';
  /** A server of ours, and the other host beside it. */
  async function openBeside(answer: () => Promise<Response>) {
    const server = signedInServer()
      .on(getEnvironment)(() => ({ ...testEnvironment, short_links_url: host }))
      .on(openShortLinks)(() => ({ access_token: 'a.narrow.token', expires_at: '2026-11-23T12:01:00.000Z' }));
    const asked: Request[] = [];
    const ours = globalThis.fetch;
    globalThis.fetch = (address, given) => {
      if (typeof address !== 'string' || !address.startsWith('https://links.example')) return ours(address, given);
      asked.push(new Request(address, given));
      return answer();
    };
    const { user, queryClient } = await open(server);
    await user.click(screen.getByRole('button', { name: 'Menu de Ana Souza' }));
    const entry = () => screen.getByRole('menuitem', { name: 'Encurtador de links', hidden: true });
    await waitFor(() => expect(asked).toHaveLength(1));
    const isKnown = () => queryClient.getQueryCache().find({ queryKey: ['short links'], exact: false })?.state.status;
    return { asked, entry, isKnown };
  }

  test('[CALL-13] is asked with a token of its own, and nothing of the session, whether it lets one in', async () => {
    const { asked, entry } = await openBeside(() => Promise.resolve(Response.json({})));
    const [{ method, url, credentials, headers }] = asked as [Request];
    expect([method, url, credentials]).toEqual([
      'GET',
      'https://links.example/app/check?access_token=a.narrow.token',
      'omit',
    ]);
    expect([...headers.keys()]).toEqual([]);
    await waitFor(() => expect(entry()).toHaveAttribute('href', host));
  });

  test.each([401, 403])('[CALL-13] %i: the entry leads there no more', async (status) => {
    const { entry } = await openBeside(() => Promise.resolve(new Response(null, { status })));
    await waitFor(() => expect(entry()).not.toHaveAttribute('href'));
  });

  test.each([
    ['does not answer', () => Promise.reject(new TypeError('away'))],
    ['fails', () => Promise.resolve(new Response(null, { status: 500 }))],
  ])('[CALL-13] a host that %s is led to all the same', async (_how, answer) => {
    const { entry, isKnown } = await openBeside(answer);
    await waitFor(() => expect(isKnown()).toBe('error'));
    expect(entry()).toHaveAttribute('href', host);
  });
});

describe('the profile menu', () => {
  async function entries(server: FakeServer) {
    const app = await open(server);
    await app.user.click(screen.getByRole('button', { name: 'Menu de Ana Souza' }));
    await screen.findByRole('menuitem', { name: 'Meu perfil', hidden: true });
    const names = screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent);
    return { ...app, names };
  }

  test.each(roles)('[TOPBAR-10, TOPBAR-11, TOPBAR-13, TOPBAR-15] of %s has what the role may use', async (role) => {
    const { names } = await entries(signedInServer(role));
    expect(names).toContain('Meu perfil');
    expect(names).toContain('Encurtador de links');
    expect(names.includes('Configurações')).toBe(role !== 'dashonly' && role !== 'agent');
    expect(names.includes('Admin Interna')).toBe(role === 'acmng');
    expect(names).not.toContain('Acessar beta');
  });

  test('[TOPBAR-12] whoever may switch accounts finds the dialog there, and nobody else the entry', async () => {
    const { names, unmount } = await entries(signedInServer('own'));
    expect(names).not.toContain('Trocar de conta');
    unmount();
    const { user } = await entries(signedInServer('acmng'));
    await user.click(screen.getByRole('menuitem', { name: 'Trocar de conta', hidden: true }));
    expect(await screen.findByRole('dialog', { name: 'Trocar de Conta' })).toBeInTheDocument();
  });

  test('[TOPBAR-14] offers the beta to companies that may try it, where the installation has one', async () => {
    const beta = () => ({ ...company, general_attributes: { ...company.general_attributes, allow_beta: true } });
    await entries(
      signedInServer().on(getCompany)(beta).on(getEnvironment)(() => ({
        ...testEnvironment,
        beta_url: 'https://beta.example/',
      })),
    );
    const link = await screen.findByRole('menuitem', { name: 'Acessar beta', hidden: true });
    await waitFor(() => expect(link).toHaveAttribute('href', 'https://beta.example/'));
  });

  test('[TOPBAR-15] the link shortener opens where the installation says, and says where it has none', async () => {
    const { user } = await entries(signedInServer());
    await user.click(screen.getByRole('menuitem', { name: 'Encurtador de links', hidden: true }));
    expect(await screen.findByText(/^Você não possui esse recurso habilitado\./)).toBeVisible();
  });

  test('[TOPBAR-16] help opens over the page: first steps, questions, shortcuts, support', async () => {
    const { user } = await entries(signedInServer());
    await user.click(screen.getByRole('menuitem', { name: 'Ajuda', hidden: true }));
    const help = within(await screen.findByRole('dialog', { name: 'Ajuda' }));
    expect(help.getByRole('link', { name: 'Ir para Contatos' })).toHaveAttribute('href', '/contatos');
    await user.click(help.getByRole('tab', { name: 'Perguntas frequentes' }));
    await user.click(await help.findByRole('button', { name: /^Por que alguns contatos ficaram retidos/ }));
    expect(await help.findByText(/O detalhe do envio mostra o motivo de cada um\.$/)).toBeInTheDocument();
    await user.click(help.getByRole('tab', { name: 'Suporte' }));
    await user.click(await help.findByRole('button', { name: 'Copiar e-mail' }));
    expect(await navigator.clipboard.readText()).toBe('ajuda@escuta.example');
    expect(await screen.findByText('E-mail copiado!')).toBeVisible();
  });

  test('[TOPBAR-17] logs out and goes to the login', async () => {
    const server = signedInServer().on(signOut)(() => ({ ok: true }));
    const { user, router } = await entries(server);
    await user.click(screen.getByRole('menuitem', { name: 'Sair', hidden: true }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(server.count(signOut)).toBe(1);
    expect(localStorage.getItem('access_token')).toBeNull();
  });
});
