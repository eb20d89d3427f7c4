import {
  enterAccount,
  findCompanySurveys,
  getAccountAccess,
  leaveAccount,
  listManagedAccounts,
  listTemporaryAccounts,
} from '@escuta/contract/accounts';
import { getDashboard } from '@escuta/contract/analytics';
import { listMyBusinesses } from '@escuta/contract/companies';
import { listContacts } from '@escuta/contract/contacts';
import { SurveyId } from '@escuta/contract/ids';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { anAccess, anAccount, customerId, staffServer } from '#web/testing/account-samples.ts';
import { numbers } from '#web/testing/dashboard-server.ts';
import { companyId, openApp, otherUnitId, signedInServer, testUnit, unitId } from '#web/testing/render-app.tsx';

const assign = vi.spyOn(window.location, 'assign');
beforeEach(() => {
  assign.mockReset().mockImplementation(() => undefined);
});

const surveys = [
  {
    _id: SurveyId.parse('019a9f3e-0000-7000-8000-0000000000d1'),
    title: 'Hospedagem',
    icon: 'star',
    _business: { _id: unitId, nome: 'Aurora Paulista' },
  },
  {
    _id: SurveyId.parse('019a9f3e-0000-7000-8000-0000000000d2'),
    title: 'Café da manhã',
    icon: 'star',
    _business: { _id: otherUnitId, nome: 'Aurora Centro' },
  },
];

async function openPage(server = staffServer()) {
  server
    .on(listContacts)(() => ({ data: [], total: 0 }))
    .on(findCompanySurveys)(({ query }) => ({
      data: surveys.filter(({ title }) => title.toLowerCase().includes((query['search'] ?? '').toLowerCase())),
    }))
    .on(listMyBusinesses)(() => ({
    data: [testUnit(), testUnit({ _id: otherUnitId, nome: 'Aurora Centro' })],
  }));
  const app = openApp('/contatos');
  await screen.findByRole('heading', { name: 'Contatos' });
  return { ...app, server };
}

type App = Awaited<ReturnType<typeof openPage>>;

async function openMenu(server = staffServer()) {
  const app = await openPage(server);
  // Who listens is loaded on its own.
  await waitFor(() => expect(server.count(getAccountAccess)).toBe(1));
  await app.user.keyboard('{Control>}k{/Control}');
  const menu = within(await screen.findByRole('dialog', { name: 'Menu rápido' }));
  const field = menu.getByRole('combobox', { name: 'Pesquise por uma opção...' });
  await waitFor(() => expect(field).toHaveFocus(), { timeout: 2_000 });
  const options = () => menu.queryAllByRole('option').map((option) => option.textContent);
  const focused = () => menu.getByRole('option', { selected: true }).textContent;
  return { ...app, menu, field, options, focused };
}

const dialogs = () => screen.queryAllByRole('dialog');

describe('Ctrl+K', () => {
  test.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])(
    '[SHELL-09] %s opens the power menu for acmng, and from it the AI modal',
    async (keys) => {
      const { user, server } = await openPage();
      await waitFor(() => expect(server.count(getAccountAccess)).toBe(1));
      await user.keyboard(keys);
      const menu = within(await screen.findByRole('dialog', { name: 'Menu rápido' }));
      await user.click(menu.getByRole('option', { name: 'Perguntar aos dados' }));
      expect(await screen.findByRole('dialog', { name: 'Perguntar aos dados' })).toBeVisible();
    },
  );

  test('[SHELL-10] opens nothing over another modal', async () => {
    const { user, server } = await openPage();
    await waitFor(() => expect(server.count(getAccountAccess)).toBe(1));
    await user.click((await screen.findAllByRole('button', { name: 'Criar contato' }))[0]!);
    expect(await screen.findByRole('dialog', { name: 'Criar contato' })).toBeVisible();
    await user.keyboard('{Control>}k{/Control}');
    expect(dialogs()).toHaveLength(1);
  });

  test.each(['own', 'adm', 'ana', 'readonly'] as const)(
    '[SHELL-10, ROLE-07, ROLE-08] opens nothing for %s, who belongs to a customer',
    async (role) => {
      const server = signedInServer(role);
      const { user } = await openPage(server);
      await user.keyboard('{Control>}k{/Control}{Meta>}k{/Meta}');
      expect(dialogs()).toEqual([]);
      expect(server.calls.map(({ route }) => route)).not.toContain('GET /account-access');
    },
  );

  test('[ROLE-08] offers accounts and surveys, and neither admin nor questions, to who has temporary access', async () => {
    const { options } = await openMenu(staffServer({ role: 'readonly', temporaryAccess: true }));
    expect(options()).toEqual(['Trocar de Conta', 'Procurar Pesquisa']);
  });
});

describe('what the shell loads', () => {
  test('[ROLE-05] the managed companies for acmng, and for no other role', async () => {
    const { server, unmount } = await openPage();
    await waitFor(() => expect(server.count(listManagedAccounts)).toBe(1));
    expect(server.count(listTemporaryAccounts)).toBe(0);
    unmount();
    const owner = await openPage(signedInServer('own'));
    expect(owner.server.count(listManagedAccounts)).toBe(0);
  });

  test('[ROLE-06] the companies of temporary access for who has it, and for nobody else', async () => {
    const { server } = await openPage(staffServer({ role: 'readonly', temporaryAccess: true }));
    await waitFor(() => expect(server.count(listTemporaryAccounts)).toBe(1));
    expect(server.count(listManagedAccounts)).toBe(0);
  });
});

describe('the power menu', () => {
  test('[PALETTE-01, PALETTE-02, PALETTE-03, PALETTE-04, PALETTE-05, PALETTE-17] begins with its options and hints', async () => {
    const { menu, options, focused } = await openMenu();
    expect(options()).toEqual(['Trocar de Conta', 'Procurar Pesquisa', 'Ir para Admin Interna', 'Perguntar aos dados']);
    expect(focused()).toBe('Trocar de Conta');
    expect(document.querySelector('[data-tab]')?.getAttribute('data-tab')).toBe('home');
    for (const hint of ['navegam', 'seleciona', 'fecha']) expect(menu.getByText(hint, { exact: false })).toBeVisible();
  });

  test('[PALETTE-13] takes the focus into its search box after half a second', async () => {
    const { user, server } = await openPage();
    await waitFor(() => expect(server.count(getAccountAccess)).toBe(1));
    const before = performance.now();
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Pesquise por uma opção...' });
    expect(field).not.toHaveFocus();
    await waitFor(() => expect(field).toHaveFocus(), { timeout: 2_000, interval: 10 });
    expect(performance.now() - before).toBeGreaterThan(450);
  });

  test('[PALETTE-06, PALETTE-07] arrows move the focused item, round the ends; Esc closes', async () => {
    const { user, field, focused } = await openMenu();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('Ir para Admin Interna');
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(focused()).toBe('Perguntar aos dados');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialogs()).toEqual([]));
  });

  test('[PALETTE-04] goes to the internal admin of the company', async () => {
    const { user, router } = await openMenu();
    await user.keyboard('admin{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/empresas/${companyId}/businesses`));
  });

  test('[PALETTE-10] says when no option matches', async () => {
    const { user, menu } = await openMenu();
    await user.keyboard('xyz');
    expect(menu.getByText('NENHUMA OPÇÃO ENCONTRADA')).toBeVisible();
  });

  test('[PALETTE-09, PALETTE-12, PALETTE-14] lists the accounts that one may enter, but for this one', async () => {
    const here = anAccount({ _id: companyId, nome: 'Aurora' });
    const { user, menu, options } = await openMenu(staffServer({}, [here, anAccount()]));
    await user.keyboard('{Enter}');
    expect(await menu.findByText('ESCOLHA UMA CONTA')).toBeVisible();
    await waitFor(() => expect(options()).toEqual(['Horizonte']));
    await user.keyboard('xyz');
    expect(await menu.findByText('NENHUMA CONTA ENCONTRADA')).toBeVisible();
  });

  test('an account that is picked is entered with a reason', async () => {
    const { user, menu, options, server } = await openMenu();
    server.on(enterAccount)(() => ({ access: anAccess() }));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(options()).toHaveLength(3));
    await user.keyboard('hori{Enter}');
    await user.type(await menu.findByLabelText('Motivo do acesso'), 'Ajudar com um envio');
    await user.click(menu.getByRole('button', { name: 'Acessar conta' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(localStorage.getItem('empresaId')).toBe(customerId);
  });

  async function openSurveys(): Promise<App & Awaited<ReturnType<typeof openMenu>>> {
    const opened = await openMenu();
    await opened.user.keyboard('procurar{Enter}');
    return opened;
  }

  test('[PALETTE-08, PALETTE-11] lists the surveys of the company with their unit', async () => {
    const { user, menu, options } = await openSurveys();
    expect(await menu.findByText('ESCOLHA UMA PESQUISA')).toBeVisible();
    await waitFor(() => expect(options()).toEqual(['HospedagemAurora Paulista', 'Café da manhãAurora Centro']));
    await user.keyboard('xyz');
    expect(await menu.findByText('NENHUMA PESQUISA ENCONTRADA')).toBeVisible();
  });

  test('[PALETTE-15, PALETTE-16] goes to a survey, after storing the unit that it belongs to', async () => {
    const { user, options, router } = await openSurveys();
    await waitFor(() => expect(options()).toHaveLength(2));
    expect(localStorage.getItem('business')).toBe(unitId);
    await user.keyboard('cafe{Enter}');
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/customer-feedback/create-survey/${surveys[1]!._id}`),
    );
    expect(localStorage.getItem('business')).toBe(otherUnitId);
  });

  test('[PALETTE-21] says when the search for surveys failed, and no longer loads', async () => {
    const opened = await openMenu();
    opened.server.refuse(findCompanySurveys, 'INTERNAL_ERROR');
    await opened.user.keyboard('procurar{Enter}');
    const sentence = 'Houve um erro ao buscar as pesquisas. Tente novamente ou entre em contato com o suporte.';
    expect(await opened.menu.findByText(sentence)).toBeVisible();
    expect(opened.options()).toEqual([]);
  });
});

describe('inside the account of a customer', () => {
  const inside = (ends_at?: string) =>
    staffServer().on(getAccountAccess)(() => ({ access: anAccess(ends_at ? { ends_at } : {}) }));

  test('[INTADM-06] a red bar says whose account it is and for how long, and leads out', async () => {
    const { user, server } = await openPage(inside());
    const bar = within(await screen.findByRole('region', { name: 'Acesso à conta de um cliente' }));
    expect(bar.getByText('Você está na conta de Horizonte')).toBeVisible();
    expect(bar.getByText('Termina em 120 minutos')).toBeVisible();
    server.on(leaveAccount)(() => ({ home: { _id: companyId, nome: 'Aurora' } }));
    localStorage.setItem('empresaId', customerId);
    await user.click(bar.getByRole('button', { name: 'Sair da conta' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(localStorage.getItem('empresaId')).toBe(companyId);
    expect(localStorage.getItem('business')).toBeNull();
  });

  test('[INTADM-06] nothing of the account is drawn before the bar can say whose it is', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const server = staffServer().on(getAccountAccess)(async () => {
      await answered;
      return { access: anAccess() };
    });
    localStorage.setItem('empresa_home', customerId);
    openApp('/settings');
    await waitFor(() => expect(server.count(getAccountAccess)).toBe(1));
    expect(screen.queryByRole('banner')).toBeNull();
    answer();
    expect(await screen.findByRole('heading', { level: 1, name: 'Configurações' })).toBeVisible();
    expect(await screen.findByRole('region', { name: 'Acesso à conta de um cliente' })).toBeVisible();
    expect(server.count(getAccountAccess)).toBe(1);
  });

  test('the page goes home when the time is over', async () => {
    await openPage(inside(new Date(Date.now() - 1_000).toISOString()));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(localStorage.getItem('empresaId')).toBe(companyId);
  });

  test('at home there is no bar', async () => {
    const { server } = await openPage();
    await waitFor(() => expect(server.count(getAccountAccess)).toBe(1));
    expect(screen.queryByRole('region', { name: 'Acesso à conta de um cliente' })).toBeNull();
  });

  test('another tab that goes to another account takes this one along', async () => {
    const { server } = await openPage();
    await waitFor(() => expect(server.count(getAccountAccess)).toBe(1));
    window.dispatchEvent(new StorageEvent('storage', { key: 'empresaId', newValue: companyId }));
    expect(assign).not.toHaveBeenCalled();
    window.dispatchEvent(new StorageEvent('storage', { key: 'empresaId', newValue: customerId }));
    expect(assign).toHaveBeenCalledWith('/');
    expect(sessionStorage.getItem('business')).toBeNull();
  });
});

describe('the questions', () => {
  async function ask(question: string) {
    const { user, server } = await openMenu();
    server.on(getDashboard)(({ headers }) => {
      const isOther = headers.get('x-business-id') === otherUnitId;
      const score = isOther ? { ...numbers.score, value: -12.34, n: 41 } : numbers.score;
      return { ...numbers, score, responseRate: { sent: 210, delivered: 200, responded: 50, value: 0.25 } };
    });
    await user.keyboard('perguntar{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Perguntar aos dados' }));
    await user.click(dialog.getByRole('combobox', { name: 'Pergunta' }));
    await user.click(await screen.findByRole('option', { name: question, hidden: true }));
    return { server, answer: (await dialog.findByRole('status')).textContent };
  }

  test('are answered by the figures of the dashboard, of this month', async () => {
    const { answer, server } = await ask('Qual é a nota desta unidade?');
    expect(answer).toMatch(/^30,0Aurora Paulista, 100 respostas, /);
    expect(server.asked(getDashboard)[0]?.query['from']).toMatch(/^\d{4}-\d{2}-01$/);
  });

  test('tell the share of answers', async () => {
    expect((await ask('Qual é a taxa de resposta?')).answer).toMatch(
      /^25,0\s?%Aurora Paulista, 200 mensagens entregues, /,
    );
  });

  test('tell the unit with the lowest score', async () => {
    expect((await ask('Qual unidade tem a pior nota?')).answer).toMatch(/^-12,3Aurora Centro, 41 respostas, /);
  });
});
