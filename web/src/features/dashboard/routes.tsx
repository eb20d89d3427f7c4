import { can } from '@escuta/contract/access-policy';
import { SurveyId } from '@escuta/contract/ids';
import { metric } from '@escuta/contract/surveys';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { presets } from '#web/features/dashboard/presets.ts';
import { prefetchTexts } from '#web/lib/language.ts';
import { prefetch, shellRoute } from '#web/lib/routing.ts';
import { dayIn, now } from '#web/lib/time.ts';

const queries = () => import('#web/features/dashboard/api.ts');

const dashboard = createRoute({
  getParentRoute: () => shellRoute,
  path: 'cf-dashboard',
  staticData: { titleKey: 'menu.dashboard', icon: IconLayoutDashboard, unitSearch: ['surveyId'] },
  validateSearch: z.object({
    period: z.enum(presets).optional().catch(undefined),
    from: z.iso.date().optional().catch(undefined),
    to: z.iso.date().optional().catch(undefined),
    surveyId: SurveyId.optional().catch(undefined),
    metric: metric.optional().catch(undefined),
  }),
  loaderDeps: ({ search }) => search,
  loader: (given) => {
    prefetchTexts('dashboard');
    const { me, timezone } = given.context;
    const today = dayIn(timezone, now());
    prefetch(given, async () => {
      const { dashboardQuery, filterOf } = await queries();
      return dashboardQuery(filterOf(given.deps, today));
    });
    if (!can(me.role, 'comments.read')) return;
    prefetch(given, async () => {
      const { commentsQuery, filterOf } = await queries();
      return commentsQuery(filterOf(given.deps, today));
    });
  },
  component: lazyRouteComponent(() => import('#web/features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
});

export const dashboardRoutes = [dashboard] as const;
