import { can } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import { surveyStatus, surveyTemplate } from '@escuta/contract/surveys';
import { IconMessageStar } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { openFor, prefetch, shellRoute } from '#web/lib/routing.ts';
import { listSearch, optional } from '#web/ui/list/list-search.ts';

const queries = () => import('#web/features/surveys/api.ts');

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'customer-feedback',
  staticData: { titleKey: 'menu.surveys', icon: IconMessageStar, unitSearch: ['page'] },
  beforeLoad: openFor('customer-feedback'),
  validateSearch: listSearch.extend({ status: optional(surveyStatus) }),
  loaderDeps: ({ search }) => search,
  loader: (given) => prefetch(given, async () => (await queries()).surveysQuery(given.deps)),
  component: lazyRouteComponent(() => import('#web/features/surveys/SurveysPage.tsx'), 'SurveysPage'),
});

const create = createRoute({
  getParentRoute: () => shellRoute,
  path: 'customer-feedback/create-survey/new',
  staticData: { titleKey: 'menu.newSurvey' },
  beforeLoad: (given) => {
    openFor('customer-feedback')(given);
    onlyEditors(given.context.me.role);
  },
  validateSearch: z.object({ template: optional(surveyTemplate) }),
  component: lazyRouteComponent(() => import('#web/features/surveys/CreateSurveyPage.tsx'), 'CreateSurveyPage'),
});

const edit = createRoute({
  getParentRoute: () => shellRoute,
  path: 'customer-feedback/create-survey/$surveyId',
  staticData: { titleKey: 'menu.editSurvey', listPath: '/customer-feedback' },
  beforeLoad: openFor('customer-feedback'),
  component: lazyRouteComponent(() => import('#web/features/surveys/EditSurveyPage.tsx'), 'EditSurveyPage'),
});

/** Who may look at surveys but not make one goes where every refused person goes. */
function onlyEditors(role: Role): void {
  if (!can(role, 'surveys.edit')) throw redirect({ href: '/cf-dashboard?refused=true' });
}

export const surveysRoutes = [list, create, edit] as const;
