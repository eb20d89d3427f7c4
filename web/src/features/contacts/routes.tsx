import { IconAddressBook } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { prefetch, shellRoute } from '#web/lib/routing.ts';
import { listSearch, optional } from '#web/ui/list/list-search.ts';

const queries = () => import('#web/features/contacts/api.ts');

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'contatos',
  staticData: {
    titleKey: 'menu.contacts',
    icon: IconAddressBook,
    unitSearch: ['page', 'importDataId', 'importDataDate'],
  },
  validateSearch: listSearch.extend({
    sort: optional(z.enum(['name', 'created_at'])),
    importDataId: optional(z.uuid()),
    importDataDate: optional(z.string()),
  }),
  loaderDeps: ({ search }) => search,
  loader: (given) => prefetch(given, async () => (await queries()).contactsQuery(given.deps)),
  component: lazyRouteComponent(() => import('#web/features/contacts/ContactsPage.tsx'), 'ContactsPage'),
});

const one = createRoute({
  getParentRoute: () => shellRoute,
  path: 'contatos/$id',
  staticData: { titleKey: 'menu.contact', listPath: '/contatos' },
  component: lazyRouteComponent(() => import('#web/features/contacts/ContactPage.tsx'), 'ContactPage'),
});

const company = createRoute({
  getParentRoute: () => shellRoute,
  path: 'contatos/empresas/$id',
  staticData: { titleKey: 'menu.contactCompany', listPath: '/contatos' },
  validateSearch: listSearch.extend({ sort: optional(z.enum(['name', 'created_at'])) }),
  component: lazyRouteComponent(
    () => import('#web/features/contacts/companies/ContactCompanyPage.tsx'),
    'ContactCompanyPage',
  ),
});

export const contactsRoutes = [list, one, company] as const;
