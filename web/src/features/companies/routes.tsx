import { IconBuilding, IconBuildingStore, IconShieldLock } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '#web/lib/routing.ts';

const company = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/company',
  staticData: {
    titleKey: 'menu.company',
    icon: IconBuilding,
    capability: 'company.manage',
    settingsText: 'settings:section.company',
  },
  component: lazyRouteComponent(() => import('#web/features/companies/CompanyPage.tsx'), 'CompanyPage'),
});

const security = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/security',
  staticData: {
    titleKey: 'menu.security',
    icon: IconShieldLock,
    capability: 'company.manage',
    settingsText: 'settings:section.security',
  },
  component: lazyRouteComponent(() => import('#web/features/companies/SecurityPage.tsx'), 'SecurityPage'),
});

const units = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/units',
  staticData: {
    titleKey: 'menu.units',
    icon: IconBuildingStore,
    capability: 'company.manage',
    settingsText: 'settings:section.units',
  },
  component: lazyRouteComponent(() => import('#web/features/companies/UnitsPage.tsx'), 'UnitsPage'),
});

const unit = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/units/$id',
  staticData: { titleKey: 'menu.units', capability: 'company.manage', companyListPath: '/settings/units' },
  component: lazyRouteComponent(() => import('#web/features/companies/UnitPage.tsx'), 'UnitPage'),
});

export const companiesRoutes = [company, security, units, unit] as const;
