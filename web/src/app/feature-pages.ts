// Written from the folders of the features by `node tools/checks/web-features.ts --write`; never changed here.
import { accessPublicRoutes } from '#web/features/access/public-routes.tsx';
import { contactsRoutes } from '#web/features/contacts/routes.tsx';
import { dashboardRoutes } from '#web/features/dashboard/routes.tsx';
import { importsRoutes } from '#web/features/imports/routes.tsx';
import { responsesRoutes } from '#web/features/responses/routes.tsx';
import { sendsRoutes } from '#web/features/sends/routes.tsx';
import { surveysRoutes } from '#web/features/surveys/routes.tsx';

/** The pages behind sign-in: `routes.tsx` of each feature. */
export const shellPages = [
  ...contactsRoutes,
  ...dashboardRoutes,
  ...importsRoutes,
  ...responsesRoutes,
  ...sendsRoutes,
  ...surveysRoutes,
] as const;

/** The pages without the shell around them: `public-routes.tsx` of a feature. */
export const publicPages = [
  ...accessPublicRoutes,
] as const;
