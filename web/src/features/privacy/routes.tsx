import { privacyRequestStatuses } from '@escuta/contract/privacy-requests';
import { IconClockX, IconLock, IconWorldPin } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { prefetch, shellRoute } from '#web/lib/routing.ts';
import { listSearch, optional } from '#web/ui/list/list-search.ts';

const queries = () => import('#web/features/privacy/api.ts');

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/privacy',
  staticData: {
    titleKey: 'menu.privacy',
    icon: IconLock,
    capability: 'privacy.manage',
    settingsText: 'settings:section.privacy',
  },
  validateSearch: listSearch.pick({ page: true }).extend({ status: optional(z.enum(privacyRequestStatuses)) }),
  beforeLoad: (given) => prefetch(given, async () => (await queries()).requestsQuery(given.search)),
  component: lazyRouteComponent(() => import('#web/features/privacy/PrivacyPage.tsx'), 'PrivacyPage'),
});

const one = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/privacy/$id',
  staticData: { titleKey: 'menu.privacy', capability: 'privacy.manage', companyListPath: '/settings/privacy' },
  component: lazyRouteComponent(() => import('#web/features/privacy/PrivacyRequestPage.tsx'), 'PrivacyRequestPage'),
});

const retention = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/retention',
  staticData: {
    titleKey: 'menu.retention',
    icon: IconClockX,
    capability: 'privacy.manage',
    settingsText: 'settings:section.retention',
  },
  component: lazyRouteComponent(() => import('#web/features/privacy/RetentionPage.tsx'), 'RetentionPage'),
});

const subProcessors = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/sub-processors',
  staticData: {
    titleKey: 'menu.subProcessors',
    icon: IconWorldPin,
    capability: 'privacy.manage',
    settingsText: 'settings:section.subProcessors',
  },
  component: lazyRouteComponent(() => import('#web/features/privacy/SubProcessorsPage.tsx'), 'SubProcessorsPage'),
});

export const privacyRoutes = [list, one, retention, subProcessors] as const;
