import { IconReceipt } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '#web/lib/routing.ts';

const finances = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/finances',
  staticData: {
    titleKey: 'menu.finances',
    icon: IconReceipt,
    capability: 'finances.read',
    settingsText: 'settings:section.finances',
  },
  component: lazyRouteComponent(() => import('#web/features/billing/FinancesPage.tsx'), 'FinancesPage'),
});

export const billingRoutes = [finances] as const;
