import { sendChannel } from '@escuta/contract/sends';
import { IconSend } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { z } from 'zod';
import { audienceKinds } from '#web/features/sends/audience.ts';
import { openFor, shellRoute } from '#web/lib/routing.ts';

const day = z.iso.date().optional().catch(undefined);

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queues',
  staticData: { titleKey: 'menu.queues', icon: IconSend },
  beforeLoad: openFor('queues'),
  validateSearch: z.object({
    page: z.number().int().min(1).optional().catch(undefined),
    search: z.string().optional().catch(undefined),
    from: day,
    to: day,
    first: z.boolean().optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('#web/features/sends/QueuesPage.tsx'), 'QueuesPage'),
});

const detail = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queues/$id/detailed',
  staticData: { titleKey: 'menu.queueDetails', listPath: '/queues' },
  beforeLoad: (given) => {
    openFor('queues')(given);
    if (!z.uuid().safeParse(given.params.id).success) throw notFound();
  },
  component: lazyRouteComponent(() => import('#web/features/sends/QueueDetailPage.tsx'), 'QueueDetailPage'),
});

const create = createRoute({
  getParentRoute: () => shellRoute,
  path: 'sends/new',
  staticData: { titleKey: 'menu.newSend' },
  // Who may see the queue may add to it: the roles of 'sends.create' are those of this screen.
  beforeLoad: openFor('queues'),
  validateSearch: z.object({
    surveyId: z.uuid().optional().catch(undefined),
    to: z.enum(audienceKinds).optional().catch(undefined),
    search: z.string().max(200).optional().catch(undefined),
    importId: z.uuid().optional().catch(undefined),
    channel: sendChannel.optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('#web/features/sends/NewSendPage.tsx'), 'NewSendPage'),
});

export const sendsRoutes = [list, detail, create] as const;
