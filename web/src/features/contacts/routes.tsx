import { IconAddressBook } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { openFor, shellRoute } from '#web/lib/routing.ts';

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'contatos',
  staticData: { titleKey: 'menu.contacts', icon: IconAddressBook },
  beforeLoad: openFor('contatos'),
  validateSearch: z.object({
    page: z.number().int().min(1).optional().catch(undefined),
    search: z.string().optional().catch(undefined),
    sort: z.enum(['name', 'created_at']).optional().catch(undefined),
    importDataId: z.uuid().optional().catch(undefined),
    importDataDate: z.string().optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('#web/features/contacts/ContactsPage.tsx'), 'ContactsPage'),
});

export const contactsRoutes = [list] as const;
