import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Schedule } from '#platform/jobs/jobs.ts';
import { forgetFiles } from './forget-files.ts';
import { reviveExports } from './revive-exports.ts';

/** What is done for exports by the clock. */
export function exportsSchedules(context: AppContext): Schedule[] {
  return [
    { job: 'exports.revive', cron: '*/5 * * * *', run: () => reviveExports(context) },
    { job: 'exports.forget-files', cron: '*/5 * * * *', run: () => forgetFiles(context) },
  ];
}
