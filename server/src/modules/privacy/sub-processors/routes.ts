import { listSubProcessors } from '@escuta/contract/sub-processors';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { findSubProcessors } from './find-sub-processors.ts';

/** The route of whoever works on the data of a company for the installation. */
export function subProcessorRoutes(app: App, context: AppContext): void {
  implement(
    app,
    listSubProcessors,
  )(({ scope, inCompany }) =>
    inCompany(async (tx) => ({
      data: await findSubProcessors(tx, context, scope.companyId),
      data_residency: context.config.dataResidency,
    })),
  );
}
