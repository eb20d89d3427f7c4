import { findEndedImport } from '#modules/imports/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { on } from '#platform/jobs/jobs.ts';
import type { Subscription } from '#platform/jobs/jobs.ts';
import { notify } from './notify.ts';

/** What people are told when a fact has happened. */
export function notificationsSubscriptions({ database, clock }: AppContext): Subscription[] {
  return [
    on('import.ended', 'notifications.import', ({ companyId, payload: { importId } }) =>
      database.withCompany(companyId, async (tx) => {
        const ended = await findEndedImport(tx, companyId, importId);
        if (!ended) return;
        const { userId, businessUnitId, fileName, imported, rejected } = ended;
        const content = ended.isFinished
          ? ({ kind: 'import_finished', importId, businessUnitId, fileName, imported, rejected } as const)
          : ({ kind: 'import_failed', importId, businessUnitId, fileName } as const);
        await notify(tx, { companyId, userId, subjectId: importId }, content, clock.now());
      }),
    ),
  ];
}
