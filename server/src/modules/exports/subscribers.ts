import type { AppContext } from '#platform/app-context/app-context.ts';
import { on } from '#platform/jobs/jobs.ts';
import type { Subscription } from '#platform/jobs/jobs.ts';
import { runExport } from './run-export.ts';

/** What exports do when a fact has happened. */
export function exportsSubscriptions(context: AppContext): Subscription[] {
  return [
    on('export.started', 'exports.run', ({ companyId, payload }, signal, tries) =>
      runExport(context, { companyId, exportId: payload.exportId }, signal, tries),
    ),
  ];
}
