import { ImportId, SurveyId } from '@escuta/contract/ids';
import { sendChannel } from '@escuta/contract/sends';
import { IconSend } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { z } from 'zod';
import { audienceKinds } from '#web/features/sends/audience.ts';
import { openFor, prefetch, shellRoute } from '#web/lib/routing.ts';
import { dayIn, now } from '#web/lib/time.ts';
import { listSearch, optional, searchWords } from '#web/ui/list/list-search.ts';

const day = optional(z.iso.date());

const queries = () => import('#web/features/sends/api.ts');

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'queues',
  staticData: { titleKey: 'menu.queues', icon: IconSend, unitSearch: ['page'] },
  beforeLoad: openFor('queues'),
  validateSearch: listSearch.extend({ from: day, to: day, first: optional(z.boolean()) }),
  loaderDeps: ({ search }) => search,
  loader: (given) =>
    prefetch(given, async () => (await queries()).queuesQuery(given.deps, dayIn(given.context.timezone, now()))),
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
  loader: (given) => prefetch(given, async () => (await queries()).queueQuery(given.params.id)),
  component: lazyRouteComponent(() => import('#web/features/sends/QueueDetailPage.tsx'), 'QueueDetailPage'),
});

const create = createRoute({
  getParentRoute: () => shellRoute,
  path: 'sends/new',
  staticData: { titleKey: 'menu.newSend', screen: 'queues', unitSearch: ['surveyId', 'importId'] },
  // Who may see the queue may add to it: the roles of 'sends.create' are those of this screen.
  beforeLoad: openFor('queues'),
  validateSearch: z.object({
    // Also one that names no survey: the page says so.
    surveyId: optional(z.string()),
    to: optional(z.enum(audienceKinds)),
    search: optional(searchWords),
    importId: optional(ImportId),
    channel: optional(sendChannel),
  }),
  loaderDeps: ({ search: { surveyId } }) => ({ surveyId: SurveyId.safeParse(surveyId).data }),
  loader: (given) => {
    const { surveyId } = given.deps;
    prefetch(given, async () => (await queries()).surveyChoicesQuery());
    if (surveyId) prefetch(given, async () => (await queries()).chosenSurveyQuery(surveyId));
  },
  component: lazyRouteComponent(() => import('#web/features/sends/NewSendPage.tsx'), 'NewSendPage'),
});

export const sendsRoutes = [list, detail, create] as const;
