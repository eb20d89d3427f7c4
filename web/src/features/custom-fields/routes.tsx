import { IconForms } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '#web/lib/routing.ts';

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings/custom-fields',
  staticData: {
    titleKey: 'menu.customFields',
    icon: IconForms,
    capability: 'company.manage',
    settingsText: 'settings:section.customFields',
  },
  component: lazyRouteComponent(() => import('#web/features/custom-fields/CustomFieldsPage.tsx'), 'CustomFieldsPage'),
});

export const customFieldsRoutes = [list] as const;
