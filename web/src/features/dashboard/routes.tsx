import { can } from '@escuta/contract/access-policy';
import { SurveyId } from '@escuta/contract/ids';
import { metrics } from '@escuta/contract/metrics';
import { metric } from '@escuta/contract/surveys';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { commentsQuery, dashboardQuery, filterOf } from '#web/features/dashboard/api.ts';
import { presets } from '#web/features/dashboard/presets.ts';
import { prefetchTexts } from '#web/lib/language.ts';
import { prefetch, shellRoute } from '#web/lib/routing.ts';
import { dayIn, now } from '#web/lib/time.ts';

const prepare = () => prefetchTexts('dashboard', ...metrics);

const dashboard = createRoute({
  getParentRoute: () => shellRoute,
  path: 'cf-dashboard',
  staticData: { titleKey: 'menu.dashboard', icon: IconLayoutDashboard, unitSearch: ['surveyId'], prepare },
  validateSearch: z.object({
    period: z.enum(presets).optional().catch(undefined),
    from: z.iso.date().optional().catch(undefined),
    to: z.iso.date().optional().catch(undefined),
    surveyId: SurveyId.optional().catch(undefined),
    metric: metric.optional().catch(undefined),
  }),
  beforeLoad: (given) => {
    prepare();
    const { me, timezone } = given.context;
    const today = dayIn(timezone, now());
    const filter = filterOf(given.search, today);
    // Most people land here: the queries come with the routes, so that they are asked before the shell is drawn.
    prefetch(given, async () => dashboardQuery(filter));
    if (can(me.role, 'comments.read')) prefetch(given, async () => commentsQuery(filter));
  },
  component: lazyRouteComponent(() => import('#web/features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
});

export const dashboardRoutes = [dashboard] as const;
