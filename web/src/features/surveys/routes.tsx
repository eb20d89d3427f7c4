import { ImportId } from '@escuta/contract/ids';
import { surveyStatus, surveyTemplate } from '@escuta/contract/surveys';
import { IconMessageStar } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { prefetch, shellRoute } from '#web/lib/routing.ts';
import { listSearch, optional } from '#web/ui/list/list-search.ts';

const queries = () => import('#web/features/surveys/api.ts');

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: 'customer-feedback',
  staticData: { titleKey: 'menu.surveys', icon: IconMessageStar, unitSearch: ['page'] },
  validateSearch: listSearch.extend({
    status: optional(surveyStatus),
    /** Asks for the responses that an import brought (1§2.11). */
    importDataId: optional(ImportId),
  }),
  beforeLoad: (given) => {
    const { importDataId } = given.search;
    if (importDataId !== undefined)
      throw redirect({ to: '/customer-feedback/responses', search: { importId: importDataId }, replace: true });
    prefetch(given, async () => (await queries()).surveysQuery(given.search));
  },
  component: lazyRouteComponent(() => import('#web/features/surveys/SurveysPage.tsx'), 'SurveysPage'),
});

const create = createRoute({
  getParentRoute: () => shellRoute,
  path: 'customer-feedback/create-survey/new',
  // Who may look at surveys but not make one goes where every refused person goes.
  staticData: { titleKey: 'menu.newSurvey', capability: 'surveys.edit' },
  validateSearch: z.object({ template: optional(surveyTemplate) }),
  component: lazyRouteComponent(() => import('#web/features/surveys/CreateSurveyPage.tsx'), 'CreateSurveyPage'),
});

const edit = createRoute({
  getParentRoute: () => shellRoute,
  path: 'customer-feedback/create-survey/$surveyId',
  staticData: { titleKey: 'menu.editSurvey', listPath: '/customer-feedback' },
  component: lazyRouteComponent(() => import('#web/features/surveys/EditSurveyPage.tsx'), 'EditSurveyPage'),
});

export const surveysRoutes = [list, create, edit] as const;
