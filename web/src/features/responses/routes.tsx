import { IconMessages } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ResponseSearch } from '#web/features/responses/response-search.ts';
import { prefetch, shellRoute } from '#web/lib/routing.ts';
import { dayIn, now } from '#web/lib/time.ts';

const queries = () => import('#web/features/responses/api.ts');

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'customer-feedback/responses',
  staticData: {
    titleKey: 'menu.responses',
    icon: IconMessages,
    unitSearch: ['surveyId', 'contactCompanyId', 'page', 'response'],
    capability: 'responses.read',
  },
  validateSearch: ResponseSearch,
  beforeLoad: (given) =>
    prefetch(given, async () => (await queries()).responsesQuery(given.search, dayIn(given.context.timezone, now()))),
  component: lazyRouteComponent(() => import('#web/features/responses/ResponsesPage.tsx'), 'ResponsesPage'),
});

export const responsesRoutes = [list] as const;
