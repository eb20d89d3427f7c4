import type { House } from '#platform/house/house.ts';
import type { Schedule } from '#platform/jobs/jobs.ts';
import { forgetUploads } from './forget-uploads.ts';
import { reviveImports } from './revive-imports.ts';

/** What is done for imports by the clock. */
export function importsSchedules(house: House): Schedule[] {
  return [
    { job: 'imports.revive', cron: '*/5 * * * *', run: () => reviveImports(house) },
    { job: 'imports.forget-uploads', cron: '17 * * * *', run: () => forgetUploads(house) },
  ];
}
