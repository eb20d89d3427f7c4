import type { AppContext } from '#platform/app-context/app-context.ts';
import { on } from '#platform/jobs/jobs.ts';
import type { Subscription } from '#platform/jobs/jobs.ts';
import { runRehearsal } from './rehearsal/run-rehearsal.ts';
import { runUndo } from './undo-import.ts';
import { runImport } from './run-import.ts';

/** What imports do when a fact has happened. */
export function importsSubscriptions(context: AppContext): Subscription[] {
  return [
    on('import.started', 'imports.run', ({ companyId, payload }, signal, tries) =>
      runImport(context, { companyId, importId: payload.importId }, signal, tries),
    ),
    on('import.undone', 'imports.undo', ({ companyId, payload }, signal, tries) =>
      runUndo(context, { companyId, importId: payload.importId }, signal, tries),
    ),
    on('import.rehearsed', 'imports.rehearse', ({ companyId, payload }, signal) =>
      runRehearsal(context, { companyId, ...payload }, signal),
    ),
  ];
}
