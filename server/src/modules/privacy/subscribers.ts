import type { AppContext } from '#platform/app-context/app-context.ts';
import { on } from '#platform/jobs/jobs.ts';
import type { Subscription } from '#platform/jobs/jobs.ts';
import { runPackage } from './packages/run-package.ts';
import { tellRequester } from './requests/tell-requester.ts';

/** What is done for the privacy of people when a fact has happened. */
export function privacySubscriptions(context: AppContext): Subscription[] {
  return [
    on('person-package.asked', 'privacy.collect', ({ companyId, payload }) =>
      runPackage(context, { companyId, packageId: payload.packageId }),
    ),
    on('privacy-request.closed', 'privacy.tell-requester', ({ companyId, payload }) =>
      tellRequester(context, { companyId, ...payload }),
    ),
  ];
}
