import type { AppContext } from '#platform/app-context/app-context.ts';
import { forgetBefore } from '#modules/contacts/index.ts';
import type { Schedule } from '#platform/jobs/jobs.ts';
import { forgetUploads } from './forget-uploads.ts';
import { removeUnrecorded } from './incoming-upload.ts';
import { reviveRehearsals } from './rehearsal/revive-rehearsals.ts';
import { removeImportedFiles } from './remove-imported-files.ts';
import { reviveImports } from './revive-imports.ts';

/** An import that stands still is given up after a day, and undone for another; the third is for a clock that is wrong. */
const beforeKeptMs = 3 * 24 * 3_600_000;

function forgetBeforeImports(context: AppContext): Promise<void> {
  return forgetBefore(context, new Date(context.clock.now().getTime() - beforeKeptMs));
}

/** What is done for imports by the clock. */
export function importsSchedules(context: AppContext): Schedule[] {
  return [
    { job: 'imports.revive', cron: '*/5 * * * *', run: () => reviveImports(context) },
    { job: 'imports.revive-rehearsals', cron: '*/5 * * * *', run: () => reviveRehearsals(context) },
    { job: 'imports.forget-before', cron: '37 * * * *', run: () => forgetBeforeImports(context) },
    { job: 'imports.remove-unrecorded', cron: '7 * * * *', run: () => removeUnrecorded(context) },
    { job: 'imports.forget-uploads', cron: '17 * * * *', run: () => forgetUploads(context) },
    { job: 'imports.remove-imported-files', cron: '27 * * * *', run: () => removeImportedFiles(context) },
  ];
}
