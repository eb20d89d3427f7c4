import { suppressionReason } from '@escuta/contract/consents';
import { ContactId } from '@escuta/contract/ids';
import { sendChannel } from '@escuta/contract/sends';
import { IconAddressBook } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { ContactsSearch } from '#web/features/contacts/contacts-search.ts';
import { prefetch, shellRoute } from '#web/lib/routing.ts';
import { listSearch, optional } from '#web/ui/list/list-search.ts';

const queries = () => import('#web/features/contacts/api.ts');

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'contatos',
  staticData: {
    titleKey: 'menu.contacts',
    icon: IconAddressBook,
    unitSearch: ['page', 'importDataId', 'importDataDate', 'segment'],
  },
  validateSearch: ContactsSearch,
  beforeLoad: (given) => prefetch(given, async () => (await queries()).contactsQuery(given.search)),
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

const duplicates = createRoute({
  getParentRoute: () => shellRoute,
  path: 'contatos/duplicados',
  staticData: { titleKey: 'menu.duplicates', capability: 'contacts.merge', unitSearch: ['page'] },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('#web/features/contacts/merges/DuplicatesPage.tsx'), 'DuplicatesPage'),
});

const merge = createRoute({
  getParentRoute: () => shellRoute,
  path: 'contatos/$id/unir',
  staticData: { titleKey: 'menu.mergeContacts', listPath: '/contatos', capability: 'contacts.merge' },
  validateSearch: z.object({ with: optional(ContactId) }),
  component: lazyRouteComponent(() => import('#web/features/contacts/merges/MergePage.tsx'), 'MergePage'),
});

const segments = createRoute({
  getParentRoute: () => shellRoute,
  path: 'contatos/segmentos',
  staticData: { titleKey: 'menu.segments', unitSearch: ['page'] },
  validateSearch: listSearch.extend({ sort: optional(z.enum(['name', 'updated_at'])) }),
  component: lazyRouteComponent(() => import('#web/features/contacts/segments/SegmentsPage.tsx'), 'SegmentsPage'),
});

const newSegment = createRoute({
  getParentRoute: () => shellRoute,
  path: 'contatos/segmentos/novo',
  staticData: { titleKey: 'menu.newSegment', listPath: '/contatos/segmentos', capability: 'segments.edit' },
  component: lazyRouteComponent(() => import('#web/features/contacts/segments/SegmentPage.tsx'), 'NewSegmentPage'),
});

const segment = createRoute({
  getParentRoute: () => shellRoute,
  path: 'contatos/segmentos/$id',
  staticData: { titleKey: 'menu.segment', listPath: '/contatos/segmentos', capability: 'segments.edit' },
  component: lazyRouteComponent(() => import('#web/features/contacts/segments/SegmentPage.tsx'), 'SegmentPage'),
});

const suppressions = createRoute({
  getParentRoute: () => shellRoute,
  path: 'contatos/bloqueados',
  staticData: { titleKey: 'menu.suppressions', capability: 'suppressions.read', unitSearch: ['page'] },
  validateSearch: listSearch
    .pick({ page: true })
    .extend({ channel: optional(sendChannel), reason: optional(suppressionReason) }),
  beforeLoad: (given) =>
    prefetch(given, async () =>
      (await import('#web/features/contacts/suppressions/api.ts')).suppressionsQuery(given.search),
    ),
  component: lazyRouteComponent(
    () => import('#web/features/contacts/suppressions/SuppressionsPage.tsx'),
    'SuppressionsPage',
  ),
});

export const contactsRoutes = [
  list,
  one,
  company,
  duplicates,
  merge,
  segments,
  newSegment,
  segment,
  suppressions,
] as const;
