import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Schedule } from '#platform/jobs/jobs.ts';
import { forgetPackages } from './packages/forget-packages.ts';
import { forgetRequesters } from './requests/forget-requesters.ts';
import { runRetention } from './retention/run-retention.ts';

/** What is done for the privacy of people by the clock. */
export function privacySchedules(context: AppContext): Schedule[] {
  return [
    { job: 'privacy.forget-packages', cron: '*/5 * * * *', run: () => forgetPackages(context) },
    // At night where our customers are.
    { job: 'privacy.retention', cron: '41 5 * * *', run: () => runRetention(context) },
    { job: 'privacy.forget-requesters', cron: '23 5 * * *', run: () => forgetRequesters(context) },
  ];
}
