import { getAnalytics } from '@escuta/contract/analytics';
import { getMe } from '@escuta/contract/access';
import type { User } from '@escuta/contract/access';
import { roles, ticketingRoles } from '@escuta/contract/access-policy';
import type { Role, TicketingRole } from '@escuta/contract/access-policy';
import { getCompany } from '@escuta/contract/companies';
import type { Business } from '@escuta/contract/companies';
import { createMemoryHistory } from '@tanstack/react-router';
import { waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addPages } from '#web/app/pages.ts';
import { createAppRouter } from '#web/app/router.tsx';
import { testQueryClient } from '#web/testing/query-client.ts';
import { companyId, signedInServer, testUnit, testUser } from '#web/testing/render-app.tsx';

interface Visitor {
  readonly role: Role;
  readonly narrowedTo?: User['narrowed_to'];
  readonly ticketingRole?: TicketingRole;
  readonly unit?: Partial<Business>;
  readonly allowTicketing?: boolean;
}

const allOn = { reviews_enabled: true, cf_attributes: { cf_surveys: true, cf_ai: true } };
const id = '019a9f3e-0000-7000-8000-000000000190';

/** Where the router leads somebody who opens an address, by its own guards; no page is drawn. */
async function landing(
  path: string,
  { role, ticketingRole, narrowedTo = null, unit = allOn, allowTicketing = true }: Visitor,
) {
  const company = {
    _id: companyId,
    nome: 'Aurora',
    isTrial: false,
    trial_expiration_date: null,
    logo: null,
    general_attributes: { allow_beta: false, allow_ticketing: allowTicketing },
    language: 'pt' as const,
  };
  signedInServer(role, unit)
    .on(getMe)(() => ({
      ...testUser(role),
      ticketing_role: ticketingRole ?? (role === 'agent' ? 'agent' : null),
      narrowed_to: narrowedTo,
    }))
    .on(getCompany)(() => company);
  const queryClient = testQueryClient();
  queryClient.prefetchQuery = () => Promise.resolve();
  const router = createAppRouter(queryClient);
  addPages(router);
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  await waitFor(() => expect(router.state.status).toBe('idle'));
  const { pathname, search } = router.state.location;
  return 'refused' in search && search.refused ? `${pathname}, refused` : pathname;
}

const refused = '/cf-dashboard, refused';
const administrators: readonly Role[] = ['own', 'adm', 'acmng'];
const managers: readonly Role[] = [...administrators, 'ana'];
const allButTickets: readonly Role[] = [...managers, 'pdv', 'readonly', 'notesonly'];

/** Every role opens each of these addresses, or is turned away from it; one may lead on to another page. */
function openTo(openRoles: readonly Role[], ...paths: (string | [path: string, leadsTo: string])[]) {
  test.each(paths.map((path) => (typeof path === 'string' ? ([path, path] as const) : path)))(
    '%s opens to its roles and turns every other away',
    async (path, leadsTo) => {
      const landed: Record<string, string> = {};
      for (const role of roles) landed[role] = await landing(path, { role });
      const expected = Object.fromEntries(roles.map((role) => [role, openRoles.includes(role) ? leadsTo : refused]));
      expect(landed).toEqual(expected);
    },
  );
}

/* The route table of the specification (1§2.1). */
describe('[ROUTE-07] the integrations', () => {
  const addresses = ['/partners', '/partners/api', `/partners/token/${id}/log`];
  openTo(administrators, ...addresses, '/partners/webhook', `/partners/webhook/${id}`);
});
describe('[ROUTE-08] the queue of sends', () => {
  openTo(managers, '/queues', `/queues/${id}/detailed`);
});
describe('[ROUTE-09] the imports', () => {
  openTo(managers, '/imports', `/imports/${id}`);
});
describe('[ROUTE-10] the exports', () => {
  openTo(managers, '/exports', `/exports/${id}`);
});
describe('[ROUTE-11] the analytics', () => {
  openTo(allButTickets, '/cf-analytics');
});
describe('[ROUTE-12] the insights', () => {
  openTo([...managers, 'readonly'], '/insights');
});
describe('[ROUTE-14] the reviews', () => {
  openTo([...managers, 'pdv', 'readonly'], '/reviews');
});
describe('[ROUTE-15, ROUTE-16] the contacts, and one of them', () => {
  openTo(allButTickets, '/contatos', `/contatos/${id}`);
});
describe('[ROUTE-17] the importers', () => {
  openTo([...managers, 'pdv'], ['/importer', '/importer/contacts'], '/importer/answers', '/importer/contacts');
});
describe('[ROUTE-18] the settings', () => {
  openTo(allButTickets, '/settings', '/settings/finances');
});
describe('[ROUTE-19] the reputation', () => {
  openTo(allButTickets, '/reputation-management');
});
describe('[ROUTE-20] the surveys', () => {
  openTo(allButTickets, '/customer-feedback');
});
describe('[ROUTE-21] the editor of a survey', () => {
  openTo(allButTickets, `/customer-feedback/create-survey/${id}`);
});
describe('[ROUTE-22] the internal admin', () => {
  openTo(['acmng'], '/admin');
});
describe('[ROUTE-23] the units of a company', () => {
  openTo(['acmng'], `/admin/empresas/${id}/businesses`);
});

test('[ROUTE-13] /ticketing opens to the ticketing roles, beside any role, and to nobody without one', async () => {
  for (const role of roles) {
    const without = role === 'agent' ? '/ticketing' : refused;
    expect([role, await landing('/ticketing', { role })]).toEqual([role, without]);
    for (const ticketingRole of ticketingRoles) {
      expect([role, await landing('/ticketing', { role, ticketingRole })]).toEqual([role, '/ticketing']);
    }
  }
});

test('[PERMS-14] who is narrowed to one value opens what the server leaves them, and nothing behind which it refuses', async () => {
  const pdv: Visitor = {
    role: 'pdv',
    ticketingRole: 'ana',
    narrowedTo: { internal_name: 'loja', label: 'Loja', value: 'Centro' },
  };
  const open = [
    '/cf-dashboard',
    '/contatos',
    '/customer-feedback',
    '/cf-analytics',
    '/ticketing',
    '/settings',
    '/settings/profile',
  ];
  for (const path of open) expect([path, await landing(path, pdv)]).toEqual([path, path]);
  const shut = ['/importer/contacts', '/importer/answers', '/reviews', '/reputation-management', '/settings/finances'];
  for (const path of shut) {
    expect([path, await landing(path, pdv)]).toEqual([path, refused]);
    expect([path, await landing(path, { ...pdv, narrowedTo: null })]).toEqual([path, path]);
  }
});

test('[ROUTE-18] /settings/ is the settings too', async () => {
  expect(await landing('/settings/', { role: 'own' })).toBe('/settings/');
});

test.each(['/nowhere', '/settings-of-old/users', '/admin/nothing'])(
  '[ROUTE-25] %s is not known and leads to the dashboard, without a word',
  async (path) => {
    expect(await landing(path, { role: 'own' })).toBe('/cf-dashboard');
  },
);

describe('the switches of the guards', () => {
  const { cf_attributes } = testUnit();
  const everythingOff = {
    nps_enabled: false,
    reviews_enabled: false,
    cf_attributes: { cf_surveys: false, cf_ai: false },
  };

  /** What somebody finds who may open an address, with its switch off and with its switch alone on. */
  async function landings(path: string, off: Partial<Visitor>, alone: Partial<Visitor>) {
    const visitor = { role: 'acmng', ticketingRole: 'adm' } as const;
    const withOff = await landing(path, { ...visitor, ...off });
    return [withOff, await landing(path, { ...visitor, unit: everythingOff, allowTicketing: false, ...alone })];
  }

  test('[FLAG-01, FLAG-07] the reputation opens by reviews_enabled and by nothing else', async () => {
    const off = { unit: { ...allOn, reviews_enabled: false } };
    const alone = { unit: { ...everythingOff, reviews_enabled: true } };
    expect(await landings('/reputation-management', off, alone)).toEqual([refused, '/reputation-management']);
  });

  test('[FLAG-02, FLAG-07] the surveys open by nps_enabled and by nothing else', async () => {
    const off = { unit: { ...allOn, nps_enabled: false } };
    const alone = { unit: { ...everythingOff, nps_enabled: true } };
    expect(await landings('/customer-feedback', off, alone)).toEqual([refused, '/customer-feedback']);
  });

  test('[FLAG-03, FLAG-07] the insights open by cf_ai and by nothing else', async () => {
    const off = { unit: { ...allOn, cf_attributes: { ...cf_attributes, cf_ai: false } } };
    const alone = { unit: { ...everythingOff, cf_attributes: { cf_surveys: false, cf_ai: true } } };
    expect(await landings('/insights', off, alone)).toEqual([refused, '/insights']);
  });

  test('[FLAG-04, FLAG-07] ticketing opens by allow_ticketing and by nothing else', async () => {
    const off = { allowTicketing: false };
    expect(await landings('/ticketing', off, { allowTicketing: true })).toEqual([refused, '/ticketing']);
  });

  test('pages without a switch open whatever is off', async () => {
    for (const path of ['/cf-analytics', '/reviews', '/contatos', '/settings'])
      expect(await landing(path, { role: 'own', unit: everythingOff, allowTicketing: false })).toBe(path);
  });
});

test('who is turned away asks for nothing of the page', async () => {
  const server = signedInServer('dashonly');
  await landing('/cf-analytics', { role: 'dashonly' });
  expect(server.count(getAnalytics)).toBe(0);
});
