import { getMe } from '@escuta/contract/access';
import type { User } from '@escuta/contract/access';
import { getCompany, listMyBusinesses } from '@escuta/contract/companies';
import type { Business, Company } from '@escuta/contract/companies';
import { eachSwitch, switchesByLocation } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import { BusinessUnitId, CompanyId, UserId } from '@escuta/contract/ids';
import { listBulkActions } from '@escuta/contract/bulk-actions';
import { listTags } from '@escuta/contract/contacts';
import { listCustomFields } from '@escuta/contract/custom-fields';
import { getEnvironment } from '@escuta/contract/environment';
import type { Environment } from '@escuta/contract/environment';
import { listMerges } from '@escuta/contract/merges';
import { listNotifications } from '@escuta/contract/notifications';
import { listSavedFilters } from '@escuta/contract/saved-filters';
import { listSegments } from '@escuta/contract/segments';
import { listQueues, listSendChannels } from '@escuta/contract/sends';
import { listSystemNotices } from '@escuta/contract/system-notices';
import { createMemoryHistory } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { App } from '#web/app/App.tsx';
import { addPages } from '#web/app/pages.ts';
import { createAppRouter } from '#web/app/router.tsx';
import { testQueryClient } from '#web/testing/query-client.ts';
import { rememberSession } from '#web/lib/session.ts';
import { FakeServer } from '#web/testing/fake-server.ts';

export const unitId = BusinessUnitId.parse('019a9f3e-0000-7000-8000-000000000001');
/** Of a company with two units. */
export const otherUnitId = BusinessUnitId.parse('019a9f3e-0000-7000-8000-0000000000b2');
export const companyId = CompanyId.parse('019a9f3e-0000-7000-8000-000000000002');

/** An installation in which people work, without a chat or other hosts. */
export const testEnvironment: Environment = {
  homologation: null,
  support_email: 'ajuda@escuta.example',
  support_chat_url: null,
  beta_url: null,
  short_links_url: null,
};

/** A user of the test company. */
export function testUser(role: Role = 'own'): User {
  return {
    _id: UserId.parse('019a9f3e-0000-7000-8000-000000000003'),
    nome: 'Ana Souza',
    email: 'ana@aurora.example',
    role,
    ticketing_role: null,
    picture: null,
    language: null,
    permissions: { can_temporary_access: false, exports_personal_data: false },
    _businesses: [unitId],
    _empresa: { _id: companyId, nome: 'Aurora', wizard: false, force_authenticator: false },
    authenticator_enabled: false,
    narrowed_to: null,
    shortcuts_off: false,
  };
}

/** The unit of the test company, or another one. */
export function testUnit(unit: Partial<Business> = {}): Business {
  return {
    _id: unitId,
    nome: 'Aurora Paulista',
    ...eachSwitch(switchesByLocation.unit, () => false),
    nps_enabled: true,
    dashboard_enabled: true,
    cf_attributes: { ...eachSwitch(switchesByLocation.cf_attributes, () => false), cf_surveys: true },
    pendingPayment: false,
    stripeCustomer: null,
    timezone: 'America/Sao_Paulo',
    ...unit,
  };
}

/** A server that knows who is signed in, and where. */
export function signedInServer(role: Role = 'own', unit: Partial<Business> = {}): FakeServer {
  rememberSession(testUser(role), 'a-token');
  return (
    new FakeServer()
      .on(listSendChannels)(() => ({ data: ['email'] }))
      .on(getMe)(() => testUser(role))
      .on(listCustomFields)(() => ({ data: [] }))
      .on(listTags)(() => ({ data: [] }))
      .on(listBulkActions)(() => ({ data: [] }))
      .on(listSegments)(() => ({ data: [] }))
      .on(listSavedFilters)(() => ({ data: [] }))
      .on(listMerges)(() => ({ data: [] }))
      // The bar over every page asks whether something is being sent.
      .on(listQueues)(() => ({ data: [], total: 0 }))
      // So does the bar itself ask for what is told.
      .on(listSystemNotices)(() => ({ data: [] }))
      .on(listNotifications)(() => ({ data: [], unread: 0 }))
      .on(getEnvironment)(() => testEnvironment)
      .on(getCompany)(() => testCompany)
      .on(listMyBusinesses)(() => ({ data: [testUnit(unit)] }))
  );
}

/** The company of the session. */
export const testCompany: Company = {
  _id: companyId,
  nome: 'Aurora',
  isTrial: false,
  trial_expiration_date: null,
  logo: null,
  general_attributes: { allow_beta: false, ...eachSwitch(switchesByLocation.general_attributes, () => false) },
  language: 'pt',
};

/** The whole application at a path, as a browser opens it. */
export function openApp(path: string, over?: ReactNode) {
  const queryClient = testQueryClient();
  const router = createAppRouter(queryClient);
  if (!path.startsWith('/login')) addPages(router);
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  return {
    user: userEvent.setup(),
    router,
    queryClient,
    ...render(
      <App queryClient={queryClient} router={router}>
        {over}
      </App>,
    ),
  };
}
