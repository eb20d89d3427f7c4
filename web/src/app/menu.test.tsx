import { getMe } from '@escuta/contract/access';
import { getDashboard, listComments } from '@escuta/contract/analytics';
import { eachSwitch, roles, switchesByLocation } from '@escuta/contract/access-policy';
import type { Role, Switches, TicketingRole } from '@escuta/contract/access-policy';
import { getCompany, listMyBusinesses } from '@escuta/contract/companies';
import { listContacts } from '@escuta/contract/contacts';
import { listSurveys } from '@escuta/contract/surveys';
import { AppShell, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import { Suspense } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { addPages } from '#web/app/pages.ts';
import { createAppRouter } from '#web/app/router.tsx';
import { Sidebar } from '#web/app/Sidebar.tsx';
import { testQueryClient } from '#web/testing/query-client.ts';
import { showOnPhone } from '#web/testing/phone.ts';
import { companyId, openApp, signedInServer, testUnit, testUser } from '#web/testing/render-app.tsx';

const names = Object.values(switchesByLocation).flat();
const warning = 'Você não possui esse recurso habilitado. Entre em contato com o suporte para saber mais.';

interface Reader {
  readonly role?: Role;
  readonly ticketingRole?: TicketingRole | null;
  /** What is off; everything else is on. */
  readonly off?: readonly (keyof Switches)[];
}

function serverFor({ role = 'own', ticketingRole = role === 'agent' ? 'agent' : null, off = [] }: Reader) {
  const on = eachSwitch(names, (name) => !off.includes(name));
  const { nps_enabled, reviews_enabled, dashboard_enabled, cf_surveys, cf_ai, allow_ticketing } = on;
  const unit = { nps_enabled, reviews_enabled, dashboard_enabled, cf_attributes: { cf_surveys, cf_ai } };
  return signedInServer(role, unit)
    .refuse(getDashboard, 'FORBIDDEN')
    .refuse(listComments, 'FORBIDDEN')
    .on(listSurveys)(() => ({ data: [], total: 0 }))
    .on(listContacts)(() => ({ data: [], total: 0 }))
    .on(getMe)(() => ({ ...testUser(role), ticketing_role: ticketingRole }))
    .on(getCompany)(() => ({
    _id: companyId,
    nome: 'Aurora',
    isTrial: false,
    trial_expiration_date: null,
    logo: null,
    general_attributes: { allow_beta: false, allow_ticketing },
    language: 'pt',
  }));
}

/** The sidebar alone, which many of these draw. */
function drawMenu(reader: Reader, server = serverFor(reader)) {
  const queryClient = testQueryClient();
  const router = createAppRouter(queryClient);
  addPages(router);
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/cf-dashboard'] }) });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterContextProvider router={router}>
          <Suspense>
            <AppShell>
              <Sidebar isCollapsed={false} onToggle={() => undefined} />
            </AppShell>
          </Suspense>
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return server;
}

/** The names in the order of the menu; the tag of what is new is no part of one. */
async function entries(): Promise<string[]> {
  await screen.findByText('Dashboard');
  const found = [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')];
  return found
    .toSorted((left, right) => (left.compareDocumentPosition(right) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    .map((entry) => entry.querySelector('[class*="NavLink-label"]')?.textContent ?? '')
    .filter((name) => name !== 'Recolher menu');
}

const main = {
  dashboard: 'Dashboard',
  contacts: 'Contatos',
  reputation: 'Gestão de reputação',
  surveys: 'Pesquisas',
  analytics: 'Análises',
  insights: 'Insights',
  ticketing: 'Tickets',
  settings: 'Configurações',
  help: 'Ajuda',
} as const;
const allOfMain = Object.values(main);
const without = (...left: (keyof typeof main)[]) => allOfMain.filter((name) => !left.some((key) => main[key] === name));

/** The main menu of each role (1§6), for somebody without a part in ticketing. */
const menus: Readonly<Record<Role, readonly string[]>> = {
  own: without('ticketing'),
  adm: without('ticketing'),
  acmng: without('ticketing'),
  ana: without('ticketing'),
  pdv: without('ticketing', 'surveys', 'analytics', 'insights'),
  readonly: without('ticketing'),
  notesonly: without('ticketing', 'insights'),
  dashonly: [main.dashboard],
  // Of tickets alone (decision 54): the route table refuses the rest.
  agent: [main.dashboard, main.ticketing, main.help],
};
const more: Readonly<Partial<Record<Role, readonly string[]>>> = {
  own: ['Fila de Envios', 'Importações', 'Exportações', 'Integrações'],
  adm: ['Fila de Envios', 'Importações', 'Exportações', 'Integrações'],
  acmng: ['Fila de Envios', 'Importações', 'Exportações', 'Integrações', 'Admin Interna'],
  ana: ['Fila de Envios', 'Importações', 'Exportações'],
};

test.each(roles)(
  '[MENU-01, MENU-02, MENU-03, MENU-04, MENU-06, MENU-07, MENU-09, MENU-10, MENU-11, MENU-16] the menu of %s',
  async (role) => {
    drawMenu({ role });
    expect(await entries()).toEqual([...menus[role], ...(more[role] ?? [])]);
    const secondary = screen.queryByRole('region', { name: 'Mais' });
    expect(secondary !== null).toBe(role in more);
  },
);

test.each(['adm', 'ana', 'agent'] as const)(
  '[MENU-08, MENU-11] the ticketing role %s finds tickets, in their place, beside any role',
  async (ticketingRole) => {
    drawMenu({ role: 'own', ticketingRole });
    expect((await entries()).slice(0, allOfMain.length)).toEqual(allOfMain);
  },
);

describe('what is switched off', () => {
  /** The switches without any one of which an entry stands disabled, while all others are on. */
  async function switchesOf(name: string): Promise<string[]> {
    const needed: string[] = [];
    for (const off of names) {
      drawMenu({ ticketingRole: 'adm', off: [off] });
      await screen.findByRole('link', { name: 'Contatos' });
      if (!screen.queryByRole('link', { name: new RegExp(`^${name}`) })) needed.push(off);
      cleanup();
    }
    return needed;
  }

  test('[MENU-18] surveys', async () => {
    expect(await switchesOf(main.surveys)).toEqual(['nps_enabled', 'cf_surveys']);
  });
  test('[MENU-19] analytics', async () => {
    expect(await switchesOf(main.analytics)).toEqual(['nps_enabled', 'cf_surveys']);
  });
  test('[MENU-20] insights', async () => {
    expect(await switchesOf(main.insights)).toEqual(['nps_enabled', 'cf_surveys', 'cf_ai']);
  });
  test('[MENU-21] reputation', async () => {
    expect(await switchesOf(main.reputation)).toEqual(['reviews_enabled']);
  });
  test('[MENU-23] the dashboard, of a unit where it is switched off', async () => {
    expect(await switchesOf(main.dashboard)).toEqual(['dashboard_enabled']);
  });
  test('[MENU-22] ticketing, which nobody finds without a ticketing role', async () => {
    expect(await switchesOf(main.ticketing)).toEqual(['allow_ticketing']);
    drawMenu({ ticketingRole: null });
    await screen.findByRole('link', { name: 'Contatos' });
    expect(screen.queryByText(main.ticketing)).toBeNull();
  });

  test('[MENU-24] says so when it is chosen, and stays where one is', async () => {
    serverFor({ off: ['reviews_enabled'] });
    const { user, router } = openApp('/cf-dashboard');
    const menu = within(await screen.findByRole('navigation', { name: 'Menu principal' }));
    await user.click(menu.getByRole('button', { name: main.reputation }));
    expect(await screen.findByText(warning)).toBeVisible();
    expect(router.state.location.pathname).toBe('/cf-dashboard');
  });
});

test('[MENU-17] everything is disabled until the unit has come, and enabled then', async () => {
  const unit = Promise.withResolvers<void>();
  const server = serverFor({}).on(listMyBusinesses)(async () => {
    await unit.promise;
    return { data: [testUnit()] };
  });
  drawMenu({}, server);
  await screen.findByText('Contatos');
  expect(screen.queryAllByRole('link')).toEqual([]);
  expect(screen.getByRole('button', { name: 'Contatos' })).toHaveAttribute('aria-disabled', 'true');
  unit.resolve();
  expect(await screen.findByRole('link', { name: 'Contatos' })).toBeVisible();
});

test('[MENU-12] help opens a dialog over the page', async () => {
  serverFor({});
  const { user, router } = openApp('/cf-dashboard');
  const menu = within(await screen.findByRole('navigation', { name: 'Menu principal' }));
  await user.click(menu.getByRole('button', { name: 'Ajuda' }));
  expect(await screen.findByRole('dialog', { name: 'Ajuda' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/cf-dashboard');
});

test('[SHELL-11] the menu leads to every area', async () => {
  drawMenu({ role: 'acmng', ticketingRole: 'adm' });
  await screen.findByRole('link', { name: 'Contatos' });
  const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(targets).toEqual([
    '/cf-dashboard',
    '/contatos',
    '/reputation-management',
    '/customer-feedback',
    '/cf-analytics',
    '/insights',
    '/ticketing',
    '/settings',
    '/queues',
    '/imports',
    '/exports',
    '/partners',
    '/admin',
  ]);
});

describe('the scroll arrow', () => {
  const arrow = () => screen.queryByRole('button', { name: 'Rolar o menu' });

  /** The entries are so much higher than their room, in a window so wide. */
  async function drawOverflowing(pixels: number, windowWidth: number) {
    const ask = window.matchMedia;
    window.matchMedia = (query) => {
      const from = /^\(min-width: ([\d.]+)em\)$/.exec(query)?.[1];
      return { ...ask(query), matches: from !== undefined && windowWidth >= Number(from) * 16 };
    };
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(400 + pixels);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
    onTestFinished(() => void vi.restoreAllMocks());
    drawMenu({});
    await screen.findByText('Contatos');
  }

  test('[MENU-13] appears where more than 5 px are hidden in a window wider than 768 px', async () => {
    await drawOverflowing(6, 769);
    expect(arrow()).toBeInTheDocument();
  });

  test.each([
    [5, 1440],
    [0, 1440],
    [300, 768],
    [300, 390],
  ])('[MENU-14] is absent with %i px hidden in a window of %i px', async (pixels, width) => {
    await drawOverflowing(pixels, width);
    expect(arrow()).toBeNull();
  });
});

test('[MENU-15] below 768 px the menu is a drawer, which its button opens', async () => {
  showOnPhone();
  serverFor({});
  const { user } = openApp('/cf-dashboard');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  const menu = screen.getByRole('navigation', { name: 'Menu principal' });
  expect(menu).toHaveAttribute('inert');
  await user.click(screen.getByLabelText('Menu principal', { selector: 'button' }));
  expect(menu).not.toHaveAttribute('inert');
});
