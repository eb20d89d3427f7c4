import { getAnalytics } from '@escuta/contract/analytics';
import { getMe } from '@escuta/contract/access';
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
  readonly ticketingRole?: TicketingRole;
  readonly unit?: Partial<Business>;
  readonly allowTicketing?: boolean;
}

const allOn = { reviews_enabled: true, cf_attributes: { cf_surveys: true, cf_ai: true } };
const id = '019a9f3e-0000-7000-8000-000000000190';

/** Where the router leads somebody who opens an address, by its own guards; no page is drawn. */
async function landing(path: string, { role, ticketingRole, unit = allOn, allowTicketing = true }: Visitor) {
  const company = {
    _id: companyId,
    nome: 'Aurora',
    isTrial: false,
    trial_expiration_date: null,
    general_attributes: { allow_beta: false, allow_ticketing: allowTicketing },
    language: 'pt' as const,
  };
  signedInServer(role, unit)
    .on(getMe)(() => ({ ...testUser(role), ticketing_role: ticketingRole ?? (role === 'agent' ? 'agent' : null) }))
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

/** The route table of the specification (1§2.1), each address with the requirement that names it. */
const table: readonly (readonly [requirement: string, path: string, openTo: readonly Role[], leadsTo?: string])[] = [
  ['ROUTE-07', '/partners', administrators],
  ['ROUTE-07', '/partners/api', administrators],
  ['ROUTE-07', `/partners/token/${id}/log`, administrators],
  ['ROUTE-07', '/partners/webhook', administrators],
  ['ROUTE-07', `/partners/webhook/${id}`, administrators],
  ['ROUTE-08', '/queues', managers],
  ['ROUTE-08', `/queues/${id}/detailed`, managers],
  ['ROUTE-09', '/imports', managers],
  ['ROUTE-09', `/imports/${id}`, managers],
  ['ROUTE-10', '/exports', managers],
  ['ROUTE-10', `/exports/${id}`, managers],
  ['ROUTE-11', '/cf-analytics', allButTickets],
  ['ROUTE-12', '/insights', [...managers, 'readonly']],
  ['ROUTE-14', '/reviews', [...managers, 'pdv', 'readonly']],
  ['ROUTE-15', '/contatos', allButTickets],
  ['ROUTE-16', `/contatos/${id}`, allButTickets],
  ['ROUTE-17', '/importer', [...managers, 'pdv'], '/importer/contacts'],
  ['ROUTE-17', '/importer/answers', [...managers, 'pdv']],
  ['ROUTE-17', '/importer/contacts', [...managers, 'pdv']],
  ['ROUTE-18', '/settings', allButTickets],
  ['ROUTE-18', '/settings/finances', allButTickets],
  ['ROUTE-19', '/reputation-management', allButTickets],
  ['ROUTE-20', '/customer-feedback', allButTickets],
  ['ROUTE-21', `/customer-feedback/create-survey/${id}`, allButTickets],
  ['ROUTE-22', '/admin', ['acmng']],
  ['ROUTE-23', `/admin/empresas/${id}/businesses`, ['acmng']],
];

const rows = table.map(([requirement, path, openTo, leadsTo = path]) => [requirement, path, openTo, leadsTo] as const);

test.each(rows)(
  '[%s] %s opens to its roles and turns every other away',
  async (_requirement, path, openTo, leadsTo) => {
    const landed: Record<string, string> = {};
    for (const role of roles) landed[role] = await landing(path, { role });
    const expected = Object.fromEntries(roles.map((role) => [role, openTo.includes(role) ? leadsTo : refused]));
    expect(landed).toEqual(expected);
  },
);

test('[ROUTE-13] /ticketing opens to the ticketing roles, beside any role, and to nobody without one', async () => {
  for (const role of roles) {
    const without = role === 'agent' ? '/ticketing' : refused;
    expect([role, await landing('/ticketing', { role })]).toEqual([role, without]);
    for (const ticketingRole of ticketingRoles) {
      expect([role, await landing('/ticketing', { role, ticketingRole })]).toEqual([role, '/ticketing']);
    }
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
  test.each([
    ['FLAG-01', '/reputation-management', { reviews_enabled: false }, {}],
    ['FLAG-02', '/customer-feedback', { nps_enabled: false }, {}],
    ['FLAG-03', '/insights', { cf_attributes: { ...cf_attributes, cf_ai: false } }, {}],
    ['FLAG-04', '/ticketing', {}, { allowTicketing: false }],
  ] as const)('[%s, FLAG-07] %s opens by its own switch and by no other', async (_requirement, path, off, company) => {
    const visitor = { role: 'acmng', ticketingRole: 'adm' } as const;
    expect(await landing(path, { ...visitor, unit: { ...allOn, ...off }, ...company })).toBe(refused);
    // Everything else that can be switched is off.
    const others = { nps_enabled: false, reviews_enabled: false, cf_attributes: { cf_surveys: false, cf_ai: false } };
    const own = { '/reputation-management': { reviews_enabled: true }, '/customer-feedback': { nps_enabled: true } };
    const alone = {
      ...others,
      ...(path === '/insights' ? { cf_attributes: { cf_surveys: false, cf_ai: true } } : {}),
      ...(path in own ? own[path as keyof typeof own] : {}),
    };
    expect(await landing(path, { ...visitor, unit: alone, allowTicketing: path === '/ticketing' })).toBe(path);
  });

  test('pages without a switch open whatever is off', async () => {
    const unit = { nps_enabled: false, reviews_enabled: false, cf_attributes: { cf_surveys: false, cf_ai: false } };
    for (const path of ['/cf-analytics', '/reviews', '/contatos', '/settings'])
      expect(await landing(path, { role: 'own', unit, allowTicketing: false })).toBe(path);
  });
});

test('who is turned away asks for nothing of the page', async () => {
  const server = signedInServer('dashonly');
  await landing('/cf-analytics', { role: 'dashonly' });
  expect(server.count(getAnalytics)).toBe(0);
});
