import { SurveyId } from '@escuta/contract/ids';
import { metric } from '@escuta/contract/surveys';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { presets } from '#web/features/dashboard/presets.ts';
import { openFor, shellRoute } from '#web/lib/routing.ts';

const dashboard = createRoute({
  getParentRoute: () => shellRoute,
  path: 'cf-dashboard',
  staticData: { titleKey: 'menu.dashboard', icon: IconLayoutDashboard, unitSearch: ['surveyId'] },
  beforeLoad: openFor('cf-dashboard'),
  validateSearch: z.object({
    period: z.enum(presets).optional().catch(undefined),
    from: z.iso.date().optional().catch(undefined),
    to: z.iso.date().optional().catch(undefined),
    surveyId: SurveyId.optional().catch(undefined),
    metric: metric.optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('#web/features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
});

export const dashboardRoutes = [dashboard] as const;
