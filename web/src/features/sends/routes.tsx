import { ImportId, SegmentId, SurveyId } from '@escuta/contract/ids';
import { sendChannel } from '@escuta/contract/sends';
import { IconSend } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { z } from 'zod';
import { audienceKinds } from '#web/features/sends/audience.ts';
import { prefetch, shellRoute } from '#web/lib/routing.ts';
import { dayIn, now } from '#web/lib/time.ts';
import { listSearch, optional, searchWords } from '#web/ui/list/list-search.ts';

const day = optional(z.iso.date());

const queries = () => import('#web/features/sends/api.ts');

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queues',
  staticData: { titleKey: 'menu.queues', icon: IconSend, unitSearch: ['page'] },
  validateSearch: listSearch.extend({ from: day, to: day, first: optional(z.boolean()) }),
  beforeLoad: (given) =>
    prefetch(given, async () => (await queries()).queuesQuery(given.search, dayIn(given.context.timezone, now()))),
  component: lazyRouteComponent(() => import('#web/features/sends/QueuesPage.tsx'), 'QueuesPage'),
});

const detail = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queues/$id/detailed',
  staticData: { titleKey: 'menu.queueDetails', listPath: '/queues' },
  beforeLoad: (given) => {
    const { id } = given.params;
    if (!z.uuid().safeParse(id).success) throw notFound();
    prefetch(given, async () => (await queries()).queueQuery(id));
  },
  component: lazyRouteComponent(() => import('#web/features/sends/QueueDetailPage.tsx'), 'QueueDetailPage'),
});

const create = createRoute({
  getParentRoute: () => shellRoute,
  path: 'sends/new',
  staticData: {
    titleKey: 'menu.newSend',
    screen: 'queues',
    capability: 'sends.create',
    unitSearch: ['surveyId', 'importId', 'segmentId'],
  },
  validateSearch: z.object({
    // Also one that names no survey: the page says so.
    surveyId: optional(z.string()),
    to: optional(z.enum(audienceKinds)),
    search: optional(searchWords),
    importId: optional(ImportId),
    segmentId: optional(SegmentId),
    channel: optional(sendChannel),
  }),
  beforeLoad: (given) => {
    const surveyId = SurveyId.safeParse(given.search.surveyId).data;
    prefetch(given, async () => (await queries()).surveyChoicesQuery());
    if (surveyId) prefetch(given, async () => (await queries()).chosenSurveyQuery(surveyId));
  },
  component: lazyRouteComponent(() => import('#web/features/sends/NewSendPage.tsx'), 'NewSendPage'),
});

const toContact = createRoute({
  getParentRoute: () => shellRoute,
  path: 'contatos/$id/envio',
  staticData: { titleKey: 'menu.sendToContact', listPath: '/contatos', capability: 'sends.createIndividual' },
  validateSearch: z.object({ surveyId: optional(z.string()), channel: optional(sendChannel) }),
  component: lazyRouteComponent(() => import('#web/features/sends/ContactSendPage.tsx'), 'ContactSendPage'),
});

export const sendsRoutes = [list, detail, create, toContact] as const;
