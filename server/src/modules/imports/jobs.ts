import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Schedule } from '#platform/jobs/jobs.ts';
import { forgetUploads } from './forget-uploads.ts';
import { reviveImports } from './revive-imports.ts';

/** What is done for imports by the clock. */
export function importsSchedules(context: AppContext): Schedule[] {
  return [
    { job: 'imports.revive', cron: '*/5 * * * *', run: () => reviveImports(context) },
    { job: 'imports.forget-uploads', cron: '17 * * * *', run: () => forgetUploads(context) },
  ];
}
