import { companyStatus } from '@escuta/contract/admin';
import { IconShieldCog } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '#web/lib/routing.ts';
import { listSearch, optional } from '#web/ui/list/list-search.ts';

const companies = createRoute({
  getParentRoute: () => shellRoute,
  path: 'admin',
  staticData: { titleKey: 'menu.admin', icon: IconShieldCog },
  validateSearch: listSearch.pick({ page: true, search: true }).extend({ status: optional(companyStatus) }),
  component: lazyRouteComponent(() => import('#web/features/admin/CompaniesPage.tsx'), 'CompaniesPage'),
});

const units = createRoute({
  getParentRoute: () => shellRoute,
  path: 'admin/empresas/$companyId/businesses',
  staticData: { titleKey: 'menu.adminUnits', listPath: '/admin' },
  component: lazyRouteComponent(() => import('#web/features/admin/CompanyUnitsPage.tsx'), 'CompanyUnitsPage'),
});

export const adminRoutes = [companies, units] as const;
